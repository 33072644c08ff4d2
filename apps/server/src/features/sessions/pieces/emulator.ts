import { createRequire } from 'node:module';
import type headless from '@xterm/headless';
import { lazily } from '../../../platform/lazy.ts';

/** What of the emulator's inside is needed and not offered: the state that programs set and that a picture of letters does not hold. */
interface Inside {
  writeSync(data: string): void;
  buffer: { scrollTop: number; scrollBottom: number };
  coreService: { isCursorHidden: boolean };
  _inputHandler: { _curAttrData: Look };
  _charsetService: { glevel: number; _charsets: ({ q?: string } | undefined)[] };
}

const require = createRequire(import.meta.url);
const library = lazily(() => require('@xterm/headless') as typeof headless);

type Cell = NonNullable<ReturnType<headless.IBufferLine['getCell']>>;
/** How a character looks. */
type Look = Omit<Cell, 'getWidth' | 'getChars' | 'getCode'>;

/** A terminal without a screen, which tells its lines and what would draw its screen anew. */
export interface Emulator {
  write(text: string): void;
  resize(cols: number, rows: number): void;
  /** Sequences that make a terminal of the same size, fresh or reset, look and go on as this one. */
  drawn(): string;
  size(): { cols: number; rows: number };
  /** The lines of the screen that is shown, those that were broken at the edge put together; without the one with the cursor unless it is wanted. */
  lines(withCursor: boolean): string[];
  /** True while a full-screen program draws. */
  fullScreen(): boolean;
}

/** Rows of one broken line that are put together at most. */
const MAX_WRAPPED = 20;
const ESC = '\x1b';

function colour(base: 30 | 40, value: number, rgb: boolean, palette: boolean): string[] {
  if (rgb) return [`${base + 8}`, '2', `${(value >> 16) & 255}`, `${(value >> 8) & 255}`, `${value & 255}`];
  if (!palette) return [];
  if (value < 8) return [`${base + value}`];
  return value < 16 ? [`${base + 60 + value - 8}`] : [`${base + 8}`, '5', `${value}`];
}

/** Select graphic rendition (ECMA-48 §8.3.117). */
function rendition(look: Look): string {
  const flags: [number, number][] = [
    [look.isBold(), 1],
    [look.isDim(), 2],
    [look.isItalic(), 3],
    [look.isUnderline(), 4],
    [look.isBlink(), 5],
    [look.isInverse(), 7],
    [look.isInvisible(), 8],
    [look.isStrikethrough(), 9],
    [look.isOverline(), 53],
  ];
  const codes = ['0', ...flags.flatMap(([on, code]) => (on ? [`${code}`] : []))];
  codes.push(...colour(30, look.getFgColor(), look.isFgRGB() as unknown as boolean, look.isFgPalette() as unknown as boolean));
  codes.push(...colour(40, look.getBgColor(), look.isBgRGB() as unknown as boolean, look.isBgPalette() as unknown as boolean));
  return `${ESC}[${codes.join(';')}m`;
}

export function createEmulator(cols: number, rows: number, onLine: (line: string) => void): Emulator {
  const terminal = new (library().Terminal)({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: 'off' });
  const inside = (terminal as unknown as { _core: Inside })._core;

  /** The line that ends in a row, with the rows before that it was broken from. */
  function lineAt(y: number): string {
    const buffer = terminal.buffer.active;
    let text = '';
    for (let row = y; row >= 0 && y - row < MAX_WRAPPED; row -= 1) {
      const line = buffer.getLine(row);
      text = (line?.translateToString(text === '') ?? '') + text;
      if (!line?.isWrapped) break;
    }
    return text;
  }
  terminal.onLineFeed(() => onLine(lineAt(terminal.buffer.active.baseY + terminal.buffer.active.cursorY - 1)));

  function rowsOf(buffer: headless.IBuffer): string {
    const parts: string[] = [];
    const plain = rendition(buffer.getNullCell());
    for (let y = 0; y < terminal.rows; y += 1) {
      const line = buffer.getLine(buffer.baseY + y);
      let end = terminal.cols;
      // What follows the last character is blank already.
      const blank = (cell: Cell | undefined): boolean =>
        !cell || (cell.getChars() === '' && cell.getWidth() === 1 && rendition(cell) === plain);
      while (end > 0 && blank(line?.getCell(end - 1))) end -= 1;
      if (end === 0) continue;
      parts.push(`${ESC}[${y + 1};1H`);
      let before = '';
      for (let x = 0; x < end; x += 1) {
        const cell = line?.getCell(x);
        if (!cell || cell.getWidth() === 0) continue;
        const look = rendition(cell);
        if (look !== before) parts.push(look);
        before = look;
        parts.push(cell.getChars() || ' ');
      }
      parts.push(plain);
    }
    return parts.join('');
  }

  const cursorAt = (x: number, y: number): string => `${ESC}[${y + 1};${Math.min(x, terminal.cols - 1) + 1}H`;

  function charsets(): string {
    const { glevel, _charsets: known } = inside._charsetService;
    // Of the sets of characters programs use the one that draws lines.
    const drawing = ['(', ')', '*', '+'].flatMap((mark, at) => (known[at]?.q === '─' ? [`${ESC}${mark}0`] : []));
    return drawing.join('') + (glevel === 1 ? '\x0e' : '');
  }

  function drawn(): string {
    const { active, normal } = terminal.buffer;
    const { modes } = terminal;
    const parts = [`${ESC}[0m${ESC}[?7l`, rowsOf(normal), cursorAt(normal.cursorX, normal.cursorY)];
    if (active.type === 'alternate') parts.push(`${ESC}[?1049h`, rowsOf(active));
    const { scrollTop, scrollBottom } = inside.buffer;
    if (scrollTop > 0 || scrollBottom < terminal.rows - 1) parts.push(`${ESC}[${scrollTop + 1};${scrollBottom + 1}r`);
    parts.push(cursorAt(active.cursorX, active.cursorY));
    if (modes.wraparoundMode) parts.push(`${ESC}[?7h`);
    const last = active.getLine(active.baseY + active.cursorY)?.getCell(terminal.cols - 1);
    // A full line: the next character begins the next one.
    if (active.cursorX >= terminal.cols && last && last.getWidth() === 1) parts.push(rendition(last), last.getChars() || ' ');
    if (modes.originMode) parts.push(`${ESC}[?6h`, `${ESC}[${active.cursorY - scrollTop + 1};${active.cursorX + 1}H`);
    if (modes.insertMode) parts.push(`${ESC}[4h`);
    if (inside.coreService.isCursorHidden) parts.push(`${ESC}[?25l`);
    return parts.join('') + rendition(inside._inputHandler._curAttrData) + charsets();
  }

  return {
    write: (text) => inside.writeSync(text),
    resize: (width, height) => terminal.resize(width, height),
    drawn,
    size: () => ({ cols: terminal.cols, rows: terminal.rows }),
    fullScreen: () => terminal.buffer.active.type === 'alternate',
    lines(withCursor) {
      const buffer = terminal.buffer.active;
      const found: string[] = [];
      for (let y = 0; y < terminal.rows; y += 1) {
        if (buffer.getLine(buffer.baseY + y + 1)?.isWrapped && y + 1 < terminal.rows) continue;
        if (withCursor || y !== buffer.cursorY) found.push(lineAt(buffer.baseY + y));
      }
      return found;
    },
  };
}

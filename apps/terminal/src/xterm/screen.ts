import { paletteOf } from '@postern/contract/terminal-palettes';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebglAddon } from '@xterm/addon-webgl';
import { Terminal } from '@xterm/xterm';

const FONT = { min: 6, max: 22 };
const STEP = 0.5;
/** Width of a character and height of a line in the monospace face, per pixel of font size. */
const CELL = { width: 0.602, height: 1.32 };

/** Beside the screen, in pixels. */
const MARGIN = 16;

export interface ReplayScreen {
  write(text: string, done: () => void): void;
  reset(): void;
  resize(size: { cols: number; rows: number }): void;
  dispose(): void;
}

/** A terminal that only shows: fixed size in characters, its font as large as the box allows. */
export function createReplayScreen(box: HTMLElement, palette: string, fontFamily: string): ReplayScreen {
  const term = new Terminal({
    allowProposedApi: true,
    disableStdin: true,
    scrollback: 1000,
    fontFamily,
    theme: paletteOf(palette).theme,
    linkHandler: { activate: () => undefined },
  });
  term.loadAddon(new Unicode11Addon());
  term.unicode.activeVersion = '11';
  term.parser.registerOscHandler(52, () => true);
  term.open(box);
  // Nothing can be typed here: a stop for Tab would be one that does nothing and shows nothing. The keys of the player are those of what is around it.
  if (term.textarea) term.textarea.tabIndex = -1;
  try {
    term.loadAddon(new WebglAddon());
  } catch {
    // No WebGL here: xterm's own renderer draws instead.
  }
  const drawn = (): { offsetWidth: number; offsetHeight: number } => box.querySelector<HTMLElement>('.xterm-screen') ?? box;
  const fits = (): boolean => drawn().offsetWidth <= box.clientWidth && drawn().offsetHeight <= box.clientHeight;
  const fitFont = (): void => {
    const size = Math.min((box.clientWidth - MARGIN) / (term.cols * CELL.width), box.clientHeight / (term.rows * CELL.height));
    let fontSize = Math.max(FONT.min, Math.min(FONT.max, Math.floor(size / STEP) * STEP));
    if (term.options.fontSize !== fontSize) term.options.fontSize = fontSize;
    // Cells are whole pixels, and wider in some fonts.
    while (!fits() && fontSize > FONT.min) {
      fontSize -= STEP;
      term.options.fontSize = fontSize;
    }
  };
  const observer = new ResizeObserver(fitFont);
  observer.observe(box);
  let gone = false;
  // One that came after the first letter was measured is measured anew once it has another name.
  void document.fonts?.ready.then(() => {
    if (gone) return;
    term.options.fontFamily = `${fontFamily}, monospace`;
    fitFont();
  });
  return {
    write: (text, done) => term.write(text, done),
    reset: () => term.reset(),
    resize({ cols, rows }) {
      term.resize(cols, rows);
      fitFont();
    },
    dispose() {
      gone = true;
      observer.disconnect();
      term.dispose();
    },
  };
}

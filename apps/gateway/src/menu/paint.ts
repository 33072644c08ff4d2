import type { Look, Screen } from './render.ts';

/** Bytes for a terminal. A name that is measured wrongly cannot push anything: lines do not wrap while the menu is there. */
const ENTER = '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[0m\x1b[2J';
const LEAVE = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?1049l\x1b[?25h';
const LOOKS: Readonly<Record<Look, string>> = { plain: '\x1b[0m', bold: '\x1b[0;1m', inverse: '\x1b[0;7m' };

export interface Painter {
  /** What changes from the picture before to this one. */
  paint(screen: Screen): string;
  /** Takes the other screen; the next picture is painted whole. */
  enter(): string;
  /** Gives the terminal back as it was. */
  leave(): string;
}

export function createPainter(): Painter {
  let painted: readonly string[] = [];
  return {
    paint({ lines, cursor }) {
      const now = lines.map(({ text, look }) => LOOKS[look] + text);
      const changed = now.map((line, at) => (line === painted[at] ? '' : `\x1b[${at + 1};1H${line}\x1b[0m\x1b[K`)).join('');
      // A lower terminal than before keeps nothing below.
      const below =
        painted.length > now.length
          ? `\x1b[${now.length};1H\x1b[J${LOOKS[lines.at(-1)?.look ?? 'plain']}${lines.at(-1)?.text ?? ''}\x1b[0m`
          : '';
      painted = now;
      return `\x1b[?25l${changed}${below}\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h`;
    },
    enter() {
      painted = [];
      return ENTER;
    },
    leave: () => LEAVE,
  };
}

import { paletteOf } from '@postern/contract/terminal-palettes';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebglAddon } from '@xterm/addon-webgl';
import { Terminal } from '@xterm/xterm';

const FONT = { min: 6, max: 22 };
/** Width of a character and height of a line in the monospace face, per pixel of font size. */
const CELL = { width: 0.602, height: 1.32 };

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
  try {
    term.loadAddon(new WebglAddon());
  } catch {
    // No WebGL here: xterm's own renderer draws instead.
  }
  const fitFont = (): void => {
    const size = Math.min((box.clientWidth - 16) / (term.cols * CELL.width), box.clientHeight / (term.rows * CELL.height));
    const fontSize = Math.max(FONT.min, Math.min(FONT.max, Math.floor(size * 2) / 2));
    if (term.options.fontSize !== fontSize) term.options.fontSize = fontSize;
  };
  const observer = new ResizeObserver(fitFont);
  observer.observe(box);
  return {
    write: (text, done) => term.write(text, done),
    reset: () => term.reset(),
    resize({ cols, rows }) {
      term.resize(cols, rows);
      fitFont();
    },
    dispose() {
      observer.disconnect();
      term.dispose();
    },
  };
}

import { paletteOf } from '@postern/contract/terminal-palettes';
import { type TransferKind, watchTransfers } from '@postern/contract/zmodem';
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { SerializeAddon } from '@xterm/addon-serialize';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { WebglAddon } from '@xterm/addon-webgl';
import { Terminal } from '@xterm/xterm';
import { createBell } from './bell.ts';
import { type ClipboardRights, guardClipboard } from './clipboard.ts';
import { fontFamilyOf } from './fonts.ts';
import { handleKey } from './page-keys.ts';
import type { Preferences } from './preferences.ts';

const SCROLLBACK = 5000;
const RESIZE_MS = 120;
const ESC = '\u001b';
export interface ViewEvents {
  /** `byHand`: a key or what an input method wrote, not what the emulator answers to the program by itself. */
  onType(text: string, byHand: boolean): void;
  onBytes(bytes: Uint8Array): void;
  onResize(size: { cols: number; rows: number }): void;
  onPaste(text: string): void;
  onSearch(): void;
  /** A program began a transfer of files, and waits for the other end of it. */
  onTransfer(kind: TransferKind): void;
  /** A link the person clicked; http or https only. */
  onLink(address: string): void;
  onSearchResults(found: { index: number; count: number }): void;
  rights(): ClipboardRights;
  onRefused(what: 'copy' | 'paste'): void;
}

/** What a terminal shows, in its own sequences. */
export interface Screen {
  screen: string;
  cols: number;
  rows: number;
}

export interface TerminalView {
  size(): { cols: number; rows: number };
  write(bytes: Uint8Array | string, done?: () => void): void;
  bracketed(): boolean;
  setPreferences(chosen: Preferences): void;
  /** Shown terminals fit their box and draw with WebGL where there is any; hidden ones give the context back (browsers allow about 16). */
  setVisible(visible: boolean): void;
  setReadOnly(readOnly: boolean): void;
  /** A viewer takes the size of the watched session instead of fitting its box. */
  follow(size: { cols: number; rows: number }): void;
  /** All that it shows and has scrolled away, with its modes. */
  screen(): Screen;
  /** Shows what another one showed; resolves when it is drawn, in the size of this page. */
  restore(screen: Screen): Promise<void>;
  search(text: string, back: boolean): void;
  endSearch(): void;
  paste(text: string): void;
  selection(): string;
  /** A key of the page's own, as if it had been pressed. */
  press(sequence: string): void;
  /** Whether its program asks for arrows of its own kind. */
  applicationCursor(): boolean;
  /** The size of its letters, until preferences are set again. */
  setFontSize(size: number): void;
  /** What screen readers say of it when it takes the focus. */
  describe(text: string): void;
  clear(): void;
  focus(): void;
  dispose(): void;
}

const MATCHES = {
  matchBackground: '#5c5320',
  matchBorder: '#8f7f2c',
  matchOverviewRuler: '#c9b14a',
  activeMatchBackground: '#b5722a',
  activeMatchBorder: '#f0a95c',
  activeMatchColorOverviewRuler: '#f0a95c',
};

const isHttp = (address: string): boolean => /^https?:\/\//i.test(address);

/** Draws a terminal into `box`. OSC 52 (programs writing the clipboard) is swallowed: a target must not reach the person's clipboard. */
export function createTerminalView(box: HTMLElement, chosen: Preferences, events: ViewEvents): TerminalView {
  let preferences = chosen;
  let readOnly = false;
  let followed = false;
  let webgl: WebglAddon | null = null;
  let webglRefused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const term = new Terminal({
    allowProposedApi: true,
    scrollback: SCROLLBACK,
    cursorBlink: true,
    macOptionIsMeta: true,
    rightClickSelectsWord: false,
    drawBoldTextInBrightColors: false,
    linkHandler: { activate: (_event, address) => isHttp(address) && events.onLink(address), allowNonHttpProtocols: false },
    ...look(chosen),
  });
  const fitting = new FitAddon();
  const searching = new SearchAddon();
  const copying = new SerializeAddon();
  term.loadAddon(fitting);
  term.loadAddon(searching);
  term.loadAddon(copying);
  term.loadAddon(new Unicode11Addon());
  term.loadAddon(new WebLinksAddon((_event, address) => isHttp(address) && events.onLink(address)));
  term.unicode.activeVersion = '11';
  term.parser.registerOscHandler(52, () => true);
  term.open(box);

  const guard = guardClipboard(box, {
    ...events,
    preferences: () => preferences,
    selection: () => term.getSelection(),
    readOnly: () => readOnly,
  });
  term.onSelectionChange(guard.selected);
  // Answers of the emulator (its type, its cursor, the mouse) begin with ESC, as keys may; of a key is heard just before.
  let pressed = '';
  term.onKey(({ key }) => {
    pressed = key;
  });
  term.onData((text) => {
    const byHand = !text.startsWith(ESC) || text === pressed;
    pressed = '';
    if (readOnly) return;
    events.onType(preferences.backspaceAsCtrlH && text === '\u007f' ? '\b' : text, byHand);
  });
  term.onBinary((text) => !readOnly && events.onBytes(Uint8Array.from(text, (character) => character.charCodeAt(0))));
  term.onResize((size) => events.onResize(size));
  searching.onDidChangeResults(({ resultIndex, resultCount }) => events.onSearchResults({ index: resultIndex, count: resultCount }));
  term.attachCustomKeyEventHandler((event) => handleKey(event, term, guard, events));

  function drawFast(): void {
    if (webgl || webglRefused) return;
    try {
      const addon = new WebglAddon();
      addon.onContextLoss(() => {
        addon.dispose();
        webgl = null;
      });
      term.loadAddon(addon);
      webgl = addon;
    } catch {
      // No WebGL here: xterm's own renderer draws instead.
      webglRefused = true;
    }
  }

  function fitBox(): void {
    if (!followed && box.clientWidth > 20 && box.clientHeight > 20) fitting.fit();
  }
  const bell = createBell(box, () => preferences.bell);
  term.onBell(bell.ring);
  const watch = watchTransfers(events.onTransfer);
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(fitBox, RESIZE_MS);
  });
  observer.observe(box);
  fitBox();

  return {
    size: () => ({ cols: term.cols, rows: term.rows }),
    write(bytes, done) {
      if (typeof bytes !== 'string') watch(bytes);
      term.write(bytes, done);
    },
    bracketed: () => term.modes.bracketedPasteMode,
    setPreferences(next) {
      preferences = next;
      Object.assign(term.options, look(next));
      fitBox();
    },
    setVisible(visible) {
      if (visible) {
        drawFast();
        fitBox();
      } else {
        webgl?.dispose();
        webgl = null;
      }
    },
    setReadOnly(next) {
      readOnly = next;
      term.options.cursorBlink = !next;
      term.options.disableStdin = next;
    },
    follow(size) {
      followed = true;
      term.resize(size.cols, size.rows);
    },
    screen: () => ({ screen: copying.serialize(), cols: term.cols, rows: term.rows }),
    restore({ screen, cols, rows }) {
      term.resize(cols, rows);
      return new Promise((done) =>
        term.write(screen, () => {
          fitBox();
          done();
        }),
      );
    },
    search(text, back) {
      if (text === '') searching.clearDecorations();
      else if (back) searching.findPrevious(text, { decorations: MATCHES });
      else searching.findNext(text, { decorations: MATCHES });
    },
    endSearch() {
      searching.clearDecorations();
      term.focus();
    },
    paste: events.onPaste,
    selection: () => term.getSelection(),
    press(sequence) {
      pressed = sequence;
      term.input(sequence, true);
    },
    applicationCursor: () => term.modes.applicationCursorKeysMode,
    setFontSize(size) {
      term.options.fontSize = size;
      fitBox();
    },
    describe: (text) => term.textarea?.setAttribute('aria-description', text),
    clear: () => term.clear(),
    focus: () => term.focus(),
    dispose() {
      clearTimeout(timer);
      observer.disconnect();
      guard.dispose();
      bell.dispose();
      term.dispose();
    },
  };
}

function look(chosen: Preferences) {
  return {
    fontFamily: fontFamilyOf(chosen.fontFamily),
    fontSize: chosen.fontSize,
    lineHeight: chosen.lineHeight,
    theme: paletteOf(chosen.palette).theme,
    screenReaderMode: chosen.screenReader,
  };
}

import {
  BELLS,
  type Bell,
  FONT_SIZES,
  fontName,
  type Preferences as Kept,
  LINE_HEIGHTS,
  TERMINAL_DEFAULTS,
} from '@postern/contract/preferences';
import { paletteOf } from '@postern/contract/terminal-palettes';
import { isRecord } from '@postern/contract/wire';

/**
 * What a person chose for the terminal. The server keeps it (docs/behaviour/terminal.md#preferences); this browser has a copy under the keys that the
 * connectors know (`LunaSetting`, `themeName`), which counts for what was never chosen on the server. Yes and no are stored as "1" and "0" there. Keys of
 * others are kept as they are.
 */
export interface Preferences {
  /** Name of a font on this computer; empty for the one that comes with the page. */
  fontFamily: string;
  fontSize: number;
  bell: Bell;
  lineHeight: number;
  palette: string;
  copyOnSelect: boolean;
  quickPaste: boolean;
  backspaceAsCtrlH: boolean;
  /** Keeps a readable copy of the screen for screen readers. */
  screenReader: boolean;
  /** Load the tree branch by branch instead of at once. */
  lazyTree: boolean;
}

const SETTINGS = 'LunaSetting';
const PALETTE = 'themeName';

export const DEFAULTS: Preferences = {
  fontFamily: TERMINAL_DEFAULTS.font_family,
  fontSize: TERMINAL_DEFAULTS.font_size,
  bell: TERMINAL_DEFAULTS.bell,
  lineHeight: TERMINAL_DEFAULTS.line_height,
  palette: TERMINAL_DEFAULTS.palette,
  copyOnSelect: TERMINAL_DEFAULTS.copy_on_select,
  quickPaste: TERMINAL_DEFAULTS.quick_paste,
  backspaceAsCtrlH: TERMINAL_DEFAULTS.backspace_as_ctrl_h,
  screenReader: TERMINAL_DEFAULTS.screen_reader,
  lazyTree: TERMINAL_DEFAULTS.lazy_tree,
};

type Store = Pick<Storage, 'getItem' | 'setItem'>;

function readObject(store: Store, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const flag = (value: unknown, otherwise: boolean): boolean =>
  value === '1' || value === 1 || value === true ? true : value === '0' || value === 0 || value === false ? false : otherwise;

function bounded(value: unknown, { min, max }: { min: number; max: number }, otherwise: number): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= min && number <= max ? number : otherwise;
}

/** Reads the copy in this browser; anything missing, broken or out of range takes its default. */
export function readPreferences(store: Store): Preferences {
  const stored = readObject(store, SETTINGS);
  return {
    fontFamily: fontName(stored.fontFamily),
    bell: BELLS.find((bell) => bell === stored.bell) ?? DEFAULTS.bell,
    fontSize: bounded(stored.fontSize, FONT_SIZES, DEFAULTS.fontSize),
    lineHeight: bounded(stored.lineHeight, LINE_HEIGHTS, DEFAULTS.lineHeight),
    palette: store.getItem(PALETTE) ?? DEFAULTS.palette,
    copyOnSelect: flag(stored.copyOnSelect, DEFAULTS.copyOnSelect),
    quickPaste: flag(stored.quickPaste, DEFAULTS.quickPaste),
    backspaceAsCtrlH: flag(stored.backspaceAsCtrlH, DEFAULTS.backspaceAsCtrlH),
    screenReader: flag(stored.screenReader, DEFAULTS.screenReader),
    lazyTree: flag(stored.isLoadTreeAsync, DEFAULTS.lazyTree),
  };
}

/** Writes the copy in this browser. */
export function writePreferences(store: Store, chosen: Preferences): void {
  const bit = (value: boolean): string => (value ? '1' : '0');
  store.setItem(
    SETTINGS,
    JSON.stringify({
      ...readObject(store, SETTINGS),
      fontFamily: chosen.fontFamily,
      bell: chosen.bell,
      fontSize: chosen.fontSize,
      lineHeight: chosen.lineHeight,
      copyOnSelect: bit(chosen.copyOnSelect),
      quickPaste: bit(chosen.quickPaste),
      backspaceAsCtrlH: bit(chosen.backspaceAsCtrlH),
      screenReader: bit(chosen.screenReader),
      isLoadTreeAsync: bit(chosen.lazyTree),
    }),
  );
  store.setItem(PALETTE, chosen.palette);
}

/** What the server has of a person's choices, over what this browser has. */
export const fromKept = (kept: Partial<Kept> | undefined, here: Preferences): Preferences => ({
  fontFamily: kept?.font_family ?? here.fontFamily,
  fontSize: kept?.font_size ?? here.fontSize,
  bell: kept?.bell ?? here.bell,
  lineHeight: kept?.line_height ?? here.lineHeight,
  palette: kept?.palette ?? here.palette,
  copyOnSelect: kept?.copy_on_select ?? here.copyOnSelect,
  quickPaste: kept?.quick_paste ?? here.quickPaste,
  backspaceAsCtrlH: kept?.backspace_as_ctrl_h ?? here.backspaceAsCtrlH,
  screenReader: kept?.screen_reader ?? here.screenReader,
  lazyTree: kept?.lazy_tree ?? here.lazyTree,
});

/** Whether the server has nothing of this person's choices for the terminal. */
const untold = (kept: Partial<Kept>): boolean =>
  Object.keys(TERMINAL_DEFAULTS).every((name) => (kept[name as keyof Kept] ?? null) === null);

/** What was chosen in this browser before there was a place for it on the server. */
export const toTell = (kept: Partial<Kept> | undefined, here: Preferences): Partial<Kept> | undefined =>
  kept && untold(kept) && JSON.stringify(here) !== JSON.stringify(DEFAULTS) ? toKept(here) : undefined;

/** A choice as the server keeps it. */
export const toKept = (chosen: Preferences): Partial<Kept> => ({
  font_family: chosen.fontFamily,
  font_size: chosen.fontSize,
  bell: chosen.bell,
  line_height: chosen.lineHeight,
  // One that is none of ours comes from a copy that others wrote.
  palette: paletteOf(chosen.palette).id,
  copy_on_select: chosen.copyOnSelect,
  quick_paste: chosen.quickPaste,
  backspace_as_ctrl_h: chosen.backspaceAsCtrlH,
  screen_reader: chosen.screenReader,
  lazy_tree: chosen.lazyTree,
});

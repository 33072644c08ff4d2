import { isRecord } from '@postern/contract/wire';
import { BELLS, type Bell } from './bell.ts';

/**
 * What a person chose for the terminal, kept in this browser under the keys the connectors know (`LunaSetting`,
 * `themeName`; docs/behaviour/terminal.md#preferences). Yes and no are stored as "1" and "0". Keys of others are kept as they are.
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

export const FONT_SIZES = { min: 8, max: 40 };
export const LINE_HEIGHTS = { min: 1, max: 2 };
const SETTINGS = 'LunaSetting';
const PALETTE = 'themeName';

export const DEFAULTS: Preferences = {
  fontFamily: '',
  fontSize: 14,
  bell: 'visual',
  lineHeight: 1.2,
  palette: 'harbour',
  copyOnSelect: true,
  quickPaste: false,
  backspaceAsCtrlH: false,
  screenReader: false,
  lazyTree: true,
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

const FONT_NAME = /^[\p{L}\p{N} _.-]{0,64}$/u;
/** A name of a font, and nothing that would be more than one in a style. */
export const fontName = (value: unknown): string => (typeof value === 'string' && FONT_NAME.test(value) ? value.trim() : '');

/** Fonts that people often have for terminals; any other can be named. */
export const FONT_NAMES = ['Cascadia Mono', 'Consolas', 'Fira Code', 'Menlo', 'Noto Sans Mono CJK SC', 'Sarasa Mono SC', 'Source Code Pro'];

/** Reads the stored choice; anything missing, broken or out of range takes its default. */
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

/** Stores a choice. */
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

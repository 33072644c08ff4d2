import type { Language } from './text.ts';

/** What people choose for themselves and find again in every browser (docs/wire/users.md#preferences). */

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
/** Rows on a page of a list; the first is the default. */
export const PAGE_SIZES = [15, 30, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const pageSizeOf = (given: unknown): PageSize | undefined => PAGE_SIZES.find((known) => known === given);
/** What the bell of a terminal does. */
export const BELLS = ['off', 'visual', 'sound'] as const;
export type Bell = (typeof BELLS)[number];
export const PALETTE_IDS = ['harbour', 'ink', 'moss', 'ember', 'paper', 'contrast'] as const;
export type PaletteId = (typeof PALETTE_IDS)[number];
export const FONT_SIZES = { min: 8, max: 40 };
export const LINE_HEIGHTS = { min: 1, max: 2 };
export const MAX_FONT_NAME = 64;

/** Null, or nothing at all: the person has not chosen. */
export interface Preferences {
  language: Language | null;
  theme: (typeof THEME_CHOICES)[number] | null;
  page_size: PageSize | null;
  /** Colours of the terminal. */
  palette: PaletteId | null;
  /** Name of a font on the person's computer; empty for the one that comes with the page. */
  font_family: string | null;
  font_size: number | null;
  line_height: number | null;
  bell: Bell | null;
  copy_on_select: boolean | null;
  quick_paste: boolean | null;
  backspace_as_ctrl_h: boolean | null;
  /** Keeps a readable copy of the screen for screen readers. */
  screen_reader: boolean | null;
  /** Load the tree of assets branch by branch instead of at once. */
  lazy_tree: boolean | null;
}

/** What holds for the terminal where nothing was chosen. */
export const TERMINAL_DEFAULTS = {
  palette: 'harbour',
  font_family: '',
  font_size: 14,
  line_height: 1.2,
  bell: 'visual',
  copy_on_select: true,
  quick_paste: false,
  backspace_as_ctrl_h: false,
  screen_reader: false,
  lazy_tree: true,
} as const satisfies { [Name in keyof Preferences]?: NonNullable<Preferences[Name]> };

/** Languages by their own names. */
export const LANGUAGE_NAMES = { en: 'English', zh: '简体中文', ja: '日本語' } as const satisfies Record<Language, string>;

const FONT_NAME = /^[\p{L}\p{N} _.-]*$/u;
/** A name of a font, and nothing that would be more than one in a style; empty for what is none. */
export const fontName = (value: unknown): string =>
  typeof value === 'string' && value.length <= MAX_FONT_NAME && FONT_NAME.test(value) ? value.trim() : '';

/** Fonts that people often have for terminals; any other can be named. */
export const FONT_NAMES = ['Cascadia Mono', 'Consolas', 'Fira Code', 'Menlo', 'Noto Sans Mono CJK SC', 'Sarasa Mono SC', 'Source Code Pro'];

import { PRODUCT_TITLE } from '@postern/contract/product-title';
import type { SettingsReader } from '@postern/contract/settings';
import { type Language, render, type Text, text } from '@postern/contract/text';
import { objectSchema, type Schema, TEXT_SCHEMA } from '@postern/resource';

/** Look of the product: what may be set, and what is shown (docs/wire/settings.md#look). */

/** Row of the settings table; not reachable over the settings API. */
export const INTERFACE_ROW = 'INTERFACE';

export const IMAGE_SLOTS = ['logo_index', 'logo_logout', 'favicon', 'login_image'] as const;
export type ImageSlot = (typeof IMAGE_SLOTS)[number];

export const COLOR_VARIABLES = ['--color-primary', '--color-success', '--color-info', '--color-warning', '--color-danger'] as const;
export type Colors = Partial<Record<(typeof COLOR_VARIABLES)[number], string>>;

export const DEFAULT_THEME = 'classic_green';
/** Uses the colours of the setting itself. Ours. */
export const OWN_THEME = 'custom';

interface Theme {
  label: Text;
  colors: Colors;
}
const theme = (label: Text, primary: string): Theme => ({ label, colors: { '--color-primary': primary } });

/** The first has the colours the applications bring along. */
export const THEMES: Readonly<Record<string, Theme>> = {
  [DEFAULT_THEME]: theme(text('Gate green', '门绿', 'ゲートグリーン'), '#0e7f5c'),
  harbour_blue: theme(text('Harbour blue', '港湾蓝', 'ハーバーブルー'), '#1f6fd6'),
  slate_teal: theme(text('Slate teal', '青石', 'スレートティール'), '#0b7a86'),
  plum: theme(text('Plum', '梅紫', 'プラム'), '#7b4ec9'),
  brick: theme(text('Brick', '砖红', 'レンガ'), '#b3402f'),
  graphite: theme(text('Graphite', '石墨', 'グラファイト'), '#4b5a6b'),
  [OWN_THEME]: { label: text('Own colours', '自定义', '独自の配色'), colors: {} },
};

/** What is stored; absent parts are the defaults. */
export interface InterfaceChoice {
  login_title?: string;
  theme?: string;
  colors?: Colors;
  logo_index?: string;
  logo_logout?: string;
  favicon?: string;
  login_image?: string;
}

/** What a row holds; only we write it, and null once everything is usual again. */
export const choiceIn = (value: unknown): InterfaceChoice => (value as InterfaceChoice | null | undefined) ?? {};

export const storedChoice = (settings: SettingsReader & { stored(name: string): unknown }): InterfaceChoice =>
  choiceIn(settings.stored(INTERFACE_ROW));

/** Colours of a choice; empty where the applications' own are meant. */
export function colorsOf({ theme: name, colors }: InterfaceChoice): Colors {
  if (name === OWN_THEME) return colors ?? {};
  return name === undefined || name === DEFAULT_THEME ? {} : (THEMES[name]?.colors ?? {});
}

/** `INTERFACE` of the public settings. Without a licence a choice is kept and not shown. */
export function shownInterface(choice: InterfaceChoice, language: Language) {
  const colors = colorsOf(choice);
  return {
    logo_logout: choice.logo_logout ?? '/api/v1/settings/logo/?size=small',
    logo_index: choice.logo_index ?? '/api/v1/settings/logo/?size=index',
    login_image: choice.login_image ?? '',
    favicon: choice.favicon ?? '/api/v1/settings/logo/?size=small',
    login_title: choice.login_title || render(PRODUCT_TITLE, language),
    theme: choice.theme ?? DEFAULT_THEME,
    theme_info: Object.keys(colors).length > 0 ? { colors } : {},
  };
}

/** A colour for each variable of the style that has one. */
export const COLORS: Schema = { type: 'object', properties: Object.fromEntries(COLOR_VARIABLES.map((name) => [name, TEXT_SCHEMA])) };
const LOOK = {
  logo_logout: TEXT_SCHEMA,
  logo_index: TEXT_SCHEMA,
  login_image: TEXT_SCHEMA,
  favicon: TEXT_SCHEMA,
  login_title: TEXT_SCHEMA,
  theme: TEXT_SCHEMA,
};
/** What `shownInterface` says. */
export const SHOWN_LOOK = objectSchema({ ...LOOK, theme_info: { type: 'object', properties: { colors: COLORS } } });
/** The same as its form has it. */
export const STORED_LOOK = objectSchema({ ...LOOK, colors: COLORS });

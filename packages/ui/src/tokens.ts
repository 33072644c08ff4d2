import { mix, parseHex, type Rgb, readable, toHex } from './colors.ts';

/**
 * The design tokens of both apps: sizes once, colours derived at run time from one settings object, for light and dark
 * (docs/behaviour/appearance.md).
 */

export type Mode = 'light' | 'dark';

export const COLOR_NAMES = ['primary', 'success', 'info', 'warning', 'danger'] as const;
export type ColorName = (typeof COLOR_NAMES)[number];
export type ThemeColors = Readonly<Record<ColorName, string>>;

export const DEFAULT_COLORS: ThemeColors = {
  primary: '#0e7f5c',
  success: '#1a8a4a',
  info: '#2f6fd0',
  warning: '#b26a00',
  danger: '#cc3340',
};

export const SIZES = {
  radius: 8,
  control: 6,
  header: 52,
  sider: 216,
  siderCollapsed: 56,
  tabs: 36,
  footer: 28,
  page: 24,
  pageSmall: 16,
  row: 44,
  rowCompact: 34,
  tableHeader: 40,
  /** Below this width (px) the layout is mobile. */
  mobile: 992,
} as const;

export const FONTS = {
  sans: "'Inter Variable', 'PingFang SC', 'Hiragino Sans', 'Noto Sans CJK SC', 'Noto Sans SC', 'Microsoft YaHei', 'Yu Gothic UI', system-ui, sans-serif",
  mono: "'JetBrains Mono Variable', ui-monospace, 'Noto Sans Mono CJK SC', monospace",
} as const;

interface Neutrals {
  bg: string;
  surface: string;
  raised: string;
  hover: string;
  border: string;
  borderStrong: string;
  text: string;
  text2: string;
  text3: string;
}

export const NEUTRALS: Readonly<Record<Mode, Neutrals>> = {
  light: {
    bg: '#f6f7f9',
    surface: '#ffffff',
    raised: '#ffffff',
    hover: '#f0f2f5',
    border: '#e2e5ea',
    borderStrong: '#c9ced7',
    text: '#1a1f29',
    text2: '#4d5666',
    text3: '#616a7b',
  },
  dark: {
    bg: '#0f1216',
    surface: '#15191f',
    raised: '#1b2027',
    hover: '#1f252d',
    border: '#282f39',
    borderStrong: '#3d4653',
    text: '#e7eaef',
    text2: '#b0b8c4',
    text3: '#8f98a7',
  },
};

/** Neutrals for somebody who wants more contrast: lines as dark as text, and no text quieter than the rest (accessibility.css has the same for `--p-*`). */
export const contrasting = (grey: Neutrals): Neutrals => ({
  ...grey,
  border: grey.text,
  borderStrong: grey.text,
  text2: grey.text,
  text3: grey.text,
});

/**
 * One colour of the settings as this mode uses it: `solid` carries white text, `text` is readable on every surface, `soft` is a quiet
 * background for `text`.
 */
export interface Tone {
  solid: string;
  solidHover: string;
  text: string;
  soft: string;
  line: string;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Derives one tone. An unreadable setting is replaced by the default colour of that name. */
export function toneOf(name: ColorName, color: string | undefined, mode: Mode): Tone {
  const base = parseHex(color ?? '') ?? rgb(DEFAULT_COLORS[name]);
  const { bg, surface, raised, hover } = NEUTRALS[mode];
  const soft = mix(rgb(surface), base, mode === 'light' ? 0.1 : 0.2);
  const solid = readable(base, [WHITE], BLACK);
  return {
    solid: toHex(solid),
    solidHover: toHex(mix(solid, BLACK, 0.12)),
    text: toHex(readable(base, [rgb(bg), rgb(surface), rgb(raised), rgb(hover), soft], mode === 'light' ? BLACK : WHITE)),
    soft: toHex(soft),
    line: toHex(mix(rgb(surface), base, mode === 'light' ? 0.3 : 0.4)),
  };
}

/**
 * Every CSS variable of the theme: neutrals and tones (`--p-*`), and the steps of each colour (`--color-primary-light-1` … `-9`,
 * `-shade-`, `-alpha-`).
 */
export function cssVariables(colors: Partial<ThemeColors>, mode: Mode): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(NEUTRALS[mode])) variables[`--p-${kebab(name)}`] = value;
  for (const name of COLOR_NAMES) {
    const tone = toneOf(name, colors[name], mode);
    for (const [part, value] of Object.entries(tone)) variables[`--p-${name}-${kebab(part)}`] = value;
    const base = parseHex(colors[name] ?? '') ?? rgb(DEFAULT_COLORS[name]);
    variables[`--color-${name}`] = toHex(base);
    for (let step = 1; step <= 9; step += 1) {
      variables[`--color-${name}-light-${step}`] = toHex(mix(base, WHITE, step / 10));
      variables[`--color-${name}-shade-${step}`] = toHex(mix(base, BLACK, step / 10));
      variables[`--color-${name}-alpha-${step}`] = `rgb(${base.join(' ')} / ${step * 10}%)`;
    }
  }
  return variables;
}

function rgb(hex: string): Rgb {
  return parseHex(hex) ?? BLACK;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

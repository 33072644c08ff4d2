import { expect, test } from 'vitest';
import { contrast, parseHex, type Rgb } from './colors.ts';
import { COLOR_NAMES, cssVariables, DEFAULT_COLORS, type Mode, NEUTRALS, SIZES, toneOf } from './tokens.ts';

const rgb = (hex: string) => parseHex(hex) as Rgb;
const MODES: Mode[] = ['light', 'dark'];

test.each(MODES)('every grey text is readable on every %s surface', (mode) => {
  const { bg, surface, raised, hover, text, text2, text3 } = NEUTRALS[mode];
  for (const ink of [text, text2, text3]) {
    for (const paper of [bg, surface, raised, hover])
      expect(contrast(rgb(ink), rgb(paper)), `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
  }
});

// Extremes a customer may set: very light, very dark, and the green of existing consoles.
test.each(['#ffff66', '#101010', '#1ab394', DEFAULT_COLORS.primary])('any accent (%s) stays readable in both themes', (accent) => {
  for (const mode of MODES) {
    for (const name of COLOR_NAMES) {
      const tone = toneOf(name, accent, mode);
      expect(contrast(rgb('#ffffff'), rgb(tone.solid))).toBeGreaterThanOrEqual(4.5);
      for (const paper of [NEUTRALS[mode].surface, NEUTRALS[mode].bg, tone.soft])
        expect(contrast(rgb(tone.text), rgb(paper))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('a colour that cannot be read falls back to the default', () => {
  expect(toneOf('primary', 'javascript:alert(1)', 'light')).toEqual(toneOf('primary', undefined, 'light'));
});

test('the colours are five, green by default, with nine steps of each kind', () => {
  expect(COLOR_NAMES).toEqual(['primary', 'success', 'info', 'warning', 'danger']);
  const [red, green, blue] = rgb(DEFAULT_COLORS.primary);
  expect(green).toBeGreaterThan(Math.max(red, blue));
  const variables = Object.keys(cssVariables({}, 'light'));
  for (const name of COLOR_NAMES) {
    for (const kind of ['light', 'shade', 'alpha']) {
      const steps = variables.filter((variable) => variable.startsWith(`--color-${name}-${kind}-`));
      expect(steps.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => `--color-${name}-${kind}-${step}`));
    }
  }
});

test('below 992 px the layout is the one for phones', () => expect(SIZES.mobile).toBe(992));

test('the steps of the spec are there', () => {
  const variables = cssVariables({ primary: '#000000' }, 'light');
  expect(variables['--color-primary-light-5']).toBe('#808080');
  expect(variables['--color-danger-shade-9']).toMatch(/^#[0-9a-f]{6}$/);
  expect(variables['--color-primary-alpha-1']).toBe('rgb(0 0 0 / 10%)');
});

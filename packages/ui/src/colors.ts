/** Colour arithmetic of the theme: everything is derived from five hex colours (docs/behaviour/appearance.md#colours), never looked up. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rgb` or `#rrggbb`; undefined for anything else, so that a bad setting falls back to the default. */
export function parseHex(hex: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim());
  const long = short ? undefined : /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const parts = (short ?? long)?.slice(1).map((part) => Number.parseInt(short ? part + part : part, 16));
  return parts ? [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0] : undefined;
}

export function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` of `to` (0 to 1) mixed into `from`. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

/** WCAG 2.2 relative luminance. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** The colour itself, or the nearest step towards `towards` that reaches `ratio` against every background. */
export function readable(color: Rgb, backgrounds: readonly Rgb[], towards: Rgb, ratio = 4.5): Rgb {
  for (let step = 0; step <= 20; step += 1) {
    const candidate = mix(color, towards, step / 20);
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate;
  }
  return towards;
}

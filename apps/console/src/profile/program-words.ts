/** Names in the order in which they are looked for: programs that call themselves by others come after those. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
];

/** What a program calls itself, as people know it: browser and system, else the first word of it. Empty where it says nothing. */
export function programWords(userAgent: string): string {
  const named = (names: typeof BROWSERS) => names.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = named(BROWSERS);
  if (!browser) return userAgent.split(/[\s(]/)[0]?.slice(0, 60) ?? '';
  return [browser, named(SYSTEMS)].filter(Boolean).join(' · ');
}

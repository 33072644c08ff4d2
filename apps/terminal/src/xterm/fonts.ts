/** The font that comes with the page, and what stands in for its characters. */
const MONO =
  "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace";

/** The fonts of a terminal, the named one first. */
export const fontFamilyOf = (name: string): string => (name === '' ? MONO : `'${name}', ${MONO}`);

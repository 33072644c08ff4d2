/**
 * Tab to open: the address bar's, else the cookie's, else the page's own, else the first; names compare without case
 * (docs/behaviour/details.md#tabs).
 */
export function pickTab(
  names: readonly string[],
  wanted: string | null | undefined,
  remembered: string | undefined,
  fallback: string | undefined,
): string {
  const find = (name: string | null | undefined) => (name ? names.find((known) => known.toLowerCase() === name.toLowerCase()) : undefined);
  return find(wanted) ?? find(remembered) ?? find(fallback) ?? names[0] ?? '';
}

/**
 * True when every entry is held; an entry may name alternatives with `|` (docs/behaviour/start-and-views.md#routes). An empty list asks
 * for nothing.
 */
export function holds(perms: ReadonlySet<string>, needed: string | readonly string[] | undefined): boolean {
  if (needed === undefined) return true;
  const entries = typeof needed === 'string' ? [needed] : needed;
  return entries.every((entry) => entry.split('|').some((code) => perms.has(code.trim())));
}

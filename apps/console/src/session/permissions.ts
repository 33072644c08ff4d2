/** True when every entry is held; an entry may name alternatives with `|` (spec §6). An empty list asks for nothing. */
export function holds(perms: ReadonlySet<string>, needed: string | readonly string[] | undefined): boolean {
  if (needed === undefined) return true;
  const entries = typeof needed === 'string' ? [needed] : needed;
  return entries.every((entry) => entry.split('|').some((code) => perms.has(code.trim())));
}

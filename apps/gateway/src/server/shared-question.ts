/** How long an answer may count for others who ask the same, at most. */
const KEEP_MS = 60_000;

/**
 * Asks once for all who want to know the same, as the tabs of one browser do. What could not be answered is asked again by whoever comes next.
 *
 * @returns `since`: the moment (`Date.now()`) at or after which an answer has to have been asked for; an earlier one may be older than what the asker heard
 */
export function createSharedQuestion<A>(): (about: string, since: number, ask: () => Promise<A>) => Promise<A> {
  /** The latest of each, the oldest first. */
  const asked = new Map<string, { at: number; answer: Promise<A> }>();

  return (about, since, ask) => {
    const now = Date.now();
    for (const [key, { at }] of asked) {
      if (at > now - KEEP_MS) break;
      asked.delete(key);
    }
    const known = asked.get(about);
    if (known && known.at >= since) return known.answer;
    const latest = { at: now, answer: ask() };
    asked.delete(about);
    asked.set(about, latest);
    latest.answer.catch(() => {
      if (asked.get(about) === latest) asked.delete(about);
    });
    return latest.answer;
  };
}

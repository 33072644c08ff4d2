/** Answers that start-up asked for before the screen that wants them was there. Each is taken once, and only while it is fresh. */

const FRESH_MS = 15_000;
const answers = new Map<string, { at: number; answer: Promise<unknown> }>();

const keyOf = (url: string, query: Readonly<Record<string, unknown>>): string =>
  `${url}?${Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .sort()
    .join('&')}`;

export function storePrefetched(url: string, query: Readonly<Record<string, unknown>>, answer: Promise<unknown>): void {
  // A failure is reported when somebody takes it; until then it must not count as unhandled.
  answer.catch(() => undefined);
  answers.set(keyOf(url, query), { at: Date.now(), answer });
}

/** The answer to this very request, if it was asked for early; the next call gets nothing. */
export function takePrefetched<T>(url: string, query: Readonly<Record<string, unknown>>): Promise<T> | undefined {
  const key = keyOf(url, query);
  const found = answers.get(key);
  answers.delete(key);
  return found && Date.now() - found.at < FRESH_MS ? (found.answer as Promise<T>) : undefined;
}

/** The organisation turned out to be another one: what was asked for is not what is wanted. */
export function dropPrefetched(): void {
  answers.clear();
}

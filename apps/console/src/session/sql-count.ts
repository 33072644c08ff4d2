import { useSyncExternalStore } from 'react';

/** Database queries of the last requests, which a server in development mode tells in a header (docs/behaviour/start-and-views.md#requests). */

export interface SqlCount {
  url: string;
  count: number;
  time: number;
}

const KEPT = 10;
/** Queries that every request makes before its own: session and rights. */
const ALWAYS = 2;
const IGNORED_BELOW = 3;

const listeners = new Set<() => void>();
let counts: readonly SqlCount[] = [];

/** Notes what a request has cost; `undefined` from servers that do not say. */
export function noteSqlCount(path: string, header: string | null, now = Date.now()): void {
  const all = Number(header ?? 0);
  if (!Number.isSafeInteger(all) || all < IGNORED_BELOW) return;
  const url = path.replace(/^\/api\/v1\//, '').replace(/\?.*$/, '');
  const entry = { url, count: all - ALWAYS, time: now };
  counts = [entry, ...counts.filter((one) => one.url !== url)].slice(0, KEPT);
  for (const listener of listeners) listener();
}

export function useSqlCounts(): readonly SqlCount[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => counts,
  );
}

/** Colour of a count: above 5 it is many, above 10 too many. */
export const sqlTone = (count: number): 'success' | 'warning' | 'error' => (count > 10 ? 'error' : count > 5 ? 'warning' : 'success');

import { fieldMessage } from '@postern/client/http';
import { isRecord } from '@postern/contract/wire';
import type { Row } from './resource.ts';

/** Rows the server takes in one request. */
export const BULK_LIMIT = 1000;

/** Bodies of a bulk update: only the given values, for every row, in requests the server accepts. */
export function bulkBodies(ids: readonly Row['id'][], values: Readonly<Record<string, unknown>>): Record<string, unknown>[][] {
  const bodies: Record<string, unknown>[][] = [];
  for (let at = 0; at < ids.length; at += BULK_LIMIT) bodies.push(ids.slice(at, at + BULK_LIMIT).map((id) => ({ id, ...values })));
  return bodies;
}

/** Errors of a refused bulk update by field: those of all rows together, each sentence once, joined by `; ` (docs/behaviour/lists.md#bulk-update). */
export function bulkErrors(body: unknown): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const row of Array.isArray(body) ? body : [body]) {
    if (!isRecord(row)) continue;
    for (const [field, value] of Object.entries(row)) {
      const text = fieldMessage(value as Parameters<typeof fieldMessage>[0]);
      if (text !== '' && field !== 'code') found.set(field, (found.get(field) ?? new Set()).add(text));
    }
  }
  return Object.fromEntries([...found].map(([field, texts]) => [field, [...texts].join('; ')]));
}

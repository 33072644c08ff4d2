import { fieldMessage } from '@postern/client/http';
import { isRecord } from '@postern/contract/wire';
import { relatedId } from './metadata.ts';
import type { Row } from './resource.ts';

/** Rows the server takes in one request. */
export const BULK_LIMIT = 1000;

/** Rows in portions that the server takes in one request. */
export const portionsOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BULK_LIMIT) }, (_, at) => rows.slice(at * BULK_LIMIT, (at + 1) * BULK_LIMIT));

/** Bodies of a bulk update: only the given values, for every row, in requests the server accepts. */
export const bulkBodies = (ids: readonly Row['id'][], values: Readonly<Record<string, unknown>>): Record<string, unknown>[][] =>
  portionsOf(ids.map((id) => ({ id, ...values })));

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

/** The moment a text of a date means, in milliseconds: the wire and the inputs write the same one differently. */
function momentOf(text: string): number | undefined {
  const moment = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** A value as it counts when it is compared: related objects by their ids, choices by their values, in any order where there are several. */
export function comparable(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map(comparable).sort().join('\n');
  if (typeof value === 'string') return String(momentOf(value) ?? value);
  if (!isRecord(value)) return String(value);
  const own = relatedId(value) ?? value.value;
  return own === undefined ? JSON.stringify(value, Object.keys(value).sort()) : String(own);
}

/** What the rows hold in a field: how many different values, and one of them. */
export function presentValues(rows: readonly Row[], field: string): { different: number; one: unknown } {
  return { different: new Set(rows.map((row) => comparable(row[field]))).size, one: rows[0]?.[field] };
}

/** How many of the rows another value is written to, and how many have it already. */
export function changeOf(rows: readonly Row[], field: string, value: unknown): { changes: number; same: number } {
  const wanted = comparable(value);
  const same = rows.filter((row) => comparable(row[field]) === wanted).length;
  return { changes: rows.length - same, same };
}

import { createHash } from 'node:crypto';
import type { Database } from '@postern/resource';
import type { Expression } from 'kysely';
import { appendLinked, type CleanedTable, callCleanEvidence } from './chain.queries.ts';

/**
 * Append-only, hash-chained tables (decision 0071). Each row's hash covers its content and the hash of the row before;
 * numbers have no gaps. The head row of the chain is locked for the last moment of the transaction only.
 */
export interface ChainDefinition {
  /** Name of the table and of its chain. */
  table: 'operate_logs' | 'login_logs' | 'kept_digests';
  /** Columns under the hash, in this order. What is added stands in `later`. */
  columns: readonly string[];
  /**
   * Columns that came later: under the hash, by name, in rows that fill them. Rows from before are read as they were written, and a row that loses or gains one
   * has another hash.
   */
  later?: readonly string[];
}

/** Rows written or read at a time. */
const BATCH = 1_000;

export const CHAIN_START = '0'.repeat(64);

function canonical(value: unknown): unknown {
  // Half of a pair of surrogates, which is what cutting a text may leave: the database would keep another character than was hashed.
  if (typeof value === 'string') return value.toWellFormed();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([key, inner]) => [key, canonical(inner)]),
    );
  }
  return value ?? null;
}

/** What of a row is under its hash beside the hash before and its number, as the end of a JSON array. */
function contentOf(chain: ChainDefinition, row: Readonly<Record<string, unknown>>): string {
  const later = (chain.later ?? []).flatMap((name) => ((row[name] ?? null) === null ? [] : [[name, canonical(row[name])] as const]));
  return JSON.stringify([
    ...chain.columns.map((name) => canonical(row[name])),
    ...(later.length > 0 ? [Object.fromEntries(later)] : []),
  ]).slice(1);
}

/** Hex SHA-256 over the previous hash, the number and the listed columns, as JSON with sorted keys; then those that came later, as one object. */
export const rowHash = (chain: ChainDefinition, previous: string, seq: number, row: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(`${JSON.stringify([previous, seq]).slice(0, -1)},${contentOf(chain, row)}`)
    .digest('hex');

/**
 * Appends rows inside the given transaction. Call it last: from here on other audited transactions wait for this commit.
 *
 * @param along is selected by the last statement: what is told with the commit
 */
export async function appendToChain(
  tx: Database,
  chain: ChainDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
  along: readonly Expression<unknown>[] = [],
): Promise<void> {
  // A bulk write may leave thousands of events.
  for (let at = 0; at < rows.length; at += BATCH) {
    const part = rows
      .slice(at, at + BATCH)
      .map((row) => ({ row: canonical(row) as Record<string, unknown>, content: contentOf(chain, row) }));
    const appended = await appendLinked(tx, chain.table, part, at + BATCH >= rows.length ? along : []);
    // The heads are made by migrations; without one this would be a second beginning.
    if (appended !== part.length) throw new Error(`The chain of ${chain.table} has no head`);
  }
}

/** Rows that retention removed of one segment. */
export interface Cleaned {
  from: number;
  to: number;
  rows: number;
}

/**
 * Removes what is older than `days` from a chain, in whole sealed days whose digests stay. The database's owner does it: the role of
 * this process cannot, and the function refuses fewer days than the floor, whatever it is asked for.
 */
export async function cleanEvidence(tx: Database, table: CleanedTable, days: number): Promise<Cleaned[]> {
  const rows = await callCleanEvidence(tx, table, days);
  return rows.map((row) => ({ from: row.from_seq ?? 0, to: row.to_seq ?? 0, rows: row.removed }));
}

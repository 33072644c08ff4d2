import { createHash } from 'node:crypto';
import type { AnyDatabase, Database } from '@postern/resource';
import { type CleanedTable, callCleanEvidence } from './chain.queries.ts';

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

/** Hex SHA-256 over the previous hash, the number and the listed columns, as JSON with sorted keys; then those that came later, as one object. */
export function rowHash(chain: ChainDefinition, previous: string, seq: number, row: Readonly<Record<string, unknown>>): string {
  const later = (chain.later ?? []).flatMap((name) => ((row[name] ?? null) === null ? [] : [[name, canonical(row[name])] as const]));
  const content = JSON.stringify([
    previous,
    seq,
    ...chain.columns.map((name) => canonical(row[name])),
    ...(later.length > 0 ? [Object.fromEntries(later)] : []),
  ]);
  return createHash('sha256').update(content).digest('hex');
}

/** Appends rows inside the given transaction. Call it last: from here on other audited transactions wait for this commit. */
export async function appendToChain(
  tx: Database,
  chain: ChainDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (!rows.length) return;
  const head = await tx.selectFrom('audit_chains').select(['seq', 'hash']).where('name', '=', chain.table).forUpdate().executeTakeFirst();
  // Both heads are made by the migration; without one this would be a second beginning.
  if (!head) throw new Error(`The chain of ${chain.table} has no head`);
  let { seq, hash } = head;
  const linked = rows.map((row) => {
    const previous = hash;
    seq += 1;
    hash = rowHash(chain, previous, seq, row);
    return { ...stored(row), seq, prev_hash: previous, hash };
  });
  // PostgreSQL takes 65,535 parameters a statement; a bulk write may leave thousands of events.
  for (let at = 0; at < linked.length; at += BATCH) {
    const part = linked.slice(at, at + BATCH);
    const end = part.at(-1);
    // One of several tables, whose columns the chain lists. The head goes along with the rows: one statement for most.
    await (tx as unknown as AnyDatabase)
      .with('head', (of) => of.updateTable('audit_chains').set({ seq: end?.seq, hash: end?.hash }).where('name', '=', chain.table))
      .insertInto(chain.table)
      .values(part)
      .execute();
  }
}

/** pg takes JavaScript arrays for PostgreSQL arrays, so JSON columns are given as text. */
function stored(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]));
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

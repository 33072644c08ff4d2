import { createHash } from 'node:crypto';
import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/**
 * Append-only, hash-chained tables (DESIGN §8.5). Each row's hash covers its content and the hash of the row before;
 * numbers have no gaps. The head row of the chain is locked for the last moment of the transaction only.
 */
export interface ChainDefinition {
  /** Name of the table and of its chain. */
  table: 'operate_logs' | 'login_logs';
  /** Columns under the hash, in this order. Adding one needs a new chain version, so there is none to add. */
  columns: readonly string[];
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

/** Hex SHA-256 over the previous hash, the number and the listed columns, as JSON with sorted keys. */
export function rowHash(chain: ChainDefinition, previous: string, seq: number, row: Readonly<Record<string, unknown>>): string {
  const content = JSON.stringify([previous, seq, ...chain.columns.map((name) => canonical(row[name]))]);
  return createHash('sha256').update(content).digest('hex');
}

/** Appends rows inside the given transaction. Call it last: from here on other audited transactions wait for this commit. */
export async function appendToChain(
  tx: Database,
  chain: ChainDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (!rows.length) return;
  await sql`insert into audit_chains (name, hash, anchor_hash) values (${chain.table}, ${CHAIN_START}, ${CHAIN_START}) on conflict do nothing`.execute(
    tx,
  );
  const head = await sql<{ seq: number; hash: string }>`select seq, hash from audit_chains where name = ${chain.table} for update`.execute(
    tx,
  );
  let { seq, hash } = head.rows[0] ?? { seq: 0, hash: CHAIN_START };
  const linked = rows.map((row) => {
    const previous = hash;
    seq += 1;
    hash = rowHash(chain, previous, seq, row);
    return { ...stored(row), seq, prev_hash: previous, hash };
  });
  // PostgreSQL takes 65,535 parameters a statement; a bulk write may leave thousands of events.
  for (let at = 0; at < linked.length; at += BATCH) {
    await tx
      .insertInto(chain.table)
      .values(linked.slice(at, at + BATCH))
      .execute();
  }
  await sql`update audit_chains set seq = ${seq}, hash = ${hash} where name = ${chain.table}`.execute(tx);
}

/** pg takes JavaScript arrays for PostgreSQL arrays, so JSON columns are given as text. */
function stored(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]));
}

export interface ChainReport {
  table: string;
  rows: number;
  /** First thing that does not fit, in words; undefined when the chain is whole. */
  problem?: string;
}

/** Walks a chain from its anchor to its head. Finds a changed, removed, inserted or reordered row, and a cut tail. */
export async function verifyChain(db: Database, chain: ChainDefinition): Promise<ChainReport> {
  const found = await sql<{ seq: number; hash: string; anchor_seq: number; anchor_hash: string }>`
    select seq, hash, anchor_seq, anchor_hash from audit_chains where name = ${chain.table}`.execute(db);
  const head = found.rows[0] ?? { seq: 0, hash: CHAIN_START, anchor_seq: 0, anchor_hash: CHAIN_START };
  let seq = head.anchor_seq;
  let hash = head.anchor_hash;
  let rows = 0;
  const broken = (problem: string): ChainReport => ({ table: chain.table, rows, problem });
  for (;;) {
    const page = await sql<Record<string, unknown>>`
      select * from ${sql.table(chain.table)} where seq > ${seq} and seq <= ${head.seq} order by seq limit ${BATCH}`.execute(db);
    for (const row of page.rows) {
      if (row.seq !== seq + 1) return broken(`row ${seq + 1} is missing`);
      if (row.prev_hash !== hash) return broken(`row ${seq + 1} does not follow row ${seq}`);
      if (row.hash !== rowHash(chain, hash, seq + 1, row)) return broken(`row ${seq + 1} was changed`);
      seq += 1;
      hash = String(row.hash);
      rows += 1;
    }
    if (page.rows.length < BATCH) break;
  }
  if (seq !== head.seq) return broken(`row ${seq + 1} is missing`);
  if (hash !== head.hash) return broken('the head of the chain does not fit its last row');
  return { table: chain.table, rows };
}

/** Removes rows older than `before` and moves the anchor, so that what remains can still be verified. */
export async function trimChain(tx: Database, chain: ChainDefinition, before: Date): Promise<number> {
  await sql`select 1 from audit_chains where name = ${chain.table} for update`.execute(tx);
  const last = await sql<{ seq: number; hash: string }>`
    select seq, hash from ${sql.table(chain.table)} where datetime < ${before} order by seq desc limit 1`.execute(tx);
  const anchor = last.rows[0];
  if (!anchor) return 0;
  await sql`select set_config('postern.retention', 'on', true)`.execute(tx);
  const gone = await sql`delete from ${sql.table(chain.table)} where seq <= ${anchor.seq}`.execute(tx);
  await sql`select set_config('postern.retention', 'off', true)`.execute(tx);
  await sql`update audit_chains set anchor_seq = ${anchor.seq}, anchor_hash = ${anchor.hash} where name = ${chain.table}`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
}

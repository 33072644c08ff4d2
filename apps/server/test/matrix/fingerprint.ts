import type { Database } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';

/** Tables that calls may touch without changing anything people keep: logins, counters, queued ids, heads of chains and sums of logs (their rows are compared). */
const APART = new Set(['login_sessions', 'bearer_tokens', 'login_counters', 'login_logs', 'id_sets', 'audit_chains', 'evidence_counts']);

/** Content of the whole database, table by table: rows and a hash over them. One query. */
export const fingerprint = (db: Database): Promise<Record<string, string>> => printed(db, CONTENT);
const CONTENT = sql`coalesce(sum(hashtextextended(t::text, 0)), 0)`;

/**
 * What was written last in every table, and how many rows it has: a row that is added, changed or removed shows, be it to the same values. Costs
 * a tenth of `fingerprint`, for those who look after each of many calls.
 */
const stamps = (db: Database): Promise<Record<string, string>> => printed(db, sql`coalesce(sum(t.xmin::text::bigint), 0)`);

/** One past the last transaction that has ended, of those with a number: only one that writes, or locks a row, takes one. */
async function nextTransaction(db: Database): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  return rows[0]?.next ?? '';
}

/**
 * Watches the database from now on. Each call answers the tables that have changed since the one before; where nothing was written at all, the
 * tables are not even looked at.
 */
export async function changesOf(db: Database): Promise<() => Promise<string[]>> {
  let next = await nextTransaction(db);
  let known = await stamps(db);
  return async () => {
    const now = await nextTransaction(db);
    if (now === next) return [];
    const found = await stamps(db);
    const changed = Object.keys(found).filter((table) => found[table] !== known[table]);
    [next, known] = [now, found];
    return changed;
  };
}

/** As `changesOf`, of what rows say: one that was written anew as it was is no change. */
export async function contentChangesOf(db: Database): Promise<() => Promise<string[]>> {
  const written = await changesOf(db);
  const known = await fingerprint(db);
  return async () => {
    const tables = await written();
    if (tables.length === 0) return [];
    const found = await printed(db, CONTENT, new Set(tables));
    const changed = tables.filter((table) => found[table] !== known[table]);
    Object.assign(known, found);
    return changed;
  };
}

/** @param among looked at; without it, every table */
async function printed(db: Database, print: RawBuilder<unknown>, among?: ReadonlySet<string>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
    db,
  );
  const parts = tables
    .filter(({ name }) => !APART.has(name) && (among?.has(name) ?? true))
    .map(({ name }) => sql`select ${name}::text as name, count(*) || ':' || ${print} as print from ${sql.table(name)} t`);
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.print]));
}

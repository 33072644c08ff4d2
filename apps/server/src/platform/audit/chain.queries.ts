import type { Database } from '@postern/resource';
import { type Expression, sql } from 'kysely';

/** Tables whose old rows the database's owner removes. */
export type CleanedTable = 'operate_logs' | 'login_logs' | 'activity_logs' | 'ftp_logs';

/** What one call has removed; rows without numbers come from tables that are no chain. */
export interface CleanedRows {
  from_seq: number | null;
  to_seq: number | null;
  removed: number;
}

/** Calls the function of the database's owner that removes old evidence (migrations/0022_evidence.sql). */
export async function callCleanEvidence(tx: Database, table: CleanedTable, days: number): Promise<CleanedRows[]> {
  const { rows } = await sql<CleanedRows>`select * from clean_evidence(${table}, ${days}::integer)`.execute(tx);
  return rows;
}

/** A row to be linked: its columns, and what of it is under its hash after the hash before and its number. */
interface Unlinked {
  row: Readonly<Record<string, unknown>>;
  content: string;
}

/**
 * Links rows to a chain and moves its head, in one statement: the head is locked until the commit, and no answer has to come back before the rows are
 * hashed. The hashes are those of `rowHash`: SHA-256 over the same text.
 *
 * @param along what is selected with it
 * @returns how many rows were linked: none where the chain has no head
 */
export async function appendLinked(
  tx: Database,
  table: string,
  rows: readonly Unlinked[],
  along: readonly Expression<unknown>[],
): Promise<number> {
  const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))].sort();
  const count = sql`(select count(*) from added)::int as n`;
  const { rows: answer } = await sql<{ n: number }>`
    with recursive head as materialized (select seq, hash from audit_chains where name = ${table} for update),
    given as materialized (select n, one from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as x(one, n)),
    linked(n, seq, previous, hash, row) as (
      select 0::bigint, seq, hash, hash, null::jsonb from head
      union all
      select given.n, linked.seq + 1, linked.hash, encode(sha256(convert_to(
        '["' || linked.hash || '",' || (linked.seq + 1)::text || ',' || (given.one->>'content'), 'UTF8')), 'hex'), given.one->'row'
      from linked join given on given.n = linked.n + 1),
    moved as (update audit_chains as c set seq = last.seq, hash = last.hash
      from (select seq, hash from linked where n > 0 order by n desc limit 1) as last where c.name = ${table}),
    added as (insert into ${sql.table(table)} (${sql.join([...columns, 'seq', 'prev_hash', 'hash'].map((name) => sql.ref(name)))})
      select ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}, linked.seq, linked.previous, linked.hash
      from linked cross join lateral jsonb_populate_record(null::${sql.table(table)}, linked.row) as r where linked.n > 0 order by linked.n
      returning 1)
    select ${sql.join([count, ...along.map((one, at) => sql`${one} as ${sql.ref(`told${at}`)}`)])}`.execute(tx);
  return answer[0]?.n ?? 0;
}

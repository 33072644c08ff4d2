import { createHash } from 'node:crypto';
import type { Language } from '@postern/contract/text';
import { type Database, defineTable, type ImportMemory, type TableDefinition } from '@postern/resource';
import { sql } from 'kysely';
import { translateError } from '../http/errors.ts';

/** What imports remember between the portions of a file, and after a lost answer (decision 0030). */

/** Which object a row of a file became. */
const importRows = defineTable({
  name: 'import_rows',
  columns: {
    scope: 'text not null',
    n: 'integer not null',
    print: 'text not null',
    object_id: 'text not null',
    date_created: 'timestamptz not null default now()',
  },
  constraints: ['primary key (scope, n)'],
  indexes: [{ on: 'date_created' }],
});

/** Unique values that the checked rows of a file would take. */
const importKeys = defineTable({
  name: 'import_keys',
  columns: {
    scope: 'text not null',
    key: 'text not null',
    n: 'integer not null',
    date_created: 'timestamptz not null default now()',
  },
  constraints: ['primary key (scope, key)'],
  indexes: [{ on: 'scope, n' }, { on: 'date_created' }],
});

export const importTables: readonly TableDefinition[] = [importRows, importKeys];

/** How long a file can be taken up again, and how long a check counts. */
const ROWS_DAYS = 7;
const KEYS_DAYS = 1;

export async function forgetImports(db: Database): Promise<void> {
  await sql`delete from import_rows where date_created < now() - make_interval(days => ${ROWS_DAYS})`.execute(db);
  await sql`delete from import_keys where date_created < now() - make_interval(days => ${KEYS_DAYS})`.execute(db);
}

const claims = <C extends { n: number; key: string }>(rows: readonly C[]) =>
  sql`unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ n }) => n)}::int[]) as x(key, n)`;

export const importMemory: ImportMemory = {
  async lock(ctx, scope) {
    // A 64-bit number out of the scope, which is a hash already.
    const number = createHash('sha256').update(scope).digest().readBigInt64BE(0);
    await sql`select pg_advisory_xact_lock(${String(number)}::bigint)`.execute(ctx.tx);
  },
  async known(ctx, scope, rows) {
    const prints = new Map(rows.map(({ n, print }) => [n, print]));
    const { rows: found } = await sql<{ n: number; print: string; object_id: string }>`
      select n, print, object_id from import_rows where scope = ${scope} and n = any(${[...prints.keys()]}::int[])`.execute(ctx.tx);
    return new Map(found.filter(({ n, print }) => prints.get(n) === print).map(({ n, object_id }) => [n, object_id]));
  },
  async remember(ctx, scope, rows) {
    if (rows.length === 0) return;
    await sql`
      insert into import_rows (scope, n, print, object_id)
      select ${scope}, x.n, x.print, x.id
      from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ print }) => print)}::text[], ${rows.map(({ id }) => id)}::text[]) as x(n, print, id)
      on conflict (scope, n) do update set print = excluded.print, object_id = excluded.object_id, date_created = now()`.execute(ctx.tx);
  },
  async claim(ctx, scope, ns, given) {
    await sql`delete from import_keys where scope = ${scope} and n = any(${[...ns]}::int[])`.execute(ctx.tx);
    if (given.length === 0) return [];
    const { rows: held } = await sql<{ key: string }>`
      select k.key from import_keys k join ${claims(given)} on x.key = k.key where k.scope = ${scope}`.execute(ctx.tx);
    const taken = new Set(held.map(({ key }) => key));
    const lost = given.filter(({ key }) => taken.has(key));
    // A row that does not pass claims nothing at all.
    const losers = new Set(lost.map(({ n }) => n));
    const won = given.filter(({ n }) => !losers.has(n));
    await sql`insert into import_keys (scope, key, n) select ${scope}, x.key, x.n from ${claims(won)} on conflict do nothing`.execute(
      ctx.tx,
    );
    return lost;
  },
};

/**
 * What a client is told of a refused row. Undefined for errors that are not about it: the portion as a whole has failed
 * then and is sent again.
 */
export function refusal(error: unknown, language: Language): Record<string, unknown> | undefined {
  const { status, body, unexpected } = translateError(error, language, '');
  if (unexpected || status >= 500 || status === 409 || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { detail } = body as { detail?: unknown };
  return typeof detail === 'string' ? { non_field_errors: [detail] } : { ...body };
}

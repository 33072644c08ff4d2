import { createGroup } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { EVIDENCE_TABLES } from '../src/platform/database/evidence-tables.ts';
import { serverOfFile } from './harness.ts';

/** Somebody who got hold of the product's own connection to the database, and would like a log to be another one. */
const server = serverOfFile();
beforeAll(async () => {
  await createGroup(await server.as('admin'));
});

/** Columns that may go forward, which a trigger sees to and a test of their own tries. */
const forward = (table: string): string[] =>
  /update \(([^)]*)\)/.exec(EVIDENCE_TABLES.find(({ name }) => name === table)?.rights ?? '')?.[1]?.split(', ') ?? [];

const attempt = (statement: string): Promise<unknown> => sql.raw(statement).execute(server.db);
const DENIED = /permission denied|must be owner|goes forward only|append-only|can only be updated to DEFAULT/;

describe.each(EVIDENCE_TABLES.map(({ name }) => name))('%s', (table) => {
  test.each([
    ['emptied', `truncate ${table}`],
    ['deleted from', `delete from ${table}`],
    ['dropped', `drop table ${table} cascade`],
    ['renamed', `alter table ${table} rename to other`],
    ['altered', `alter table ${table} add column note text`],
    ['rid of its triggers', `alter table ${table} disable trigger all`],
    ['given a rule', `create rule silent as on insert to ${table} do instead nothing`],
    ['given a trigger', `create trigger mine before insert on ${table} for each row execute function refuse_log_change()`],
    ['handed over', `alter table ${table} owner to current_user`],
    ['hidden by row security', `alter table ${table} enable row level security`],
  ])('is not %s', async (_what, statement) => {
    // With the setting that retention used to announce itself by, too: whoever can run SQL can set it.
    const work = server.db.transaction().execute(async (trx) => {
      await sql`select set_config('postern.retention', 'on', true)`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
    await expect(work).rejects.toThrow(DENIED);
  });
});

test.each(EVIDENCE_TABLES.filter(({ name }) => name !== 'audit_chains').map(({ name }) => name))(
  'rows of %s are not changed',
  async (table) => {
    const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table} and table_schema = 'public'`.execute(server.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { name } of rows)
      if (!forward(table).includes(name)) await expect(attempt(`update ${table} set "${name}" = "${name}"`)).rejects.toThrow(DENIED);
  },
);

test('rights are not passed on', async () => {
  for (const { name } of EVIDENCE_TABLES) await attempt(`grant all on ${name} to public`);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});

describe('the head of a chain', () => {
  test('does not go back, and there is no second one', async () => {
    await expect(attempt(`update audit_chains set seq = seq - 1`)).rejects.toThrow('forward only');
    await expect(attempt(`update audit_chains set name = 'other'`)).rejects.toThrow(DENIED);
    await expect(attempt(`insert into audit_chains (name, hash) values ('x', '')`)).rejects.toThrow(DENIED);
  });
});

describe('the way round', () => {
  test.each([
    ['another role', 'set role postern'],
    ['another session', 'set session authorization postern'],
    ['the switch that stops triggers', `set session_replication_role = 'replica'`],
    [
      'a function in place of ours',
      `create or replace function clean_evidence(which text, keep_days integer) returns void language sql as 'select 1'`,
    ],
    ['a role of its own', 'create role mine login superuser'],
    ['its own rights', `alter role current_user superuser`],
    ['a program of the server', `copy operate_logs to program 'true'`],
    ['a file of the server', `copy operate_logs from '/etc/hostname'`],
    ['what migrations were applied', `delete from schema_migrations`],
  ])('%s is closed', async (_what, statement) => {
    await expect(attempt(statement)).rejects.toThrow(/permission denied|must be owner|must be superuser|cannot change|permission/);
  });

  test('a table in front of ours is not what the cleaning reads', async () => {
    const before = await sql<{ n: number }>`select count(*) as n from operate_logs`.execute(server.db);
    await server.db.transaction().execute(async (trx) => {
      await sql`create temporary table audit_segments (like public.audit_segments including defaults) on commit drop`.execute(trx);
      await sql`insert into pg_temp.audit_segments (chain, first_seq, last_seq, prev_hash, hash, last_at)
        select 'operate_logs', 1, max(seq), repeat('0', 64), (array_agg(hash order by seq desc))[1], '2000-01-01' from operate_logs`.execute(
        trx,
      );
      await sql`select * from clean_evidence('operate_logs', 180)`.execute(trx);
    });
    const after = await sql<{ n: number }>`select count(*) as n from operate_logs`.execute(server.db);
    expect(after.rows).toEqual(before.rows);
  });

  test.each([179, 1, 0, -1])('nothing is removed after %i days', async (days) => {
    for (const table of ['operate_logs', 'login_logs', 'activity_logs', 'ftp_logs'])
      await expect(sql`select * from clean_evidence(${table}, ${days}::integer)`.execute(server.db)).rejects.toThrow('at least 180 days');
    await expect(sql`select * from clean_evidence('operate_logs', null)`.execute(server.db)).rejects.toThrow('at least 180 days');
  });

  test('nothing but evidence is removed by the owner’s function', async () => {
    await expect(sql`select * from clean_evidence('users', 200)`.execute(server.db)).rejects.toThrow('not chained');
  });
});

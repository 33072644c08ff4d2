import { createGroup, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trimChain, verifyChain } from '../src/platform/audit/chain.ts';
import { appendLoginLog, loginChain } from '../src/platform/audit/login-log.ts';
import { operateChain } from '../src/platform/audit/operate-log.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const count = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from operate_logs`.execute(server.db)).rows[0]?.n ?? 0;

/** What an intruder with the database's own rights would do: the trigger is put aside for one statement. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    await sql`alter table operate_logs disable trigger user`.execute(trx);
    await statement.execute(trx);
    await sql`alter table operate_logs enable trigger user`.execute(trx);
  });
}

describe('audit events', () => {
  test('a write leaves exactly one, a refused write none', async () => {
    const admin = await server.as('admin');
    const before = await count();
    const group = await createGroup(admin);
    expect(await count()).toBe(before + 1);
    expect((await admin.post('users/groups/', { name: group.name })).status).toBe(400);
    expect((await admin.patch(`users/groups/${group.id}/`, { name: '' })).status).toBe(400);
    expect(await count()).toBe(before + 1);
    const { rows } = await sql<Record<string, unknown>>`select * from operate_logs order by seq desc limit 1`.execute(server.db);
    expect(rows[0]).toMatchObject({
      action: 'create',
      resource_type: 'usergroup',
      resource_id: group.id,
      user_text: 'Administrator(admin)',
      remote_addr: '127.0.0.1',
    });
  });

  test('nothing is kept of a transaction that fails after its write', async () => {
    const before = await count();
    const name = uniqueName('lost');
    const work = server.platform.asSystem('test', async (ctx) => {
      await sql`insert into settings (name, value) values (${name}, '1')`.execute(ctx.tx);
      ctx.audit({ action: 'create', resourceType: 'setting', resourceId: name, resource: name });
      throw new Error('cut off');
    });
    await expect(work).rejects.toThrow('cut off');
    expect(await count()).toBe(before);
    expect((await sql`select 1 from settings where name = ${name}`.execute(server.db)).rows).toEqual([]);
  });

  test('work after the commit runs after it, and its failure undoes nothing', async () => {
    const steps: string[] = [];
    const name = uniqueName('kept');
    await server.platform.asSystem('test', async (ctx) => {
      ctx.afterCommit(async () => {
        const { rows } = await sql`select 1 from settings where name = ${name}`.execute(server.db);
        steps.push(`visible: ${rows.length}`);
        throw new Error('later');
      });
      ctx.afterCommit(() => void steps.push('second'));
      await sql`insert into settings (name, value) values (${name}, '1')`.execute(ctx.tx);
      steps.push('written');
    });
    expect(steps).toEqual(['written', 'visible: 1', 'second']);
  });
});

test('thousands of events of one bulk write are chained as well', async () => {
  const before = await count();
  await server.platform.asSystem('test', async (ctx) => {
    for (let n = 0; n < 6_000; n += 1)
      ctx.audit({ action: 'delete', resourceType: 'asset', resourceId: String(n), resource: `asset ${n}` });
  });
  expect(await count()).toBe(before + 6_000);
  expect((await verifyChain(server.db, operateChain)).problem).toBeUndefined();
});

describe('append-only', () => {
  test.each(['operate_logs', 'login_logs'])('%s cannot be changed, deleted or emptied', async (table) => {
    await server.db
      .transaction()
      .execute((trx) => appendLoginLog(trx, { username: 'x', type: 'W', ip: '::1', mfa: 2, ok: false }, new Date()));
    const name = sql.table(table);
    await expect(sql`update ${name} set datetime = now()`.execute(server.db)).rejects.toThrow('append-only');
    await expect(sql`delete from ${name}`.execute(server.db)).rejects.toThrow('append-only');
    await expect(sql`truncate ${name}`.execute(server.db)).rejects.toThrow('append-only');
  });
});

describe('hash chain', () => {
  test('is whole after many writes at once, without gaps', async () => {
    const admin = await server.as('admin');
    await Promise.all(Array.from({ length: 20 }, () => createGroup(admin)));
    const report = await verifyChain(server.db, operateChain);
    expect(report).toEqual({ table: 'operate_logs', rows: await count() });
    expect(await verifyChain(server.db, loginChain)).not.toHaveProperty('problem');
  });

  test.each<[string, () => ReturnType<typeof sql>, () => ReturnType<typeof sql>, RegExp]>([
    [
      'a changed row',
      () => sql`update operate_logs set resource = resource || '!' where seq = 3`,
      () => sql`update operate_logs set resource = left(resource, -1) where seq = 3`,
      /row 3 was changed/,
    ],
    [
      'a changed diff',
      () => sql`update operate_logs set diff = diff || '[1]' where seq = 4`,
      () => sql`update operate_logs set diff = diff - (jsonb_array_length(diff) - 1) where seq = 4`,
      /row 4 was changed/,
    ],
    [
      'rows that changed places',
      () => sql`update operate_logs set seq = case seq when 5 then -6 else -5 end where seq in (5, 6)`,
      () => sql`update operate_logs set seq = case seq when -5 then 6 else 5 end where seq in (-5, -6)`,
      /row 5 is missing/,
    ],
    [
      'a cut tail',
      () => sql`update operate_logs set seq = -seq where seq = (select max(seq) from operate_logs)`,
      () => sql`update operate_logs set seq = -seq where seq < 0`,
      /row \d+ is missing/,
    ],
  ])('%s shows', async (_name, damage, repair, problem) => {
    await tamper(damage());
    expect((await verifyChain(server.db, operateChain)).problem).toMatch(problem);
    await tamper(repair());
    expect((await verifyChain(server.db, operateChain)).problem).toBeUndefined();
  });

  test('a recomputed tail shows, because the head remembers', async () => {
    await sql`update audit_chains set hash = reverse(hash) where name = 'operate_logs'`.execute(server.db);
    expect((await verifyChain(server.db, operateChain)).problem).toMatch(/head/);
    await sql`update audit_chains set hash = reverse(hash) where name = 'operate_logs'`.execute(server.db);
  });

  test('retention removes the oldest and what remains still verifies', async () => {
    const before = await count();
    const { rows } = await sql<{ datetime: Date }>`select datetime from operate_logs where seq = 4`.execute(server.db);
    const cutoff = rows[0]?.datetime ?? new Date();
    const gone = await inTransaction(server.db, server.platform.systemContext('test'), (ctx) => trimChain(ctx.tx, operateChain, cutoff));
    expect(gone).toBeGreaterThan(0);
    expect(await verifyChain(server.db, operateChain)).toEqual({ table: 'operate_logs', rows: before - gone });
    await expect(sql`delete from operate_logs`.execute(server.db)).rejects.toThrow('append-only');
    await createGroup(await server.as('admin'));
    expect(await verifyChain(server.db, operateChain)).not.toHaveProperty('problem');
  });
});

import { createGroup, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loginChain } from '../src/platform/audit/login-log.ts';
import { operateChain } from '../src/platform/audit/operate-log.ts';
import { verifyChain } from '../src/platform/audit/verify.ts';
import { serverOfFile } from './harness.ts';

const server = serverOfFile();

const count = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from operate_logs`.execute(server.db)).rows[0]?.n ?? 0;

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

test('a text that is cut between the halves of a character is kept as it was hashed', async () => {
  await server.platform.asSystem('test', async (ctx) => {
    ctx.audit({ action: 'update', resourceType: 'asset', resourceId: '1', resource: `${'x'.repeat(126)}\u{1F512}\u{1F512}` });
  });
  expect((await verifyChain(server.db, operateChain)).broken).toBeUndefined();
});

test('thousands of events of one bulk write are chained as well', async () => {
  const before = await count();
  await server.platform.asSystem('test', async (ctx) => {
    for (let n = 0; n < 6_000; n += 1)
      ctx.audit({ action: 'delete', resourceType: 'asset', resourceId: String(n), resource: `asset ${n}` });
  });
  expect(await count()).toBe(before + 6_000);
  expect((await verifyChain(server.db, operateChain)).broken).toBeUndefined();
});

describe('hash chain', () => {
  test('is whole after many writes at once, without gaps', async () => {
    const admin = await server.as('admin');
    await Promise.all(Array.from({ length: 20 }, () => createGroup(admin)));
    const report = await verifyChain(server.db, operateChain);
    expect(report).toEqual({ table: 'operate_logs', rows: await count(), removed: 0, anchors: 0 });
    expect(await verifyChain(server.db, loginChain)).not.toHaveProperty('broken');
  });

  test('is whole where transactions with several events wait for each other', async () => {
    const before = await count();
    const write = (at: number) =>
      server.platform.asSystem('test', async (ctx) => {
        for (let n = 0; n <= at % 4; n += 1)
          ctx.audit({ action: 'update', resourceType: 'asset', resourceId: `${at}.${n}`, resource: `asset ${at} "${n}" \\ \u2028 锁` });
      });
    await Promise.all(Array.from({ length: 40 }, (_, at) => write(at)));
    expect(await count()).toBe(before + 100);
    expect((await verifyChain(server.db, operateChain)).broken).toBeUndefined();
  });

  test('is checked while others write', async () => {
    const admin = await server.as('admin');
    const writes = Array.from({ length: 20 }, () => createGroup(admin));
    const reports = await Promise.all(Array.from({ length: 5 }, () => verifyChain(server.db, operateChain)));
    await Promise.all(writes);
    for (const report of reports) expect(report).not.toHaveProperty('broken');
  });
});

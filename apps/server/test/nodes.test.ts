import { signedHeaders } from '@postern/contract/signature';
import { createApi } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createJobs, prepareJobs } from '../src/platform/jobs/jobs.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from './harness.ts';

const one = serverOfFile();
const two = serverOfFile({ besides: one });

const eventually = (condition: () => boolean | Promise<boolean>): Promise<boolean> =>
  until('it came true', 60_000, async () => await condition());

describe('two nodes on one database', () => {
  test('a login on one is a login on the other, and so is its end', async () => {
    const browser = await one.browser('admin');
    const elsewhere = createApi({ origin: two.url, cookies: browser.cookies });
    expect((await elsewhere.get('users/profile/')).status).toBe(200);
    await elsewhere.get('/core/auth/logout/');
    expect((await browser.get('users/profile/')).status).toBe(401);
  });

  test('rights taken away on one are gone on the other at once', async () => {
    const admin = await one.as('admin');
    const user = await createUser(admin, { org_roles: ['00000000-0000-0000-0000-000000000005'] });
    const there = await two.as(user.username);
    expect((await there.get('users/groups/')).status).toBe(200);
    await admin.patch(`users/users/${user.id}/`, { org_roles: ['00000000-0000-0000-0000-000000000007'] });
    await eventually(async () => (await there.get('users/groups/')).status === 403);
  });

  test('a setting changed on one is read on the other; nothing changes when the write fails', async () => {
    const write = (value: number, fail: boolean): Promise<void> =>
      one.platform.asSystem('test', async (ctx) => {
        await one.platform.systemSettings.set(ctx, { SECURITY_MAX_IDLE_TIME: value });
        if (fail) throw new Error('undone');
      });
    expect(two.platform.systemSettings.get('SECURITY_MAX_IDLE_TIME')).toBe(30);
    await write(12, false);
    expect(one.platform.systemSettings.get('SECURITY_MAX_IDLE_TIME')).toBe(12);
    await eventually(() => two.platform.systemSettings.get('SECURITY_MAX_IDLE_TIME') === 12);
    await expect(write(99, true)).rejects.toThrow('undone');
    expect(one.platform.systemSettings.get('SECURITY_MAX_IDLE_TIME')).toBe(12);
  });
});

describe('jobs', () => {
  test('what is sent in a transaction runs in a worker after it, and not at all when it fails', async () => {
    const seen: unknown[] = [];
    const job = { name: 'test.job', run: async () => undefined };
    await prepareJobs(one.ownerUrl, [job]);
    const options = { url: one.databaseUrl, log: one.platform.log, jobs: [job] };
    const sender = createJobs({ ...options, worker: false, run: async () => undefined });
    const worker = createJobs({ ...options, worker: true, run: async (_job, data) => void seen.push(data) });
    await worker.start();
    const send = (n: number, fail: boolean): Promise<void> =>
      one.platform.asSystem('test', async (ctx) => {
        sender.enqueue(ctx, 'test.job', { n });
        await sql`select 1`.execute(ctx.tx);
        if (fail) throw new Error('undone');
      });
    await expect(send(1, true)).rejects.toThrow('undone');
    await send(2, false);
    await eventually(() => seen.length > 0);
    expect(seen).toEqual([{ n: 2 }]);
    await one.platform.asSystem('test', async (ctx) => expect(() => sender.enqueue(ctx, 'unknown')).toThrow('no job'));
    await Promise.all([sender.stop(1_000), worker.stop(1_000)]);
  });
});

test('a socket ends when the right it was opened with ends', async () => {
  const token = { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF };
  const made = await one.anyone.post('terminal/terminal-registrations/', { name: 'gate', type: 'koko', comment: '' }, { headers: token });
  const { id, secret } = made.body.service_account.access_key;
  const ws = new WebSocket(`${one.url.replace('http', 'ws')}/ws/terminal-task/`, {
    headers: signedHeaders({ id, secret }, 'GET', '/ws/terminal-task/', new Date().toUTCString()),
  });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  const closed = new Promise((resolve) => ws.once('close', resolve));
  await sql`update access_keys set is_active = false where id = ${id}`.execute(one.db);
  expect(await closed).toBe(1008);
});

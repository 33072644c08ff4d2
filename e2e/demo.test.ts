import { addressOf } from '@postern/client/api';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from './support/actors.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from './support/postern.ts';

// `postern up --demo`: what a newcomer tries first.

let postern: Postern;
let seconds: number;

beforeAll(async () => {
  const from = performance.now();
  postern = await startPostern({ flags: ['--demo'] });
  seconds = (performance.now() - from) / 1000;
});
afterAll(async () => postern?.stop());

test('a demo begins with people, a licence, and machines that answer', async () => {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const count = async (path: string): Promise<number> => (await admin.get<{ count: number }>(`${path}?limit=1`)).body.count;
  expect(await count('users/users/')).toBeGreaterThan(5);
  expect(await count('assets/hosts/')).toBeGreaterThan(10);
  expect(await count('perms/asset-permissions/')).toBeGreaterThan(1);
  // New machines are tested by themselves: the queue was filled before any worker ran.
  const untested = async (): Promise<number> =>
    (await admin.get<Json[]>('assets/hosts/')).body.filter(({ connectivity }) => connectivity.value !== 'ok').length;
  await expect.poll(untested, { timeout: 60_000, interval: 500 }).toBe(0);
  expect(postern.log()).not.toMatch(/"level":[56]0/);
});

test('a demo is there within a minute', () => {
  expect(seconds).toBeLessThan(60);
});

test('the administrator finds a request that waits, and a change of passwords that failed, with the reason', async () => {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const { body: waiting } = await admin.get<Json[]>(`${addressOf('tickets')}?state=pending`);
  expect(waiting).toHaveLength(1);
  expect(JSON.stringify(waiting[0]?.process_map)).toContain('Administrator(admin)');
  const { changeSecretExecutions, changeSecretRecords } = clientOf(admin);
  const last = async () => (await changeSecretExecutions.list({ limit: 1, offset: 0 })).results[0]?.status;
  await expect.poll(last, { timeout: 60_000, interval: 500 }).toBe('failed');
  const { results } = await changeSecretRecords.list({ limit: 10, offset: 0 });
  expect(results.length).toBeGreaterThan(1);
  for (const { error } of results) expect(error).toContain('cannot lock /etc/shadow');
});

test('recordings of the past are prepared: they are found by what was on the screen', async () => {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const { screenTexts } = clientOf(admin);
  await expect
    .poll(async () => (await screenTexts.list({ limit: 1, offset: 0, search: 'orders_2019' })).count, { timeout: 60_000, interval: 500 })
    .toBeGreaterThan(0);
  expect(postern.log()).not.toMatch(/"level":[56]0/);
});

import type { Json } from '@postern/testkit/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from './support/actors.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from './support/postern.ts';

// `postern up --demo`: what a newcomer tries first.

let postern: Postern;

beforeAll(async () => {
  postern = await startPostern({ flags: ['--demo'] });
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

import type { Api } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

test('who sets the password of somebody else is not told whether it was theirs before', async () => {
  const user = await createUser(admin);
  const set = (password: string) => admin.patch(`users/users/${user.id}/`, { password_strategy: 'custom', password });
  const right = await set(TEST_PASSWORD);
  const wrong = await set('Another-Gate-43!');
  expect([right.status, wrong.status]).toEqual([200, 200]);
  expect((await set(TEST_PASSWORD)).status).toBe(200);
});

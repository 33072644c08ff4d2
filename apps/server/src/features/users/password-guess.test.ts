import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

test('who sets the password of somebody else is not told whether it was theirs before', async () => {
  const user = await createUser(admin);
  const set = (password: string) => admin.patch(`users/users/${user.id}/`, { password_strategy: 'custom', password });
  const right = await set(TEST_PASSWORD);
  const wrong = await set('Another-Gate-43!');
  expect([right.status, wrong.status]).toEqual([200, 200]);
  expect((await set(TEST_PASSWORD)).status).toBe(200);
});

import type { Json } from '@postern/testkit/api';
import { createHost, createPermission, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Labels that mark machines by a colour and a warning. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

test('whoever may use a machine sees how its labels mark it, and what a label does not say marks nothing', async () => {
  const [mia, host] = [await createUser(admin), await createHost(admin)];
  await createPermission(admin, { users: [mia.id], assets: [host.id] });
  const own = await server.as(String(mia.username));
  const label = (await admin.post<Json>('assets/labels/', { name: 'env', value: 'production', assets: [host.id] })).body;
  expect(label).toMatchObject({ color: '', warning: '' });
  const seen = async () => (await own.get<Json[]>(`perms/users/self/assets/?id=${host.id}`)).body[0]?.labels;
  const marked = { id: label.id, name: 'env', value: 'production', color: 'red', warning: 'Customers work here' };
  expect(await seen()).toEqual([{ ...marked, color: '', warning: '' }]);
  const change = (body: Json) => admin.patch<Json>(`assets/labels/${label.id}/`, body);
  expect((await change({ color: 'red', warning: 'Customers work here' })).status).toBe(200);
  expect(await seen()).toEqual([marked]);
  expect((await admin.get<Json>(`assets/hosts/${host.id}/`)).body.labels).toEqual([marked]);
  // A colour is one of ours and never a style, and words are bounded.
  expect((await change({ color: 'red;background:url(//x)' })).status).toBe(400);
  expect((await change({ warning: 'x'.repeat(129) })).status).toBe(400);
  expect(await seen()).toEqual([marked]);
  // What links it by its pair changes nothing of it.
  await admin.patch(`assets/hosts/${host.id}/`, { labels: [{ name: 'env', value: 'production' }] });
  expect(await seen()).toEqual([marked]);
});

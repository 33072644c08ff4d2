import type { Json } from '@postern/testkit/api';
import { createPermission, createUser } from '@postern/testkit/factories';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();

/** The newest difference of an object, as its activity shows it. */
async function newest(id: string, headers: Record<string, string> = {}): Promise<Json[]> {
  const admin = await server.as('admin');
  const [entry] = (await admin.get('audits/activities/', { query: { resource_id: id }, headers })).body as unknown as Json[];
  return (await admin.get(entry?.detail_url, { headers })).body.diff;
}

it('a difference is in the reader’s words, zone and language', async () => {
  const admin = await server.as('admin');
  const permission = await createPermission(admin, { actions: ['connect'] });
  const created = await newest(permission.id);
  expect(created.find((one) => one.field === 'Organisation')).toEqual({ field: 'Organisation', before: '', after: 'Default' });
  await admin.patch(`perms/asset-permissions/${permission.id}/`, {
    is_active: false,
    date_expired: '2031-02-03T04:05:06Z',
    actions: ['connect', 'upload'],
  });
  const english = await newest(permission.id, { 'x-tz': 'Asia/Tokyo' });
  expect(english.find((one) => one.field === 'Active')).toEqual({ field: 'Active', before: 'Yes', after: 'No' });
  expect(english.map((one) => one.after)).toContain('2031/02/03 13:05:06 +0900');
  expect(english.map((one) => one.after)).toContainEqual(expect.stringMatching(/^Connect .*, Upload /));
  const chinese = await newest(permission.id, { 'accept-language': 'zh-CN' });
  expect(chinese.find((one) => one.field === '激活')).toMatchObject({ before: '是', after: '否' });
});

it('choices are shown by their labels, and what no field carries by its own', async () => {
  const admin = await server.as('admin');
  const user = await createUser(admin);
  await admin.patch(`users/users/${user.id}/`, { mfa_level: 2 });
  expect(await newest(user.id)).toContainEqual({ field: 'MFA', before: 'Disabled', after: 'Forced' });
  await admin.get(`users/users/${user.id}/mfa/reset/`);
  expect(await newest(user.id)).toEqual([{ field: 'OTP bound', before: 'No', after: 'No' }]);
});

it('the activity of an object is its last thirty entries, newest first', async () => {
  const admin = await server.as('admin');
  const user = await createUser(admin);
  for (let at = 0; at < 31; at += 1) await admin.patch(`users/users/${user.id}/`, { comment: `note ${at}` });
  const entries = (await admin.get('audits/activities/', { query: { resource_id: user.id } })).body as unknown as Json[];
  expect(entries).toHaveLength(30);
  expect(await newest(user.id)).toContainEqual({ field: 'Comment', before: 'note 29', after: 'note 30' });
});

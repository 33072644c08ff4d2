import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** Settings that pages show as they are. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const set = async (category: string, values: Json) =>
  expect((await admin.patch(`settings/setting/?category=${category}`, values)).status).toBe(200);

test('the guide of a first login is told to people', async () => {
  const { username } = await createUser(admin);
  const own = await server.as(username);
  const guide = async () => (await own.get<Json>('users/profile/')).body.guide_url;
  expect(await guide()).toBe('');
  await set('basic', { USER_GUIDE_URL: 'https://guide.example.com/start' });
  expect(await guide()).toBe('https://guide.example.com/start');
});

test('the global organisation has the name of the setting', async () => {
  await set('basic', { GLOBAL_ORG_DISPLAY_NAME: 'The whole harbour' });
  const root = { headers: { 'x-jms-org': '00000000-0000-0000-0000-000000000000' } };
  expect((await admin.get<Json>('orgs/orgs/current/', root)).body.name).toBe('The whole harbour');
  const { console_orgs: organisations } = (await admin.get<Json>('users/profile/')).body;
  expect(JSON.stringify(organisations)).toContain('The whole harbour');
});

test.each([
  ['en', 'Oracle ports'],
  ['zh-CN', 'Oracle 端口范围'],
  ['ja', 'Oracle のポート範囲'],
])('endpoints tell the ports of Oracle clients, with words in %s', async (language, label) => {
  const { body } = await admin.options<Json>('terminal/endpoints/', { headers: { 'accept-language': language } });
  expect(body.actions.GET.oracle_port_range).toMatchObject({ label, read_only: true });
  const [row] = (await admin.get<Json[]>('terminal/endpoints/')).body;
  expect(row).toMatchObject({ oracle_port: 0, oracle_port_range: '' });
});

test('help links, watermark and what else pages ask for are told as they are set', async () => {
  const values = {
    security: {
      SECURITY_WATERMARK_ENABLED: false,
      SECURITY_COMMAND_EXECUTION: false,
      SECURITY_LUNA_REMEMBER_AUTH: false,
      SECURITY_SESSION_SHARE: false,
    },
    basic: { TICKETS_ENABLED: false, ANNOUNCEMENT_ENABLED: false },
    other: { HELP_DOCUMENT_URL: 'https://docs.example.com/', HELP_SUPPORT_URL: 'https://help.example.com/' },
  };
  for (const [category, some] of Object.entries(values)) await set(category, some);
  expect((await admin.get<Json>('settings/public/')).body).toMatchObject(Object.assign({}, ...Object.values(values)));
});

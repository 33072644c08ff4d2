import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const CATEGORIES = [
  'basic',
  'security',
  'auth',
  'terminal',
  'email',
  'email_content',
  'clean',
  'evidence',
  'other',
  'ldap',
  'radius',
  'oidc',
  'oauth2',
  'cas',
  'saml2',
  'wecom',
  'dingtalk',
  'feishu',
  'slack',
  'sso',
  'scim',
  'sms',
  'alibaba',
  'tencent',
  'huawei',
  'cmpp2',
  'smpp',
  'custom',
  'all',
];
/** Of those that clients know, the ones whose features are not here, and names that are none. */
const NOT_HERE = ['keycloak'];
const setting = (category: string) => `settings/setting/?category=${category}`;
const LANGUAGES = ['en', 'zh-CN', 'ja'];

test.each([...NOT_HERE, 'nonsense', 'system', 'toString', ''])(
  'the category "%s" does not exist, whatever is asked of it',
  async (category) => {
    for (const answer of [
      await admin.get<Json>(setting(category)),
      await admin.options<Json>(setting(category)),
      await admin.patch<Json>(setting(category), { SITE_URL: 'https://elsewhere.example' }),
      await admin.put<Json>(setting(category), { SITE_URL: 'https://elsewhere.example' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'object_does_not_exist']);
    expect((await admin.get<Json>(setting('basic'))).body.SITE_URL).not.toContain('elsewhere');
  },
);

test.each(CATEGORIES)('category %s: what is read, what metadata tells and what is taken back agree', async (category) => {
  const { body: values } = await admin.get<Json>(setting(category));
  const { actions } = (await admin.options<Json>(setting(category))).body;
  expect(Object.keys(values).length).toBeGreaterThan(0);
  expect(Object.keys(actions.GET).sort()).toEqual(Object.keys(values).sort());
  expect(actions.PATCH).toEqual(actions.PUT);
  const secrets = Object.entries<Json>(actions.PUT).flatMap(([key, { write_only }]) => (write_only ? [key] : []));
  expect(Object.keys(actions.PUT).sort()).toEqual([...Object.keys(values), ...secrets].sort());
  // An announcement that says nothing cannot be published.
  const { ANNOUNCEMENT: _announcement, ...back } = values;
  const answer = await admin.patch<Json>(setting(category), back);
  const missing = Object.keys(answer.body).filter((key) => actions.PUT[key].required && !values[key]);
  expect([answer.status, Object.keys(answer.body)]).toEqual(missing.length > 0 ? [400, missing] : [200, Object.keys(values)]);
});

test.each(CATEGORIES)('category %s: everything has words in three languages', async (category) => {
  const fields = await Promise.all(
    LANGUAGES.map(async (language) => {
      const options = { headers: { 'accept-language': language } };
      return (await admin.options<Json>(setting(category), options)).body.actions.PUT as Record<string, Json>;
    }),
  );
  for (const key of Object.keys(fields[0] ?? {})) {
    const labels = fields.map((infos) => String(infos[key]?.label ?? ''));
    for (const label of labels) expect(label, key).not.toMatch(/^$|^[A-Z0-9]+(_[A-Z0-9]+)+$/);
    // Names of protocols and products are the same everywhere; one word of Latin letters may be one.
    if ((labels[0] ?? '').includes(' ') && key !== 'AUTH_OPENID' && key !== 'AUTH_SAML2') expect(new Set(labels).size, key).toBe(3);
    for (const infos of fields) for (const { label } of infos[key]?.choices ?? []) expect(label, key).not.toBe('');
  }
});

test('settings that clients draw and nothing here obeys are read-only: sent back as they are they pass, changed they are named', async () => {
  const { body: values } = await admin.get<Json>(setting('security'));
  const { PATCH } = (await admin.options<Json>(setting('security'))).body.actions;
  for (const [key, other] of [
    ['SECURITY_INSECURE_COMMAND', true],
    ['SECURITY_COMMAND_BLACKLIST', ['reboot']],
  ] as const) {
    expect(PATCH[key]).toMatchObject({ read_only: true, required: false });
    expect((await admin.patch(setting('security'), { [key]: values[key] })).status, key).toBe(200);
    const refused = await admin.patch<Json>(setting('security'), { [key]: other, SECURITY_WATERMARK_ENABLED: false });
    expect([refused.status, refused.body], key).toEqual([400, { [key]: ['This setting cannot be changed in this version.'] }]);
  }
  expect((await admin.get<Json>(setting('security'))).body).toEqual(values);
  expect((await admin.get<Json>(setting('other'))).body.PERM_SINGLE_ASSET_TO_UNGROUP_NODE).toBe(false);
});

test('a former version may have stored one of those: it is not looked at', async () => {
  await sql`insert into settings (name, value) values ('TICKET_AUTHORIZE_DEFAULT_TIME', '99')`.execute(server.db);
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { OTP_ISSUER_NAME: 'Postern' }));
  expect((await admin.get<Json>(setting('other'))).body.TICKET_AUTHORIZE_DEFAULT_TIME).toBe(7);
});

test.each(['PUT', 'PATCH'] as const)('%s: a key that nothing stores is named, and nothing is stored', async (method) => {
  const before = (await admin.get<Json>(setting('other'))).body;
  const send = method === 'PUT' ? admin.put : admin.patch;
  const answer = await send<Json>(setting('other'), {
    OTP_ISSUER_NAME: 'Lantern',
    NONSENSE: 1,
    SITE_URL: 'https://x.example',
    TOKEN_EXPIRATION: 60,
  });
  const [problem] = answer.body.NONSENSE ?? [];
  expect([answer.status, Object.keys(answer.body).sort(), problem]).toEqual([
    400,
    ['NONSENSE', 'SITE_URL', 'TOKEN_EXPIRATION'],
    'There is no such setting here.',
  ]);
  expect((await admin.get<Json>(setting('other'))).body).toEqual(before);
});

test('the page of a forgotten password belongs to two categories', async () => {
  const address = 'https://help.example.com/password';
  expect((await admin.patch<Json>(setting('auth'), { FORGOT_PASSWORD_URL: address })).body.FORGOT_PASSWORD_URL).toBe(address);
  expect((await admin.get<Json>(setting('basic'))).body.FORGOT_PASSWORD_URL).toBe(address);
  expect((await server.anyone.get<Json>('settings/public/open/')).body.FORGOT_PASSWORD_URL).toBe(address);
});

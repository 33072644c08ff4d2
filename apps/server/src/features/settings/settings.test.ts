import { deflateSync } from 'node:zlib';
import { ORG } from '@postern/contract/ids';
import { LICENSED, type LicensedFeature } from '@postern/contract/licence';
import type { SettingDefinition } from '@postern/contract/setting-definition';
import { SETTINGS, type SettingKey } from '@postern/contract/settings';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { createVendor } from '@postern/testkit/licence';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile, startTestServer } from '../../../test/harness.ts';
import { settingsHolder } from '../../../test/settings-holder.ts';
import { isAddressEntry } from '../../platform/auth/address-list.ts';

const vendor = createVendor();

const server = serverOfFile({ vendor });
const admin = forThisFile(() => server.as('admin'));
beforeEach(async () => {
  await admin.put('xpack/interface/setting/restore/');
});

const setting = (category: string) => `settings/setting/?category=${category}`;
const publicSettings = async (api = admin): Promise<Json> => (await api.get<Json>('settings/public/')).body;

const holder = (code: string): Promise<Api> => settingsHolder(server, code);

/** A value that this setting may have and does not. */
function otherThan(key: SettingKey): unknown {
  const { rule, default: usual }: SettingDefinition = SETTINGS[key];
  if (rule.kind === 'boolean') return !usual;
  if (rule.kind === 'integer') return Number(usual) + 1;
  if (rule.kind === 'choice') return rule.values.find((one) => one !== usual);
  if (rule.kind === 'phone') return '+447400123456';
  if (rule.kind === 'textList') return ['any'];
  if (rule.kind === 'textMap') return { a: 'b' };
  if (rule.kind === 'text' && rule.url) return 'https://help.example.com';
  return rule.kind === 'text' && rule.form === 'certificates' ? '-----BEGIN CERTIFICATE-----AA==-----END CERTIFICATE-----' : 'Any';
}

describe('categories', () => {
  test('a category answers its keys with defaults; metadata has words, bounds and choices in the language of the reader', async () => {
    const { body } = await admin.get<Json>(setting('security'));
    expect(body).toMatchObject({ SECURITY_MAX_IDLE_TIME: 30, SECURITY_MFA_AUTH: 0, SECURITY_LOGIN_IP_WHITE_LIST: [] });
    expect(body).not.toHaveProperty('SITE_URL');
    const options = await admin.options<Json>(setting('security'), { headers: { 'accept-language': 'ja' } });
    expect(Object.keys(options.body.actions).sort()).toEqual(['GET', 'PATCH', 'PUT']);
    expect(options.body.actions.PUT.SECURITY_MAX_IDLE_TIME).toMatchObject({
      type: 'integer',
      min_value: 1,
      max_value: 99999,
      label: '無操作セッションの切断',
    });
    expect(options.body.actions.PUT.SECURITY_MFA_AUTH.choices).toEqual([
      { value: 0, label: 'なし' },
      { value: 1, label: '全員' },
      { value: 2, label: '管理者のみ' },
    ]);
  });

  test.each([
    ['oidc', 'AUTH_OPENID_USER_ATTR_MAP', { username: 'sub' }, { name: 'sub' }],
    ['oauth2', 'AUTH_OAUTH2_USER_ATTR_MAP', { username: 'login' }, { login: 'username' }],
    ['cas', 'CAS_RENAME_ATTRIBUTES', { uid: 'username' }, { username: 'uid' }],
    ['saml2', 'SAML2_RENAME_ATTRIBUTES', { uid: 'username' }, { uid: 'name' }],
  ])('a map of attributes has to say what the username is: %s', async (category, key, good, bad) => {
    expect((await admin.patch<Json>(setting(category), { [key]: good })).body[key]).toEqual(good);
    const refused = await admin.patch<Json>(setting(category), { [key]: bad });
    expect([refused.status, refused.body]).toEqual([400, { [key]: ['It has to say which attribute is the username.'] }]);
  });

  test('what is sent is stored and nothing else; what it says is in force at once', async () => {
    const answer = await admin.patch<Json>(setting('security'), { SECURITY_MAX_IDLE_TIME: 12 });
    expect([answer.status, answer.body.SECURITY_MAX_IDLE_TIME]).toEqual([200, 12]);
    expect((await publicSettings()).SECURITY_MAX_IDLE_TIME).toBe(12);
    const { rows } =
      await sql<Json>`select resource_type, resource_id, diff from operate_logs where resource_type = 'setting' order by datetime desc limit 1`.execute(
        server.db,
      );
    expect(rows[0]).toEqual({
      resource_type: 'setting',
      resource_id: 'security',
      diff: [{ field: 'SECURITY_MAX_IDLE_TIME', before: '30', after: '12' }],
    });
  });

  test('the operation log tells a change in the words of the reader', async () => {
    await admin.patch(setting('security'), { SECURITY_WATERMARK_ENABLED: false });
    const options = { headers: { 'accept-language': 'zh-CN' } };
    const { body } = await admin.get<Json>('audits/operate-logs/?limit=1&offset=0&order=-datetime', options);
    expect(body.results[0].resource_type).toBe('系统设置');
    const detail = await admin.get<Json>(`audits/operate-logs/${body.results[0].id}/?type=action_detail`, options);
    expect(detail.body.diff).toEqual([{ field: '会话水印', before: 'true', after: 'false' }]);
  });

  test('a save that changes nothing leaves no trace', async () => {
    const count = async () => (await sql<{ n: number }>`select count(*)::int as n from operate_logs`.execute(server.db)).rows[0]?.n;
    await admin.patch(setting('clean'), { LOGIN_LOG_KEEP_DAYS: 300 });
    const before = await count();
    await admin.patch(setting('clean'), { LOGIN_LOG_KEEP_DAYS: 300 });
    expect(await count()).toBe(before);
  });

  test('bad values are told on their keys and none of the good ones is stored', async () => {
    const answer = await admin.patch<Json>(setting('security'), {
      SECURITY_SESSION_SHARE: false,
      SECURITY_MAX_IDLE_TIME: 0,
      SECURITY_LOGIN_LIMIT_COUNT: 'seven',
      SECURITY_MFA_AUTH: 3,
      SECURITY_WATERMARK_ENABLED: 'yes',
      SECURITY_LOGIN_IP_BLACK_LIST: ['10.0.0.0/8', '300.1.1.1'],
      SECURITY_LOGIN_IP_WHITE_LIST: '10.0.0.1',
      SECURITY_PASSWORD_MIN_LENGTH: null,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual([
      'SECURITY_LOGIN_IP_BLACK_LIST',
      'SECURITY_LOGIN_IP_WHITE_LIST',
      'SECURITY_LOGIN_LIMIT_COUNT',
      'SECURITY_MAX_IDLE_TIME',
      'SECURITY_MFA_AUTH',
      'SECURITY_PASSWORD_MIN_LENGTH',
      'SECURITY_WATERMARK_ENABLED',
    ]);
    expect((await admin.get<Json>(setting('security'))).body.SECURITY_SESSION_SHARE).toBe(true);
    for (const url of ['javascript:alert(1)', 'ftp://x', 'http://', 'no url']) {
      const refused = await admin.patch<Json>(setting('basic'), { SITE_URL: url });
      expect([refused.status, Object.keys(refused.body)], url).toEqual([400, ['SITE_URL']]);
    }
  });

  test('a full write wants the required keys; addresses lose their slashes', async () => {
    expect(Object.keys((await admin.put<Json>(setting('basic'), {})).body)).toEqual(['SITE_URL']);
    const answer = await admin.put<Json>(setting('basic'), { SITE_URL: ' https://gate.example.com/ ' });
    expect(answer.body.SITE_URL).toBe('https://gate.example.com');
  });

  test('people of a directory are led to organisations that are there, and to no others', async () => {
    const save = (ids: unknown) => admin.patch<Json>(setting('ldap'), { AUTH_LDAP_SYNC_ORG_IDS: ids });
    const { id } = await createOrganisation(admin);
    const stranger = '00000000-0000-4000-8000-000000000000';
    for (const ids of [[stranger], [id, stranger], [ORG.ROOT], ['no id'], [String(id).replaceAll('-', '')]]) {
      const refused = await save(ids);
      expect([refused.status, Object.keys(refused.body)], String(ids)).toEqual([400, ['AUTH_LDAP_SYNC_ORG_IDS']]);
    }
    expect((await save([ORG.DEFAULT, id])).body.AUTH_LDAP_SYNC_ORG_IDS).toEqual([ORG.DEFAULT, id]);
    expect((await save([])).status).toBe(200);
  });

  test('each announcement is a new one, and people get it', async () => {
    const save = async () =>
      (
        await admin.patch<Json>(setting('basic'), {
          ANNOUNCEMENT_ENABLED: true,
          ANNOUNCEMENT: { SUBJECT: 'Night work', CONTENT: 'From 22:00' },
        })
      ).body;
    const [first, second] = [await save(), await save()];
    expect(first.ANNOUNCEMENT.ID).not.toBe(second.ANNOUNCEMENT.ID);
    expect((await publicSettings()).ANNOUNCEMENT).toEqual({
      ID: second.ANNOUNCEMENT.ID,
      SUBJECT: 'Night work',
      CONTENT: 'From 22:00',
      LINK: '',
    });
    const bad = await admin.patch<Json>(setting('basic'), { ANNOUNCEMENT: { SUBJECT: '', CONTENT: 'x', LINK: 'javascript:1' } });
    expect([bad.status, Object.keys(bad.body.ANNOUNCEMENT)]).toEqual([400, ['SUBJECT', 'LINK']]);
  });

  test('each category has its code; all together are the superuser’s', async () => {
    const { username } = await createUser(admin);
    const user = await server.as(username);
    for (const category of ['basic', 'security', 'clean', 'all', 'nonsense', ''])
      expect((await user.get(setting(category))).status, category).toBe(403);
    const all = (await admin.get<Json>(setting('all'))).body;
    expect(all).toHaveProperty('SECURITY_MFA_AUTH');
    expect(all).not.toHaveProperty('TOKEN_EXPIRATION');
    expect((await server.anyone.get(setting('basic'))).status).toBe(401);
  });

  test('a code opens its own category and no other', async () => {
    const cleaner = await holder('settings.change_clean');
    expect((await cleaner.get(setting('clean'))).status).toBe(200);
    expect((await cleaner.patch(setting('clean'), { TASK_LOG_KEEP_DAYS: 80 })).status).toBe(200);
    expect((await cleaner.get(setting('security'))).status).toBe(403);
    expect((await cleaner.patch(setting('security'), { SECURITY_MFA_AUTH: 1 })).status).toBe(403);
    expect((await cleaner.get('settings/setting/')).status).toBe(403);
  });

  test('another node reads a change within two seconds', async () => {
    const second = await startTestServer({ besides: server });
    try {
      const there = await second.as('admin');
      await admin.patch(setting('other'), { OTP_ISSUER_NAME: 'Lantern' });
      const until = Date.now() + 2_000;
      let name = '';
      while (name !== 'Lantern' && Date.now() < until) name = (await there.get<Json>(setting('other'))).body.OTP_ISSUER_NAME;
      expect(name).toBe('Lantern');
    } finally {
      await second.close();
    }
  });

  test('address entries', () => {
    const good = ['*', '10.1.1.1', '10.0.0.0/8', '10.1.1.1-10.1.1.20', '::1', '2001:db8::/32', 'fe80::1-fe80::9'];
    const bad = ['', '10.1.1', '10.0.0.0/99', '10.1.1.20-10.1.1.1', '10.1.1.1-::1', '1-2-3', 'a', '10.1.1.1 10.1.1.2'];
    expect(good.filter((entry) => !isAddressEntry(entry))).toEqual([]);
    expect(bad.filter(isAddressEntry)).toEqual([]);
  });
});

/** A PNG of one colour, made by hand: signature, IHDR, IDAT, IEND; the checksums are not looked at here. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(16))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('interface', () => {
  const save = (parts: Readonly<Record<string, string | Buffer>>, api = admin) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts))
      form.set(
        name,
        typeof value === 'string' ? value : new Blob([new Uint8Array(value)], { type: 'image/svg+xml' }),
        ...((typeof value === 'string' ? [] : ['evil.svg']) as []),
      );
    return api.put<Json>('xpack/interface/setting/', form);
  };
  const look = async (): Promise<Json> => (await server.anyone.get<Json>('settings/public/open/')).body.INTERFACE;

  test('title, theme and own colours reach the login page; restoring brings everything back', async () => {
    const usual = await look();
    expect(usual).toMatchObject({ theme: 'classic_green', theme_info: {} });
    expect((await save({ login_title: 'Harbour gate', theme: 'harbour_blue' })).status).toBe(200);
    expect(await look()).toMatchObject({
      login_title: 'Harbour gate',
      theme: 'harbour_blue',
      theme_info: { colors: { '--color-primary': '#1f6fd6' } },
    });
    await save({ theme: 'custom', colors: JSON.stringify({ '--color-primary': '#aa3311', '--color-danger': '#770000' }) });
    expect((await look()).theme_info.colors).toEqual({ '--color-primary': '#aa3311', '--color-danger': '#770000' });
    expect((await look()).login_title).toBe('Harbour gate');
    expect((await admin.put<Json>('xpack/interface/setting/restore/')).body.success).toEqual(expect.any(String));
    expect(await look()).toEqual(usual);
  });

  test('pictures are known by their content, kept under a new address each and can be taken away', async () => {
    const first = (await save({ logo_index: png(185, 55), favicon: png(16, 16) })).body;
    expect(first.logo_index).toMatch(/^\/media\/settings\/logo_index-[0-9a-f]{20}\.png$/);
    const picture = await server.anyone.get(first.logo_index);
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect((await server.anyone.get('settings/logo/?size=index')).headers.get('content-type')).toBe('image/png');
    const second = (await save({ logo_index: png(186, 55), favicon: '' })).body;
    expect(second.logo_index).not.toBe(first.logo_index);
    expect(second.favicon).not.toContain('/media/');
    expect((await server.anyone.get(first.logo_index)).status).toBe(404);
    expect((await server.anyone.get('/media/settings/../../etc/passwd')).status).toBe(404);
  });

  test('what is no picture, too large or a drawing with scripts is refused and changes nothing', async () => {
    const before = await look();
    const bad: [string | Buffer, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'not'],
      [Buffer.from('<html>'), 'not'],
      [Buffer.alloc(0), 'not'],
      [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not'],
      [png(5_000, 10), 'large'],
      [png(0, 10), 'large'],
      [Buffer.concat([png(10, 10), Buffer.alloc(1024 * 1024)]), 'large'],
    ];
    for (const [file] of bad) {
      const answer = await save({ login_title: 'Changed', login_image: file });
      expect([answer.status, Object.keys(answer.body)], String(file.length)).toEqual([400, ['login_image']]);
    }
    expect(await look()).toEqual(before);
  });

  test.each([
    [{ login_title: 'Kept?', footer: 'x' }, 'footer'],
    [{ theme: 'rainbow' }, 'theme'],
    [{ colors: '{"--color-primary":"red"}' }, 'colors'],
    [{ colors: '{"--color-primary":"#fff;background:url(//x)"}' }, 'colors'],
    [{ colors: '{"--p-bg":"#ffffff"}' }, 'colors'],
    [{ colors: '[' }, 'colors'],
    [{ login_title: 'x'.repeat(65) }, 'login_title'],
    [{ login_title: 'a\u0007b' }, 'login_title'],
  ])('%j is refused on its field', async (parts, field) => {
    const answer = await save(parts as Record<string, string>);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });

  test('two people who save at once do not undo each other', async () => {
    await Promise.all([save({ login_title: 'Both' }), save({ theme: 'plum' }), save({ favicon: png(16, 16) })]);
    expect(await look()).toMatchObject({
      login_title: 'Both',
      theme: 'plum',
      favicon: expect.stringContaining('/media/settings/favicon-'),
    });
  });

  test('only with its code, and shown only while the licence is valid', async () => {
    await save({ login_title: 'Licensed look' });
    const { username } = await createUser(admin);
    expect((await save({ login_title: 'x' }, await server.as(username))).status).toBe(403);
    const { serial_no } = (await admin.get<Json>('xpack/license/detail')).body;
    await admin.delete(`xpack/license/${serial_no}/`);
    expect((await look()).login_title).not.toBe('Licensed look');
    expect((await save({ login_title: 'x' })).body).toMatchObject({ code: 'licence_required' });
    for (const key of Object.values<LicensedFeature>(LICENSED).flatMap(({ settings = [] }) => settings)) {
      const { category } = SETTINGS[key as SettingKey];
      expect((await admin.patch<Json>(setting(category), { [key]: otherThan(key as SettingKey) })).body, key).toMatchObject({
        code: 'licence_required',
      });
    }
    // Clients send everything back: what stays as it is needs no licence.
    const basic = (await admin.get<Json>(setting('basic'))).body;
    expect((await admin.put<Json>(setting('basic'), { ...basic, ANNOUNCEMENT: undefined })).status).toBe(200);
    const form = new FormData();
    form.set('file', new Blob([vendor.issue()]), 'licence.json');
    await admin.post('xpack/license/import', form);
    expect((await look()).login_title).toBe('Licensed look');
  });
});

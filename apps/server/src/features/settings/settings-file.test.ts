import { request } from 'node:http';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { settingsHolder } from '../../../test/settings-holder.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const cleaner = forThisFile(() => settingsHolder(server, 'settings.change_clean'));
const FILE = 'settings/file/';

beforeEach(async () => {
  const names = ['LOGIN_LOG_KEEP_DAYS', 'FTP_LOG_KEEP_DAYS', 'SECURITY_MFA_AUTH', 'EMAIL_HOST', 'EMAIL_HOST_PASSWORD', 'ANNOUNCEMENT'];
  await sql`delete from settings where name = any(${names}) or name like '%@%' or name like 'provider:%'`.execute(server.db);
  // A save has the node read what is there.
  await admin.patch('settings/setting/?category=basic', { USER_GUIDE_URL: 'https://a.example' });
  await admin.patch('settings/setting/?category=basic', { USER_GUIDE_URL: 'https://b.example' });
});

const set = async (category: string, body: Json) => {
  const { status, body: answer } = await admin.patch<Json>(`settings/setting/?category=${category}`, body);
  expect(status, JSON.stringify(answer)).toBe(200);
};
const get = async (category: string, key: string) => (await admin.get<Json>(`settings/setting/?category=${category}`)).body[key];
const exported = async (api = admin): Promise<Json> => {
  const { status, body } = await api.post<Json>(`${FILE}export/`, {});
  expect(status).toBe(200);
  return body;
};
const preview = async (file: Json, api = admin): Promise<Json> => {
  const { status, body } = await api.post<Json>(`${FILE}preview/`, { file });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const bring = (file: Json, seen: string, api = admin) => api.post<Json>(`${FILE}import/`, { file, seen });
const fileWith = (settings: Json, more: Json = {}): Json => ({
  format: 'postern-settings',
  version: 1,
  exported: '2026-01-01T00:00:00Z',
  settings,
  providers: [],
  secrets: [],
  ...more,
});

test('what was exported comes back as it was, providers and announcement included, and a second time does nothing', async () => {
  await admin.post('settings/providers/', { name: 'branch', category: 'oidc', label: 'Branch' });
  await admin.patch('settings/setting/?category=oidc&provider=branch', { AUTH_OPENID_CLIENT_ID: 'abc' });
  await set('clean', { LOGIN_LOG_KEEP_DAYS: 333 });
  await set('basic', { ANNOUNCEMENT: { SUBJECT: 'Moving', CONTENT: 'Tonight', LINK: '' } });
  const file = await exported();
  await set('clean', { LOGIN_LOG_KEEP_DAYS: 444 });
  await set('basic', { ANNOUNCEMENT: { SUBJECT: 'Other', CONTENT: 'Else', LINK: '' } });
  await admin.delete('settings/providers/branch/');
  const plan = await preview(JSON.parse(JSON.stringify(file)));
  expect(plan.problems).toEqual([]);
  expect(plan.providers).toEqual([{ name: 'branch', label: 'Branch', action: 'create' }]);
  expect(
    plan.changes.map(({ key, before, after }: Json) => [key, key === 'ANNOUNCEMENT' ? '' : before, key === 'ANNOUNCEMENT' ? '' : after]),
  ).toEqual([
    ['ANNOUNCEMENT', '', ''],
    ['LOGIN_LOG_KEEP_DAYS', '444', '333'],
    ['AUTH_OPENID_CLIENT_ID', '', 'abc'],
  ]);
  // Looking writes nothing.
  expect(await get('clean', 'LOGIN_LOG_KEEP_DAYS')).toBe(444);
  expect((await bring(file, plan.seen)).body).toEqual({ changed: 3 });
  expect([await get('clean', 'LOGIN_LOG_KEEP_DAYS'), (await get('basic', 'ANNOUNCEMENT')).SUBJECT]).toEqual([333, 'Moving']);
  expect((await admin.get<Json>('settings/setting/?category=oidc&provider=branch')).body.AUTH_OPENID_CLIENT_ID).toBe('abc');
  const again = await preview(file);
  expect([again.changes, again.providers, again.problems, again.left_out]).toEqual([[], [], [], []]);
});

test('secrets are not in it: it says which are set, and what has to be entered anew', async () => {
  await set('email', { EMAIL_HOST: 'mail.one.example', EMAIL_HOST_PASSWORD: 'hush-hush-1' });
  const file = await exported();
  expect(JSON.stringify(file)).not.toContain('hush');
  expect(file.secrets).toContain('EMAIL_HOST_PASSWORD');
  await set('email', { EMAIL_HOST: 'mail.two.example', EMAIL_HOST_PASSWORD: 'hush-hush-2' });
  const plan = await preview(file);
  expect(plan.secrets).toMatchObject([{ key: 'EMAIL_HOST_PASSWORD', message: 'It would go to another address, and is forgotten.' }]);
  expect((await bring(file, plan.seen)).status).toBe(200);
  expect(server.platform.systemSettings.get('EMAIL_HOST_PASSWORD')).toBe('');
  expect((await preview(file)).secrets).toMatchObject([
    { key: 'EMAIL_HOST_PASSWORD', message: 'It is set where the file comes from, and not here.' },
  ]);
});

test('each change is in the log of its page, and that a file went out or came in is, too', async () => {
  const file = fileWith({ clean: { LOGIN_LOG_KEEP_DAYS: 321 } });
  await exported();
  await bring(file, (await preview(file)).seen);
  const { rows } =
    await sql<Json>`select action, resource_id, diff from operate_logs where resource_type = 'setting' order by seq desc limit 3`.execute(
      server.db,
    );
  expect(rows.map(({ action, resource_id, diff }) => [action, resource_id, diff[0].field, diff[0].after])).toEqual([
    ['update', 'file', 'imported', 'clean'],
    ['update', 'clean', 'LOGIN_LOG_KEEP_DAYS', '321'],
    ['view', 'file', 'exported', expect.stringContaining('security')],
  ]);
});

describe('all or nothing', () => {
  test('a value that does not hold keeps everything else out', async () => {
    const file = fileWith({ clean: { LOGIN_LOG_KEEP_DAYS: 321, FTP_LOG_KEEP_DAYS: 3 }, security: { SECURITY_MFA_AUTH: 'yes' } });
    const plan = await preview(file);
    expect(plan.problems.map(({ key, category, message }: Json) => [category, key, message])).toEqual([
      ['clean', 'FTP_LOG_KEEP_DAYS', 'Use a number of at least 180.'],
      ['security', 'SECURITY_MFA_AUTH', expect.stringContaining('yes')],
    ]);
    expect((await bring(file, plan.seen)).status).toBe(400);
    expect(await get('clean', 'LOGIN_LOG_KEEP_DAYS')).toBe(200);
  });

  test('what is refused after something was written takes that back', async () => {
    const file = fileWith({ clean: { LOGIN_LOG_KEEP_DAYS: 321 }, basic: { GLOBAL_ORG_DISPLAY_NAME: 'Elsewhere' } });
    const { seen } = await preview(file);
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on settings for each row when (new.name = 'GLOBAL_ORG_DISPLAY_NAME') execute function refuse()`,
    );
    expect((await bring(file, seen)).status).toBe(500);
    await owner.query('drop trigger refuse on settings');
    await owner.end();
    expect(await get('clean', 'LOGIN_LOG_KEEP_DAYS')).toBe(200);
  });

  test('what was changed since the preview is not undone unseen', async () => {
    const file = fileWith({ clean: { LOGIN_LOG_KEEP_DAYS: 321 } });
    const { seen } = await preview(file);
    await set('clean', { LOGIN_LOG_KEEP_DAYS: 555 });
    const refused = await bring(file, seen);
    expect([refused.status, await get('clean', 'LOGIN_LOG_KEEP_DAYS')]).toEqual([409, 555]);
    expect((await bring(file, (await preview(file)).seen)).status).toBe(200);
  });
});

describe('a file that means no good', () => {
  test('smuggles no secret in, and none out of its category', async () => {
    const file = fileWith({ email: { EMAIL_HOST_PASSWORD: 'mine-now' }, clean: { SECURITY_MFA_AUTH: 1, LOGIN_LOG_KEEP_DAYS: 321 } });
    const plan = await preview(file);
    expect(plan.problems).toMatchObject([{ key: 'EMAIL_HOST_PASSWORD', message: 'Secrets do not travel in files. Take it out.' }]);
    expect(plan.left_out).toMatchObject([{ category: 'clean', key: 'SECURITY_MFA_AUTH' }]);
    expect((await bring(file, plan.seen)).status).toBe(400);
    expect([server.platform.systemSettings.get('EMAIL_HOST_PASSWORD'), await get('security', 'SECURITY_MFA_AUTH')]).toEqual(['', 0]);
  });

  test('what is unknown, fixed or of the product itself is named and left out', async () => {
    const file = fileWith({
      security: { SECURITY_INSECURE_COMMAND: true, NOBODY_KNOWS: 1, hasOwnProperty: 'x', TOKEN_EXPIRATION: 60 },
      system: { TOKEN_EXPIRATION: 60 },
      constructor: { name: 'x' },
    });
    const plan = await preview(file);
    expect(plan.left_out.map(({ key, category }: Json) => key || category).toSorted()).toEqual([
      'NOBODY_KNOWS',
      'SECURITY_INSECURE_COMMAND',
      'TOKEN_EXPIRATION',
      'constructor',
      'hasOwnProperty',
      'system',
    ]);
    expect([plan.changes, plan.problems]).toEqual([[], []]);
    expect((await bring(file, plan.seen)).body).toEqual({ changed: 0 });
    expect(server.platform.systemSettings.get('TOKEN_EXPIRATION')).toBe(86400);
  });

  test.each([
    ['no object', 'x'],
    ['another format', { ...fileWith({}), format: 'other' }],
    ['settings that are a list', fileWith([] as Json)],
    ['a category that is a text', fileWith({ clean: 'x' })],
    ['a provider of no kind', fileWith({}, { providers: [{ name: 'a', category: 'ldap', label: 'A', settings: {}, secrets: [] }] })],
    [
      'the same provider twice',
      fileWith({}, { providers: [1, 2].map(() => ({ name: 'a', category: 'oidc', label: 'A', settings: {}, secrets: [] })) }),
    ],
    ['more settings than there are', fileWith({ clean: Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`K${n}`, 1])) })],
  ])('%s is no file', async (_, file) => {
    for (const call of ['preview/', 'import/']) {
      const { status, body } = await admin.post<Json>(`${FILE}${call}`, { file });
      expect([status, Object.keys(body)]).toEqual([400, ['file']]);
    }
  });

  test('another version of the format is said to be one', async () => {
    const { status, body } = await admin.post<Json>(`${FILE}preview/`, { file: { ...fileWith({}), version: 2 } });
    expect([status, body.detail]).toEqual([400, 'This file is of another version of the format.']);
  });

  test('a prototype in it is not taken up', async () => {
    const headers = { 'content-type': 'application/json' };
    const text = JSON.stringify({ file: fileWith({ clean: { LOGIN_LOG_KEEP_DAYS: 321 } }) }).replace(
      '"LOGIN_LOG',
      '"__proto__":{"FTP_LOG_KEEP_DAYS":999},"LOGIN_LOG',
    );
    const { status } = await admin.post(`${FILE}preview/`, text, { headers });
    expect(status).toBe(400);
  });

  test('a provider of a name that is not allowed, or that is another kind here, is a problem', async () => {
    await admin.post('settings/providers/', { name: 'branch', category: 'cas', label: 'Branch' });
    const one = (name: string) => ({ name, category: 'oidc', label: 'L', settings: {}, secrets: [] });
    const plan = await preview(fileWith({}, { providers: [one('branch'), one('login'), one('A/..')] }));
    expect(plan.problems.map(({ provider }: Json) => provider)).toEqual(['branch', 'login', 'A/..']);
  });

  test('100 MB are refused before they are read', async () => {
    const { hostname, port } = new URL(server.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({
        hostname,
        port,
        method: 'POST',
        path: `/api/v1/${FILE}preview/`,
        headers: { 'content-type': 'application/json', 'content-length': 100_000_000 },
      });
      call.once('response', (answer) => {
        resolve(answer.statusCode);
        call.destroy();
      });
      call.once('error', reject);
      call.write('{"file":"');
    });
    expect([401, 413]).toContain(status);
    const large = await admin.post(`${FILE}preview/`, { file: fileWith({ clean: { NOTE: 'x'.repeat(3 * 1024 * 1024) } }) });
    expect(large.status).toBe(413);
  });
});

test('whoever may change some categories exports and imports those, and no others', async () => {
  await admin.post('settings/providers/', { name: 'branch', category: 'oidc', label: 'Branch' });
  const own = await exported(cleaner);
  expect([Object.keys(own.settings), own.providers, own.secrets]).toEqual([['clean'], [], []]);
  const file = fileWith(
    { clean: { LOGIN_LOG_KEEP_DAYS: 321 }, security: { SECURITY_MFA_AUTH: 1 } },
    { providers: [{ name: 'other', category: 'oidc', label: 'Other', settings: {}, secrets: [] }] },
  );
  const plan = await preview(file, cleaner);
  expect(plan.changes.map(({ key }: Json) => key)).toEqual(['LOGIN_LOG_KEEP_DAYS']);
  expect(plan.left_out.map(({ label, message }: Json) => [label, message])).toEqual([
    ['Security settings', 'You may not change it.'],
    ['Other', 'You may not change it.'],
  ]);
  expect((await bring(file, plan.seen, cleaner)).status).toBe(200);
  expect([await get('clean', 'LOGIN_LOG_KEEP_DAYS'), await get('security', 'SECURITY_MFA_AUTH')]).toEqual([321, 0]);
  expect((await admin.get<Json>('settings/providers/')).body.providers.map(({ name }: Json) => name)).toEqual(['branch']);
  const nobody = await settingsHolder(server, 'terminal.view_applet');
  expect((await nobody.post(`${FILE}export/`, {})).status).toBe(403);
});

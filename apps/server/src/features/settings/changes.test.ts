import { SETTINGS, type SettingKey } from '@postern/contract/settings';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { settingsHolder } from '../../../test/settings-holder.ts';
import { keptValue, textOf } from './setting-text.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const other = forThisFile(() => settingsHolder(server, 'settings.change_clean'));
beforeEach(async () => {
  await sql`delete from settings where name like 'EMAIL%' or name like '%KEEP%' or name like 'SECURITY%' or name like 'TERMINAL%' or name like '%@%'`.execute(
    server.db,
  );
  await admin.patch('settings/setting/?category=basic', { USER_GUIDE_URL: 'https://reload.example' });
});

const at = (category: string, more = '') => `settings/changes/?category=${category}&limit=20&offset=0${more}`;
const changes = async (category: string, api = admin, more = ''): Promise<Json[]> => {
  const { status, body } = await api.get<Json>(at(category, more));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
};
const save = (category: string, body: Json, api = admin) => api.patch<Json>(`settings/setting/?category=${category}`, body);
const revert = (category: string, id: string, body: Json, api = admin) =>
  api.post<Json>(`settings/changes/${id}/revert/?category=${category}`, body);
const valueNow = async (category: string, key: string) => (await admin.get<Json>(`settings/setting/?category=${category}`)).body[key];

describe('the log of a page', () => {
  test('says who set what to what, the newest first, in words, and only of its own settings', async () => {
    await save('security', { SECURITY_MFA_AUTH: 2, SECURITY_WATERMARK_ENABLED: false });
    await save('clean', { LOGIN_LOG_KEEP_DAYS: 300 });
    await save('security', { SECURITY_MFA_AUTH: 1 });
    const [second, first] = await changes('security');
    expect(second).toMatchObject({
      user: 'Administrator(admin)',
      remote_addr: '127.0.0.1',
      changes: [{ before: 'Administrators', after: 'Everybody' }],
    });
    expect(first?.changes).toMatchObject([
      {
        key: 'SECURITY_MFA_AUTH',
        before: 'Nobody',
        after: 'Administrators',
        now: 'Everybody',
        changed_since: true,
        changed_by: { user: 'Administrator(admin)' },
      },
      { key: 'SECURITY_WATERMARK_ENABLED', before: 'on', after: 'off', changed_since: false, changed_by: null },
    ]);
    expect((await changes('clean')).flatMap((one) => one.changes.map(({ key }: Json) => key))).toEqual(['LOGIN_LOG_KEEP_DAYS']);
  });

  test('a setting that stands on two pages is in both logs, and what was saved for all at once is in that of each', async () => {
    await save('auth', { FORGOT_PASSWORD_URL: 'https://forgot.example' });
    await save('all', { TERMINAL_PASSWORD_AUTH: false, OTP_ISSUER_NAME: 'Gate' });
    expect((await changes('basic'))[0]?.changes[0]).toMatchObject({ key: 'FORGOT_PASSWORD_URL', after: 'https://forgot.example' });
    const [one] = await changes('terminal');
    expect(one?.changes.map(({ key }: Json) => key)).toEqual(['TERMINAL_PASSWORD_AUTH']);
    // What belongs to another page is not taken back from this one.
    const foreign = await revert('terminal', one?.id, { key: 'OTP_ISSUER_NAME', seen: one?.changes[0].seen });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'object_does_not_exist']);
  });

  test('a provider has a log of its own', async () => {
    await admin.post('settings/providers/', { name: 'second', category: 'oidc', label: 'Second' });
    await admin.patch('settings/setting/?category=oidc&provider=second', { AUTH_OPENID_CLIENT_ID: 'of-second' });
    await save('oidc', { AUTH_OPENID_CLIENT_ID: 'of-first' });
    // As versions wrote it in which the log did not tell providers apart by their ids.
    await server.platform.asSystem('an older version', async (ctx) => {
      const changes = [{ field: 'AUTH_OPENID_CLIENT_ID', before: '', after: 'of-old-second' }];
      ctx.audit({ action: 'update', resourceType: 'setting', resourceId: 'oidc', resource: 'OpenID Connect settings (second)', changes });
    });
    const afters = (list: Json[]) => list.flatMap((one) => one.changes.map(({ after }: Json) => after));
    expect(afters(await changes('oidc'))).toEqual(['of-first']);
    const [old, change] = await changes('oidc', admin, '&provider=second');
    expect(old?.changes[0]).toMatchObject({ after: 'of-old-second' });
    expect(change?.changes[0]).toMatchObject({ after: 'of-second' });
    const back = await admin.post<Json>(`settings/changes/${change?.id}/revert/?category=oidc&provider=second`, {
      key: 'AUTH_OPENID_CLIENT_ID',
      seen: change?.changes[0].seen,
    });
    expect(back.status).toBe(200);
    expect((await admin.get<Json>('settings/setting/?category=oidc&provider=second')).body.AUTH_OPENID_CLIENT_ID).toBe('');
    expect(await valueNow('oidc', 'AUTH_OPENID_CLIENT_ID')).toBe('of-first');
  });

  test('secrets are told as changed and nothing of them', async () => {
    await save('email', { EMAIL_HOST_PASSWORD: 'hush-hush-1' });
    const [one] = await changes('email');
    expect(one?.changes[0]).toMatchObject({
      key: 'EMAIL_HOST_PASSWORD',
      secret: true,
      before: '',
      after: '',
      can_revert: false,
      reason: 'A secret is not kept in the log.',
      seen: '',
      value: null,
    });
    expect(JSON.stringify(await changes('email'))).not.toContain('hush');
  });

  test('is for whoever may change the page, and for nobody else', async () => {
    await save('security', { SECURITY_MAX_IDLE_TIME: 12 });
    const [one] = await changes('security');
    expect((await other.get(at('security'))).status).toBe(403);
    expect((await revert('security', one?.id, { key: 'SECURITY_MAX_IDLE_TIME', seen: one?.changes[0].seen }, other)).status).toBe(403);
    // Neither under the name of a page that is theirs.
    expect((await revert('clean', one?.id, { key: 'SECURITY_MAX_IDLE_TIME', seen: one?.changes[0].seen }, other)).status).toBe(404);
    expect((await other.get(at('all'))).status).toBe(403);
    expect((await other.get(at('interface'))).status).toBe(403);
    expect((await admin.get(at('nonsense'))).status).toBe(404);
    expect(await valueNow('security', 'SECURITY_MAX_IDLE_TIME')).toBe(12);
  });
});

describe('taking a change back', () => {
  test('sets what was there before, and is a change of its own', async () => {
    await save('clean', { LOGIN_LOG_KEEP_DAYS: 300, FTP_LOG_KEEP_DAYS: 400 }, other);
    const [one] = await changes('clean', other);
    const change = one?.changes.find(({ key }: Json) => key === 'LOGIN_LOG_KEEP_DAYS');
    expect(change).toMatchObject({ can_revert: true, value: 200 });
    expect((await revert('clean', one?.id, { key: change.key, seen: change.seen }, other)).body).toEqual({ key: change.key, now: '200' });
    expect([await valueNow('clean', 'LOGIN_LOG_KEEP_DAYS'), await valueNow('clean', 'FTP_LOG_KEEP_DAYS')]).toEqual([200, 400]);
    const [undone] = await changes('clean');
    expect(undone).toMatchObject({ changes: [{ key: 'LOGIN_LOG_KEEP_DAYS', before: '300', after: '200' }] });
    expect(undone?.user).not.toContain('admin');
    // A second time there is nothing to take back.
    expect((await revert('clean', one?.id, { key: change.key, seen: undone?.changes[0].seen })).status).toBe(400);
  });

  test('of what was changed since is done only by who has seen that, and says so', async () => {
    await save('security', { SECURITY_MAX_IDLE_TIME: 12 });
    const [one] = await changes('security');
    const seen = one?.changes[0].seen;
    await save('security', { SECURITY_MAX_IDLE_TIME: 40 });
    const refused = await revert('security', one?.id, { key: 'SECURITY_MAX_IDLE_TIME', seen, anyway: true });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'setting_changed_since',
      'It was changed again since then, and is now: 40',
    ]);
    const [, looked] = await changes('security');
    const body = { key: 'SECURITY_MAX_IDLE_TIME', seen: looked?.changes[0].seen };
    expect((await revert('security', one?.id, body)).status).toBe(409);
    expect(await valueNow('security', 'SECURITY_MAX_IDLE_TIME')).toBe(40);
    expect((await revert('security', one?.id, { ...body, anyway: true })).status).toBe(200);
    expect(await valueNow('security', 'SECURITY_MAX_IDLE_TIME')).toBe(30);
  });

  test('two at once do it once, and a save in between is not lost', async () => {
    await save('security', { SECURITY_MAX_IDLE_TIME: 12 });
    const [one] = await changes('security');
    const body = { key: 'SECURITY_MAX_IDLE_TIME', seen: one?.changes[0].seen };
    const count = async () => (await admin.get<Json>(at('security'))).body.count;
    const before = await count();
    const answers = await Promise.all([1, 2, 3, 4].map(() => revert('security', one?.id, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await count()).toBe(before + 1);
    await save('security', { SECURITY_MAX_IDLE_TIME: 12 });
    const [again] = await changes('security');
    const seen = again?.changes[0].seen;
    const [saved, reverted] = await Promise.all([
      save('security', { SECURITY_MAX_IDLE_TIME: 55 }),
      revert('security', again?.id, { key: body.key, seen }),
    ]);
    // Whichever came first: what was saved stands at the end, or it was seen to be in the way.
    expect(saved.status).toBe(200);
    expect([200, 409]).toContain(reverted.status);
    expect(await valueNow('security', 'SECURITY_MAX_IDLE_TIME')).toBe(55);
  });

  test('is judged as every save: a value that is no longer accepted stays in the past', async () => {
    await save('clean', { LOGIN_LOG_KEEP_DAYS: 300 });
    // As a version with another floor has written it.
    await server.platform.asSystem('an older version', async (ctx) =>
      ctx.audit({
        action: 'update',
        resourceType: 'setting',
        resourceId: 'clean',
        resource: 'clean',
        changes: [{ field: 'LOGIN_LOG_KEEP_DAYS', before: '7', after: '300' }],
      }),
    );
    const [one] = await changes('clean');
    expect(one?.changes[0]).toMatchObject({ before: '7', can_revert: false, reason: 'This value would no longer be accepted.' });
    expect((await revert('clean', one?.id, { key: 'LOGIN_LOG_KEEP_DAYS', seen: one?.changes[0].seen })).status).toBe(400);
    expect(await valueNow('clean', 'LOGIN_LOG_KEEP_DAYS')).toBe(300);
  });

  test('goes back to nothing where nothing was, also where a form asks for something', async () => {
    await save('email', { EMAIL_HOST: 'mail.one.example' });
    const [one] = await changes('email');
    expect(one?.changes[0]).toMatchObject({ key: 'EMAIL_HOST', before: '', can_revert: true });
    expect((await revert('email', one?.id, { key: 'EMAIL_HOST', seen: one?.changes[0].seen })).status).toBe(200);
    expect(await valueNow('email', 'EMAIL_HOST')).toBe('');
  });

  test('says which secret it forgets, and forgets it', async () => {
    await save('email', { EMAIL_HOST: 'mail.one.example', EMAIL_HOST_PASSWORD: 'hush-hush-1' });
    await save('email', { EMAIL_HOST: 'mail.two.example', EMAIL_HOST_PASSWORD: 'hush-hush-2' });
    const [one] = await changes('email');
    const change = one?.changes.find(({ key }: Json) => key === 'EMAIL_HOST');
    expect(change).toMatchObject({ can_revert: true, forgets: ['Password'] });
    expect((await revert('email', one?.id, { key: 'EMAIL_HOST', seen: change.seen })).status).toBe(200);
    expect(await server.platform.systemSettings.get('EMAIL_HOST_PASSWORD')).toBe('');
  });
});

test('the look has a log, too: words and colours are taken back, pictures are not', async () => {
  const look = async (parts: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) form.set(name, value);
    expect((await admin.put('xpack/interface/setting/', form)).status).toBe(200);
  };
  await look({ login_title: 'Harbour', theme: 'plum' });
  await look({ login_title: 'Pier' });
  const [pier, harbour] = await changes('interface');
  expect(harbour?.changes.find(({ key }: Json) => key === 'theme')).toMatchObject({
    before: '',
    after: 'Plum',
    now: 'Plum',
    can_revert: true,
  });
  expect(pier?.changes).toMatchObject([{ key: 'login_title', before: 'Harbour', after: 'Pier' }]);
  for (const [operation, key] of [
    [pier, 'login_title'],
    [harbour, 'theme'],
  ] as const) {
    const { seen } = operation?.changes.find((one: Json) => one.key === key) ?? {};
    expect((await revert('interface', operation?.id, { key, seen })).status).toBe(200);
  }
  expect((await admin.get<Json>('xpack/interface/setting/')).body).toMatchObject({ login_title: 'Harbour', theme: 'classic_green' });
});

test('every value of a setting comes back from the text that the log keeps of it', () => {
  const values: [SettingKey, unknown][] = [
    ...(Object.entries(SETTINGS).map(([key, { default: usual }]) => [key, usual]) as [SettingKey, unknown][]),
    ['SECURITY_LOGIN_IP_BLACK_LIST', ['10.0.0.0/8', '::1']],
    ['AUTH_LDAP_SYNC_ORG_IDS', ['a, b', '[c']],
    ['AUTH_LDAP_USER_ATTR_MAP', { username: 'uid', name: '' }],
    ['SECURITY_MFA_AUTH', 2],
    ['TERMINAL_ASSET_LIST_PAGE_SIZE', '15'],
  ];
  for (const [key, value] of values) expect(keptValue(key, textOf(value)), key).toEqual(value);
});

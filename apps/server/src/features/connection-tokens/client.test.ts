import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

// What starts a native client for a token: a link for its launcher, a file for remote desktops.

const TOKENS = 'authentication/connection-token/';
const CANARY = 'canary-of-the-target';
const TYPED = 'canary-that-was-typed';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

interface Scene {
  user: Json;
  host: Json;
  permission: Json;
  api: Api;
  token: Json;
}

async function scene({ name, method = 'ssh', protocol = 'ssh', actions = ['all'], account = 'root' }: Json = {}): Promise<Scene> {
  const user = await createUser(admin);
  const host = await createHost(admin, {
    ...(name ? { name: `${name}${uniqueName('host')}` } : {}),
    protocols: [
      { name: 'ssh', port: 22 },
      { name: 'rdp', port: 3389 },
    ],
  });
  await createAccount(admin, host.id, { name: 'root', username: 'root', secret: CANARY });
  const permission = await createPermission(admin, { users: [user.id], assets: [host.id], accounts: ['@ALL', '@INPUT'], actions });
  const api = await server.as(user.username);
  const typed = account === '@INPUT' ? { input_username: 'me', input_secret: TYPED } : {};
  const made = await api.post<Json>(TOKENS, { asset: host.id, account, protocol, connect_method: method, ...typed });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { user, host, permission, api, token: made.body };
}

const link = (api: Api, token: Json, query: Json = {}) => api.get<Json>(`${TOKENS}${token.id}/client-url/`, { query });
const file = (api: Api, token: Json, query: Json = {}) => api.get<string>(`${TOKENS}${token.id}/rdp-file/`, { query });
const opened = (url: string): Json => {
  expect(url).toMatch(/^jms:\/\/[A-Za-z0-9+/]+=*$/);
  return JSON.parse(Buffer.from(url.slice('jms://'.length), 'base64').toString());
};
const hostName = () => new URL(server.url).hostname;

describe('the link for native clients', () => {
  test.each([
    ['ssh', (id: string, _value: string) => `ssh JMS-${id}@${hostName()} -p 2222`],
    ['putty', (id: string, _value: string) => `putty.exe -ssh JMS-${id}@${hostName()} -P 2222`],
    ['xshell', (id: string, value: string) => `xshell.exe -url ssh://JMS-${id}:${value}@${hostName()}:2222`],
    ['web_cli', () => ''],
  ])('starts %s with the token, by GET and by POST', async (method, command) => {
    const { api, token } = await scene({ method, account: '@INPUT' });
    for (const answer of [await link(api, token), await api.post<Json>(`${TOKENS}${token.id}/client-url/`, {})]) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const told = opened(answer.body.url);
      expect(told).toEqual({ id: token.id, value: token.value, protocol: 'ssh', command: command(token.id, token.value), file: {} });
      expect(JSON.stringify(told)).not.toContain('canary');
    }
  });

  test('holds a file for remote desktops', async () => {
    const { api, user, token } = await scene({ method: 'mstsc', protocol: 'rdp' });
    const told = opened((await link(api, token, { full_screen: '1', width: '1024', height: '768' })).body.url);
    expect(told).toMatchObject({ id: token.id, value: token.value, protocol: 'rdp', command: '' });
    expect(told.file.content).toContain(`username:s:${user.username}|${token.id}\n`);
    expect(told.file.content).toContain('desktopwidth:i:1024\n');
    expect(told.file.name).toMatch(/-jumpserver$/);
    expect(JSON.stringify(told)).not.toContain('canary');
  });

  test('is refused for a way of connecting that is none, in the words that pages look for', async () => {
    const { api, token } = await scene({ method: 'teleport' });
    const answer = await link(api, token);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/^Connect method/);
  });
});

describe('the file for remote desktops', () => {
  test('is a download under a name without meaning, with one value on each line', async () => {
    const { api, user, token } = await scene({ name: 'büro "1"; x/..', method: 'mstsc', protocol: 'rdp' });
    const answer = await file(api, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%_~-]+-jumpserver\.rdp$/);
    expect(answer.body).toContain(`full address:s:${hostName()}:3389\n`);
    expect(answer.body).toContain(`username:s:${user.username}|${token.id}\n`);
    expect(answer.body).not.toMatch(/canary|drivestoredirect/);
    expect((await api.post<string>(`${TOKENS}${token.id}/rdp-file/`, {})).body).toBe(answer.body);
  });

  test('takes no key of its own from the name of an asset or a person', async () => {
    const { api, user, host, token } = await scene({ method: 'mstsc', protocol: 'rdp' });
    const plain = (await file(api, token)).body.split('\n').map((line) => line.split(':')[0]);
    // Past every check of ours: whatever stands in the tables.
    const evil = 'x\r\nalternate shell:s:cmd.exe\r\nSet-Cookie: a=b';
    await sql`update assets set name = ${evil} where id = ${host.id}`.execute(server.db);
    await sql`update users set username = ${evil} where id = ${user.id}`.execute(server.db);
    const answer = await file(api, token);
    expect(answer.status).toBe(200);
    expect(answer.body.split('\n').map((line) => line.split(':')[0])).toEqual(plain);
    expect(answer.headers.get('set-cookie')).not.toContain('a=b');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%_~-]+\.rdp$/);
  });

  test('shares drives only with whoever may move files both ways', async () => {
    const may = await scene({ method: 'mstsc', protocol: 'rdp' });
    const mayNot = await scene({ method: 'mstsc', protocol: 'rdp', actions: ['connect', 'upload', 'download'] });
    const query = { drives_redirect: '1' };
    expect((await file(may.api, may.token, query)).body).toContain('drivestoredirect:s:*\n');
    expect((await file(mayNot.api, mayNot.token, query)).body).not.toContain('drivestoredirect');
  });

  test('is there for remote desktops only', async () => {
    const { api, token } = await scene();
    expect(await file(api, token)).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^Connect method/) } });
  });
});

describe('a token that opens nothing starts nothing', () => {
  const both = (api: Api, token: Json): Promise<Json[]> => Promise.all([link(api, token), file(api, token)]);

  test('somebody else’s is answered like one that is not there, to administrators, too', async () => {
    const { token } = await scene({ method: 'mstsc', protocol: 'rdp' });
    const stranger = await server.as((await createUser(admin)).username);
    for (const api of [stranger, admin]) {
      expect((await both(api, token)).map(({ status }) => status)).toEqual([404, 404]);
      expect((await link(api, token)).body).toEqual((await link(api, { id: '11111111-2222-4333-8444-555555555555' })).body);
    }
    expect((await both(server.anyone, token)).map(({ status }) => status)).toEqual([401, 401]);
  });

  test.each<[string, (scene: Scene) => Promise<unknown>, string]>([
    [
      'expired',
      ({ token }) => sql`update connection_tokens set date_expired = now() - interval '1 second' where id = ${token.id}`.execute(server.db),
      'has expired or was used',
    ],
    [
      'used',
      ({ token }) => sql`update connection_tokens set date_used = now() where id = ${token.id}`.execute(server.db),
      'has expired or was used',
    ],
    [
      'waiting',
      ({ token }) =>
        sql`update connection_tokens set is_active = false, from_ticket_id = gen_random_uuid() where id = ${token.id}`.execute(server.db),
      'nobody has approved it',
    ],
    [
      'of an asset that is off',
      ({ host }) => admin.patch(`assets/hosts/${host.id}/`, { is_active: false }),
      'asset is gone or switched off',
    ],
    ['of a permission that is gone', ({ permission }) => admin.delete(`perms/asset-permissions/${permission.id}/`), 'permission is gone'],
    [
      'of an account that is gone',
      ({ host }) => sql`delete from accounts where asset_id = ${host.id}`.execute(server.db),
      'permission is gone',
    ],
  ])('%s', async (_state, spoil, reason) => {
    const made = await scene({ method: 'mstsc', protocol: 'rdp' });
    await spoil(made);
    for (const answer of await both(made.api, made.token))
      expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied', detail: expect.stringContaining(reason) } });
  });
});

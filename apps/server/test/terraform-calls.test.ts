import { PLATFORM_LINUX, ROLE } from '@postern/contract/ids';
import { mac, signingString } from '@postern/contract/signature';
import { isRecord } from '@postern/contract/wire';
import type { Api, Json } from '@postern/testkit/api';
import { uniqueName } from '@postern/testkit/factories';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/**
 * The calls of a Terraform provider of this API, signed by an access key as such programs sign: what was written is what is read, field by field, so that a
 * plan after an apply shows nothing to do; what is gone is 404, so that it is made again (docs/wire/conventions.md).
 */

/** Id of nothing. */
const NONE = '00000000-0000-4000-8000-00000000dead';

let provider: { send(method: string, path: string, body?: object): Promise<{ status: number; body: Json }> };
/** Of what others name: made beforehand, and taken away with the database. */
const made: Record<string, string> = {};

/** Requests signed over target, accept and date, as clients in Go and Python do. */
function signedBy(key: { id: string; secret: string }): typeof provider {
  // A change that is signed twice within a second is answered once (decision 0066); a provider makes none, this test is quicker.
  let at = Date.now() - 240_000;
  return {
    async send(method, path, body) {
      at += 1_000;
      const headers: Record<string, string> = {
        accept: 'application/json',
        date: new Date(at).toUTCString(),
        'x-jms-org': 'DEFAULT',
      };
      const names = ['(request-target)', 'accept', 'date'];
      const target = `/api/v1/${path}`;
      const signature = mac(key.secret, String(signingString(names, method, target, (name) => headers[name])));
      const authorization = `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${signature}"`;
      const answer = await fetch(`${server.url}${target}`, {
        method,
        headers: { ...headers, authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Json) };
    },
  };
}

const server = serverOfFile();
beforeAll(async () => {
  const admin: Api = await server.as('admin');
  const key = (await admin.post('authentication/access-keys/', {})).body as { id: string; secret: string };
  provider = signedBy(key);
  for (const [name, path, body] of [
    ['group', 'users/groups/', {}],
    ['node', 'assets/nodes/', { value: uniqueName('node') }],
    ['domain', 'assets/domains/', {}],
    ['host', 'assets/hosts/', { address: '192.0.2.1', platform: PLATFORM_LINUX }],
  ] as const) {
    const { status, body: answer } = await provider.send('POST', path, { name: uniqueName(name), ...body });
    expect(status, JSON.stringify(answer)).toBe(201);
    made[name] = String(answer.id);
  }
});

/** A value as a configuration has it: related ones by their id, choices by their value, dates as moments. */
function plain(read: unknown, written: unknown): unknown {
  if (Array.isArray(read)) {
    const each = read.map((item, at) => plain(item, Array.isArray(written) ? written[at] : undefined));
    return each.every((item) => typeof item === 'string') ? [...each].sort() : each;
  }
  if (isRecord(read) && isRecord(written))
    return Object.fromEntries(Object.keys(written).map((name) => [name, plain(read[name], written[name])]));
  if (isRecord(read)) return read.id ?? read.value ?? read;
  if (typeof read === 'string' && typeof written === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(written))
    return new Date(read.replace(/\//g, '-').replace(/^(\S+) (\S+) ([+-]\d{2})(\d{2})$/, '$1T$2$3:$4')).toISOString();
  return read;
}
/** The fields of a configuration, as they are read. */
const asWritten = (read: Json, config: Json): Json =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, plain(read[name], value)]));
const sorted = (config: Json): Json =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...value].sort() : value,
    ]),
  );

/** What somebody writes into a file of Terraform: when it is made, what changes then, and what is written and never read. */
interface Managed {
  path: string;
  config(): Json;
  change: Json;
  secrets?: Json;
  /** By which field one that is there already is found, to be imported. */
  imported: string;
  /** What cannot be, by the field that is named then. */
  wrong: Json;
}

const MANAGED: Readonly<Record<string, Managed>> = {
  user: {
    path: 'users/users/',
    config: () => {
      const username = uniqueName('tf');
      return {
        name: 'Terraform',
        username,
        email: `${username}@example.com`,
        source: 'local',
        mfa_level: 1,
        is_active: true,
        comment: 'managed',
        need_update_password: false,
        date_expired: '2031-05-06T07:08:09.000Z',
        groups: [made.group],
        system_roles: [ROLE.USER],
        org_roles: [ROLE.ORG_USER],
      };
    },
    change: { name: 'Changed', comment: '', groups: [], is_active: false },
    secrets: { password: 'Sturdy-Gate-42!', password_strategy: 'custom' },
    imported: 'username',
    wrong: { email: 'no address' },
  },
  'user group': {
    path: 'users/groups/',
    config: () => ({ name: uniqueName('tf'), comment: 'managed', users: [] }),
    change: { comment: 'changed' },
    imported: 'name',
    wrong: { name: 'n'.repeat(300) },
  },
  node: {
    path: 'assets/nodes/',
    config: () => ({ value: uniqueName('tf') }),
    change: { value: uniqueName('tf-changed') },
    imported: 'value',
    wrong: { value: 'v'.repeat(300) },
  },
  host: {
    path: 'assets/hosts/',
    config: () => ({
      name: uniqueName('tf'),
      address: '192.0.2.7',
      platform: PLATFORM_LINUX,
      domain: made.domain,
      nodes: [made.node],
      protocols: [
        { name: 'ssh', port: 2222 },
        { name: 'sftp', port: 2222 },
      ],
      is_active: true,
      comment: 'managed',
    }),
    change: { address: '192.0.2.8', domain: null, comment: '', protocols: [{ name: 'ssh', port: 22 }] },
    imported: 'name',
    wrong: { platform: 999_999 },
  },
  account: {
    path: 'accounts/accounts/',
    config: () => {
      const name = uniqueName('tf');
      return { name, username: name, asset: made.host, secret_type: 'password', privileged: false, is_active: true, comment: 'managed' };
    },
    change: { privileged: true, comment: 'changed' },
    secrets: { secret: 'Kept-by-terraform-1!' },
    imported: 'name',
    wrong: { asset: NONE },
  },
  permission: {
    path: 'perms/asset-permissions/',
    config: () => ({
      name: uniqueName('tf'),
      users: [],
      user_groups: [made.group],
      assets: [made.host],
      nodes: [made.node],
      // `@SPEC`, which forms have, is not stored (docs/wire/accounts.md#names-that-stand-for-others).
      accounts: ['root', 'web'],
      actions: ['connect', 'download'],
      is_active: true,
      date_start: '2026-01-02T03:04:05.000Z',
      date_expired: '2031-05-06T07:08:09.000Z',
      comment: 'managed',
    }),
    change: { actions: ['connect'], assets: [], accounts: ['@ALL'], is_active: false, date_expired: '2030-01-01T00:00:00.000Z' },
    imported: 'name',
    wrong: { assets: [NONE] },
  },
};

describe.each(Object.entries(MANAGED))('a %s', (_name, { path, config, change, secrets = {}, imported, wrong }) => {
  test('is made, read without a difference, imported, changed, and gone', async () => {
    const written = config();
    const created = await provider.send('POST', path, { ...written, ...secrets });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const at = `${path}${created.body.id}/`;
    // A refresh after the apply: nothing to do, and the same each time.
    const read = await provider.send('GET', at);
    expect(asWritten(read.body, written)).toEqual(sorted(written));
    expect((await provider.send('GET', at)).body).toEqual(read.body);
    for (const secret of Object.keys(secrets)) expect(JSON.stringify(read.body)).not.toContain(String(secrets[secret]).padEnd(12, '#'));
    // Imported by the name that somebody has in their file.
    const found = await provider.send('GET', `${path}?${new URLSearchParams({ [imported]: String(written[imported]), limit: '10' })}`);
    expect(found.body.results.map(({ id }: Json) => id)).toEqual([created.body.id]);
    // A change of some fields leaves the others, whether the part is sent or the whole.
    const wanted = { ...written, ...change };
    const patched = await provider.send('PATCH', at, change);
    expect(patched.status, JSON.stringify(patched.body)).toBe(200);
    expect(asWritten((await provider.send('GET', at)).body, wanted)).toEqual(sorted(wanted));
    for (const body of [written, wanted, wanted]) {
      const put = await provider.send('PUT', at, body);
      expect(put.status, JSON.stringify(put.body)).toBe(200);
      expect(asWritten((await provider.send('GET', at)).body, body)).toEqual(sorted(body));
    }
    // Taken away twice: the second time it is not there, which is what was wanted.
    expect((await provider.send('DELETE', at)).status).toBe(204);
    expect((await provider.send('GET', at)).status).toBe(404);
    expect((await provider.send('DELETE', at)).status).toBe(404);
    expect((await provider.send('PUT', at, wanted)).status).toBe(404);
  });

  test('whose configuration is wrong is a 400 that names the field, and nothing is made', async () => {
    const written = { ...config(), ...wrong };
    const refused = await provider.send('POST', path, { ...written, ...secrets });
    expect(refused.status).toBe(400);
    expect(refused.body).toHaveProperty(Object.keys(wrong)[0] ?? '');
    const found = await provider.send('GET', `${path}?${new URLSearchParams({ [imported]: String(written[imported]) })}`);
    expect(found.body).toEqual([]);
  });
});

test('what somebody took away by hand is 404, and stands for nothing that another could be', async () => {
  for (const { path } of Object.values(MANAGED))
    for (const method of ['GET', 'DELETE'] as const) expect((await provider.send(method, `${path}${NONE}/`)).status).toBe(404);
});

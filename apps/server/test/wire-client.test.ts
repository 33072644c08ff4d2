import type { FieldInfo, ResourceMetadata } from '@postern/contract/metadata';
import type { ResolvedResource, Route } from '@postern/resource';
import type { Answer, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from './harness.ts';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld, type World } from './matrix/world.ts';
import { drawnForm, formOf, rowsOf, type WireClient, wireClient } from './wire-client.ts';

/** Other people's consoles at every address there is: a new route or resource is walked by existing. */

let client: WireClient;
let resources: readonly ResolvedResource[];
const WIDTH = 6;

const world = forThisFile(createWorld, (it) => it.close());
beforeAll(async () => {
  client = wireClient(world.confirmed.inOrg(world.here));
  resources = world.server.assembly.kernel.resources;
  for (const { name } of resources) await world.row(name, world.here);
});

const complain = (lines: readonly (string | undefined)[]): void => expect([...new Set(lines.filter(Boolean))].sort().join('\n')).toBe('');
const show = ({ status, body }: Answer<unknown>): string => `${status} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`;
/** What a person may read; a component knows its protocol and asks nothing. */
const readers = (): Route[] =>
  world.server.assembly.routes.filter(({ method, policy }) => method === 'GET' && policy.allow !== 'component');
const answers = (method: string, path: string): boolean =>
  world.server.assembly.routes.some((route) => route.method === method && route.path === path);
const addressOf = (route: Route): Promise<string> => fill(route.path, world.server.assembly.kernel, (name) => world.row(name, world.here));

describe('a forgotten slash', () => {
  test('is added, the query kept, to whatever carries no body', async () => {
    const id = await world.row('host', world.here);
    const path = `/api/v1/assets/hosts/${id}`;
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      const answer = await client.api.send(method, `${path}?draw=1&display=1`);
      expect([method, answer.status, answer.headers.get('location')]).toEqual([method, 301, `${path}/?draw=1&display=1`]);
    }
    expect((await client.ask('OPTIONS', `${path}?draw=1&display=1`)).body.actions.GET.address.label).toBe('Address');
    for (const [method, body] of [
      ['POST', {}],
      ['PATCH', {}],
      ['DELETE', { ids: [id] }],
    ] as const)
      expect([method, (await client.api.send(method, path, body)).status]).toEqual([method, 404]);
    expect((await client.api.get(`${path}/`)).status).toBe(200);
  });
});

/** Answers that no console draws from metadata, and what they are instead. */
const UNDRAWN: readonly (readonly [route: RegExp, is: string])[] = [
  [/^\/api\/(v1\/)?health\/$/, 'figures for load balancers'],
  [/^\/api\/(swagger|docs|redoc)/, 'the description of the API'],
  [/^\/api\/v1\/settings\/public\//, 'what a console needs to start'],
  [/^\/api\/v1\/settings\/providers\/$/, 'what a page of settings has tabs for'],
  [/^\/api\/v1\/settings\/environment\/$/, 'a card of a page of settings'],
  [/^\/api\/v1\/settings\/sms\/backend\/$/, 'names that a choice of settings has'],
  [/^\/api\/v1\/assets\/categories\/constraints\/$/, 'rules that forms ask for by type'],
  [/^\/api\/v1\/assets\/platform-automation-methods\/$/, 'forms of methods by their name'],
  [/^\/api\/v1\/ops\/variables\/help\/$/, 'variables with what they are'],
  [/^\/api\/v1\/ops\/playbook\/:id\/file\/$/, 'a tree of files, or what is in one'],
  [/^\/api\/v1\/perms\/access-reviews\/:id\/evidence\/$/, 'a document'],
  [/^\/api\/v1\/index\/$/, 'figures by the flags of the question'],
  [/^\/api\/v1\/index\/first-steps\/$/, 'a list to be ticked off, by the names of its steps'],
  [/^\/api\/v1\/terminal\/components\/connect-methods\/$/, 'methods by protocol'],
  [/^\/api\/v1\/authentication\/(confirm|login-confirm-ticket\/status)\/$/, 'a step of a dialogue'],
  [/^\/api\/v1\/authentication\/login-end\/$/, 'seconds that are left'],
  [/^\/api\/v1\/users\/(profile\/mfa\/|users\/:id\/mfa\/reset\/)$/, 'a step of a dialogue'],
  [/^\/core\/auth\/((openid|oauth2|saml2|cas)\/)?logout\/$/, 'the end of the session'],
  [/^\/scim\/v2\//, 'drawn by its own schemas'],
  [/^\/api\/v1\/settings\/ldap\/cache\/refresh\/$/, 'an order that clients give by GET'],
  [/^\/api\/v1\/xpack\/cloud\/(regions\/|accounts\/:id\/test-connective\/|sync-instance-tasks\/:id\/run\/)$/, 'asked of a cloud'],
];

/** Without these there is nothing to show. */
const QUERY: Readonly<Record<string, (world: World) => Promise<string>>> = {
  '/api/v1/tickets/comments/': async ({ row, here }) => `?ticket_id=${await row('ticket', here)}`,
  '/api/v1/tickets/comments/mentionable/': async ({ row, here }) => `?ticket_id=${await row('ticket', here)}`,
  '/api/v1/audits/activities/': async ({ row, here }) => `?resource_id=${await row('host', here)}`,
  '/api/v1/common/objects/': async () => '?search=text',
  '/api/v1/terminal/endpoints/smart/': async () => '?protocol=ssh',
  '/api/v1/accounts/accounts/su-from-accounts/': async ({ row, make, here }) => {
    await make('account', here);
    return `?account=${await row('account', here)}`;
  },
};

describe('metadata', () => {
  test('is there, drawable, for every address that answers GET, its slash forgotten or not', async () => {
    const wrong = await each(readers(), WIDTH, async (route) => {
      const path = await addressOf(route);
      const { meta, wrong } = await client.metadata(path);
      const whole = await client.api.options<ResourceMetadata>(path);
      const found = wrong.map((line) => `${route.path}: ${line}`);
      if (!meta.actions.GET && found.length === 0) found.push(`${route.path}: nothing is said of GET`);
      if (whole.status !== 200) found.push(`${route.path}: ${whole.status} with its slash`);
      return found.join('\n') || undefined;
    });
    complain(wrong);
    expect(readers().length).toBeGreaterThan(250);
  });

  test('names all that the address then answers', async () => {
    let compared = 0;
    const wrong = await each(readers(), WIDTH, async (route) => {
      if (UNDRAWN.some(([path]) => path.test(route.path))) return undefined;
      const path = `${await addressOf(route)}${(await QUERY[route.path]?.(world)) ?? ''}`;
      const { meta } = await client.metadata(path);
      const answer = await client.ask('GET', path);
      if (answer.status === 405 || answer.status >= 500) return `${route.path}: ${show(answer)}`;
      if (answer.status !== 200) return undefined;
      const rows = rowsOf(answer.body);
      if (rows.length > 0) compared += 1;
      const unknown = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !meta.actions.GET?.[name]);
      return unknown.length > 0 ? `${route.path} answers what OPTIONS does not know: ${unknown.join(', ')}` : undefined;
    });
    complain(wrong);
    expect(compared).toBeGreaterThan(150);
  });

  test('of the own profile is the form of whoever logs in for the first time', async () => {
    const { username } = await createUser(world.admin.inOrg(world.here));
    const own = wireClient((await world.server.as(username)).inOrg(world.here));
    const { meta, wrong } = await own.metadata('/api/v1/users/profile/');
    complain(wrong);
    const form = meta.actions.PATCH ?? {};
    const open = Object.keys(form).filter((name) => !form[name]?.read_only);
    expect(open.sort()).toEqual([
      'comment',
      'email',
      'is_first_login',
      'mfa_level',
      'name',
      'need_update_password',
      'phone',
      'public_key',
      'wechat',
    ]);
    expect(Object.values(form).filter((info) => info.required)).toEqual([]);
    const loaded = (await own.api.get('users/profile/')).body;
    expect(loaded.is_first_login).toBe(true);
    // A number is only taken from whoever confirms, for which a token has no session.
    const sent = { ...formOf(form, loaded), is_first_login: false };
    for (const method of ['PUT', 'PATCH'] as const) {
      const answer = await own.api.send(method, 'users/profile/', sent);
      expect([method, answer.status, answer.body.is_first_login]).toEqual([method, 200, false]);
    }
    const password = (await own.metadata('/api/v1/users/profile/password/')).meta.actions.PUT ?? {};
    expect(Object.entries(password).map(([name, info]) => [name, info.required, info.write_only])).toEqual([
      ['old_password', true, true],
      ['new_password', true, true],
      ['new_password_again', true, true],
    ]);
    for (const [path, field] of [
      ['public-key', 'public_key'],
      ['secret-key', 'new_secret_key'],
    ])
      expect((await own.metadata(`/api/v1/users/profile/${path}/`)).meta.actions.PATCH?.[field ?? '']?.required).toBe(true);
  });

  test('is there for forms that are only sent: inviting people, setting a password', async () => {
    const invite = await client.metadata('/api/v1/users/users/invite/');
    expect(Object.entries(invite.meta.actions.POST ?? {}).map(([name, { type, required }]) => [name, type, required])).toEqual([
      ['users', 'm2m_related_field', true],
      ['org_roles', 'm2m_related_field', false],
    ]);
    const guest = await world.make('user', world.there);
    const sent = await client.api.post('users/users/invite/', { ...drawnForm(invite.meta.actions.POST ?? {}), users: [guest] });
    expect([sent.status, sent.body.org_roles?.[0]?.name]).toEqual([201, 'OrgUser']);
    const password = await client.metadata(`/api/v1/users/users/${guest}/password/`);
    expect(password.meta.actions.PUT?.password).toMatchObject({ type: 'string', required: true, write_only: true });
  });

  test('speaks the language of whoever asks', async () => {
    const answer = await client.api.options<ResourceMetadata>('audits/password-change-logs/', { headers: { 'accept-language': 'ja' } });
    expect(answer.body.actions.GET?.change_by?.label).toBe('変更者');
  });

  test('is refused to whom the address refuses itself', async () => {
    const { username } = await createUser(world.admin.inOrg(world.here));
    const plain = (await world.server.as(username)).inOrg(world.here);
    for (const path of ['audits/activities/', 'xpack/license/detail', 'assets/nodes/children/tree/']) {
      expect([path, (await plain.get(path)).status]).toEqual([path, 403]);
      expect([path, (await plain.options(path)).status]).toEqual([path, 403]);
    }
    // What shows secrets asks for a fresh confirmation before it says anything.
    const unconfirmed = await world.server.browser('admin');
    const secrets = `accounts/account-secrets/${await world.row('account', world.here)}/`;
    const [told, asked] = [await unconfirmed.inOrg(world.here).get(secrets), await unconfirmed.inOrg(world.here).options(secrets)];
    expect([asked.status, asked.body.code]).toEqual([told.status, told.body.code]);
    expect(asked.status).toBe(400);
  });
});

/** Rows come from machines, not from forms. */
const BY_MACHINES = new Set(['session', 'connectiontoken']);
/** What a default cannot say alone: that something runs by itself, without when; a command without its text. */
const TOGETHER = new Set(['is_periodic', 'job.args']);
/** Never go several at once, whoever asks. */
const ONE_BY_ONE = new Set(['organization']);

const writable = (fields: Readonly<Record<string, FieldInfo>>): [string, FieldInfo][] =>
  Object.entries(fields).filter(([, info]) => !info.read_only);

async function created(resource: ResolvedResource, meta: ResourceMetadata): Promise<Answer<Json>> {
  const required = await world.body(resource.name, world.here);
  return client.api.post(resource.url, { ...drawnForm(meta.actions.POST ?? {}), ...required });
}

describe('what metadata advertises', () => {
  test('is taken back: a form sent off as it was drawn makes an object, every default in it', async () => {
    let told = 0;
    const wrong = await each(resources, WIDTH, async (resource) => {
      const { meta, wrong } = await client.metadata(resource.url);
      if (wrong.length > 0) return wrong.join('\n');
      // Some forms are drawn here and sent elsewhere.
      if (!meta.actions.POST || resource.definition.drawn || BY_MACHINES.has(resource.name)) return undefined;
      const defaults = writable(meta.actions.POST).filter(([, info]) => info.default !== undefined);
      told += defaults.length;
      const answer = await created(resource, meta);
      if (answer.status !== 201) return `POST ${resource.url} with its defaults: ${show(answer)}`;
      // And each for itself, so that no other value hides it.
      for (const [name, info] of defaults) {
        if (TOGETHER.has(name) || TOGETHER.has(`${resource.name}.${name}`)) continue;
        const body = { ...(await world.body(resource.name, world.here)), [name]: info.default };
        const single = await client.api.post(resource.url, body);
        if (single.status !== 201) return `POST ${resource.url} ${name} = ${JSON.stringify(info.default)}: ${show(single)}`;
      }
      return undefined;
    });
    complain(wrong);
    expect(told).toBeGreaterThan(60);
  });

  test('of permissions starts with all actions, as the names that a write takes', async () => {
    const { meta } = await client.metadata('/api/v1/perms/asset-permissions/');
    expect(meta.actions.POST?.actions?.default).toEqual(['connect', 'upload', 'download', 'delete', 'copy', 'paste']);
    expect(Date.parse(String(meta.actions.POST?.date_expired?.default))).toBeGreaterThan(Date.parse('2090-01-01'));
  });

  test('of roles asks for the scope when one is made, and never again', async () => {
    for (const [path, scopes] of [
      ['roles', ['system', 'org']],
      ['system-roles', ['system']],
      ['org-roles', ['org']],
    ] as const) {
      const url = `/api/v1/rbac/${path}/`;
      const { meta } = await client.metadata(url);
      expect(meta.actions.POST?.scope).toMatchObject({ type: 'labeled_choice', required: true, read_only: false });
      expect(meta.actions.POST?.scope?.choices?.map(({ value }) => value)).toEqual(scopes);
      expect((await client.api.post(url, { name: 'Without a place' })).body).toHaveProperty('scope');
      for (const scope of scopes) {
        const made = await client.api.post(url, { name: `Placed by ${path} ${scope}`, scope: { value: scope } });
        expect([made.status, made.body.scope?.value]).toEqual([201, scope]);
        const detail = await client.metadata(`${url}${made.body.id}/`);
        expect(detail.meta.actions.PUT?.scope).toMatchObject({ required: false, read_only: true });
      }
    }
    expect((await client.api.post('/api/v1/rbac/org-roles/', { name: 'Elsewhere', scope: 'system' })).status).toBe(400);
  });

  test('is what a detail can be sent back as', async () => {
    let sent = 0;
    const wrong = await each(resources, WIDTH, async (resource) => {
      const { meta, wrong } = await client.metadata(`${resource.url}${await world.row(resource.name, world.here)}/`);
      if (wrong.length > 0) return wrong.join('\n');
      if (!meta.actions.PUT || resource.name === 'session') return undefined;
      const url = `${resource.url}${await world.make(resource.name, world.here)}/`;
      const before = (await client.api.get(url)).body;
      const found: string[] = [];
      for (const method of ['PUT', 'PATCH'] as const) {
        const body = formOf(meta.actions[method] ?? {}, before);
        const answer = await client.api.send<Json>(method, url, body);
        if (answer.status !== 200) found.push(`${method} ${resource.url}:id/ with its own answer: ${show(answer)}`);
        const after = (await client.api.get(url)).body;
        const changed = Object.keys(body).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
        if (answer.status === 200 && changed.length > 0) found.push(`${method} ${resource.url}:id/ changed ${changed.join(', ')}`);
      }
      sent += 1;
      return found.join('\n') || undefined;
    });
    complain(wrong);
    expect(sent).toBeGreaterThan(20);
  });
});

describe('every resource', () => {
  test('is listed, sorted and exported by what its metadata says', async () => {
    const wrong = await each(resources, WIDTH, async ({ url }) => {
      if (!answers('GET', url)) return undefined;
      const { meta, wrong } = await client.metadata(url);
      const columns = meta.actions.GET ?? {};
      const found: string[] = [...wrong];
      const page = await client.ask('GET', `${url}?limit=15&offset=0&draw=1&display=1`);
      if (page.status !== 200 || !Array.isArray(page.body.results)) found.push(`GET ${url}?limit=15: ${show(page)}`);
      const sorted = Object.keys(columns).filter((name) => columns[name]?.order);
      for (const name of sorted) {
        const answer = await client.ask('GET', `${url}?limit=1&order=-${name}`);
        if (answer.status !== 200) found.push(`GET ${url}?order=-${name}: ${show(answer)}`);
      }
      for (const format of ['csv', 'xlsx'].filter((one) => meta.renders.some((type) => type.endsWith(one)))) {
        const answer = await client.ask('GET', `${url}?format=${format}&template=export`);
        if (answer.status !== 200) found.push(`GET ${url}?format=${format}: ${show(answer)}`);
      }
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });

  test('is imported where its metadata takes tables', async () => {
    let taken = 0;
    const wrong = await each(resources, WIDTH, async ({ url }) => {
      const { meta } = await client.metadata(url);
      if (!meta.parses.includes('text/csv')) return undefined;
      taken += 1;
      const template = await client.ask<string>('GET', `${url}?format=csv&template=import&limit=1`);
      if (template.status !== 200) return `GET ${url}?template=import: ${show(template)}`;
      const read = await client.api.post(`${url}render-to-json/`, new TextEncoder().encode(template.body), {
        headers: { 'content-type': 'text/csv' },
      });
      const empty = read.status === 400 && read.body.error !== undefined;
      return read.status === 200 || empty ? undefined : `POST ${url}render-to-json/: ${show(read)}`;
    });
    complain(wrong);
    expect(taken).toBeGreaterThan(25);
  });

  test('is changed and deleted, one by one and many at once, wherever its metadata or routes say so', async () => {
    // Some are taken away only by who has just confirmed, and that is a while ago.
    await client.api.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
    const wrong = await each(resources, WIDTH, async ({ url, name, definition }) => {
      const { meta, wrong } = await client.metadata(url);
      const found: string[] = [...wrong];
      if (meta.actions.PATCH && name !== 'session') {
        const id = await world.make(name, world.here);
        const detail = (await client.api.get(`${url}${id}/`)).body;
        const answer = await client.api.patch<Json[]>(url, [{ ...formOf(meta.actions.PATCH, detail), id }]);
        if (answer.status !== 200 || answer.body[0]?.id !== detail.id) found.push(`PATCH ${url} of one row: ${show(answer)}`);
      }
      if (answers('DELETE', `${url}:id/`)) {
        const id = await world.make(name, world.here);
        const answer = await client.ask('DELETE', `${url}${id}/`);
        if (answer.status !== 204) found.push(`DELETE ${url}:id/: ${show(answer)}`);
        else if (answers('GET', `${url}:id/`) && (await client.ask('GET', `${url}${id}/`)).status !== 404)
          found.push(`GET ${url}:id/ after it was deleted`);
      }
      if (answers('DELETE', url) && definition.bulk !== false && !ONE_BY_ONE.has(name)) {
        const id = await world.make(name, world.here);
        const { spm } = (await client.api.post('common/resources/cache/', { resources: [id] })).body;
        const answer = await client.ask('DELETE', `${url}?spm=${spm}`);
        if (answer.status !== 204) found.push(`DELETE ${url}?spm=: ${show(answer)}`);
      }
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });
});

import { randomUUID } from 'node:crypto';
import type { ResolvedField, ResolvedResource } from '@postern/resource';
import type { Answer, Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { changesOf } from './matrix/fingerprint.ts';
import { createWorld } from './matrix/world.ts';

/**
 * An id in a body is looked up among the rows that its sender may use. A row of another organisation is answered like one
 * that does not exist, word for word, and changes nothing: in every field of every resource that names other objects,
 * and in every call written by hand that takes ids.
 */

/** An organisation administrator of `here`, and the system administrator working in it and in all organisations at once. */
let officer: Api;
let everywhere: Api;
/** Tables that were written since it was asked before. */
let changes: () => Promise<string[]>;

const world = forThisFile(createWorld, (it) => it.close());
beforeAll(async () => {
  changes = await changesOf(world.server.db);
  const { username } = await createUser(world.admin.inOrg(world.here), { org_roles: ['00000000-0000-0000-0000-000000000005'] });
  officer = (await world.server.as(username)).inOrg(world.here);
  everywhere = world.admin.inOrg('00000000-0000-0000-0000-000000000000');
});

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** The answer without the id that was asked about. */
const plain = (answer: Answer<unknown>, id: string): string =>
  `${answer.status} ${JSON.stringify(answer.body ?? null).replaceAll(id, 'ID')}`;

/** Sends a call with an id of the other organisation and with one of nothing: the same answer, and nothing is different afterwards. */
async function compare(api: Api, foreign: string, call: (id: string) => Promise<Call>): Promise<string | undefined> {
  const missing = randomUUID();
  const [a, b] = [await call(foreign), await call(missing)];
  await changes();
  const answers = [await api.send(a.method, a.path, a.body), await api.send(b.method, b.path, b.body)] as const;
  const what = `${a.method} ${a.path.replaceAll(foreign, 'ID')}`;
  const [foreignAnswer, missingAnswer] = [plain(answers[0], foreign), plain(answers[1], missing)];
  if (answers.some(({ status }) => status >= 500)) return `${what}: ${foreignAnswer} / ${missingAnswer}`;
  if (foreignAnswer !== missingAnswer) return `${what}: foreign ${foreignAnswer.slice(0, 200)}, missing ${missingAnswer.slice(0, 200)}`;
  const changed = await changes();
  return changed.length > 0 ? `${what}: changed ${changed.join(', ')}` : undefined;
}

const naming = (resource: ResolvedResource): ResolvedField[] =>
  resource.fields.filter(({ target, writable }) => writable && target !== undefined && (target.orgScoped || target.name === 'user'));

const given = (field: ResolvedField, id: string): unknown =>
  field.kind.name === 'matcher' ? { type: 'ids', ids: [id] } : field.kind.name === 'manyToMany' ? [{ pk: id }] : { pk: id };

describe('fields that name other objects', () => {
  test('name rows that their writer may use, and no others', async () => {
    const { kernel } = world.server.assembly;
    const wrong: (string | undefined)[] = [];
    let tried = 0;
    for (const resource of kernel.resources) {
      const verbs = resource.definition.verbs ?? ['create', 'update'];
      if (!resource.orgScoped) continue;
      for (const field of naming(resource)) {
        const foreign = await world.row(field.target?.name ?? '', world.there);
        if (verbs.includes('create')) {
          tried += 1;
          const body = await world.body(resource.name, world.here).catch((): Json => ({}));
          const told = await compare(officer, foreign, async (id) => ({
            method: 'POST',
            path: resource.url,
            body: { ...body, [field.name]: given(field, id) },
          }));
          if (told) wrong.push(`${resource.name}.${field.name}: ${told}`);
        }
        if (!verbs.includes('update') || field.options.createOnly) continue;
        const row = await world.row(resource.name, world.here);
        for (const api of [officer, everywhere]) {
          tried += 1;
          const told = await compare(api, foreign, async (id) => ({
            method: 'PATCH',
            path: `${resource.url}${row}/`,
            body: { [field.name]: given(field, id) },
          }));
          if (told) wrong.push(`${resource.name}.${field.name}${api === everywhere ? ' in all organisations' : ''}: ${told}`);
        }
      }
    }
    expect(wrong.filter(Boolean).join('\n')).toBe('');
    expect(tried).toBeGreaterThan(60);
  });

  test('an object takes no id of the system', async () => {
    const { kernel } = world.server.assembly;
    const wrong: string[] = [];
    for (const resource of kernel.resources) {
      const id = resource.field('id');
      if (!resource.orgScoped || !id?.writable || !(resource.definition.verbs ?? ['create']).includes('create')) continue;
      const body = await world.body(resource.name, world.here).catch(() => undefined);
      if (!body) continue;
      const taken = await officer.post(resource.url, { ...body, id: '00000000-0000-0000-0000-000000000009' });
      if (taken.status < 400) wrong.push(`${resource.name}: ${taken.status}`);
    }
    const root = await everywhere.get(`assets/nodes/?limit=1`);
    const child = await officer.post(`assets/nodes/${await world.row('node', world.here)}/children/`, {
      id: '00000000-0000-0000-0000-000000000008',
      value: uniqueName('node'),
    });
    if (child.status < 400) wrong.push(`child of a node: ${child.status}`);
    expect(root.status).toBe(200);
    expect(wrong.join('\n')).toBe('');
  });
});

/** Calls written by hand that take ids: the place of the id, and whose row would be foreign there. */
interface ByHand {
  name: string;
  of: string;
  call(id: string): Promise<Call>;
}

const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body });

function callsByHand(): ByHand[] {
  const here = (resource: string) => world.row(resource, world.here);
  const relation = (path: string, side: string): ByHand[] => [
    {
      name: `perms relation ${side}`,
      of: side,
      call: async (id) =>
        post(`perms/asset-permissions-${path}-relations/`, { assetpermission: await here('assetpermission'), [side]: id }),
    },
    {
      name: `perms relation ${side}, the permission`,
      of: 'assetpermission',
      call: async (id) => post(`perms/asset-permissions-${path}-relations/`, [{ assetpermission: { pk: id }, [side]: await here(side) }]),
    },
    {
      name: `perms relation ${side}, taken away`,
      of: 'assetpermission',
      call: async (id) => ({ method: 'DELETE', path: `perms/asset-permissions-${path}-relations/?assetpermission=${id}` }),
    },
  ];
  const onNode = (what: string): ByHand => ({
    name: `assets of a node: ${what}`,
    of: 'host',
    call: async (id) => ({ method: 'PUT', path: `assets/nodes/${await here('node')}/assets/${what}/`, body: { assets: [id] } }),
  });
  const automation = (kind: string, resource: string): ByHand[] =>
    ['asset/add', 'asset/remove', 'nodes/?action=add'].map((what) => ({
      name: `${kind} ${what}`,
      of: what.startsWith('nodes') ? 'node' : 'host',
      call: async (id) => ({
        method: 'PATCH',
        path: `accounts/${kind}/${await here(resource)}/${what}${what.includes('?') ? '' : '/'}`,
        body: { [what.startsWith('nodes') ? 'nodes' : 'assets']: [id] },
      }),
    }));
  const account = async () => world.body('account', world.here);
  return [
    ...relation('users', 'user'),
    ...relation('user-groups', 'usergroup'),
    ...relation('assets', 'asset'),
    ...relation('nodes', 'node'),
    {
      name: 'group relation, person',
      of: 'user',
      call: async (id) => post('users/users-groups-relations/', { user: id, usergroup: await here('usergroup') }),
    },
    {
      name: 'group relation, group',
      of: 'usergroup',
      call: async (id) => post('users/users-groups-relations/', { user: await here('user'), usergroup: id }),
    },
    {
      name: 'groups in the form of a person',
      of: 'usergroup',
      call: async (id) => ({ method: 'PATCH', path: `users/users/${await here('user')}/`, body: { groups: [id] } }),
    },
    ...['add', 'remove', 'replace'].map(onNode),
    {
      name: 'nodes moved',
      of: 'node',
      call: async (id) => ({ method: 'PUT', path: `assets/nodes/${await here('node')}/children/add/`, body: { nodes: [id] } }),
    },
    {
      name: 'assets of a domain',
      of: 'host',
      call: async (id) => ({ method: 'PATCH', path: `assets/domains/${await here('domain')}/`, body: { assets: [id] } }),
    },
    {
      name: 'labels of an asset',
      of: 'label',
      call: async (id) => ({ method: 'PATCH', path: `assets/hosts/${await here('host')}/`, body: { labels: [id] } }),
    },
    {
      name: 'accounts on many assets',
      of: 'host',
      call: async (id) => post('accounts/accounts/bulk/', { ...(await account()), username: uniqueName('login'), assets: [id] }),
    },
    {
      name: 'template of an account on many',
      of: 'accounttemplate',
      call: async (id) => post('accounts/accounts/bulk/', { template: id, assets: [await here('host')], on_invalid: 'skip' }),
    },
    {
      name: 'template of an account',
      of: 'accounttemplate',
      call: async (id) => post('accounts/accounts/', { asset: await here('host'), template: id, name: uniqueName('a'), username: '' }),
    },
    {
      name: 'template in a permission',
      of: 'accounttemplate',
      call: async (id) => ({
        method: 'PATCH',
        path: `perms/asset-permissions/${await here('assetpermission')}/`,
        body: { accounts: [`%${id}`] },
      }),
    },
    {
      name: 'tasks of accounts',
      of: 'account',
      call: async (id) => post('accounts/accounts/tasks/', { action: 'verify', accounts: [id] }),
    },
    {
      name: 'secrets cleared',
      of: 'account',
      call: async (id) => ({ method: 'PATCH', path: 'accounts/accounts/clear-secret/', body: { account_ids: [id] } }),
    },
    { name: 'tasks of assets', of: 'host', call: async (id) => post('assets/assets/tasks/', { action: 'test', assets: [id] }) },
    ...automation('change-secret', 'changesecretautomation'),
    ...automation('push-account', 'pushaccountautomation'),
    {
      name: 'run of a plan',
      of: 'changesecretautomation',
      call: async (id) => post('accounts/change-secret-executions/', { automation: id }),
    },
    {
      name: 'what failed in a run',
      of: 'changesecretexecution',
      call: async (id) => post('accounts/change-secret-executions/', { automation: await here('changesecretautomation'), failed_of: id }),
    },
    {
      name: 'run of a backup',
      of: 'accountbackupautomation',
      call: async (id) => post('accounts/account-backup-plan-executions/', { plan: id }),
    },
    {
      name: 'found logins',
      of: 'gatheredaccount',
      call: async (id) => post('accounts/gathered-accounts/sync-accounts/', { gathered_account_ids: [id] }),
    },
    { name: 'sessions ended', of: 'session', call: async (id) => post('terminal/tasks/kill-session/', [id]) },
    { name: 'sessions ended for a ticket', of: 'session', call: async (id) => post('terminal/tasks/kill-session-for-ticket/', [id]) },
    {
      name: 'platforms in use',
      of: 'host',
      call: async (id) => post('assets/platforms/filter-nodes-assets/', { asset_ids: [id], node_ids: [] }),
    },
    {
      name: 'platforms in use below a node',
      of: 'node',
      call: async (id) => post('assets/platforms/filter-nodes-assets/', { asset_ids: [], node_ids: [id] }),
    },
    {
      name: 'access explained, person',
      of: 'user',
      call: async (id) => post('perms/access/explain/', { user: id, asset: await here('host') }),
    },
    {
      name: 'access explained, asset',
      of: 'host',
      call: async (id) => post('perms/access/explain/', { user: await here('user'), asset: id }),
    },
    {
      name: 'effect of a draft',
      of: 'assetpermission',
      call: async (id) => post('perms/access/effect/', { draft: { resource: 'assetpermission', id, body: {} } }),
    },
    {
      name: 'effect on a person',
      of: 'user',
      call: async (id) =>
        post('perms/access/effect/', {
          draft: {
            resource: 'assetpermission',
            body: { name: 'x', users: [id], assets: [await here('host')], accounts: ['@ALL'], actions: ['all'] },
          },
        }),
    },
    { name: 'comment on a ticket', of: 'ticket', call: async (id) => post(`tickets/comments/?ticket_id=${id}`, { body: 'hello' }) },
    {
      name: 'connection token',
      of: 'host',
      call: async (id) =>
        post('authentication/connection-token/', { asset: id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' }),
    },
    { name: 'destinations', of: 'host', call: async (id) => post('assets/assets/destinations/', { assets: [id] }) },
    {
      name: 'destinations confirmed',
      of: 'host',
      call: async (id) => post('assets/assets/destinations/confirm/', { assets: [{ id, seen: 'x' }] }),
    },
    { name: 'favourite', of: 'host', call: async (id) => post('assets/favorite-assets/', { asset: id }) },
    { name: 'people removed', of: 'user', call: async (id) => post(`users/users/remove/?ids=${id}`, {}) },
    ...['user', 'host', 'account', 'assetpermission', 'usergroup', 'node', 'domain', 'label', 'commandgroup'].flatMap((of): ByHand[] => {
      const { url } = world.server.assembly.kernel.byName(of);
      return [
        { name: `${of} changed among many`, of, call: async (id) => ({ method: 'PATCH', path: url, body: [{ id, comment: 'mine' }] }) },
        { name: `${of} deleted among many`, of, call: async (id) => ({ method: 'DELETE', path: `${url}?ids=${id}` }) },
        { name: `${of} replaced among many`, of, call: async (id) => ({ method: 'PUT', path: url, body: [{ id, comment: 'mine' }] }) },
      ];
    }),
  ];
}

test('calls written by hand look ids up the same way', async () => {
  const wrong: string[] = [];
  const calls = callsByHand();
  for (const { name, of, call } of calls) {
    const told = await compare(officer, await world.row(of, world.there), call);
    if (told) wrong.push(`${name}: ${told}`);
  }
  expect(wrong.join('\n')).toBe('');
  expect(calls.length).toBeGreaterThan(60);
});

test('a role is cloned by who may look at it', async () => {
  const { rows } = await sql<{ id: string }>`select id from roles where scope = 'system' and not builtin limit 1`.execute(world.server.db);
  const source = rows[0]?.id ?? (await world.row('systemrole', world.here));
  expect((await officer.post(`rbac/org-roles/?clone_from=${source}`, { scope: 'org', name: uniqueName('role') })).status).toBe(403);
  const missing = await world.admin.post(`rbac/org-roles/?clone_from=${randomUUID()}`, { scope: 'org', name: uniqueName('role') });
  expect(missing.status).toBe(400);
});

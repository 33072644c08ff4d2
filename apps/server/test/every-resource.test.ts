import { ROLE } from '@postern/contract/ids';
import type { ResolvedField, ResolvedResource, Route } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentChangesOf } from './matrix/fingerprint.ts';
import { each } from './matrix/parallel.ts';
import { fill, paramsOf } from './matrix/paths.ts';
import { sample } from './matrix/samples.ts';
import { createWorld, type World } from './matrix/world.ts';

/**
 * What holds for each resource because it is one: rows of another organisation do not exist, references to them are
 * refused, each write leaves one audit event, metadata tells the truth. All asked as the system administrator, whom no
 * permission holds back, so that only row security can.
 */

let world: World;
let resources: readonly ResolvedResource[];
const WIDTH = 6;

beforeAll(async () => {
  world = await createWorld();
  resources = world.server.assembly.kernel.resources;
  for (const { name } of resources) {
    await world.row(name, world.here);
    await world.row(name, world.there);
  }
});
afterAll(async () => world?.close());

/** Resources without a column for it whose rows belong to organisations all the same. */
const BY_ROWS = new Set([
  'celerytaskexecution',
  'user',
  'serviceaccountkey',
  'orgrolebinding',
  'rolebinding',
  'userloginlog',
  'passwordchangelog',
]);
/** Rows of one fixed organisation are the same from wherever they are asked for (docs/decisions/0083). */
const belongs = (resource: ResolvedResource): boolean =>
  (resource.orgScoped && !resource.definition.fixedOrg) || BY_ROWS.has(resource.name);
const belongsByName = (name: string): boolean => belongs(world.server.assembly.kernel.byName(name));

/** Rows that only their owner has, whatever anybody else may do (CVE-2025-62712). */
const PERSONAL = new Set([
  'accesskey',
  'adhoc',
  'connectiontoken',
  'favoriteasset',
  'job',
  'jobexecution',
  'listfile',
  'playbook',
  'ownaccessreview',
  'ownaccessreviewline',
  'sitemessage',
  'savedview',
  'sessionsharing',
  'sshkey',
  'temptoken',
]);
const NOBODY = '11111111-1111-4111-8111-111111111111';

const show = (answer: { status: number; body: unknown }): string => `${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200) ?? ''}`;
const complain = (lines: readonly (string | undefined)[]): void => expect(lines.filter(Boolean).sort().join('\n')).toBe('');

const verbsOf = (resource: ResolvedResource) => resource.definition.verbs ?? ['list', 'retrieve', 'create', 'update', 'delete'];
const events = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select seq::int as n from audit_chains where name = 'operate_logs'`.execute(world.server.db);
  return rows[0]?.n ?? 0;
};

describe('another organisation', () => {
  test('has no rows for any route below one of them', async () => {
    const { kernel, routes } = world.server.assembly;
    const admin = world.confirmed.inOrg(world.here);
    const cases: { route: Route; at: number }[] = [];
    for (const route of routes) {
      if (route.method === 'OPTIONS' || route.rootOrg || route.fixedOrg) continue;
      for (const [at, name] of paramsOf(route, kernel).entries()) if (belongsByName(name)) cases.push({ route, at });
    }
    const wrong = await each(cases, WIDTH, async ({ route, at }) => {
      const ask = async (theirs: (name: string) => Promise<string>) => {
        let seen = -1;
        const path = await fill(route.path, kernel, (name) => {
          seen += 1;
          return seen === at ? theirs(name) : world.row(name, world.here);
        });
        return admin.send(route.method, path, route.method === 'GET' || route.method === 'DELETE' ? undefined : {});
      };
      const answer = await ask((name) => world.row(name, world.there));
      if (answer.status === 404) return undefined;
      // A few lists below two ids are empty where there is nothing: then nothing may tell this id from one that nobody has.
      const nobody = await ask(async () => NOBODY);
      const same = answer.status === nobody.status && JSON.stringify(answer.body) === '[]' && JSON.stringify(nobody.body) === '[]';
      return same ? undefined : `${route.method} ${route.path} parameter ${at + 1}: expected 404, got ${show(answer)}`;
    });
    complain(wrong);
    expect(cases.length).toBeGreaterThan(100);
  });

  test('and another person have no rows of what is personal', async () => {
    const { kernel, routes } = world.server.assembly;
    const { id } = await createUser(world.admin.inOrg(world.here), { username: 'second-keeper', system_roles: [ROLE.SYSTEM_ADMIN] });
    expect(id).toBeTruthy();
    const other = (await world.server.as('second-keeper')).inOrg(world.here);
    const cases = routes.filter((route) => route.method !== 'OPTIONS' && paramsOf(route, kernel).some((name) => PERSONAL.has(name)));
    const wrong = await each(cases, WIDTH, async (route) => {
      const path = await fill(route.path, kernel, (name) => world.row(name, world.here));
      const answer = await other.send(route.method, path, route.method === 'GET' || route.method === 'DELETE' ? undefined : {});
      return answer.status === 404 ? undefined : `${route.method} ${route.path}: expected 404, got ${show(answer)}`;
    });
    for (const name of PERSONAL) {
      const list = await other.get<Json[]>(kernel.byName(name).url);
      if (list.status !== 200 || list.body.length > 0) wrong.push(`GET ${kernel.byName(name).url}: expected nothing, got ${show(list)}`);
    }
    complain(wrong);
    expect(cases.length).toBeGreaterThan(6);
  });

  test('is not changed by bulk verbs', async () => {
    const wrong = await each(resources.filter(belongs), WIDTH, async (resource) => {
      const { definition, url, table } = resource;
      if (definition.bulk === false || definition.rootOrg) return undefined;
      const id = await world.row(resource.name, world.there);
      const admin = world.admin.inOrg(world.here);
      const before = await rowText(table, id);
      const found: string[] = [];
      if (verbsOf(resource).includes('update')) {
        for (const method of ['PATCH', 'PUT']) {
          const answer = await admin.send(method, url, [{ id, name: 'taken over', comment: 'taken over' }]);
          if (answer.status !== 400) found.push(`${method} ${url}: expected 400, got ${show(answer)}`);
        }
      }
      if (verbsOf(resource).includes('delete')) {
        const spm = (await admin.post('common/resources/cache/', { resources: [id] })).body.spm;
        for (const query of [`ids=${id}`, `id=${id}`, `spm=${spm}`]) await admin.delete(`${url}?${query}`);
      }
      if ((await rowText(table, id)) !== before) found.push(`${url}: the row of the other organisation changed or went`);
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });

  test('does not show in lists, counts, searches, id filters or stored sets', async () => {
    const wrong = await each(resources.filter(belongs), WIDTH, async (resource) => {
      const { url, name, definition } = resource;
      if (!verbsOf(resource).includes('list') || definition.rootOrg) return undefined;
      const [mine, theirs] = [await world.row(name, world.here), await world.row(name, world.there)];
      const admin = world.admin.inOrg(world.here);
      const spm = (await admin.post('common/resources/cache/', { resources: [theirs] })).body.spm;
      const { rows } = await sql<Json>`select * from ${sql.table(resource.table)} where id = ${theirs}`.execute(world.server.db);
      const title = String(rows[0]?.[resource.field(definition.title ?? 'name')?.column ?? 'id'] ?? theirs);
      const found: string[] = [];
      for (const query of ['', `ids=${theirs}`, `id=${theirs}`, `spm=${spm}`, `search=${encodeURIComponent(title)}`, 'fields_size=mini']) {
        const answer = await admin.get<Json[]>(`${url}?${query}`);
        if (answer.status !== 200) found.push(`GET ${url}?${query}: ${show(answer)}`);
        else if (answer.body.some((one) => one.id === theirs)) found.push(`GET ${url}?${query} shows the row of the other organisation`);
      }
      const page = await admin.get(`${url}?limit=1&ids=${theirs},${mine}`);
      if (page.body.count !== 1) found.push(`GET ${url}?ids=theirs,mine counts ${page.body.count}, expected 1`);
      const theirsSeen = await world.admin.inOrg(world.there).get<Json[]>(`${url}?ids=${theirs}`);
      if (theirsSeen.body.length !== 1) found.push(`GET ${url} does not show the row in its own organisation either`);
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });

  test('cannot be referred to', async () => {
    const cases = resources.flatMap((resource) =>
      resource.fields.filter((field) => tenantOf(resource, field)).map((field) => ({ resource, field })),
    );
    const wrong = await each(cases, WIDTH, async ({ resource, field }) => {
      const { definition, url } = resource;
      if (definition.rootOrg || !verbsOf(resource).some((verb) => verb === 'create' || verb === 'update')) return undefined;
      const admin = world.admin.inOrg(world.here);
      const target = tenantOf(resource, field) ?? '';
      const theirs = await world.row(target, world.there);
      const value = field.kind.name === 'reference' ? { pk: theirs } : [{ pk: theirs }];
      const answer = verbsOf(resource).includes('create')
        ? await admin.post(url, { ...(await world.body(resource.name, world.here)), [field.name]: value })
        : await admin.patch(`${url}${await world.row(resource.name, world.here)}/`, { [field.name]: value });
      if (answer.status === 400 && field.name in answer.body && JSON.stringify(answer.body).includes('does not exist')) return undefined;
      // Where the field means nothing (the zone of a web page) it is dropped, whatever it said.
      const dropped = answer.status < 300 && answer.body[field.name] === null;
      return dropped ? undefined : `${resource.name}.${field.name} → ${target}: expected a refusal, got ${show(answer)}`;
    });
    complain(wrong);
    expect(cases.length).toBeGreaterThan(20);
  });

  test('stays as it is, and unlinked, whatever a body names', async () => {
    const { kernel, routes } = world.server.assembly;
    const admin = world.admin.inOrg(world.here);
    const before = await tenantRows(world.there);
    const of = (name: string) => world.row(name, world.there);
    const [asset, node, user, group, account, permission] = await Promise.all(
      ['host', 'node', 'user', 'usergroup', 'account', 'assetpermission'].map(of),
    );
    const [domain, label, session] = await Promise.all(['domain', 'label', 'session'].map(of));
    // Every name under which a body of the API speaks of rows.
    const named: Json = {
      asset,
      assets: [asset],
      node,
      nodes: [node],
      node_id: node,
      account,
      accounts: [account],
      account_ids: [account],
    };
    Object.assign(named, {
      usergroup: group,
      usergroups: [group],
      groups: [group],
      user_groups: [group],
      group,
      assetpermission: permission,
    });
    Object.assign(named, { su_from: account, template: account, domain, labels: [label], session, session_id: session, user_id: user });
    const people = { user, users: [user] };
    const unsafe = routes.filter((route) => ['POST', 'PUT', 'PATCH'].includes(route.method) && route.path.startsWith('/api/'));
    const wrong = await each(unsafe, WIDTH, async (route) => {
      const path = await fill(route.path, kernel, (name) => world.make(name, world.here));
      // People are not the organisation's own: who may invite brings them in on purpose.
      const body = { name: 'x', value: 'x', username: 'x', ...named, ...(/invite/.test(route.path) ? {} : people) };
      const statuses: number[] = [];
      for (const given of [
        body,
        [body],
        [asset, node, session],
        { ...body, id: asset },
        [{ ...body, id: asset }],
        [{ ...body, pk: node }],
      ]) {
        statuses.push((await admin.send(route.method, `${path}?node_id=${node}&node=${node}`, given)).status);
      }
      return statuses.some((status) => status >= 500) ? `${route.method} ${route.path}: ${statuses.join(', ')}` : undefined;
    });
    complain(wrong);
    expect(await tenantRows(world.there)).toEqual(before);
    expect(await linksAcross()).toEqual([]);
    expect(unsafe.length).toBeGreaterThan(80);
  });
});

/** Writable fields of no relation kind that name rows of organisations: their own code has to refuse foreign ones. */
const RELATED: Readonly<Record<string, string>> = { 'user.groups': 'usergroup', 'domain.assets': 'asset' };

/** The resource of organisations that a writable field names; undefined for other fields. */
function tenantOf(resource: ResolvedResource, field: ResolvedField): string | undefined {
  if (!field.writable) return undefined;
  const own = RELATED[`${resource.name}.${field.name}`];
  if (own) return own;
  // A matcher binds no row: what it names elsewhere matches nothing, and is not shown.
  if (field.kind.name === 'matcher') return undefined;
  return field.target && belongs(field.target) ? field.target.name : undefined;
}

/** Text of every row that carries the organisation, by table. Evidence grows by itself and is looked at elsewhere. */
async function tenantRows(org: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'
      and table_name not in ('operate_logs') order by 1`.execute(world.server.db);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t where org_id = ${org} order by 1`.execute(
      world.server.db,
    );
    found[name] = rows.map((row) => row.text);
  }
  return found;
}

/** Links between rows of two organisations, in any reference or join table. */
async function linksAcross(): Promise<string[]> {
  const found: string[] = [];
  for (const resource of resources) {
    for (const field of resource.fields) {
      const { target } = field;
      const { through } = field.options;
      if (!target?.orgScoped || !resource.orgScoped || field.kind.name === 'matcher') continue;
      const join = through
        ? sql`join ${sql.table(through.table)} l on l.${sql.ref(through.mine)} = t.id join ${sql.table(target.table)} o on o.id = l.${sql.ref(through.theirs)}`
        : field.column
          ? sql`join ${sql.table(target.table)} o on o.id = t.${sql.ref(field.column)}`
          : undefined;
      if (!join) continue;
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(resource.table)} t ${join} where o.org_id <> t.org_id`.execute(world.server.db);
      if (rows[0]?.n) found.push(`${resource.name}.${field.name}: ${rows[0].n}`);
    }
  }
  const { rows: strangers } = await sql<{ n: number }>`
    select count(*)::int as n from user_group_members m join user_groups g on g.id = m.group_id
    where not exists (select 1 from role_bindings b where b.user_id = m.user_id and b.org_id = g.org_id)`.execute(world.server.db);
  if (strangers[0]?.n) found.push(`members of groups who are not in the organisation: ${strangers[0].n}`);
  return found;
}

async function rowText(table: string, id: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t where t.id::text = ${id}`.execute(
    world.server.db,
  );
  return rows[0]?.text ?? 'gone';
}

/** Calls that change more than one object, each of which has its event; and what is but mail to oneself. */
const SEVERAL: Readonly<Record<string, number>> = {
  // The component, and the key that ends with it.
  'POST /api/v1/terminal/terminals/:id/revoke/': 2,
  'POST /api/v1/notifications/system-msg-subscription/:message_type/testing/': 0,
};

describe('each write', () => {
  test('leaves exactly one audit event, and a failed one none', async () => {
    const wrong: string[] = [];
    for (const resource of resources) {
      const { url, name, definition } = resource;
      const admin = world.admin.inOrg(world.here);
      const count = definition.audited === false ? 0 : 1;
      const expectEvents = async (what: string, want: number, work: () => Promise<{ status: number; body: unknown }>, status: number) => {
        const before = await events();
        const answer = await work();
        const left = (await events()) - before;
        if (answer.status !== status) wrong.push(`${name} ${what}: expected ${status}, got ${show(answer)}`);
        else if (left !== want) wrong.push(`${name} ${what}: expected ${want} audit events, got ${left}`);
        return answer;
      };
      const verbs = verbsOf(resource);
      let id = '';
      if (verbs.includes('create') && !(name in { session: 1, connectiontoken: 1 })) {
        const body = await world.body(name, world.here);
        const made = await expectEvents('create', count, () => admin.post<Json>(url, body), 201);
        id = String((made.body as Json)?.id ?? '');
        await expectEvents(
          'create without a body',
          0,
          () => admin.post(url, 'nonsense', { headers: { 'content-type': 'application/json' } }),
          400,
        );
      } else id = await world.make(name, world.here);
      const changing = resource.fields.find((field) => changeable(field));
      if (verbs.includes('update') && changing && id) {
        const current = (await admin.get(`${url}${id}/`)).body[changing.name];
        const value = changing.kind.name === 'boolean' ? current !== true : sample(changing, 1);
        await expectEvents('update', count, () => admin.patch(`${url}${id}/`, { [changing.name]: value }), 200);
        await expectEvents('update without a change', 0, () => admin.patch(`${url}${id}/`, { [changing.name]: value }), 200);
        await expectEvents('update of nothing', 0, () => admin.patch(`${url}${id}/`, {}), 200);
        await expectEvents(
          'broken update',
          0,
          () => admin.patch(`${url}${id}/`, '{', { headers: { 'content-type': 'application/json' } }),
          400,
        );
        if (definition.bulk !== false)
          await expectEvents('bulk update of a row that is not there', 0, () => admin.patch(url, [{ id: NOBODY }]), 400);
      }
      if (verbs.includes('delete') && id) {
        await expectEvents('delete', count + (ALSO[`${name} delete`] ? 1 : 0), () => admin.delete(`${url}${id}/`), 204);
        await expectEvents('second delete', 0, () => admin.delete(`${url}${id}/`), 404);
      }
    }
    complain(wrong);
  });

  test('of a hand-written route that changed something left one, too', async () => {
    const { kernel, routes } = world.server.assembly;
    const admin = world.admin.inOrg(world.here);
    const printed = resources.flatMap(({ app, url, definition }) => [
      url,
      ...(definition.aliases ?? []).map((path) => `/api/v1/${app}/${path}/`),
    ]);
    const hand = routes.filter(
      ({ method, path }) =>
        ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !printed.some((url) => path === url || path === `${url}:id/`),
    );
    const wrong: string[] = [];
    let changed = 0;
    const of = (name: string) => world.make(name, world.here);
    const objects = () => Promise.all(['host', 'node', 'user', 'usergroup', 'account', 'assetpermission', 'session'].map(of));
    let named = await objects();
    const changes = await contentChangesOf(world.server.db);
    for (const [at, route] of hand.entries()) {
      const path = await fill(route.path, kernel, of);
      // Some routes delete what they are given.
      if (at % 10 === 0) named = await objects();
      const [asset, node, user, group, account, permission, session] = named;
      const body = {
        ...{ name: uniqueName('hand'), value: uniqueName('hand'), username: uniqueName('hand'), comment: uniqueName('hand') },
        ...{ asset, assets: [asset], node, nodes: [node], user, users: [user], user_id: user, usergroup: group, account: 'root' },
        ...{ account_ids: [account], assetpermission: permission, session_id: session, password: 'Sturdy-Gate-43!' },
      };
      for (const given of [body, [session]]) {
        // What making the objects above left behind.
        await changes();
        const before = await events();
        const answer = await admin.send(route.method, path, given);
        const tables = (await changes()).filter((table) => !ASIDE.has(table));
        if (answer.status >= 300 || tables.length === 0) continue;
        changed += 1;
        const left = (await events()) - before;
        if (left !== (SEVERAL[`${route.method} ${route.path}`] ?? 1))
          wrong.push(`${route.method} ${route.path}: ${answer.status} and ${left} audit events (${tables.join(', ')})`);
      }
    }
    complain(wrong);
    expect(changed).toBeGreaterThan(20);
  }, 600_000);
});

/**
 * The evidence itself, people's own mail, the runs of tasks, which are evidence, too, logins that nobody has confirmed yet, which are in the
 * login log once they are, and keys that wait for their account, which has an event of its own.
 */
const ASIDE = new Set([
  'operate_logs',
  'activity_logs',
  'site_message_copies',
  'user_msg_subscriptions',
  'task_runs',
  'background_tasks',
  'device_logins',
  'made_keys',
]);

/** Writes that touch a second object, which has an event of its own. */
const ALSO: Readonly<Record<string, string>> = { 'terminal delete': 'the service account of the component goes with it' };

/** A plain field whose change shows in the row itself. */
function changeable(field: ResolvedField): boolean {
  if (!field.writable || !field.readable || field.options.createOnly || field.column === undefined) return false;
  return ['text', 'slug', 'boolean', 'integer'].includes(field.kind.name) && field.options.check === undefined;
}

test('what lists derive for each row is asked for the rows of the page, never for a whole table beforehand', async () => {
  const wrong = await world.server.platform.asSystem('what lists derive', async (ctx) =>
    resources.flatMap(({ name, fields }) =>
      fields.flatMap((field) => {
        const text = field.options.expression && sql`${field.options.expression(ctx)}`.compile(ctx.tx).sql;
        // Where PostgreSQL may choose to hash all of the other table: see `found`.
        return text && /\bexists\s*\(|\bin\s*\(\s*select\b/i.test(text) ? [`${name}.${field.name}`] : [];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});

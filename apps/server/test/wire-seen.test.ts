import { LANGUAGES } from '@postern/contract/text';
import type { Page } from '@postern/contract/wire';
import type { ResolvedField } from '@postern/resource';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { organisationOfFile } from './in-organisation.ts';

/** What was seen to differ when clients that were written for version 3.5 were let at this server (docs/wire/README.md). */

const { server, root, org, admin } = organisationOfFile();

const readable = (): readonly { url: string; fields: readonly ResolvedField[] }[] =>
  server.assembly.kernel.resources.map(({ url, fields }) => ({
    url,
    fields: fields.filter(({ readable: shown, options }) => shown && options.view !== 'detail'),
  }));

describe('suggestions', () => {
  test('end after ten rows, on whatever page they are asked for', async () => {
    for (let n = 0; n < 11; n += 1) {
      await createHost(admin);
      await createUser(admin);
      await createNode(admin);
    }
    const urls = server.assembly.routes.filter(({ method, path }) => method === 'GET' && path.endsWith('/suggestions/'));
    expect(urls.length).toBeGreaterThan(3);
    for (const { path } of urls) {
      const whole = await admin.get<Json[]>(path);
      const few = await admin.get<Page<Json>>(`${path}?limit=15`);
      const next = await admin.get<Page<Json>>(`${path}?limit=4&offset=8`);
      expect([path, whole.body.length <= 10, few.body.count <= 10, few.body.next]).toEqual([path, true, true, null]);
      expect([path, next.body.count, next.body.results.length]).toEqual([path, few.body.count, Math.max(0, few.body.count - 8)]);
    }
    expect((await admin.get<Json[]>('assets/assets/suggestions/')).body).toHaveLength(10);
  });

  test('of people say what the list says of them, and of a stranger only how he is called', async () => {
    const person = await createUser(admin);
    const [found] = (await admin.get<Json[]>(`users/users/suggestions/?search=${person.username}`)).body;
    const [listed] = (await admin.get<Json[]>(`users/users/?username=${person.username}`)).body;
    expect(found).toEqual(listed);
    const elsewhere = await createOrganisation(root);
    const officer = await createUser(root.inOrg(elsewhere.id), { org_roles: ['00000000-0000-0000-0000-000000000005'] });
    const api = (await server.as(officer.username)).inOrg(elsewhere.id);
    expect((await api.get<Json[]>(`users/users/suggestions/?search=${person.username}`)).body).toEqual([
      { id: person.id, name: person.name, username: person.username },
    ]);
  });
});

test('activities come in pages where a page is asked for, sources of su as an array always', async () => {
  const host = await createHost(admin);
  const url = `audits/activities/?resource_id=${host.id}`;
  expect((await admin.get<Json[]>(url)).body).toHaveLength(1);
  expect((await admin.get<Page<Json>>(`${url}&limit=15`)).body).toMatchObject({
    count: 1,
    next: null,
    previous: null,
    results: [{ r_type: 'O' }],
  });
  expect((await admin.get<Page<Json>>('audits/activities/?limit=15')).body).toMatchObject({ count: 0, results: [] });
  await admin.post('accounts/account-templates/', { name: uniqueName('template'), username: 'root', secret_type: 'password' });
  expect((await admin.get<Json[]>('accounts/account-templates/su-from-account-templates/?limit=15')).body).toHaveLength(1);
  expect((await admin.get<Json[]>(`accounts/accounts/su-from-accounts/?asset=${host.id}&limit=15`)).body).toEqual([]);
});

test('the dashboard has each figure that clients draw', async () => {
  const { body } = await admin.get<Json>('index/?total_count=1');
  for (const name of ['job_logs', 'job_logs_running', 'job_logs_failed']) expect([name, body[`total_count_${name}`]]).toEqual([name, 0]);
});

test('regions are none before an account was chosen', async () => {
  const answer = await admin.get('xpack/cloud/regions/');
  expect([answer.status, answer.body]).toEqual([200, { regions: [], count: 0, next: null }]);
  expect((await admin.get('xpack/cloud/regions/?account_id=nonsense')).status).toBe(400);
});

describe('platforms 6 and 7', () => {
  const seedAgain = async (): Promise<void> => {
    const feature = server.assembly.features.find(({ tables }) => tables?.some(({ name }) => name === 'given_platforms'));
    await server.platform.asSystem('test', async (ctx) => feature?.seed?.(ctx));
  };

  test('are there, can be changed, and stay away when they were deleted', async () => {
    for (const [id, name, type] of [
      [6, 'Windows2016', 'windows'],
      [7, 'Other', 'other'],
    ]) {
      const { body } = await root.get<Json>(`assets/platforms/${id}/`);
      expect(body).toMatchObject({ id, name, internal: false, category: { value: 'host' }, type: { value: type } });
      expect((await root.patch(`assets/platforms/${id}/`, { comment: 'ours' })).status).toBe(200);
    }
    expect((await root.delete('assets/platforms/7/')).status).toBe(204);
    await seedAgain();
    expect((await root.get('assets/platforms/7/')).status).toBe(404);
    expect((await root.get<Json>('assets/platforms/6/')).body.comment).toBe('ours');
  });

  test('leave a platform of one’s own alone that has their id or their name', async () => {
    await sql`delete from platforms where id in (6, 7)`.execute(server.db);
    await sql`delete from given_platforms`.execute(server.db);
    await sql`
      insert into platforms (id, name, category, type, charset, protocols, automation, custom_fields, comment, internal, domain_enabled, su_enabled)
      select x.id, x.name, category, type, charset, protocols, automation, custom_fields, 'mine', false, domain_enabled, su_enabled
      from platforms, (values (6, 'Mine'), (1500, 'Other')) x(id, name) where platforms.id = 1`.execute(server.db);
    await seedAgain();
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from platforms where id in (6, 7) or name in ('Mine', 'Other', 'Windows2016') order by id`.execute(server.db);
    expect(rows).toEqual([
      { id: 6, name: 'Mine' },
      { id: 1500, name: 'Other' },
    ]);
  });
});

describe('rows of assets', () => {
  test('say what is special about them, whatever the category', async () => {
    const host = await createHost(admin);
    const database = await admin.post<Json>('assets/databases/', {
      name: uniqueName('db'),
      address: '192.0.2.9',
      platform: 17,
      db_name: 'ships',
      protocols: [{ name: 'mysql', port: 3306 }],
    });
    expect(database.status).toBe(201);
    const rows = (await admin.get<Json[]>(`assets/assets/?ids=${host.id},${database.body.id}&order=name`)).body;
    const by = new Map(rows.map((row) => [row.id, row]));
    expect(by.get(host.id)).toMatchObject({ spec_info: {}, gathered_info: {} });
    expect(by.get(database.body.id)).toMatchObject({ spec_info: { db_name: 'ships', use_ssl: false }, gathered_info: {} });
    expect((await admin.get<Json[]>(`assets/hosts/?ids=${host.id}`)).body[0]).toMatchObject({ spec_info: {}, gathered_info: {} });
  });

  test('are described with the form that makes them, at the address of all of them', async () => {
    const { body } = await admin.send<Json>('OPTIONS', 'assets/assets/');
    for (const name of ['accounts', 'gathered_info', 'spec_info', 'platform']) expect(Object.keys(body.actions.POST)).toContain(name);
    for (const name of ['gathered_info', 'spec_info']) expect(Object.keys(body.actions.GET)).toContain(name);
    expect((await admin.post('assets/assets/', {})).status).toBe(400);
  });

  test('go into a table without documents of the platform, under short titles', async () => {
    for (const path of ['assets', 'hosts', 'devices', 'databases', 'webs', 'clouds', 'gpts', 'customs', 'gateways']) {
      const { body } = await admin.get<string>(`assets/${path}/?format=csv&limit=1`, { headers: { 'accept-language': 'en' } });
      const titles = (String(body).replace('\ufeff', '').split('\r\n')[0] ?? '').split(',');
      expect([path, titles.slice(0, 2), titles.includes('Active')]).toEqual([path, ['ID', 'Name'], true]);
      expect([path, titles.filter((title) => /auto_config|^Automation|spec_info|Specifics/.test(title))]).toEqual([path, []]);
    }
  });
});

test('no two columns of a table have the same title, in any language', () => {
  const twice = readable().flatMap(({ url, fields }) =>
    LANGUAGES.flatMap((language) => {
      const labels = fields.filter(({ options }) => !options.unexported).map(({ options }) => options.label[language]);
      return labels.filter((label, at) => labels.indexOf(label) !== at).map((label) => `${url} ${language} ${label}`);
    }),
  );
  expect(twice).toEqual([]);
});

test('the organisation and its id have labels of their own, in each language', () => {
  for (const { url, fields } of readable()) {
    const [id, name] = ['org_id', 'org_name'].map((one) => fields.find((field) => field.name === one)?.options.label);
    if (id && name) for (const language of LANGUAGES) expect([url, id[language] === name[language]]).toEqual([url, false]);
  }
});

describe('imports', () => {
  const CSV = { headers: { 'content-type': 'text/csv' } };
  const importing = async (api: Api, list: string, csv: string): Promise<Json> => {
    const { body, status } = await api.post<Json>(`${list}render-to-json/`, csv, CSV);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
    const rows = body.data.map((values: Json, at: number) => ({ n: at + 1, values }));
    return (await api.post<Json>(`${list}import-rows/`, { mode: 'create', source: body.source, rows })).body;
  };

  test('take names for references, alone and in lists, where one row has the name', async () => {
    const [one, two] = [uniqueName('one'), uniqueName('two')];
    const zone = await admin.post<Json>('assets/domains/', { name: uniqueName('zone') });
    const { results } = await importing(
      admin,
      'assets/hosts/',
      `Name,Address,Platform,Domain\n${one},192.0.2.1,Linux,${zone.body.name}\n${two},192.0.2.2,Linux(1),\nthird,192.0.2.3,Nonsense,\n`,
    );
    expect(results.map(({ status }: Json) => status)).toEqual(['ok', 'ok', 'error']);
    expect(JSON.stringify(results[2].errors.platform)).toContain('Nonsense');
    const made = (await admin.get<Json>(`assets/hosts/${results[0].id}/`)).body;
    expect(made).toMatchObject({ platform: { id: 1, name: 'Linux' }, domain: { id: zone.body.id } });
    const group = await admin.post<Json>('users/groups/', { name: uniqueName('group') });
    const permission = await importing(
      admin,
      'perms/asset-permissions/',
      `Name,User groups,Assets,Accounts\n${uniqueName('p')},"[""${group.body.name}""]","${one}, ${two}",@ALL\n`,
    );
    expect(permission.results.map(({ status }: Json) => status)).toEqual(['ok']);
    const granted = (await admin.get<Json>(`perms/asset-permissions/${permission.results[0].id}/`)).body;
    expect([granted.user_groups.length, granted.assets.length]).toEqual([1, 2]);
    const name = uniqueName('person');
    const people = await importing(
      admin,
      'users/users/',
      `Name,Username,Email,User groups\n${name},${name},${name}@example.com,${group.body.name}\n`,
    );
    expect((await admin.get<Json>(`users/users/${people.results[0].id}/`)).body.groups).toEqual([
      { id: group.body.id, name: group.body.name },
    ]);
    const domains = await importing(admin, 'assets/domains/', `Name,Assets\n${uniqueName('zone')},${one}\n`);
    expect((await admin.get<Json>(`assets/domains/${domains.results[0].id}/`)).body.assets).toEqual([{ id: results[0].id, name: one }]);
  });

  test('answer a name of another organisation as one that nobody has', async () => {
    const there = root.inOrg((await createOrganisation(root)).id);
    const zone = await there.post<Json>('assets/domains/', { name: uniqueName('theirs') });
    const row = (name: string) => `Name,Address,Platform,Domain\n${uniqueName('h')},192.0.2.1,Linux,${name}\n`;
    const [theirs, nobodys] = [
      await importing(admin, 'assets/hosts/', row(zone.body.name)),
      await importing(admin, 'assets/hosts/', row('nobody')),
    ];
    const errorsOf = ({ results }: Json, name: string) => JSON.stringify(results[0].errors).replace(name, '…');
    expect(errorsOf(theirs, zone.body.name)).toBe(errorsOf(nobodys, 'nobody'));
    expect(theirs.results[0].status).toBe('error');
  });

  test('hang assets at paths of nodes, which are made for who may make some', async () => {
    const path = `/${org.name}/harbour/${uniqueName('pier')}`;
    const csv = () => `Name,Address,Platform,Nodes\n${uniqueName('h')},192.0.2.1,Linux,${path}\n`;
    const role = async (codes: readonly string[]): Promise<Api> => {
      const { body: all } = await root.get<Json[]>('rbac/permissions/?scope=org');
      const ids = all.filter((one) => codes.includes(`${one.content_type.app_label}.${one.codename}`)).map((one) => one.id);
      const made = await root.post<Json>('rbac/org-roles/', { name: uniqueName('role'), scope: 'org', permissions: ids });
      const person = await createUser(admin, { org_roles: [made.body.id] });
      return (await server.as(person.username)).inOrg(org.id);
    };
    const codes = ['assets.add_asset', 'assets.view_asset', 'assets.view_platform', 'assets.view_node'];
    const refused = await importing(await role(codes), 'assets/hosts/', csv());
    expect(refused.results[0]).toMatchObject({ status: 'error', errors: { nodes: [expect.stringContaining('harbour')] } });
    const allowed = await importing(await role([...codes, 'assets.add_node']), 'assets/hosts/', csv());
    expect(allowed.results[0].status).toBe('ok');
    expect((await admin.get<Json>(`assets/hosts/${allowed.results[0].id}/`)).body.nodes_display).toEqual([path]);
    const again = await importing(await role(codes), 'assets/hosts/', csv());
    expect(again.results[0].status).toBe('ok');
  });
});

import { permissionByCode } from '@postern/contract/permissions';
import type { ImportAnswer, RenderedFile } from '@postern/contract/transfer';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';

/** Tables as people write them (docs/behaviour/transfer.md#as-people-write). */

let server: TestServer;
let admin: Api;
let org: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server?.close());
beforeEach(async () => {
  const root = await server.as('admin');
  org = (await createOrganisation(root)).id;
  admin = root.inOrg(org);
});

const HEADERS = { 'content-type': 'text/csv', 'x-tz': 'Asia/Tokyo' };
const read = (text: string, query = '', list = 'assets/hosts/') =>
  admin.post<RenderedFile & Json>(`${list}render-to-json/${query}`, text, { headers: HEADERS });

async function made(text: string, query = '', list = 'assets/hosts/'): Promise<Json[]> {
  const { body } = await read(text, query, list);
  const rows = body.data.map((values, at) => ({ n: at + 1, values }));
  const { body: answer } = await admin.post<ImportAnswer>(`${list}import-rows/`, { mode: 'create', source: body.source, rows });
  expect(answer.results.map((one) => (one.status === 'error' ? one.errors : one.status))).toEqual(rows.map(() => 'ok'));
  return (await admin.get<{ results: Json[] }>(`${list}?order=name&limit=100`)).body.results;
}

test.each([
  ['*Name,*Address,*Platform', ['name', 'address', 'platform']],
  ['名称（Name）,地址(Address) *,平台', ['name', 'address', 'platform']],
  ['platform;ADDRESS;name', ['platform', 'address', 'name']],
  ['ＮＡＭＥ,アドレス,Platform [required]', ['name', 'address', 'platform']],
  ['is_active\tIs Active?\tname\tNode_paths\tnode paths', ['is_active', null, 'name', 'nodes_display', null]],
])('the titles %j are known', async (titles, fields) => {
  if (titles.includes('Node_paths')) expect((await read(`${titles}\n1\t1\ta\tb\tc`)).body.detail).toContain('node paths');
  else expect((await read(`${titles}\n1\n`)).body.columns.map(({ field }) => field)).toEqual(fields);
});

test('what is understood of a file is said, and what is left out is listed', async () => {
  const { body } = await read('Name,Address,Rack,Passwort,Platform\na,10.0.0.1,R7,hunter2,Linux\nb,10.0.0.1,R8,,\n');
  expect(body.columns).toEqual([
    { title: 'Name', field: 'name', samples: ['a', 'b'] },
    { title: 'Address', field: 'address', samples: ['10.0.0.1'] },
    { title: 'Rack', field: null, samples: ['R7', 'R8'] },
    { title: 'Passwort', field: null, samples: [] },
    { title: 'Platform', field: 'platform', samples: ['Linux'] },
  ]);
  expect(body).toMatchObject({ format: 'csv', ignored: ['Rack', 'Passwort'], unread: [], missed: 0 });
  expect(body.fields).toContainEqual(['Comment', 'comment']);
  const chosen = await read(
    'Name,Address,Rack,Passwort,Platform\na,10.0.0.1,R7,hunter2,Linux\n',
    '?columns=name,address,comment,,platform',
  );
  expect(chosen.body.data).toMatchObject([{ name: 'a', comment: 'R7' }]);
  expect(chosen.body.ignored).toEqual(['Passwort']);
  expect((await read('Name\na\n', '?columns=created_by')).status).toBe(400);
  expect((await read('Name,B\na,b\n', '?columns=name,name')).body.code).toBe('parse_error');
});

test('cells are read as people write them', async () => {
  const hosts = await made(
    [
      'name,address,platform,protocols,nodes,is_active',
      'a,10.0.0.1,linux,"ssh:22, rdp",Default/Berlin/Web,yes',
      'b,10.0.0.2,LINUX,SSH/2222,Berlin/Web,0',
      'c,10.0.0.3,Windows,rdp 3390;ssh,/Berlin/Web,いいえ',
    ].join('\n'),
  );
  expect(hosts.map(({ platform }) => (platform as Json).name)).toEqual(['Linux', 'Linux', 'Windows']);
  expect(hosts.map(({ is_active }) => is_active)).toEqual([true, false, false]);
  expect(hosts.map(({ protocols }) => protocols)).toMatchObject([
    [
      { name: 'ssh', port: 22 },
      { name: 'rdp', port: 3389 },
    ],
    [{ name: 'ssh', port: 2222 }],
    [{ name: 'rdp', port: 3390 }, { name: 'ssh' }],
  ]);
  expect(hosts.map(({ nodes_display }) => (nodes_display as string[]).map((path) => path.replace(/^\/[^/]+/, '')))).toEqual([
    ['/Default/Berlin/Web'],
    ['/Berlin/Web'],
    ['/Berlin/Web'],
  ]);
});

test('dates are read in the zone of who sends them', async () => {
  const written = [
    '2031/1/5',
    '2031-01-05 9:30',
    '2031年1月5日',
    '5.1.2031 21:00',
    '2031/01/05 00:00:00 +0000',
    '31/1/2031',
    '1/31/2031 9:30 PM',
  ];
  const { body } = await read(
    ['name,date_expired', ...written.map((date, at) => `p${at},"${date}"`), 'q,1/2/2031'].join('\n'),
    '',
    'perms/asset-permissions/',
  );
  expect(body.data.map(({ date_expired }) => date_expired)).toEqual([
    '2031-01-04T15:00:00.000Z',
    '2031-01-05T00:30:00.000Z',
    '2031-01-04T15:00:00.000Z',
    '2031-01-05T12:00:00.000Z',
    '2031/01/05 00:00:00 +0000',
    '2031-01-30T15:00:00.000Z',
    '2031-01-31T12:30:00.000Z',
    '1/2/2031',
  ]);
});

test('rows with a log-in name are refused in words to whoever may not add accounts, and the others go in', async () => {
  const root = await server.as('admin');
  const permissions = ['assets.add_asset', 'assets.view_asset', 'assets.add_node', 'assets.view_platform'].map(
    (code) => permissionByCode(code)?.id,
  );
  const role = await root.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('adders'), permissions });
  const adder = await createUser(admin, { org_roles: [role.body.id] });
  const them = (await server.as(String(adder.username))).inOrg(org);
  const { body: file } = await them.post<RenderedFile>(
    'assets/hosts/render-to-json/?file_name=config',
    'Host web-1\n  HostName 10.0.0.1\n  User deploy\nHost web-2\n  HostName 10.0.0.2\n',
    { headers: HEADERS },
  );
  const rows = file.data.map((values, at) => ({ n: at + 1, values }));
  for (const dry_run of [true, false]) {
    const { body } = await them.post<ImportAnswer>('assets/hosts/import-rows/', { mode: 'create', source: file.source, rows, dry_run });
    expect(body.results.map(({ status }) => status)).toEqual(['error', dry_run ? 'checked' : 'ok']);
    expect(body.results[0]).toMatchObject({
      errors: { non_field_errors: ['You may not add accounts. Leave the usernames out, or ask an administrator for a role that may.'] },
    });
  }
});

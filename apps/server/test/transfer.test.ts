import { createHash } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { ImportAnswer, RenderedFile } from '@postern/contract/transfer';
import type { Answer, Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { operateChain } from '../src/platform/audit/operate-log.ts';
import { verifyChain } from '../src/platform/audit/verify.ts';
import { mintBearerToken } from '../src/platform/auth/bearer-tokens.ts';
import { serverOfFile } from './harness.ts';
import { fingerprint } from './matrix/fingerprint.ts';
import { cell, partOf, sheetOf, workbookOf, zipOf } from './matrix/workbooks.ts';

/** Lists as files and back, over HTTP (docs/wire/conventions.md#exports, decision 0030). */

let admin: Api;
let org: string;
const server = serverOfFile();
// Each test in an organisation of its own, so that lists hold what the test made.
beforeEach(async () => {
  const root = await server.as('admin');
  org = (await createOrganisation(root)).id;
  admin = root.inOrg(org);
});

const CSV = { headers: { 'content-type': 'text/csv' } };
const XLSX = { headers: { 'content-type': 'text/xlsx' } };
const LIST = 'assets/hosts/';
const LABELS = 'assets/labels/';
const sourceOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const render = (list: string, file: string | Uint8Array, options = CSV): Promise<Answer<RenderedFile & Json>> =>
  admin.post<RenderedFile & Json>(`${list}render-to-json/`, file, options);
const numbered = (data: readonly Json[]) => data.map((values, at) => ({ n: at + 1, values }));

interface Portion {
  mode?: 'create' | 'update';
  dry_run?: boolean;
  source?: string;
  rows: readonly { n: number; values: Json }[];
}
const send = (list: string, portion: Portion, api = admin): Promise<Answer<ImportAnswer>> =>
  api.post<ImportAnswer>(`${list}import-rows/`, { mode: 'create', source: sourceOf('a file'), ...portion });
const statuses = ({ body }: Answer<ImportAnswer>): string[] => body.results.map(({ status }) => status);
const errorsOf = ({ body }: Answer<ImportAnswer>, n: number): Json => {
  const found = body.results.find((one) => one.n === n);
  return found?.status === 'error' ? found.errors : {};
};

const audits = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select seq::int as n from audit_chains where name = 'operate_logs'`.execute(server.db);
  return rows[0]?.n ?? 0;
};
/** Content of all tables but what imports remember of themselves. */
const content = async (): Promise<Json> => {
  const { import_keys: _keys, import_rows: _rows, bearer_tokens: _tokens, ...rest } = await fingerprint(server.db);
  return rest;
};

describe('an exported list', () => {
  test('has the columns, cells, name and type that spreadsheets of other versions have', async () => {
    const host = await createHost(admin, { name: '数据,"库"', comment: 'two\nlines', labels: [{ name: 'env', value: 'prod' }] });
    const answer = await admin.get<string>(`${LIST}?format=csv`, { headers: { 'x-tz': 'UTC' } });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="host_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"$/);
    const [head, row] = answer.body.split(/\r\n(?=[^\n])/);
    expect(head).toBe(
      'ID,Name,Address,Comment,Domain,Platform,Nodes,Labels,Protocols,Node paths,Category,Type,Connectivity,Hardware,Created by,Organisation,Active,Date verified,Date created',
    );
    expect(row).toContain(`${host.id},"数据,""库""",127.0.0.1,"two\nlines",-,Linux(1),"[""`);
    expect(row).toContain('"[""env:prod""]","[""ssh/22""]"');
    // No column of secrets; that their values are nowhere is shown for every resource (transfer-resources.test.ts).
    expect(head).not.toMatch(/secret/i);
    // UTF-8 is marked, or spreadsheets take it for something else.
    expect((await download(`${LIST}?format=csv`)).subarray(0, 5).toString('latin1')).toBe('\xef\xbb\xbfID');
  });

  test('obeys filters, stored sets, order, columns, the language, and rights', async () => {
    const made = await Promise.all(['b', 'a', 'c'].map((name) => createHost(admin, { name: `${name}-${uniqueName('x')}` })));
    const names = async (query: string) =>
      (await admin.get<string>(`${LIST}?format=csv&fields=name&${query}`)).body.replace('\ufeff', '').trim().split('\r\n').slice(1);
    const sorted = made.map(({ name }) => name).sort();
    expect(await names('')).toEqual(sorted);
    expect(await names('order=-name')).toEqual(sorted.toReversed());
    expect(await names(`search=${sorted[1]}`)).toEqual([sorted[1]]);
    const { spm } = (await admin.post('common/resources/cache/', { resources: [made[0]?.id, made[2]?.id] })).body;
    expect(await names(`spm=${spm}`)).toEqual([made[0]?.name, made[2]?.name].sort());
    expect(await names('limit=1')).toEqual(sorted.slice(0, 1));
    expect((await admin.get<string>(`${LIST}?format=csv&fields=name`, { headers: { cookie: 'django_language=zh' } })).body).toContain(
      '名称',
    );
    expect((await admin.get(`${LIST}?format=pdf`)).status).toBe(404);
    const nobody = await createUser(admin, { system_roles: [ROLE.USER], org_roles: [ROLE.ORG_USER] });
    expect((await (await server.as(nobody.username)).get(`${LIST}?format=csv`)).status).toBe(403);
  });

  test('never runs as a formula', async () => {
    await createHost(admin, { name: `=HYPERLINK("x")${uniqueName('')}`, address: '@SUM(1)', comment: '-2+3;=1' });
    const { body } = await admin.get<string>(`${LIST}?format=csv`);
    const cells = body.split('\r\n')[1] ?? '';
    expect(cells).toMatch(/"'=HYPERLINK/);
    expect(cells).toContain(",'@SUM(1),");
    expect(cells).toContain(`"'-2+3;=1"`);
    const file = await download(`${LIST}?format=xlsx`);
    const sheet = partOf(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toMatch(/<f>|<v>/);
    expect(sheet).toContain('t="inlineStr" s="1"');
  });

  test('as a template has what a write takes, and one example', async () => {
    await createHost(admin);
    await createHost(admin);
    const lines = async (template: string) =>
      (await admin.get<string>(`${LIST}?format=csv&template=${template}`)).body.replace('\ufeff', '').trim().split('\r\n');
    expect(await lines('import')).toHaveLength(2);
    expect((await lines('import'))[0]).toMatch(/^\*Name,\*Address,.*\*Platform/);
    expect((await lines('update'))[0]).toMatch(/^ID,/);
    expect(await lines('update')).toHaveLength(3);
  });
});

/** A file as bytes; the test client reads answers as text. */
async function download(path: string): Promise<Buffer> {
  const { rows } = await sql<{ id: string }>`select id from users where username = 'admin'`.execute(server.db);
  const { token } = await mintBearerToken(server.db, rows[0]?.id ?? '', '127.0.0.1', 600);
  const response = await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}`, 'x-jms-org': org } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

describe('a file that is read', () => {
  test('answers columns and rows as bodies, whatever it was saved as', async () => {
    const text = '名称,*地址,平台,Unknown\n主机,10.0.0.1,Linux(1),?\n,,,\n007,10.0.0.2,1,\n';
    const expected = {
      title: [
        ['Name', 'name'],
        ['Address', 'address'],
        ['Platform', 'platform'],
      ],
      data: [
        { name: '主机', address: '10.0.0.1', platform: { pk: 1, name: 'Linux' }, '': '?' },
        { name: '007', address: '10.0.0.2', platform: '1', '': '' },
      ],
    };
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const file of [text, `\ufeff${text}`, utf16]) {
      const answer = await render(LIST, file);
      expect(answer.body).toMatchObject({ ...expected, source: sourceOf(file), ignored: ['Unknown'] });
    }
    const book = workbookOf(
      sheetOf([
        ['名称', '*地址', '平台', 'Unknown'].map(cell),
        ['主机', '10.0.0.1', 'Linux(1)', '?'].map(cell),
        [],
        [cell('007'), '<c t="s"><v>0</v></c>', '<c><f>1*1</f><v>1</v></c>'],
      ]),
      [{ name: 'xl/sharedStrings.xml', data: '<sst><si><r><t>10.0.</t></r><r><t>0.2</t></r><rPh><t>x</t></rPh></si></sst>' }],
    );
    expect((await render(LIST, book, XLSX)).body).toMatchObject(expected);
    // A browser may call an XLSX something else: what it is counts.
    expect((await render(LIST, book, CSV)).status).toBe(200);
  });

  test('shows secrets to who sent them and keeps nothing', async () => {
    const before = await content();
    const { body, headers } = await render('accounts/accounts/', 'Username,Secret\nroot,hunter2\n');
    expect(body.data).toEqual([{ username: 'root', secret: 'hunter2' }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await content()).toEqual(before);
  });

  test('does not stop the server', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `host-${at},10.0.0.1,Linux(1),some words that make it longer`);
    const reading = render(LIST, ['Name,Address,Platform,Comment', ...lines].join('\n'));
    let done = false;
    void reading.finally(() => {
      done = true;
    });
    let answered = 0;
    while (!done) {
      await server.anyone.get('health/');
      if (!done) answered += 1;
    }
    expect((await reading).body.data).toHaveLength(60_000);
    // Others get their answers in between; a server that reads in one go gives one at the start and one at the end.
    expect(answered).toBeGreaterThan(10);
  });
});

const TITLES = sheetOf([['Name', 'Address'].map(cell)]);
const many = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
const GBK = Buffer.from('b7fecef1c6f72cb1b8d7a20a', 'hex');
const LAUGHS = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${sheetOf([['Name', 'Address'].map(cell), [cell('&b;')]])}`;

/** Every way in which a file can be wrong, and the code that says so. */
const BAD: readonly [what: string, file: () => string | Buffer, code: string, options?: typeof CSV][] = [
  ['a PDF named .xlsx', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'parse_error', XLSX],
  ['a PDF named .csv', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'parse_error'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452000000010000', 'hex'), 'parse_error'],
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'parse_error', XLSX],
  ['31 MB', () => Buffer.alloc(31 * 1024 * 1024, 'a,b\n'), 'file_content_overflowed'],
  ['an empty file', () => '', 'error'],
  ['titles alone', () => 'Name,Address\n', 'error'],
  ['titles alone in a workbook', () => workbookOf(TITLES), 'error', XLSX],
  ['unknown columns', () => 'One,Two\n1,2\n', 'parse_error'],
  ['a column twice', () => 'Name,name,Address\na,b,c\n', 'parse_error'],
  ['301 columns', () => `Name,Address,${many(299)}\n1,2\n`, 'parse_error'],
  ['301 columns in a row', () => `Name,Address\n${many(301)}\n`, 'parse_error'],
  ['301 columns in a workbook', () => workbookOf(sheetOf([Array.from({ length: 301 }, () => cell('x'))])), 'parse_error', XLSX],
  [
    'a column far away',
    () => workbookOf(sheetOf([[cell('Name')], ['<c r="ZZZZZZ2" t="inlineStr"><is><t>x</t></is></c>']])),
    'parse_error',
    XLSX,
  ],
  ['too many rows', () => `Name\n${'a\n'.repeat(200_001)}`, 'file_content_overflowed'],
  ['a quotation mark that never ends', () => 'Name,Address\n"a,b\nc,d\n', 'parse_error'],
  ['a cell without end', () => `Name\n${'x'.repeat(300_000)}\n`, 'parse_error'],
  ['two encodings', () => Buffer.concat([Buffer.from('名称,地址\n数据中心,服务器\n'), GBK]), 'parse_error'],
  ['bytes of no encoding', () => Buffer.concat([Buffer.from('Name\n'), Buffer.from([0xff, 0x81, 0x00, 0xfe, 0x80])]), 'parse_error'],
  ['half of a workbook', () => workbookOf(TITLES).subarray(0, 300), 'parse_error', XLSX],
  ['a workbook without its sheet', () => zipOf([{ name: 'xl/workbook.xml', data: '<workbook/>' }]), 'parse_error', XLSX],
  ['an archive of something else', () => zipOf([{ name: 'readme.txt', data: 'x' }]), 'parse_error', XLSX],
  ['broken XML', () => workbookOf('<worksheet><sheetData><row><c>'), 'parse_error', XLSX],
  ['entities', () => workbookOf(LAUGHS), 'parse_error', XLSX],
  ['deep XML', () => workbookOf('<a>'.repeat(5_000)), 'parse_error', XLSX],
  ['a formula without a result', () => workbookOf(sheetOf([['Name'].map(cell), ['<c><f>1+1</f></c>']])), 'parse_error', XLSX],
  ['an error in a cell', () => workbookOf(sheetOf([['Name'].map(cell), ['<c t="e"><v>#REF!</v></c>']])), 'parse_error', XLSX],
  ['a bomb that says so', () => workbookOf(`${TITLES}${' '.repeat(420 * 1024 * 1024)}`), 'file_content_overflowed', XLSX],
  [
    'a bomb that lies',
    () => workbookOf(TITLES, [{ name: 'xl/sharedStrings.xml', data: `<sst>${' '.repeat(420 * 1024 * 1024)}</sst>`, claims: 20 }]),
    'parse_error|file_content_overflowed',
    XLSX,
  ],
  [
    '2,500 entries',
    () =>
      workbookOf(
        TITLES,
        Array.from({ length: 2_500 }, (_, at) => ({ name: `x/${at}`, data: '' })),
      ),
    'file_content_overflowed',
    XLSX,
  ],
];

describe('a bad file', () => {
  test.each(BAD)('%s is refused in words, and changes nothing', async (_what, file, code, options = CSV) => {
    const before = await content();
    const bytes = file();
    for (const path of [`${LIST}render-to-json/`, LIST]) {
      const answer = await admin
        .post<Json>(path, bytes, options)
        .catch((error: Error) => (bytes.length > 30 * 1024 * 1024 ? undefined : Promise.reject(error)));
      // The server may hang up on somebody who goes on sending 31 MB; where it answers, it says why.
      if (!answer) continue;
      expect([answer.status, String(answer.body.code)]).toEqual([400, expect.stringMatching(new RegExp(`^(${code})$`))]);
      expect(answer.body.detail).toMatch(/\w.*\.$/);
    }
    expect(await content()).toEqual(before);
  });

  test('is refused to who may neither add nor change, before it is read', async () => {
    const nobody = await createUser(admin, { system_roles: [ROLE.USER], org_roles: [ROLE.ORG_USER] });
    const other = (await server.as(nobody.username)).inOrg(org);
    expect((await other.post(`${LIST}render-to-json/`, 'Name\nx\n', CSV)).status).toBe(403);
    expect((await other.post(LIST, 'Name\nx\n', CSV)).status).toBe(403);
    expect((await send(LIST, { rows: [{ n: 1, values: {} }] }, other)).status).toBe(403);
    expect((await server.anyone.post(`${LIST}render-to-json/`, 'Name\nx\n', CSV)).status).toBe(401);
  });
});

const host = (name: string, more: Json = {}): Json => ({ name, address: '10.0.0.1', platform: 'Linux(1)', ...more });

describe('rows', () => {
  test('are checked without a trace and written one by one', async () => {
    const rows = numbered([
      { name: 'one', address: '10.0.0.1', platform: { pk: 1 } },
      { name: 'two', address: '', platform: { pk: 1 } },
      { name: 'one', address: '10.0.0.3', platform: { pk: 1 } },
      { name: 'four', address: '10.0.0.4', platform: { pk: 99_999 } },
      { name: 'five', address: '10.0.0.5', platform: { pk: 1 }, nodes_display: ['/made/by/import'], labels: [{ name: 'env', value: 'x' }] },
    ]);
    const [before, events] = [await content(), await audits()];
    const checked = await send(LIST, { rows, dry_run: true });
    expect(statuses(checked)).toEqual(['checked', 'error', 'error', 'error', 'checked']);
    expect([errorsOf(checked, 2), errorsOf(checked, 3), errorsOf(checked, 4)].map((one) => Object.keys(one))).toEqual([
      ['address'],
      ['name'],
      ['platform'],
    ]);
    expect(await content()).toEqual(before);
    expect(await audits()).toBe(events);
    const written = await send(LIST, { rows });
    expect(statuses(written)).toEqual(['ok', 'error', 'error', 'error', 'ok']);
    // Two hosts, and the label and three nodes that one of them brought along.
    expect(await audits()).toBe(events + 6);
    const made = await admin.get<Json[]>(LIST);
    expect(made.body.map(({ name }) => name)).toEqual(['five', 'one']);
    expect(made.body[0]?.nodes_display[0]).toMatch(/made\/by\/import$/);
  });

  test('that were written already are kept, also when the answer was lost', async () => {
    const rows = numbered(['a', 'b'].map((name) => ({ name, value: 'v' })));
    const first = await send(LABELS, { rows });
    const events = await audits();
    const again = await send(LABELS, { rows });
    expect(statuses(again)).toEqual(['kept', 'kept']);
    expect(again.body.results).toEqual(first.body.results.map((one) => ({ ...one, status: 'kept' })));
    expect(await audits()).toBe(events);
    // Both at once: one writes, the other finds it written.
    const late = numbered([{ name: 'c', value: 'v' }]).map((row) => ({ ...row, n: 3 }));
    const both = await Promise.all([send(LABELS, { rows: late }), send(LABELS, { rows: late })]);
    expect(both.flatMap(statuses).sort()).toEqual(['kept', 'ok']);
    // Another file, a changed row, or an object that has gone since: nothing is remembered of those.
    expect(statuses(await send(LABELS, { rows, source: sourceOf('other') }))).toEqual(['error', 'error']);
    expect(statuses(await send(LABELS, { rows: [{ n: 1, values: { name: 'a', value: 'changed' } }] }))).toEqual(['ok']);
    const gone = first.body.results[1];
    await admin.delete(`${LABELS}${gone?.status === 'ok' ? gone.id : ''}/`);
    expect(statuses(await send(LABELS, { rows: rows.slice(1) }))).toEqual(['ok']);
    // Nor of another person's import.
    const other = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN] });
    expect(statuses(await send(LABELS, { rows: rows.slice(1) }, (await server.as(other.username)).inOrg(org)))).toEqual(['error']);
  });

  test('that collide with a row of another portion are found by the check', async () => {
    const check = (rows: Portion['rows']) =>
      send(LIST, { rows: rows.map(({ n, values }) => ({ n, values: { address: 'x', platform: { pk: 1 }, ...values } })), dry_run: true });
    expect(statuses(await check([{ n: 1, values: { name: 'same' } }]))).toEqual(['checked']);
    const second = await check([
      { n: 2, values: { name: 'same' } },
      { n: 3, values: { name: 'other' } },
    ]);
    expect(statuses(second)).toEqual(['error', 'checked']);
    expect(errorsOf(second, 2)).toHaveProperty('name');
    // Checked again after it was edited, a row no longer stands in the way of another.
    expect(statuses(await check([{ n: 1, values: { name: 'renamed' } }]))).toEqual(['checked']);
    expect(statuses(await check([{ n: 2, values: { name: 'same' } }]))).toEqual(['checked']);
    expect(statuses(await check([{ n: 1, values: { name: 'renamed' } }]))).toEqual(['checked']);
  });

  test('of an update change what they name and nothing else', async () => {
    const [a, b] = [await createHost(admin, { comment: 'kept' }), await createHost(admin)];
    const events = await audits();
    const answer = await send(LIST, {
      mode: 'update',
      rows: [
        { n: 1, values: { id: a.id, name: `${a.name}-new`, comment: '', platform: '' } },
        { n: 2, values: { id: b.id.replaceAll('-', ''), address: '10.9.9.9' } },
        { n: 3, values: { id: ORG.SYSTEM, name: 'nobody' } },
        { n: 4, values: { name: 'without an id' } },
        { n: 5, values: { id: b.id, address: '10.8.8.8' } },
        { n: 6, values: { id: a.id } },
      ],
    });
    expect(statuses(answer)).toEqual(['ok', 'ok', 'error', 'error', 'error', 'error']);
    expect([3, 4, 5, 6].map((n) => Object.keys(errorsOf(answer, n)))).toEqual([['id'], ['id'], ['id'], ['id']]);
    expect((await admin.get(`${LIST}${a.id}/`)).body).toMatchObject({ name: `${a.name}-new`, comment: '', platform: { id: 1 } });
    expect((await admin.get(`${LIST}${b.id}/`)).body).toMatchObject({ name: b.name, address: '10.9.9.9' });
    expect(await audits()).toBe(events + 2);
  });

  test('need the right of their mode, and an organisation', async () => {
    const rows = [{ n: 1, values: host('x') }];
    const root = (await server.as('admin')).inOrg(ORG.ROOT);
    expect((await send(LIST, { rows }, root)).body).toMatchObject({ detail: expect.any(String) });
    const role = await admin.post('rbac/org-roles/', {
      scope: 'org',
      name: uniqueName('changers'),
      permissions: ['assets.view_asset', 'assets.change_asset'].map((code) => String(permissionByCode(code)?.id)),
    });
    const changer = await createUser(admin, { system_roles: [ROLE.USER], org_roles: [role.body.id] });
    const api = (await server.as(changer.username)).inOrg(org);
    const mine = await createHost(admin);
    expect((await send(LIST, { rows }, api)).status).toBe(403);
    expect(statuses(await send(LIST, { mode: 'update', rows: [{ n: 1, values: { id: mine.id, comment: 'x' } }] }, api))).toEqual(['ok']);
    expect((await api.post(LIST, 'Name\nx\n', CSV)).status).toBe(403);
    for (const body of [
      {},
      { mode: 'create', source: 'x', rows },
      { mode: 'drop', source: sourceOf('x'), rows },
      { mode: 'create', source: sourceOf('x'), rows: [...rows, ...rows] },
    ])
      expect((await admin.post(`${LIST}import-rows/`, body)).status).toBe(400);
    expect(Object.keys((await send('audits/operate-logs/', { rows })).body)).toEqual(['detail', 'code']);
  });

  test('2,000 of which 37 are bad: each is told, the others are written', async () => {
    const bad = new Set(Array.from({ length: 37 }, (_, at) => 20 + at * 53));
    const text = [
      'Name,Address,Platform,Protocols,Active',
      ...Array.from({ length: 2_000 }, (_, at) => {
        const n = at + 1;
        if (!bad.has(n)) return `主机-${String(n).padStart(5, '0')},10.1.${n >> 8}.${n & 255},Linux(1),"[""ssh/22""]",Yes`;
        return [
          `,10.0.0.1,Linux(1),,`,
          `主机-${n},,Linux(1),,`,
          `主机-${n},x,Linux(99999),,`,
          `主机-${n},x,Linux(1),vnc/1,`,
          `主机-00001,x,Linux(1),,`,
        ][n % 5];
      }),
    ].join('\r\n');
    const { body } = await render(LIST, text);
    const rows = numbered(body.data);
    expect(rows).toHaveLength(2_000);
    const events = await audits();
    for (const dry_run of [true, false]) {
      const failed: number[] = [];
      for (let at = 0; at < rows.length; at += 500) {
        const answer = await send(LIST, { source: body.source, dry_run, rows: rows.slice(at, at + 500) });
        expect(answer.status).toBe(200);
        for (const one of answer.body.results) if (one.status === 'error' && Object.keys(one.errors).length > 0) failed.push(one.n);
      }
      expect(failed).toEqual([...bad]);
      expect(await audits()).toBe(events + (dry_run ? 0 : 1_963));
    }
    expect((await admin.get(`${LIST}?limit=1`)).body.count).toBe(1_963);
    expect((await admin.get<Json[]>(`${LIST}?search=${encodeURIComponent('主机-00001')}`)).body).toHaveLength(1);
    const report = await verifyChain(server.db, operateChain);
    expect(report.broken).toBeUndefined();
  });
});

describe('a file posted to the list', () => {
  test('makes all of its rows or none', async () => {
    const made = await admin.post<Json[]>(LABELS, 'Name,Value\na,1\nb,2\n', CSV);
    expect([made.status, made.body.map(({ name }) => name)]).toEqual([201, ['a', 'b']]);
    const refused = await admin.post<Json[]>(LABELS, 'Name,Value\nc,3\n,4\na,1\n', CSV);
    expect([refused.status, refused.body.map((one) => Object.keys(one))]).toEqual([400, [[], ['name'], ['name', 'value']]]);
    expect((await admin.get(`${LABELS}?limit=10`)).body.count).toBe(2);
  });
});

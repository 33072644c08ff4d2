import { readdirSync, readFileSync } from 'node:fs';
import type { ImportAnswer, RenderedFile } from '@postern/contract/transfer';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';
import { zipOf } from './matrix/workbooks.ts';

/** Files as people have them, sent as a browser sends them: each becomes hosts, or is refused with a line that says what to do. */

const server = serverOfFile();
const root = forThisFile(() => server.as('admin'));

const FOLDER = new URL('./import-corpus/', import.meta.url);

interface Expected {
  format?: string;
  /** `name address platform protocols path accounts` of what is made. */
  hosts?: readonly string[];
  ignored?: readonly string[];
  /** `line reason text`. */
  unread?: readonly string[];
  /** What is said of a file that is not read. */
  refused?: RegExp;
  /** What is said of its rows. */
  wrong?: RegExp;
}

const FILES: Readonly<Record<string, Expected>> = {
  '01-ours-english.csv': {
    format: 'csv',
    hosts: ['web-01 10.0.0.11 Linux ssh:22 /Default/Web', 'web-02 10.0.0.12 Linux ssh:2222 /Default/Web'],
  },
  '02-chinese-gb18030.csv': {
    hosts: ['数据库一 10.0.1.1 Linux ssh:22 /默认/数据库', '数据库二 10.0.1.2 Linux ssh:22,telnet:23 /默认/数据库'],
    ignored: ['负责人'],
  },
  '03-japanese-shift-jis.csv': {
    hosts: ['予備サーバー 10.0.2.2 Windows rdp:3389 /東京/本社', '基幹サーバー 10.0.2.1 Windows rdp:3389 /東京/本社'],
  },
  '04-field-names-any-order.csv': {
    hosts: ['a-1 10.0.3.1 Linux ssh:22,rdp:3389', 'a-2 10.0.3.2 Linux ssh:22'],
    ignored: ['rack', 'owner'],
  },
  '05-tabs-utf16.csv': { hosts: ['uni-1 10.0.4.1 Linux ssh:22', 'uni-2 10.0.4.2 Linux ssh:22'] },
  '06-workbook.xlsx': { format: 'xlsx', hosts: ['xl-1 10.0.5.1 Linux ssh:22', 'xl-2 10.0.5.2 Windows rdp:3389'] },
  '07-jumpserver-export.csv': {
    hosts: ['核心-01 10.0.6.1 Linux ssh:22,sftp:22 /Default/核心'],
    ignored: ['类别', '类型', '可连接性', '自动化信息', '创建者', '组织名称', '校验日期', '创建日期'],
  },
  '08-missing-platform.csv': { hosts: [], wrong: /"platform":.*required/ },
  '09-no-known-title.csv': { refused: /None of the titles/ },
  '10-title-twice.csv': { refused: /"\*name" is there twice/ },
  '11-quote-missing.csv': { refused: /Row 2 cannot be read: a quotation mark/ },
  '12-only-titles.csv': { refused: /no rows below the titles/ },
  '13-ssh_config': {
    format: 'ssh_config',
    hosts: [
      'bastion bastion.example.com Linux ssh:2222 / ops',
      'web-1 web-1.internal Linux ssh:22 / deploy',
      'web-2 web-2.internal Linux ssh:22 / deploy',
    ],
    ignored: ['ProxyJump', 'ServerAliveInterval'],
    unread: ['6 pattern Host web-* !web-old'],
  },
  '14-ansible.ini': {
    format: 'ansible',
    hosts: [
      'dc-1 10.0.9.9 Windows rdp:3389,winrm:5985 /site/win',
      'web1.example.com web1.example.com Linux ssh:22 /site/web deploy',
      'web2.example.com web2.example.com Linux ssh:22 /site/web deploy',
    ],
    ignored: ['ntp', 'ansible_password'],
    unread: ['11 protocol sw ansible_connection=httpapi ansible_password=***'],
  },
  '15-ansible.yml': {
    format: 'ansible',
    hosts: ['db-1 10.0.10.1 Linux ssh:2200 /db postgres', 'db-2 db-2 Linux ssh:22 /db'],
    ignored: ['ansible_ssh_private_key_file'],
  },
  '16-hosts': {
    format: 'hosts',
    hosts: ['nas.example.com 10.0.11.1 Linux ssh:22', 'printer 10.0.11.2 Linux ssh:22'],
    ignored: ['localhost'],
    unread: ['5 no_address nonsense here'],
  },
  '17-lines.txt': {
    format: 'lines',
    hosts: ['10.0.12.1 10.0.12.1 Linux ssh:2222 / root', '10.0.12.2 10.0.12.2 Windows rdp:3389 / admin'],
    unread: ['4 port host:99999'],
  },
  '18-royal-ts.rtsz': {
    format: 'royal_ts',
    hosts: ['dc 10.0.13.2 Windows rdp:3390 /Berlin', 'edge 10.0.13.1 Linux ssh:2222 /Berlin/Web ops'],
    ignored: ['RoyalCredential'],
    unread: ['9 protocol wiki'],
  },
  '19-royal-ts-encrypted.rtsz': { refused: /encrypted. Save it without a password/ },
  '20-royal-ts.csv': {
    format: 'royal_ts',
    hosts: ['dc 10.0.14.2 Windows rdp:3389 /Berlin', 'edge 10.0.14.1 Linux ssh:22 /Berlin/Web ops'],
    ignored: ['Color'],
  },
  '21-mremoteng.xml': {
    format: 'mremoteng',
    hosts: ['app 10.0.15.1 Linux ssh:22 /Prod deploy', 'desk 10.0.15.2 Windows rdp:3389 /Prod'],
    unread: ['6 protocol site'],
  },
  '22-mremoteng-encrypted.xml': { refused: /encrypted. Save it without a password/ },
  '23-mremoteng.csv': {
    format: 'mremoteng',
    hosts: ['app 10.0.16.1 Linux ssh:2222 /Prod/Apps deploy'],
    unread: ['5 no_address empty'],
  },
  '24-termius.csv': {
    format: 'termius',
    hosts: ['router 10.0.17.2 Linux ssh:22,telnet:23 / admin', 'web 10.0.17.1 Linux ssh:2222 /Prod/Web deploy'],
    ignored: ['Password', 'SSH_KEY'],
  },
  '25-putty.reg': {
    format: 'putty',
    hosts: ['Core switch 10.0.18.1 Linux ssh:22 / admin'],
    ignored: ['Default Settings'],
    unread: ['15 protocol COM1'],
  },
  '26-putty-session': { format: 'putty', hosts: ['10.0.19.1 10.0.19.1 Linux ssh:2022 / ops'] },
  '27-royal-ts-packed.rtsz': {
    format: 'royal_ts',
    hosts: ['edge 10.0.27.1 Linux ssh:2200 /Köln', 'mac-mini 10.0.27.2 macOS ssh:22,vnc:5900 /Köln'],
  },
  '28-royal-ts-packed-password.rtsz': { refused: /encrypted. Save it without a password/ },
  '29-royal-ts-entities.rtsz': { refused: /No machine was found.*Line 1/ },
  '30-mremoteng-inherited.xml': {
    format: 'mremoteng',
    hosts: ['db-1 10.0.30.2 Linux ssh:2222 /Prod postgres', 'web-1 10.0.30.1 Linux ssh:3389 /Prod/Web ops'],
  },
  '31-mremoteng-inherited.csv': { format: 'mremoteng', hosts: ['app 10.0.31.1 Linux ssh:2222 /Prod ops'] },
  '32-ssh-includes': {
    format: 'ssh_config',
    hosts: ['edge.lab edge.lab Linux ssh:22 / lab', 'gw 198.51.100.7 Linux ssh:2022 / ops', 'inner.lab inner.lab Linux ssh:22 / lab'],
    ignored: ['ProxyJump'],
    unread: [
      '2 elsewhere Include config.d/*.conf',
      '3 elsewhere Include ~/.orbstack/ssh/config',
      '5 pattern Host *.lab',
      '11 pattern Match host *.corp exec "nc -z %h 22"',
      '15 pattern Host web-??',
    ],
  },
  '33-ansible-groups.ini': {
    format: 'ansible',
    hosts: [
      'bare-1 bare-1 Linux ssh:22',
      'db-a 10.0.33.7 Linux ssh:2200 /site/db postgres',
      'db-b 10.0.33.7 Linux ssh:2200 /site/db postgres',
      'web01.example.com web01.example.com Linux ssh:22 /site/web deploy',
      'web03.example.com web03.example.com Linux ssh:22 /site/web deploy',
      'web05.example.com web05.example.com Linux ssh:22 /site/web deploy',
    ],
    ignored: ['ansible_become_password'],
    unread: ['15 syntax [broken', '16 syntax x[1:'],
  },
  '34-ansible-groups.yaml': {
    format: 'ansible',
    hosts: [
      'bare-1 bare-1 Linux ssh:22 / deploy',
      'db-1 db-1 Linux ssh:2200 /site/db postgres',
      'web1 10.0.34.1 Linux ssh:22 /site/web deploy',
      'web2 10.0.34.1 Linux ssh:22 /site/web deploy',
    ],
    ignored: ['ansible_password', 'db'],
  },
  '35-ansible-vault.yml': { refused: /encrypted. Save it without a password/ },
  '36-termius-groups.csv': {
    format: 'termius',
    hosts: ['fd00:36::2 fd00:36::2 Linux ssh:22', 'web "1" 10.0.36.1 Linux ssh:22 /Asien/東京/Web deploy'],
    ignored: ['Password', 'SSH_KEY'],
    unread: ['4 protocol vertical'],
  },
  '37-putty-utf16.reg': {
    format: 'putty',
    hosts: ['old 10.0.37.2 Linux ssh:22,telnet:23', '核心 switch 10.0.37.1 Linux ssh:2222 / ops'],
  },
  '38-jumpserver-english.csv': {
    format: 'csv',
    hosts: ['core-01 10.0.38.1 Linux ssh:22,sftp:22 /Default/Core'],
    ignored: ['Category', 'Type', 'Connectivity', 'Created by', 'Org name', 'Date created'],
  },
  '39-jumpserver-japanese.csv': {
    format: 'csv',
    hosts: ['基幹-01 10.0.39.1 Linux ssh:22,sftp:22 /Default/基幹'],
    ignored: ['カテゴリ', 'タイプ', '接続性', '作成者', '組織名', '作成日'],
  },
  '40-jumpserver-chinese.xlsx': {
    format: 'xlsx',
    hosts: ['核心-01 10.0.40.1 Linux ssh:22,sftp:22 /Default/核心'],
    ignored: ['类别', '类型', '可连接性', '创建者', '组织名称', '创建日期'],
  },
  '41-jumpserver-english.xlsx': {
    format: 'xlsx',
    hosts: ['core-01 10.0.41.1 Windows rdp:3389 /Default/Core'],
    ignored: ['Category', 'Type', 'Connectivity', 'Created by', 'Org name', 'Date created'],
  },
  '42-jumpserver-japanese.xlsx': {
    format: 'xlsx',
    hosts: ['基幹-01 10.0.42.1 Linux ssh:22,sftp:22 /Default/基幹'],
    ignored: ['カテゴリ', 'タイプ', '接続性', '作成者', '組織名', '作成日'],
  },
  // What a formula came to counts; what begins as one is a text.
  '43-formulas.xlsx': { format: 'xlsx', hosts: ["=cmd|' /C calc'!A0 10.0.43.2 Linux ssh:22", 'f-1 10.0.43.1 Linux ssh:22'] },
};

test('every file of the folder is one of the table', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(FILES).sort());
});

const named = (value: unknown): string => String((value as Json).name);

async function shown(api: Api, { id, name, address, platform, protocols, nodes_display }: Json): Promise<string> {
  const path = (nodes_display as string[])[0]?.replace(/^\/[^/]+/, '') ?? '';
  const { body } = await api.get<{ results: Json[] }>(`accounts/accounts/?asset=${id}&limit=10`);
  const accounts = body.results.map(({ username }) => username).join(',');
  const spoken = (protocols as Json[]).map((one) => `${one.name}:${one.port}`).join(',');
  return [name, address, named(platform), spoken, path || (accounts && '/'), accounts].filter(Boolean).join(' ');
}

test.each(Object.entries(FILES))('%s', async (file, expected) => {
  const api = root.inOrg((await createOrganisation(root)).id);
  const bytes = new Uint8Array(readFileSync(new URL(file, FOLDER)));
  const type = file.endsWith('.xlsx') ? 'text/xlsx' : 'text/csv';
  const query = `?file_name=${encodeURIComponent(file.replace(/^\d+-/, ''))}`;
  const read = await api.post<RenderedFile & Json>(`assets/hosts/render-to-json/${query}`, bytes, { headers: { 'content-type': type } });
  expect(JSON.stringify(read.body)).not.toContain('hunter2');
  if (expected.refused) {
    expect(read.status).toBe(400);
    expect(read.body.detail).toMatch(expected.refused);
    return;
  }
  expect(read.status, JSON.stringify(read.body)).toBe(200);
  const { source, data, format, ignored, unread } = read.body;
  const rows = data.map((values, at) => ({ n: at + 1, values }));
  const answer = await api.post<ImportAnswer>('assets/hosts/import-rows/', { mode: 'create', source, rows });
  const wrong = answer.body.results.filter(({ status }) => status === 'error');
  if (expected.wrong) expect(JSON.stringify(wrong)).toMatch(expected.wrong);
  else expect(wrong).toEqual([]);
  const { results } = (await api.get<{ results: Json[] }>('assets/hosts/?order=name&limit=100')).body;
  const hosts: string[] = [];
  for (const host of results) hosts.push(await shown(api, host));
  expect(hosts.sort()).toEqual([...(expected.hosts ?? [])].sort());
  if (expected.format) expect(format).toBe(expected.format);
  expect(ignored).toEqual(expected.ignored ?? []);
  expect(unread.map(({ line, reason, text }) => `${line} ${reason} ${text}`)).toEqual(expected.unread ?? []);
});

const DOCUMENT = '<RTSZDocument><RoyalSSHConnection><Name>a</Name><URI>10.0.0.1</URI></RoyalSSHConnection>';
const WIDE = ' '.repeat(400 * 1024 * 1024);
/** What somebody makes to be read for ever, or to be told what lies on the server. */
const ATTACKS: readonly [what: string, bytes: () => string | Buffer, detail: RegExp][] = [
  ['a packed document of 400 MB', () => zipOf([{ name: 'a.xml', data: `${DOCUMENT}${WIDE}` }]), /too large/],
  ['a packed document that hides its size', () => zipOf([{ name: 'a.xml', data: `${DOCUMENT}${WIDE}`, claims: 200 }]), /too large|damaged/],
  ['elements within each other', () => `${DOCUMENT}${'<a>'.repeat(200_000)}`, /No machine was found/],
  ['a document type', () => `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${DOCUMENT}&x;</RTSZDocument>`, /No machine was found/],
  ['an entity that nobody made', () => `${DOCUMENT}&x;</RTSZDocument>`, /No machine was found/],
];

test.each(ATTACKS)('%s is refused in words', async (_what, bytes, detail) => {
  const { status, body } = await root.post<Json>('assets/hosts/render-to-json/?file_name=a.rtsz', bytes(), {
    headers: { 'content-type': 'text/csv' },
  });
  expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
  expect(JSON.stringify(body)).not.toContain('root:');
});

import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** Every filter, range, order and column that the audit view offers (docs/behaviour/audit.md), each on rows that differ in it. */

const START = Date.UTC(2026, 2, 3, 9, 0);
const minutes = (n: number) => new Date(START + n * 60_000);
const seconds = (n: number) => Math.floor(minutes(n).getTime() / 1000);
/** Known beforehand, as tests are named by them. */
const known = (n: number) => `3f0a1b2c-0000-4000-8000-00000000000${n}`;
const SESSIONS = [known(1), known(2), known(3)] as const;
const LOGINS = [known(4), known(5), known(6)] as const;

/** Three rows of each list, oldest first, ten minutes apart: `a`, `b`, `c`. A fourth one is of another organisation. */
interface List {
  path: string;
  table: string;
  /** Column by which the three are told apart here, and its values. */
  key: string;
  keys: readonly [string, string, string];
  rows(org: string): readonly Record<string, unknown>[];
  /** What a filter with a value leaves. */
  filters: readonly (readonly [name: string, value: string, left: string])[];
  /** Columns that the list can be put in order by; the rows are in order of each of them, unless it is the same for all. */
  orders: readonly string[];
  /** Columns of an export by the names of the wire. */
  columns: readonly string[];
}

const people = ['Ann Lee(ann)', 'Bo Yi(bo)', 'Cy Dow(cy)'];
const machines = ['app-1(10.0.0.1)', 'db-2(10.0.0.2)', 'web-3(10.0.0.3)'];
const accounts = ['alpha(alpha)', 'beta(beta)', 'gamma(gamma)'];
const addresses = ['192.0.2.1', '192.0.2.2', '198.51.100.3'];
const three = <T>(make: (at: number) => T): T[] => [0, 1, 2].map(make);

const LISTS: readonly List[] = [
  {
    path: 'terminal/sessions/',
    table: 'sessions',
    key: 'user',
    keys: ['Ann Lee(ann)', 'Bo Yi(bo)', 'Cy Dow(cy)'],
    rows: (org) =>
      three((n) => ({
        id: org === ORG.DEFAULT ? SESSIONS[n] : randomUUID(),
        org_id: org,
        user: people[n],
        asset: machines[n],
        account: accounts[n],
        account_id: '',
        protocol: ['ssh', 'telnet', 'mysql'][n],
        login_from: ['ST', 'WT', 'DT'][n],
        remote_addr: addresses[n],
        is_finished: n !== 1,
        date_start: minutes(n * 10),
        date_end: n === 1 ? null : minutes(n * 10 + 5),
      })),
    filters: [
      ['user', 'Bo Yi(bo)', 'b'],
      ['asset', 'db-2(10.0.0.2)', 'b'],
      ['account', 'gamma(gamma)', 'c'],
      ['protocol', 'telnet', 'b'],
      ['remote_addr', '198.51.100.3', 'c'],
      ['login_from', 'WT', 'b'],
      ['is_finished', '0', 'b'],
      ['is_finished', '1', 'ac'],
      ['terminal', known(9), ''],
      ['search', 'web-3', 'c'],
      ['search', 'ann', 'a'],
    ],
    orders: ['user', 'asset', 'account', 'remote_addr', 'date_start'],
    columns: [
      'user',
      'asset',
      'account',
      'remote_addr',
      'protocol',
      'login_from',
      'command_amount',
      'date_start',
      'date_end',
      'is_success',
      'is_finished',
      'has_replay',
      'has_command',
      'can_replay',
      'can_join',
      'can_terminate',
      'terminal_display',
      'type',
      'comment',
    ],
  },
  {
    path: 'terminal/commands/',
    table: 'commands',
    key: 'input',
    keys: ['apt list', 'bash -x', 'cat motd'],
    rows: (org) =>
      three((n) => ({
        id: randomUUID(),
        org_id: org,
        user: people[n],
        asset: machines[n],
        account: accounts[n],
        session: SESSIONS[n],
        input: ['apt list', 'bash -x', 'cat motd'][n],
        output: 'out',
        risk_level: [0, 4, 5][n],
        timestamp: seconds(n * 10),
      })),
    filters: [
      ['asset', 'db-2(10.0.0.2)', 'b'],
      ['account', 'gamma(gamma)', 'c'],
      // By how it begins, and by what it holds.
      ['user', 'Bo', 'b'],
      ['user', 'Yi', ''],
      ['input', 'MOTD', 'c'],
      ['session', SESSIONS[0], 'a'],
      ['session_id', SESSIONS[1], 'b'],
      ['risk_level', '5', 'c'],
      ['risk_level', '4', 'b'],
      ['search', 'list', 'a'],
    ],
    orders: ['timestamp', 'risk_level'],
    columns: ['input', 'risk_level', 'user', 'remote_addr', 'asset', 'account', 'session', 'timestamp', 'output'],
  },
  {
    path: 'audits/ftp-logs/',
    table: 'ftp_logs',
    key: 'filename',
    keys: ['/a.txt', '/b.txt', '/c.txt'],
    rows: (org) =>
      three((n) => ({
        id: randomUUID(),
        org_id: org,
        user: people[n],
        remote_addr: addresses[n],
        asset: machines[n],
        account: accounts[n],
        operate: ['delete', 'download', 'upload'][n],
        filename: ['/a.txt', '/b.txt', '/c.txt'][n],
        is_success: true,
        date_start: minutes(n * 10),
        session_id: SESSIONS[n],
      })),
    filters: [
      ['user', 'Bo Yi(bo)', 'b'],
      ['asset', 'db-2(10.0.0.2)', 'b'],
      ['account', 'gamma(gamma)', 'c'],
      ['filename', '/a.txt', 'a'],
      ['operate', 'upload', 'c'],
      ['search', 'b.txt', 'b'],
    ],
    orders: ['user', 'asset', 'account', 'operate', 'filename', 'date_start', 'remote_addr'],
    columns: ['user', 'remote_addr', 'asset', 'account', 'operate', 'filename', 'date_start', 'is_success', 'has_file'],
  },
  {
    path: 'audits/login-logs/',
    table: 'login_logs',
    key: 'username',
    keys: ['list-ann', 'list-bo', 'list-cy'],
    rows: (org) =>
      three((n) => ({
        id: org === ORG.DEFAULT ? LOGINS[n] : randomUUID(),
        seq: -(org === ORG.DEFAULT ? n + 1 : n + 11),
        prev_hash: '',
        hash: '',
        username: org === ORG.DEFAULT ? ['list-ann', 'list-bo', 'list-cy'][n] : `stranger-${n}`,
        type: ['T', 'W', 'U'][n],
        ip: addresses[n],
        city: ['Aarhus', 'Bergen', 'Cork'][n],
        user_agent: 'Agent',
        mfa: n,
        reason: n === 1 ? 'password_failed' : '',
        backend: 'Password',
        status: n !== 1,
        datetime: minutes(n * 10),
      })),
    filters: [
      ['id', LOGINS[1], 'b'],
      ['username', 'list-bo', 'b'],
      ['ip', '198.51.100.3', 'c'],
      ['city', 'Aarhus', 'a'],
      ['type', 'W', 'b'],
      ['status', 'false', 'b'],
      ['status', 'true', 'ac'],
      ['mfa', '1', 'b'],
      ['search', 'bergen', 'b'],
      ['search', '198.51', 'c'],
    ],
    orders: ['username', 'ip', 'city', 'datetime'],
    columns: ['username', 'type', 'backend_display', 'ip', 'city', 'user_agent', 'mfa', 'reason_display', 'status', 'datetime'],
  },
  {
    path: 'audits/operate-logs/',
    table: 'operate_logs',
    key: 'resource',
    keys: ['Alpha host', 'Beta host', 'Gamma host'],
    rows: (org) =>
      three((n) => ({
        id: randomUUID(),
        seq: -(org === ORG.DEFAULT ? n + 1 : n + 11),
        prev_hash: '',
        hash: '',
        user_text: people[n],
        user_id: known(7),
        action: ['create', 'delete', 'view'][n],
        resource_type: ['host', 'node', 'user'][n],
        resource_id: randomUUID(),
        resource: ['Alpha host', 'Beta host', 'Gamma host'][n],
        remote_addr: addresses[n],
        datetime: minutes(n * 10),
        org_id: org,
      })),
    filters: [
      ['user', 'Bo Yi(bo)', 'b'],
      ['action', 'view', 'c'],
      ['resource_type', 'node', 'b'],
      ['resource_type', 'Host', 'a'],
      ['resource', 'Gamma host', 'c'],
      ['remote_addr', '192.0.2.2', 'b'],
      ['search', 'alpha', 'a'],
      ['search', 'cy dow', 'c'],
    ],
    orders: ['user', 'action', 'resource', 'datetime'],
    columns: ['user', 'action', 'resource_type', 'resource', 'remote_addr', 'datetime'],
  },
  {
    path: 'audits/password-change-logs/',
    table: 'operate_logs',
    key: 'user',
    keys: ['list-ann', 'list-bo', 'list-cy'],
    rows: (org) =>
      three((n) => ({
        id: randomUUID(),
        seq: -(org === ORG.DEFAULT ? n + 101 : n + 111),
        prev_hash: '',
        hash: '',
        user_text: people[n],
        user_id: known(7),
        action: 'change_password',
        resource_type: 'user',
        resource_id: org === ORG.DEFAULT ? members[n] : randomUUID(),
        resource: org === ORG.DEFAULT ? ['list-ann', 'list-bo', 'list-cy'][n] : 'stranger',
        remote_addr: addresses[n],
        datetime: minutes(n * 10),
        // They are kept in the system's own organisation, where the list of operations has none of them.
        org_id: ORG.SYSTEM,
      })),
    filters: [
      ['user', 'list-bo', 'b'],
      ['change_by', 'Cy Dow(cy)', 'c'],
      ['remote_addr', '192.0.2.1', 'a'],
      ['search', 'bo yi', 'b'],
    ],
    orders: ['user', 'change_by', 'datetime'],
    columns: ['user', 'change_by', 'remote_addr', 'datetime'],
  },
  {
    path: 'terminal/session-join-records/',
    table: 'session_join_records',
    key: 'joiner_display',
    keys: ['Ann Lee(ann)', 'Bo Yi(bo)', 'Cy Dow(cy)'],
    rows: (org) =>
      three((n) => ({
        id: randomUUID(),
        org_id: org,
        sharing_id: randomUUID(),
        session_id: SESSIONS[n],
        joiner_display: people[n],
        remote_addr: addresses[n],
        login_from: ['ST', 'WT', 'DT'][n],
        action_permission: 'readonly',
        is_success: n !== 1,
        is_finished: n === 2,
        date_joined: minutes(n * 10),
        date_left: n === 2 ? minutes(25) : null,
      })),
    filters: [
      ['session', SESSIONS[1], 'b'],
      ['login_from', 'ST', 'a'],
      ['is_success', 'false', 'b'],
      ['is_finished', 'true', 'c'],
      ['search', 'bo yi', 'b'],
    ],
    orders: ['joiner_display', 'remote_addr', 'date_joined'],
    columns: ['joiner_display', 'reason', 'is_success', 'is_finished', 'date_joined', 'date_left', 'action_permission'],
  },
];

let admin: Api;
let members: string[];

const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  admin = root.inOrg(ORG.DEFAULT);
  const elsewhere = (await createOrganisation(root)).id;
  members = [];
  for (const username of ['list-ann', 'list-bo', 'list-cy']) members.push(String((await createUser(admin, { username })).id));
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  // Rows as they are after years: the chains and the sums by hour are not what is looked at here.
  await owner.query('set session_replication_role = replica');
  for (const { table, rows } of LISTS)
    for (const row of [...rows(ORG.DEFAULT), ...rows(String(elsewhere))]) {
      const names = Object.keys(row);
      await owner.query(
        `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
        Object.values(row),
      );
    }
  await owner.query('reset session_replication_role');
  for (const table of ['sessions', 'commands', 'ftp_logs', 'operate_logs', 'login_logs'])
    await owner.query('select count_evidence_again($1)', [table]);
  await owner.end();
});

const RANGE = { date_from: minutes(0).toISOString(), date_to: minutes(20).toISOString() };

describe.each(LISTS)('$path', ({ path, key, keys, filters, orders, columns }) => {
  const letters = (rows: readonly Json[]) =>
    rows.map((row) => 'abc'[keys.indexOf(typeof row[key] === 'object' ? row[key].label : row[key])] ?? '?').join('');
  const page = async (query: Record<string, string | number>) =>
    (await admin.get<Json>(path, { query: { limit: 15, offset: 0, display: 1, draw: 1, ...query } })).body;
  const sorted = (text: string) => [...text].sort().join('');

  test.each(filters)('is narrowed by %s=%s', async (name, value, left) => {
    for (const count of ['', 'capped']) {
      const { results, count: told } = await page({ ...RANGE, [name]: value, count });
      expect([sorted(letters(results)), told]).toEqual([left, left.length]);
    }
  });

  test('is narrowed by dates, both ends included, and by either of them', async () => {
    const at = (from?: number, to?: number) => ({
      ...(from === undefined ? {} : { date_from: minutes(from).toISOString() }),
      ...(to === undefined ? {} : { date_to: minutes(to).toISOString() }),
    });
    for (const [range, left] of [
      [at(0, 20), 'abc'],
      [at(10, 20), 'bc'],
      [at(10, 10), 'b'],
      [at(11, 19), ''],
      [at(-5, 5), 'a'],
    ] as const) {
      const { results, count } = await page(range);
      expect([sorted(letters(results)), count]).toEqual([left, left.length]);
    }
    // What is no date narrows nothing.
    expect(sorted(letters((await page({ ...at(undefined, 20), date_from: 'nonsense' })).results))).toContain('abc');
  });

  test.each(orders)('is put in order by %s, both ways', async (name) => {
    expect(letters((await page({ ...RANGE, order: name })).results)).toBe('abc');
    expect(letters((await page({ ...RANGE, order: `-${name}` })).results)).toBe('cba');
  });

  test('is exported with each of its columns, as it is narrowed', async () => {
    const [name, value, left] = filters.find(([, , all]) => all.length === 1) as readonly [string, string, string];
    const { body } = await admin.get<string>(path, { query: { ...RANGE, [name]: value, format: 'csv' } });
    // Nothing in these rows holds a comma or a line feed.
    const [head = [], ...lines] = body
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const { actions } = (await admin.options<Json>(path)).body;
    const labels = columns.map((column) => actions.GET[column]?.label ?? `no ${column}`);
    expect(labels.filter((label) => !head.some((cell) => cell.replace(/^\*/, '').startsWith(label)))).toEqual([]);
    expect(lines).toHaveLength(left.length);
  });
});

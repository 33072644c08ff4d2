import { addressOf } from '@postern/client/api';
import { withQuery } from '@postern/client/http';
import { PLATFORM_LINUX } from '@postern/contract/ids';
import { uniqueName } from '@postern/testkit/factories';
import { ASSET, DEPARTMENT, type Estate, GRANTED } from './estate-data.ts';
import type { Ask } from './http-client.ts';
import { ADMIN_PASSWORD } from './product.ts';

/** What is asked most, what it may cost, and what JumpServer core v3.5.2 took on the same machine with the same rows. */

export interface Budget {
  /** Milliseconds. */
  p50: number;
  cpu?: number;
  statements?: number;
}

export interface Line {
  /** Also the name of the file of its plans. */
  name: string;
  what: string;
  /** Who asks: the administrator, the person who is granted a part, or somebody who is not logged in. */
  who: 'admin' | 'person' | 'nobody';
  /** The call, new each time where it makes something. */
  ask: () => Ask;
  /** Whether the answer is what is meant to be measured. */
  check?: (body: Body) => boolean;
  budget: Budget;
  /** Milliseconds of theirs, and of their processors. */
  theirs?: { p50: number; cpu?: number };
  /** Writes cannot be run again statement by statement, and a file has nothing that a plain row would be compared with. */
  bare: boolean;
}

export type Body = { count?: number; results?: unknown[]; id?: string } & unknown[];

const STATEMENTS = 3;
const page = { limit: 15, offset: 0 };
const drawn = { display: 1, draw: 1, ...page } as const;
const full = (body: Body): boolean => body.results?.length === 15;
const empty = (body: Body): boolean => body.count === 0;
const counts =
  (wanted: number) =>
  (body: Body): boolean =>
    full(body) && body.count === wanted;
const atLeast =
  (wanted: number) =>
  (body: Body): boolean =>
    full(body) && (body.count ?? 0) >= wanted;

const list = (name: string, what: string, path: string, p50: number, more: Partial<Line> & { cpu?: number } = {}): Line => {
  const { cpu, ...others } = more;
  const budget: Budget = { p50, statements: STATEMENTS, ...(cpu === undefined ? {} : { cpu }) };
  return { name, what, who: 'admin', ask: () => ({ path }), check: full, budget, bare: true, ...others };
};

const host = () => {
  const name = uniqueName('bench-made');
  return {
    name,
    address: '192.0.2.7',
    platform: { pk: PLATFORM_LINUX },
    protocols: [{ name: 'ssh', port: 22 }],
    nodes: [{ pk: DEPARTMENT }],
  };
};
const write = (name: string, what: string, ask: () => Ask, p50: number, theirs: Line['theirs'], who: Line['who'] = 'admin'): Line => ({
  name,
  what,
  who,
  ask,
  budget: { p50 },
  bare: false,
  ...(theirs ? { theirs } : {}),
});

const assets = (more: Parameters<typeof withQuery>[1] = {}) => withQuery(addressOf('assets'), { ...drawn, ...more });
const figures = (days: number, ...flags: string[]) =>
  addressOf('dashboard', 'index', { days, ...Object.fromEntries(flags.map((flag) => [flag, 1])) });

/** Lists that nobody has anything in: theirs took 21 to 45 ms. */
const EMPTY = ['databases', 'clouds', 'webs', 'devices', 'customs'] as const;

/** @param hashMs what hashing one password takes by itself */
export function linesOf(estate: Estate, hashMs: number): readonly Line[] {
  const common = estate.assets / 4;
  return [
    list('users', 'users', addressOf('users', 'list', drawn), 4, { cpu: 4, theirs: { p50: 95, cpu: 107 } }),
    list('assets', 'assets', assets(), 5, { cpu: 5, check: atLeast(estate.assets), theirs: { p50: 127, cpu: 123 } }),
    list('assets-far', `assets, offset ${(estate.assets - 1_000).toLocaleString('en')}`, assets({ offset: estate.assets - 1_000 }), 8, {
      theirs: { p50: 620, cpu: 606 },
    }),
    list('assets-rare-word', 'search, 25 hits', assets({ search: 'berlin-0543' }), 5, {
      check: counts(25),
      theirs: { p50: 396, cpu: 401 },
    }),
    list('assets-common-word', `search, ${common.toLocaleString('en')} hits`, assets({ search: 'osaka' }), 10, {
      check: counts(common),
      theirs: { p50: 146, cpu: 151 },
    }),
    list('assets-of-node', 'assets of a node (1,000)', assets({ node_id: DEPARTMENT }), 5, {
      check: atLeast(1_000),
      theirs: { p50: 95, cpu: 91 },
    }),
    list('hosts', 'hosts', addressOf('hosts', 'list', drawn), 5, {
      cpu: 5,
      check: atLeast(estate.assets),
      theirs: { p50: 291, cpu: 300 },
    }),
    list('accounts', 'accounts', addressOf('accounts', 'list', drawn), 5, {
      check: atLeast(estate.accounts),
      theirs: { p50: 41, cpu: 40 },
    }),
    ...EMPTY.map((name) => list(name, `${name}, none`, addressOf(name, 'list', drawn), 2, { check: empty, theirs: { p50: 45 } })),
    list('permission-assets', 'permissions with their assets', withQuery(addressOf('relation', 'assetList'), page), 5, {
      check: (body) => full(body) || body.length > 0,
      theirs: { p50: 107 },
    }),
    list('my-assets', 'my assets', addressOf('permsUsers', 'assets', 'self', page), 30, {
      who: 'person',
      check: counts(GRANTED),
      theirs: { p50: 1_470, cpu: 1_990 },
    }),
    list('my-tree', 'my tree', addressOf('permsUsers', 'stepWithAssets', 'self'), 20, {
      who: 'person',
      check: (body) => body.length > 0,
      theirs: { p50: 1_796, cpu: 2_027 },
    }),
    list('profile', 'profile', addressOf('profile', 'retrieve'), 1.5, {
      check: (body) => body.id !== undefined,
      theirs: { p50: 40, cpu: 44 },
    }),
    list('dashboard-counts', 'dashboard, counts', figures(1, 'total_count'), 2, { check: () => true, theirs: { p50: 18, cpu: 18 } }),
    list(
      'dashboard-charts',
      'dashboard, charts',
      figures(
        30,
        'session_dates_metrics',
        'dates_metrics',
        'dates_login_times_top10_assets',
        'dates_login_times_top10_users',
        'dates_login_record_top10_sessions',
      ),
      15,
      { check: () => true, theirs: { p50: 210, cpu: 203 } },
    ),
    write('create-host', 'create a host', () => ({ method: 'POST', path: addressOf('hosts'), body: host() }), 8, { p50: 135 }),
    write(
      'change-host',
      'change a host',
      () => ({ method: 'PATCH', path: addressOf('hosts', 'partialUpdate', ASSET), body: { comment: uniqueName('Seen') } }),
      5,
      { p50: 91 },
    ),
    write(
      'log-in',
      'log-in',
      () => ({ method: 'POST', path: addressOf('authentication', 'auth'), body: { username: 'admin', password: ADMIN_PASSWORD } }),
      hashMs + 5,
      { p50: 160 },
      'nobody',
    ),
    write(
      'create-500-hosts',
      '500 hosts in one POST',
      () => ({ method: 'POST', path: addressOf('hosts'), body: Array.from({ length: 500 }, host) }),
      450,
      { p50: 58_000 },
    ),
    write('hosts-csv', '10,000 hosts as CSV', () => ({ path: withQuery(addressOf('hosts'), { format: 'csv', limit: 10_000 }) }), 1_050, {
      p50: 26_700,
    }),
  ];
}

import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { fillEvidence, isFilled } from './audit-data.ts';
import { createCaller } from './http-client.ts';
import { adminCaller, bareNote, measurePages, type Page } from './pages.ts';
import { ADMIN_PASSWORD, collect, openDatabase, type Product, residentBytes, startProduct } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

/** How many commands: `AUDIT_COMMANDS=10000000 npm run bench -- audit` is the full size. There are ten to a session, over 200 days. */
const COMMANDS = Number(process.env.AUDIT_COMMANDS ?? 1_000_000);
const SESSIONS = Math.floor(COMMANDS / 10);
/** A folder whose data stays: filled by the first run, found there by the next ones. */
const KEPT = process.env.AUDIT_DATA;
const DAYS = 200;
const FIRST_MS = 60;
const SEARCH_MS = 300;
/** An export may hold this much more than the server did before it. */
const EXPORT_BYTES = 128 * 2 ** 20;

type Log = 'commands' | 'sessions' | 'loginLogs' | 'operateLogs' | 'ftpLogs';
const at = (log: Log, more: Readonly<Record<string, string | number>> = {}) =>
  addressOf(log, 'list', { display: 1, draw: 1, limit: 15, offset: 0, count: 'capped', ...more });
const week = () => ({ date_from: new Date(Date.now() - 7 * 86_400_000).toISOString(), date_to: new Date().toISOString() });
const full: Page['check'] = (body) => body.results?.length === 15;
const exactly =
  (wanted: number): NonNullable<Page['check']> =>
  (body) =>
    body.results?.length === 15 && Math.abs((body.count ?? 0) - wanted) <= 10;

const figures = (days: number, ...flags: string[]) =>
  addressOf('dashboard', 'index', { days, ...Object.fromEntries(flags.map((flag) => [flag, 1])) });
const counted =
  (figure: string, least: number): NonNullable<Page['check']> =>
  (body) =>
    ((body as unknown as Record<string, number>)[figure] ?? 0) >= least;
const tree = (more: Readonly<Record<string, string>> = {}) => addressOf('commandStorages', 'tree', { real: 1, ...more });
/** The storage of the server says how many commands there are. */
const leaf: Page['check'] = (body) => body.some((node) => /\(server\)\([1-9]/.test((node as { name: string }).name));

/** One row in ten belongs to another organisation. */
const mine = (all: number) => Math.ceil(all * 0.9);

const pages = (): readonly Page[] => [
  ...(['commands', 'sessions', 'loginLogs', 'operateLogs', 'ftpLogs'] as const).flatMap((log): Page[] => [
    { what: `${log}: first page, all time`, path: at(log), p95: FIRST_MS, check: full },
    { what: `${log}: first page of a week`, path: at(log, week()), p95: FIRST_MS, check: full },
  ]),
  {
    what: 'commands: last but one page, counted to the row',
    path: at('commands', { offset: mine(COMMANDS) - 30 }),
    p95: FIRST_MS,
    check: exactly(mine(COMMANDS)),
  },
  { what: 'sessions: past ones', path: at('sessions', { is_finished: 1 }), p95: FIRST_MS, check: full },
  { what: 'commands: rejected ones', path: at('commands', { risk_level: 5 }), p95: SEARCH_MS, check: full },
  { what: 'commands: of an asset', path: at('commands', { asset: 'web-777(10.1.3.27)' }), p95: SEARCH_MS, check: full },
  { what: 'commands: of a person', path: at('commands', { user: 'Person 77(' }), p95: SEARCH_MS, check: full },
  { what: 'commands: of nobody', path: at('commands', { user: 'Nobody' }), p95: SEARCH_MS, check: ({ count }) => count === 0 },
  { what: 'commands: with a common word', path: at('commands', { input: 'systemctl' }), p95: SEARCH_MS, check: full },
  {
    what: 'commands: with a word that is in one',
    path: at('commands', { input: `line ${Math.floor(COMMANDS / 14) * 7 + 3}` }),
    p95: SEARCH_MS,
    check: ({ count }) => count !== undefined && count <= 11,
  },
  { what: 'commands: with a word that is in none', path: at('commands', { input: 'format c:' }), p95: SEARCH_MS },
  { what: 'sessions: search for a machine', path: at('sessions', { search: 'web-777(' }), p95: SEARCH_MS, check: full },
  { what: 'logins: failed ones', path: at('loginLogs', { status: 'false' }), p95: SEARCH_MS, check: full },
  { what: 'operations: search for a machine', path: at('operateLogs', { search: 'web-777(' }), p95: SEARCH_MS, check: full },
  { what: 'transfers: search for a file', path: at('ftpLogs', { search: 'report-777' }), p95: SEARCH_MS, check: full },
  { what: 'commands: storages beside the list, a week', path: tree(week()), p95: FIRST_MS, check: leaf },
  { what: 'commands: storages beside the list, all time', path: tree(), p95: FIRST_MS, check: leaf },
  {
    what: 'commands: storages beside a list with a common word',
    path: tree({ ...week(), input: 'systemctl', count: 'capped' }),
    p95: SEARCH_MS,
    check: leaf,
  },
  {
    what: 'audit dashboard: its figures of 30 days',
    path: figures(30, 'total_count'),
    p95: SEARCH_MS,
    check: counted('total_count_commands', mine(COMMANDS / DAYS) * 29),
  },
  {
    what: 'audit dashboard: its trends of 30 days',
    path: figures(30, 'session_dates_metrics', 'dates_metrics'),
    p95: SEARCH_MS,
    check: (body) => (body as unknown as { dates_metrics_date: unknown[] }).dates_metrics_date.length === 30,
  },
  {
    what: 'dashboard: rankings and latest sessions of 7 days',
    path: figures(7, 'dates_login_times_top10_assets', 'dates_login_times_top10_users', 'dates_login_record_top10_sessions'),
    p95: SEARCH_MS,
  },
];

/** Most that the server holds while an export leaves, beyond what it held before. */
async function exported(product: Product): Promise<Row> {
  const token = await product.login('admin', ADMIN_PASSWORD);
  const server = await product.pid('server');
  await collect(server);
  const before = await residentBytes(server);
  let most = before;
  const watch = setInterval(() => void residentBytes(server).then((now) => (most = Math.max(most, now))), 50);
  const days = { date_from: new Date(Date.now() - (DAYS * 86_400_000 * 150_000) / COMMANDS).toISOString() };
  const caller = createCaller(product, token, ORG.DEFAULT);
  try {
    const took = await caller.time(at('commands', { ...days, format: 'csv', limit: '' }));
    const held = most - before;
    return {
      what: 'export of 135,000 commands as CSV: memory of the server beyond what it held',
      budget: `≤ ${EXPORT_BYTES / 2 ** 20} MB`,
      measured: `${Math.round(held / 2 ** 20)} MB, ${(took / 1000).toFixed(1)} s`,
      baseline: `${Math.round(before / 2 ** 20)} MB before`,
      ratio: '–',
      pass: held <= EXPORT_BYTES,
    };
  } finally {
    clearInterval(watch);
    caller.close();
  }
}

/** Lists of the audit logs with all that a large installation has written in 200 days. */
export const measureAudit: Measure = async ({ say }) => {
  // On a data folder of its own: other sections measure without millions of rows.
  const product = await startProduct({ collectable: true, ...(KEPT ? { dataDir: KEPT } : {}) });
  try {
    const client = await openDatabase(product);
    const amounts = { commands: COMMANDS, sessions: SESSIONS, days: DAYS };
    try {
      if (!(await isFilled(client, amounts))) await fillEvidence(client, amounts, say);
    } finally {
      await client.end();
    }
    const caller = await adminCaller(product);
    const rows = await measurePages(product, caller, pages(), say).finally(() => caller.close());
    return {
      rows: [...rows, await exported(product)],
      notes: [
        bareNote,
        `${COMMANDS.toLocaleString('en')} commands, and ${SESSIONS.toLocaleString('en')} sessions, logins, operations and file transfers, over ${DAYS} days; nine in ten in the organisation that asks.`,
      ],
    };
  } finally {
    await product.stop();
  }
};

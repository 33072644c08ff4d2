import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addressAt, addressOf } from '@postern/client/api';
import { API, withQuery } from '@postern/client/http';
import { ORG } from '@postern/contract/ids';
import { type ImportAnswer, MAX_PORTION, type RenderedFile } from '@postern/contract/transfer';
import { AMOUNTS } from '@postern/testkit/dataset';
import type pg from 'pg';
import { ms, patient, times } from './measure.ts';
import { ADMIN_PASSWORD, collect, openDatabase, type Product, residentBytes } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

/** Import and export of tables: rows a second, and what the server holds in memory meanwhile. */

const IMPORTED = 50_000;
const UPDATED = 10_000;
const BUDGET = 2_000;
const CURSOR_ROWS = 500;
const FEW = 20_000;
const WAIT_MS = 250;

const perSecond = (rows: number, milliseconds: number): number => (rows / milliseconds) * 1_000;
const speed = (rows: number, milliseconds: number): string => `${Math.round(perSecond(rows, milliseconds)).toLocaleString('en')} rows/s`;
const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

type Call = (path: string, init?: RequestInit) => Promise<Response>;

async function caller(product: Product): Promise<Call> {
  const token = await product.login('admin', ADMIN_PASSWORD);
  return async (path, init = {}) => {
    const response = await fetch(`${product.origin}${API}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'x-jms-org': ORG.DEFAULT, ...(init.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
    return response;
  };
}

/** Milliseconds of some work, and the highest resident memory of the server while it ran. */
async function watched(pid: number, work: () => Promise<unknown>): Promise<{ took: number; peak: number }> {
  let peak = 0;
  let running = true;
  const watch = (async () => {
    while (running) {
      peak = Math.max(peak, await residentBytes(pid));
      await wait(20);
    }
  })();
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  running = false;
  await watch;
  return { took, peak };
}

async function drained(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return bytes;
}

/** The plain columns of all assets through a cursor, written out as lines: nothing related, nothing derived. */
async function bareExport(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('declare bare cursor for select * from assets order by name, id');
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${CURSOR_ROWS} from bare`);
    if (rows.length === 0) break;
    rows.map((row) => Object.values(row).map(String).join(',')).join('\r\n');
  }
  await client.query('rollback');
}

async function measureExport(product: Product, call: Call, client: pg.Client): Promise<Row[]> {
  const rows: Row[] = [];
  const pid = await product.pid('server');
  for (const format of ['csv', 'xlsx'] as const) {
    const download = (limit: number) => async () => {
      const bytes = await drained(await call(withQuery(addressOf('assets'), { format, limit })));
      if (bytes < limit * 20) throw new Error(`Only ${bytes} bytes of ${format}`);
    };
    const idle = await residentBytes(pid);
    // The heap takes the size that work like this wants, whatever its length; what grows with the rows would show after that.
    await download(AMOUNTS.assets)();
    await collect(pid);
    const few = await watched(pid, download(FEW));
    await collect(pid);
    const many = await watched(pid, download(AMOUNTS.assets));
    const bare = await watched(pid, () => bareExport(client));
    rows.push({
      what: `export ${AMOUNTS.assets.toLocaleString('en')} assets as ${format}`,
      budget: `memory as for ${FEW.toLocaleString('en')} rows (+64 MiB)`,
      measured: `${speed(AMOUNTS.assets, many.took)}, server ${mib(many.peak)} at most; ${mib(few.peak)} for ${FEW.toLocaleString('en')} rows, ${mib(idle)} idle`,
      baseline: `bare pg cursor, plain columns: ${speed(AMOUNTS.assets, bare.took)}`,
      ratio: times(many.took / bare.took),
      pass: many.peak - few.peak <= 64 * 2 ** 20,
    });
  }
  return rows;
}

interface Subject {
  what: string;
  list: string;
  table: string;
  header: string;
  /** Body of row `at`, and its line in a CSV. */
  values(at: number): Record<string, unknown>;
  line(at: number): string;
  /** The bare statement for rows from..to. */
  insert(from: number, to: number): string;
  /** Condition that finds what was written. */
  mine: string;
}

const address = (at: number): string => `172.${16 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`;
const padded = (at: number): string => String(at).padStart(6, '0');

const SUBJECTS: readonly Subject[] = [
  {
    what: 'labels (plain)',
    list: addressOf('labels'),
    table: 'labels',
    header: 'Name,Value,Comment,Active',
    values: (at) => ({ name: 'import', value: `value-${padded(at)}`, comment: `row ${at}`, is_active: true }),
    line: (at) => `import,value-${padded(at)},row ${at},Yes`,
    insert: (from, to) => `insert into labels (id, org_id, name, value, comment, is_active)
      select gen_random_uuid(), '${ORG.DEFAULT}', 'import', 'value-' || lpad(i::text, 6, '0'), 'row ' || i, true from generate_series(${from}, ${to - 1}) i`,
    mine: `name = 'import'`,
  },
  {
    what: 'hosts (platform, node, protocols)',
    list: addressOf('hosts'),
    table: 'assets',
    header: 'Name,Address,Platform,Comment,Protocols,Active',
    values: (at) => ({
      name: `import-${padded(at)}`,
      address: address(at),
      platform: { pk: 1 },
      comment: `rack ${at % 977}`,
      protocols: [{ name: 'ssh', port: 22 }],
      is_active: true,
    }),
    line: (at) => `import-${padded(at)},${address(at)},Linux(1),rack ${at % 977},"[""ssh/22""]",Yes`,
    insert: (from, to) => `with made as (
      insert into assets (id, org_id, name, address, platform_id, comment, protocols, is_active)
      select gen_random_uuid(), '${ORG.DEFAULT}', 'import-' || lpad(i::text, 6, '0'),
        '172.' || (16 + i / 65536) || '.' || ((i / 256) % 256) || '.' || (i % 256), 1, 'rack ' || (i % 977), '[{"name": "ssh", "port": 22}]', true
      from generate_series(${from}, ${to - 1}) i returning id)
      insert into asset_nodes (asset_id, node_id) select made.id, n.id from made, nodes n where n.org_id = '${ORG.DEFAULT}' and n.parent_key = ''`,
    mine: `name like 'import-%'`,
  },
];

type Mode = 'check' | 'import' | 'update';

/** Sends rows in portions, one after the other as the console does. */
async function send(call: Call, subject: Subject, mode: Mode, amount: number, values: Subject['values']): Promise<void> {
  const source = createHash('sha256').update(`${subject.what} ${performance.now()}`).digest('hex');
  const done = mode === 'check' ? 'checked' : 'ok';
  for (let at = 0; at < amount; at += MAX_PORTION) {
    const rows = Array.from({ length: Math.min(MAX_PORTION, amount - at) }, (_, step) => ({
      n: at + step + 1,
      values: values(at + step),
    }));
    const response = await call(addressAt(subject.list, 'importRows'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode: mode === 'update' ? 'update' : 'create', dry_run: mode === 'check', source, rows }),
    });
    const { results } = (await response.json()) as ImportAnswer;
    const bad = results.find(({ status }) => status !== done);
    if (bad || results.length !== rows.length) throw new Error(`${subject.what}: ${JSON.stringify(bad)}`);
  }
}

async function bareImport(client: pg.Client, subject: Subject): Promise<void> {
  for (let at = 0; at < IMPORTED; at += MAX_PORTION) {
    await client.query('begin');
    await client.query(subject.insert(at, Math.min(at + MAX_PORTION, IMPORTED)));
    await client.query('commit');
  }
}

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Milliseconds of reading a file, and the longest that somebody else waited for the server meanwhile. */
async function reading(call: Call, subject: Subject, text: string): Promise<{ time: number; longest: number }> {
  let longest = 0;
  let running = true;
  const others = (async () => {
    while (running) {
      longest = Math.max(longest, await took(async () => (await call(addressOf('health', 'v1'))).arrayBuffer()));
      await wait(5);
    }
  })();
  const time = await took(async () => {
    const response = await call(addressAt(subject.list, 'renderToJson'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: text,
    });
    const { data } = (await response.json()) as RenderedFile;
    if (data.length !== IMPORTED) throw new Error(`Only ${data.length} rows were read`);
  });
  running = false;
  await others;
  return { time, longest };
}

async function measureReading(call: Call, subject: Subject): Promise<Row> {
  const text = [subject.header, ...Array.from({ length: IMPORTED }, (_, at) => subject.line(at))].join('\r\n');
  const { time, longest } = await patient(
    () => reading(call, subject, text),
    (found) => found.longest <= WAIT_MS,
  );
  return {
    what: `read a CSV of ${IMPORTED.toLocaleString('en')} ${subject.what}`,
    budget: `others wait ≤ ${WAIT_MS} ms`,
    measured: `${speed(IMPORTED, time)}, others waited ${ms(longest)} at most`,
    baseline: '–',
    ratio: '–',
    pass: longest <= WAIT_MS,
  };
}

async function measureImport(call: Call, client: pg.Client, say: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  const clear = (subject: Subject): Promise<unknown> => client.query(`delete from ${subject.table} where ${subject.mine}`);
  for (const subject of SUBJECTS) {
    rows.push(await measureReading(call, subject));
    const bare = await took(() => bareImport(client, subject));
    await clear(subject);
    const figure = (mode: Mode, amount: number, time: number): void => {
      say(`  ${mode} ${subject.what}: ${speed(amount, time)}`);
      rows.push({
        what: `${mode} ${amount.toLocaleString('en')} ${subject.what}`,
        budget: mode === 'import' ? `≥ ${BUDGET.toLocaleString('en')} rows/s` : '–',
        measured: speed(amount, time),
        baseline: mode === 'update' ? '–' : `bare inserts of ${MAX_PORTION}, no check, no audit: ${speed(IMPORTED, bare)}`,
        ratio: mode === 'update' ? '–' : times(time / bare),
        pass: mode === 'import' ? perSecond(amount, time) >= BUDGET : undefined,
      });
    };
    for (const mode of ['check', 'import'] as const)
      figure(mode, IMPORTED, await took(() => send(call, subject, mode, IMPORTED, subject.values)));
    const { rows: made } = await client.query<{ id: string }>(`select id from ${subject.table} where ${subject.mine} limit ${UPDATED}`);
    figure(
      'update',
      UPDATED,
      await took(() => send(call, subject, 'update', UPDATED, (at) => ({ id: made[at]?.id, comment: `changed ${at}` }))),
    );
    await clear(subject);
  }
  return rows;
}

export const measureTransfer: Measure = async ({ product, say }) => {
  const running = await product();
  const call = await caller(running);
  const client = await openDatabase(running);
  try {
    const rows = [...(await measureExport(running, call, client)), ...(await measureImport(call, client, say))];
    return {
      rows,
      notes: [
        'Exports are whole answers over HTTP with relations and derived values; the memory is the resident memory of the server process.',
        `Imports are portions of ${MAX_PORTION} rows over HTTP, one after the other; each row is checked, written, related and has its audit event.`,
      ],
    };
  } finally {
    await client.end();
  }
};

import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { ORG, ROLE } from '@postern/contract/ids';
import { clientOf } from '@postern/testkit/client';
import { PASSWORD } from '@postern/testkit/dataset';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { ESTATE, PERSON } from './estate-data.ts';
import { createCaller } from './http-client.ts';
import { type Line, linesOf } from './list-lines.ts';
import { median, ms, percentile, times } from './measure.ts';
import { cpuMs, proportionalBytes } from './processes.ts';
import { collect, type Product } from './product.ts';
import type { Row } from './report.ts';
import type { Measure, World } from './section.ts';

/** `CROWD_SECONDS=10 CROWD_CLIENTS=8 npm run bench -- crowd` is a shorter run. */
const SECONDS = Number(process.env.CROWD_SECONDS ?? 60);
const CLIENTS = (process.env.CROWD_CLIENTS ?? '8,64').split(',').map(Number);
/** Administrators who ask: one person alone might be made to wait for the others' sake. */
const ADMINISTRATORS = 8;
const WARM_MS = 3_000;
const SPREAD = 5;
/** Share of the cores that product and clients must have had together. */
const BUSY = 0.9;
const AFTER_START_MB = 400;
const AFTER_LOAD_MB = 600;
const GROWTH = 1.1;
const ROLES = ['server', 'worker', 'gateway'] as const;
/** What a crowd asks, each in turn. */
const ASKED = ['users', 'assets', 'assets-far', 'assets-rare-word', 'assets-of-node', 'hosts', 'accounts', 'profile', 'my-assets'];

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;

interface Tokens {
  admin: readonly string[];
  person: string;
}

async function logIns(product: Product): Promise<Tokens> {
  const root = (await product.admin()).inOrg(ORG.DEFAULT);
  const admin: string[] = [];
  for (let at = 0; at < ADMINISTRATORS; at += 1) {
    // A kept folder has them from the last run.
    const username = `bench-crowd-${at}`;
    const { count } = await clientOf(root).users.list({ limit: 1, username });
    if (count === 0) await createUser(root, { username, system_roles: [ROLE.SYSTEM_ADMIN], org_roles: [ROLE.ORG_ADMIN] });
    admin.push(await product.login(username, TEST_PASSWORD));
  }
  return { admin, person: await product.login(PERSON, PASSWORD) };
}

interface Found {
  /** Milliseconds by the name of the line. */
  samples: ReadonlyMap<string, number[]>;
  errors: readonly string[];
  /** Cores that the product, and the clients, had on average. */
  product: number;
  clients: number;
  most: number;
}

/** So many clients ask one after the other, each from an address of its own, until the time is over. */
async function crowd(product: Product, tokens: Tokens, lines: readonly Line[], clients: number): Promise<Found> {
  const samples = new Map<string, number[]>(lines.map((line) => [line.name, []]));
  const errors: string[] = [];
  let measuring = false;
  let over = false;
  const one = async (at: number): Promise<void> => {
    const address = `127.0.2.${at + 1}`;
    const callers = {
      admin: createCaller(product, tokens.admin[at % tokens.admin.length], ORG.DEFAULT, address),
      person: createCaller(product, tokens.person, ORG.DEFAULT, address),
    };
    for (let turn = at; !over; turn += 1) {
      const line = lines[turn % lines.length] as Line;
      const { status, took } = await callers[line.who === 'person' ? 'person' : 'admin']
        .send(line.ask())
        .catch((error: Error) => ({ status: error.message, took: 0 }));
      if (!measuring) continue;
      if (status === 200) samples.get(line.name)?.push(took);
      else errors.push(`${line.name}: ${status}`);
    }
    for (const caller of Object.values(callers)) caller.close();
  };
  const all = Array.from({ length: clients }, (_, at) => one(at));
  await wait(WARM_MS);
  measuring = true;
  const start = { at: performance.now(), product: await cpuMs(product), clients: process.cpuUsage() };
  let most = 0;
  while (performance.now() - start.at < SECONDS * 1_000) {
    await wait(Math.min(1_000, SECONDS * 250));
    most = Math.max(most, await proportionalBytes(product));
  }
  measuring = false;
  const elapsed = performance.now() - start.at;
  const used = process.cpuUsage(start.clients);
  const productCores = ((await cpuMs(product)) - start.product) / elapsed;
  over = true;
  await Promise.all(all);
  return { samples, errors, product: productCores, clients: (used.user + used.system) / 1_000 / elapsed, most };
}

/** Memory of all processes once they have collected what they no longer need. */
async function settled(product: Product): Promise<number> {
  for (const role of ROLES) await collect(await product.pid(role));
  return proportionalBytes(product);
}

function rowsOf(clients: number, lines: readonly Line[], { samples, errors, product, clients: own }: Found): Row[] {
  const all = [...samples.values()].reduce((sum, one) => sum + one.length, 0);
  const cores = cpus().length;
  const under = `${clients} clients`;
  return [
    {
      what: `${under}: errors`,
      budget: 'none',
      measured: errors.length === 0 ? 'none' : `${errors.length}: ${[...new Set(errors)].slice(0, 5).join(', ')}`,
      baseline: `${all.toLocaleString('en')} answers, ${(all / SECONDS).toFixed(0)} a second`,
      ratio: '–',
      pass: errors.length === 0,
    },
    {
      what: `${under}: cores`,
      budget: `≥ ${BUSY * 100} % of ${cores}`,
      measured: `product ${product.toFixed(2)}, clients ${own.toFixed(2)}`,
      baseline: '–',
      ratio: '–',
      pass: product + own >= BUSY * cores,
    },
    ...lines.map(({ name, what }): Row => {
      const found = samples.get(name) ?? [];
      const [p50, p99] = [median(found), percentile(found, 0.99)];
      return {
        what: `${under}: ${what}`,
        budget: `p99 ≤ ${SPREAD}× p50`,
        measured: `p50 ${ms(p50)}, p95 ${ms(percentile(found, 0.95))}, p99 ${ms(p99)}`,
        baseline: `${found.length} answers`,
        ratio: times(p99 / p50),
        pass: p99 <= SPREAD * p50,
      };
    }),
  ];
}

const memory = (what: string, budget: number, measured: number, beside: string): Row => ({
  what,
  budget: `≤ ${mb(budget)}`,
  measured: mb(measured),
  baseline: beside,
  ratio: '–',
  pass: measured <= budget,
});

/** The lists under many people at once. */
export const measureCrowd: Measure = async ({ estate, say }) => {
  const product = await estate();
  const lines = linesOf(ESTATE, 0).filter((line) => ASKED.includes(line.name));
  const before = await settled(product);
  const rows = [memory('memory before', AFTER_START_MB * 1e6, before, 'all processes with PostgreSQL, proportional, after collection')];
  const tokens = await logIns(product);
  for (const clients of CLIENTS) rows.push(...(await underLoad(product, tokens, lines, clients, say)));
  return {
    rows,
    notes: [
      'Memory before is that after the start where this section is measured alone; otherwise it is what the sections before it left.',
      `${SECONDS} s each after ${WARM_MS / 1_000} s to warm up. Every client asks for one list after the other, as one of ${ADMINISTRATORS} administrators, or as the person who is granted 28,255 assets for their own list, on a connection and from an address of its own. The clients are one process on the same cores.`,
    ],
  };
};

async function underLoad(product: Product, tokens: Tokens, lines: readonly Line[], clients: number, say: World['say']): Promise<Row[]> {
  // What the first crowd leaves warm is no growth: flat means that another minute of the same adds nothing.
  const before = await settled(product);
  const found = await crowd(product, tokens, lines, clients);
  const after = await settled(product);
  const rows = rowsOf(clients, lines, found);
  for (const row of rows) say(`${row.what}: ${row.measured}`);
  const beside = `${mb(before)} before, ${mb(found.most)} at most`;
  return [...rows, memory(`${clients} clients: memory afterwards`, Math.min(AFTER_LOAD_MB * 1e6, before * GROWTH), after, beside)];
}

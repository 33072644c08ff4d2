import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { createCaller } from './http-client.ts';
import { ADMIN_PASSWORD, fill, openDatabase, type Product, startProduct } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

const CALM_BUDGET = 400;
const LOADED_BUDGET = 600;
const CONNECTIONS_BUDGET = 2 * availableParallelism() + 4;
/** Milliseconds after a start, or a load, in which nobody asks for anything. */
const REST_MS = 25_000;
const LOAD_MS = 30_000;
const CLIENTS = 16;

/** Pages that people open most, over the dataset of the lists. */
const PAGE = { limit: 15, offset: 0 };
const PATHS = [
  addressOf('users', 'list', PAGE),
  addressOf('assets', 'list', PAGE),
  addressOf('hosts', 'list', { ...PAGE, search: 'web' }),
  addressOf('accounts', 'list', PAGE),
  addressOf('assetPermissions', 'list', PAGE),
];

interface Part {
  name: string;
  MiB: number;
}

/** The processes below one, itself included. */
async function family(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    parents.set(pid, Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (pid: number): boolean => pid === root || (pid > 1 && below(parents.get(pid) ?? 0));
  return pids.filter(below);
}

function nameOf(command: string): string {
  const role = /--role (server|worker)(?:.* --worker (\d+))?/.exec(command);
  if (role) return role[2] && role[2] !== '1' ? `server ${role[2]}` : String(role[1]);
  if (command.includes('gateway/src/main.ts')) return 'gateway';
  return command.includes('postern.ts up') ? 'supervisor' : 'PostgreSQL';
}

/** Memory by process, a shared page counted once among those that share it. */
async function memoryOf({ root }: Product): Promise<Part[]> {
  const found = new Map<string, number>();
  for (const pid of await family(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    const kB = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    const name = nameOf((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '));
    found.set(name, (found.get(name) ?? 0) + kB / 1024);
  }
  return [...found].map(([name, MiB]) => ({ name, MiB })).sort((a, b) => b.MiB - a.MiB);
}

async function connections(product: Product): Promise<number> {
  const client = await openDatabase(product);
  try {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0].n;
  } finally {
    await client.end();
  }
}

/** All clients ask for pages in turns until the time is over. @returns pages answered */
async function load(product: Product): Promise<number> {
  const token = await product.login('admin', ADMIN_PASSWORD);
  const end = performance.now() + LOAD_MS;
  let pages = 0;
  const client = async (from: number): Promise<void> => {
    const caller = createCaller(product, token, ORG.DEFAULT);
    for (let turn = from; performance.now() < end; turn += 1) {
      await caller.time(PATHS[turn % PATHS.length] ?? '');
      pages += 1;
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
  return pages;
}

const sum = (all: readonly Part[]): number => all.reduce((total, { MiB }) => total + MiB, 0);
const parts = (all: readonly Part[]): string => all.map(({ name, MiB }) => `${name} ${MiB.toFixed(0)}`).join(', ');
const row = (what: string, budget: number, measured: number, unit: string, baseline: string): Row => ({
  what,
  budget: `≤ ${budget}${unit}`,
  measured: `${measured.toFixed(0)}${unit}`,
  baseline,
  ratio: (measured / budget).toFixed(2),
  pass: measured <= budget,
});

/** What `postern up` holds of the machine, its embedded PostgreSQL included. */
export const measureFootprint: Measure = async ({ say }) => {
  const product = await startProduct();
  try {
    await wait(REST_MS);
    const calm = await memoryOf(product);
    const idle = await connections(product);
    say(`after the start ${sum(calm).toFixed(0)} MiB: ${parts(calm)}; ${idle} connections`);
    await fill(product);
    const pages = await load(product);
    const loaded = await memoryOf(product);
    const busy = await connections(product);
    say(`under load ${sum(loaded).toFixed(0)} MiB: ${parts(loaded)}; ${busy} connections; ${pages} pages`);
    await wait(REST_MS);
    const rested = await memoryOf(product);
    const after = await connections(product);
    say(`at rest again ${sum(rested).toFixed(0)} MiB: ${parts(rested)}; ${after} connections`);
    return {
      rows: [
        row('memory of all processes after the start', CALM_BUDGET, sum(calm), ' MiB', parts(calm)),
        row('… at the end of a load', LOADED_BUDGET, sum(loaded), ' MiB', parts(loaded)),
        row('… at rest after it', LOADED_BUDGET, sum(rested), ' MiB', parts(rested)),
        row('connections to PostgreSQL after the start', CONNECTIONS_BUDGET, idle, '', 'client backends'),
        row('… at rest after a load', CONNECTIONS_BUDGET, after, '', `${busy} under load`),
      ],
      notes: [
        `Proportional set size of every process below the supervisor (\`/proc/*/smaps_rollup\`), the embedded PostgreSQL with its backends and its shared memory included. The load: ${CLIENTS} clients that ask for pages of lists among 100,000 assets for ${LOAD_MS / 1000} s, ${pages} pages. At rest: ${REST_MS / 1000} s later.`,
      ],
    };
  } finally {
    await product.stop();
  }
};

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { createApi } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { freePort } from '@postern/testkit/ports';
import { type BrowserTerminal, openBrowserTerminal } from './browser-terminal.ts';
import { type Gateway, recordings, startGateway } from './fleet-gateway.ts';
import { ms, percentile, times } from './measure.ts';
import { adminCaller } from './pages.ts';
import { collect, openDatabase, type Product, residentBytes, startProduct } from './product.ts';
import type { Row } from './report.ts';
import type { Measure, World } from './section.ts';
import { openShell } from './shell.ts';
import { cookieOf, tokenFor } from './target.ts';

/** `FLEET_SESSIONS=5000 FLEET_SECONDS=600 npm run bench -- fleet` is the full size. */
const SESSIONS = Number(process.env.FLEET_SESSIONS ?? 200);
const SECONDS = Number(process.env.FLEET_SECONDS ?? 30);
const GATEWAYS = 2;
/** Sessions of one person. */
const EACH = 200;
const OPENING = 8;
const OPENING_TRIES = 5;
/** Each session types a key this often. */
const TYPING_MS = 10_000;
const ECHO_MS = 20;
const MEMORY_KB = 160;
const LIST_MS = 100;
const ACCOUNT = 'root';

interface Person {
  cookie: string;
  token(): Promise<string>;
}

async function people(product: Product, port: number, password: string): Promise<Person[]> {
  const admin = (await product.admin()).inOrg(ORG.DEFAULT);
  const host = await createHost(admin, { protocols: [{ name: 'ssh', port }] });
  await createAccount(admin, String(host.id), { name: ACCOUNT, username: ACCOUNT, secret: password });
  const all: Person[] = [];
  for (let n = 0; n < Math.ceil(SESSIONS / EACH); n += 1) {
    const user = await createUser(admin, { username: uniqueName('fleet') });
    await createPermission(admin, { users: [user.id], assets: [host.id] });
    const authorization = `Bearer ${await product.login(String(user.username), TEST_PASSWORD)}`;
    const api = createApi({ origin: product.origin, headers: { authorization } }).inOrg(ORG.DEFAULT);
    all.push({
      cookie: await cookieOf(product, String(user.username), TEST_PASSWORD),
      token: async () => (await tokenFor(api, String(host.id), ACCOUNT, 'web_cli')).id,
    });
  }
  return all;
}

async function startTarget(port: number, password: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('echo-target.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(port), password], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => void child.kill());
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

/** Thousands who come at once are more than a small core takes in time: who is told that it does not answer tries again, as a person would. */
async function openPatiently(port: number, person: Person, say: World['say']): Promise<BrowserTerminal> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openBrowserTerminal({ port, cookie: person.cookie, token: await person.token() });
    } catch (error) {
      if (tries >= OPENING_TRIES) throw error;
      say(`opened again: ${error instanceof Error ? error.message : error}`);
      await wait(2_000);
    }
  }
}

async function openAll(gateways: readonly Gateway[], everybody: readonly Person[], say: World['say']): Promise<BrowserTerminal[]> {
  const opened: BrowserTerminal[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: OPENING }, async () => {
      while (next < SESSIONS) {
        const n = next;
        next += 1;
        const person = everybody[n % everybody.length] as Person;
        const { port } = gateways[n % gateways.length] as Gateway;
        opened.push(await openPatiently(port, person, say));
        if (opened.length % 500 === 0) say(`${opened.length} sessions open`);
      }
    }),
  );
  return opened;
}

interface Watched {
  ours: number[];
  bare: number[];
  online: number[];
  monitor: number[];
}

/** Lets everybody type, and looks at echoes and lists meanwhile, for as long as it is to last. */
async function watch(product: Product, terminals: readonly BrowserTerminal[], bare: { echo(letter: string): Promise<number> }) {
  const found: Watched = { ours: [], bare: [], online: [], monitor: [] };
  const caller = await adminCaller(product);
  let turn = 0;
  const typing = setInterval(() => {
    // The first ones are those whose echo is measured.
    const one = terminals[turn % terminals.length];
    if (turn % terminals.length >= 20 && one?.lost() === undefined) one?.type('t');
    turn += 1;
  }, TYPING_MS / terminals.length);
  const until = performance.now() + SECONDS * 1000;
  const online = addressOf('sessions', 'list', { is_finished: 0, limit: 15, offset: 0, display: 1, draw: 1 });
  const monitor = addressOf('components', 'metrics');
  const echoed = async (): Promise<void> => {
    for (let key = 0; performance.now() < until; key += 1) {
      const letter = String.fromCharCode(97 + (key % 19));
      found.ours.push(await (terminals[key % Math.min(20, terminals.length)] as BrowserTerminal).echo(letter));
      found.bare.push(await bare.echo(letter));
      await wait(20);
    }
  };
  const listed = async (): Promise<void> => {
    while (performance.now() < until) {
      found.online.push(await caller.time(online));
      found.monitor.push(await caller.time(monitor));
      await wait(200);
    }
  };
  try {
    await Promise.all([echoed(), listed()]);
    const { count } = await caller.json<{ count: number }>(online);
    return { ...found, live: count };
  } finally {
    clearInterval(typing);
    caller.close();
  }
}

function rowsOf(found: Watched & { live: number }, lost: readonly string[], memory: readonly string[], each: number): Row[] {
  const [ours, bare, online, monitor] = [found.ours, found.bare, found.online, found.monitor].map((samples) => ({
    p50: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    p99: percentile(samples, 0.99),
  })) as [Figure, Figure, Figure, Figure];
  const list = (what: string, figure: Figure): Row => ({
    what,
    budget: `p95 ≤ ${LIST_MS} ms`,
    measured: `p50 ${ms(figure.p50)}, p95 ${ms(figure.p95)}`,
    baseline: '–',
    ratio: '–',
    pass: figure.p95 <= LIST_MS,
  });
  return [
    {
      what: `${SESSIONS} live recorded sessions on ${GATEWAYS} gateway processes, ${SECONDS} s`,
      budget: 'no drop',
      measured: `${lost.length} dropped, ${found.live} live at the end`,
      baseline: '–',
      ratio: '–',
      pass: lost.length === 0 && found.live === SESSIONS,
    },
    {
      what: 'keystroke echo meanwhile',
      budget: `p99 ≤ ${ECHO_MS} ms`,
      measured: `p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
      baseline: `the same target by ssh2: p50 ${ms(bare.p50)}, p99 ${ms(bare.p99)}`,
      ratio: times(ours.p50 / bare.p50),
      pass: ours.p99 <= ECHO_MS,
    },
    {
      what: 'memory of a gateway per session',
      budget: `≤ ${MEMORY_KB} KB`,
      measured: `${each.toFixed(0)} KB (${memory.join('; ')})`,
      baseline: '–',
      ratio: '–',
      pass: each <= MEMORY_KB,
    },
    list('list of online sessions meanwhile', online),
    list('load of components meanwhile', monitor),
  ];
}

interface Figure {
  p50: number;
  p95: number;
  p99: number;
}

/** Many live recorded sessions on two gateways at once. */
export const measureFleet: Measure = async ({ say }) => {
  // On a product of its own: nothing else that is measured has left anything in its processes.
  const product = await startProduct({ collectable: true });
  const stops: (() => Promise<unknown> | unknown)[] = [() => product.stop()];
  try {
    const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
    const target = await startTarget(port, password);
    stops.push(() => target.kill());
    const second = await startGateway(product);
    stops.push(second.stop);
    const first: Gateway = {
      port: product.gatewayPort,
      pid: await product.pid('gateway'),
      dataDir: product.dataDir,
      stop: async () => undefined,
    };
    const gateways = [first, second];
    const everybody = await people(product, port, password);
    // The first sessions load code; they are closed again before counting starts.
    for (const { port: at } of gateways.flatMap((one) => Array(5).fill(one) as Gateway[])) {
      const [person] = everybody as [Person];
      const one = await openBrowserTerminal({ port: at, cookie: person.cookie, token: await person.token() });
      await one.echo('w');
      one.close();
    }
    await wait(3_000);
    const held = () => Promise.all(gateways.map(async ({ pid }) => collect(pid).then(() => residentBytes(pid))));
    const before = await held();
    const started = performance.now();
    const terminals = await openAll(gateways, everybody, say);
    stops.push(() => {
      for (const one of terminals) one.close();
      return wait(3_000);
    });
    say(`${SESSIONS} sessions open after ${((performance.now() - started) / 1000).toFixed(0)} s`);
    await wait(5_000);
    const after = await held();
    const recorded = (await Promise.all(gateways.map(recordings))).reduce((sum, one) => sum + one, 0);
    if (recorded < SESSIONS) throw new Error(`Only ${recorded} of ${SESSIONS} sessions are recorded`);
    const client = await openDatabase(product);
    await client.query('vacuum analyze sessions').finally(() => client.end());
    const bare = await openShell({ port, username: ACCOUNT, password });
    stops.push(() => bare.close());
    const found = await watch(product, terminals, bare);
    const lost = terminals.flatMap((one) => one.lost() ?? []);
    if (lost.length > 0) say(`dropped: ${lost.slice(0, 3).join(' | ')}`);
    const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
    const grown = after.reduce((sum, one, at) => sum + one - (before[at] ?? 0), 0) / 1024 / SESSIONS;
    return {
      rows: rowsOf(
        found,
        lost,
        after.map((one, at) => `${mib(before[at] ?? 0)} → ${mib(one)} MiB`),
        grown,
      ),
      notes: [
        `Sessions of browsers, ${EACH} a person at most, half on the product's gateway and half on a second one that registered for itself. Each types a key every ${TYPING_MS / 1000} s; the echo of twenty of them is measured, in turns with a shell straight to the target.`,
        'The target is one process that speaks SSH and sends keys back: real servers would need some thousands of processes. It, the database, the core and the program that holds all sockets share the cores with the gateways.',
        'Memory: resident memory of the gateways after garbage collection, before and after the sessions were opened; a handful of sessions was opened and closed before the first reading.',
      ],
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
};

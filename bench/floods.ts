import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import type { Api } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { pageLogin } from '@postern/testkit/page-login';
import type { Caller } from './http-client.ts';
import { ms, patient, percentile, times } from './measure.ts';
import { adminCaller } from './pages.ts';
import { ADMIN_PASSWORD, openDatabase, type Product, residentBytes } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';
import { openShell, type Terminal } from './shell.ts';
import { startTarget } from './target.ts';

/** What a flooding process is told. */
export interface Attack {
  kind: 'logins' | 'patterns' | 'sockets' | 'connections';
  seconds: number;
  httpPort: number;
  sshPort: number;
  /** A person with an ordinary account, for `sockets`: cookies, and a task of theirs with a long log. */
  cookie: string;
  run: string;
  /** An administrator who writes rules, for `patterns`, and a session of theirs. */
  authorization: string;
  login: { username: string; password: string };
}

const FLOODS: Readonly<Record<Attack['kind'], string>> = {
  logins: 'wrong passwords, up to 100 a second and 256 unanswered, new names, 8 addresses',
  patterns: 'expressions that backtrack, in rules about 100,000 assets and against typed lines',
  sockets: 'WebSockets that ask for a long log and read nothing, 50 new ones a second',
  connections: 'SSH connections that do not log in, 150 new ones a second, 6 addresses',
};

const LIST = addressOf('assets', 'list', { display: 1, draw: 1, limit: 15, offset: 0 });
const PAGES = 200;
const WARM_MS = 3_000;
/** Longer than a measurement takes; it is ended when that is done. */
const FLOOD_SECONDS = 120;
const SSH_PORT_MS = 60_000;
const RATIO = 2;
const MEMORY_MIB = 256;
const ROLES = ['server', 'worker', 'gateway'] as const;

interface Load {
  list: number;
  echo: number;
}

interface Found {
  calm: Load;
  flooded: Load;
  outcomes: string;
  /** Most memory that a process took more than before, in MiB. */
  grown: number;
  restarted: string[];
}

/** What one person or address does to the others (decision 0064). */
export const measureFloods: Measure = async ({ product, say }) => {
  const running = await product();
  const target = await startTarget(running);
  const caller = await adminCaller(running);
  try {
    const attack = await prepare(running);
    const rows: Row[] = [];
    for (const kind of Object.keys(FLOODS) as Attack['kind'][]) {
      const login = async () => {
        const { id, value } = await target.token('ssh_client');
        return { username: `JMS-${id}`, password: value };
      };
      const once = async () => {
        // A flood that ended the gateway ended the session with it: each has its own.
        await sshPortOpen(running.sshPort);
        const terminal = await openShell({ port: running.sshPort, ...(await login()) });
        try {
          await wait(WARM_MS);
          return await measure(running, caller, terminal, { ...attack, kind, login: await login() });
        } finally {
          terminal.close();
        }
      };
      const found = await patient(once, (one) => rowsOf(kind, one).every((row) => row.pass !== false));
      say(`${kind}: ${JSON.stringify(found)}`);
      rows.push(...rowsOf(kind, found));
    }
    return { rows, notes };
  } finally {
    caller.close();
    await wait(1_000);
    await target.stop();
  }
};

const notes = [
  `List: the first page of 15 of 100,000 assets, ${PAGES} times in a row with pauses of 20 ms. Echo: keys typed one after the other, 10 ms apart, in a recorded session by native SSH through the gateway's SSH server, meanwhile. Both are measured without the flood, then with it.`,
  'The flood comes from a process of its own with the lowest priority, on loopback, at the pace that is named: what counts is what the product makes of it, not what the flooder takes of the two cores. "Answers" is what it got.',
  `Memory: what server, worker and gateway took more than before the flood, at the most, looked at every second. A restart is a process with another number.`,
];

/** The gateway opens its SSH port once the core knows it, a moment after the login page is there. */
async function sshPortOpen(port: number): Promise<void> {
  const end = Date.now() + SSH_PORT_MS;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('data', () => resolve(true)).once('error', () => resolve(false));
      socket.once('data', () => socket.destroy());
    });
    if (open) return;
    if (Date.now() > end) throw new Error('The SSH port did not open');
    await wait(200);
  }
}

async function measure(product: Product, caller: Caller, terminal: Terminal, attack: Attack): Promise<Found> {
  const pids = await Promise.all(ROLES.map((role) => product.pid(role)));
  const before = await Promise.all(pids.map(residentBytes));
  const calm = await load(caller, terminal);
  const flood = startFlood(attack);
  let grown = 0;
  const watching = setInterval(async () => {
    const now = await Promise.all(pids.map((pid) => residentBytes(pid).catch(() => 0)));
    grown = Math.max(grown, ...now.map((bytes, at) => (bytes - (before[at] ?? 0)) / 2 ** 20));
  }, 1_000);
  try {
    await wait(WARM_MS);
    const flooded = await load(caller, terminal);
    const outcomes = await flood.stop();
    const after = await Promise.all(ROLES.map((role) => product.pid(role).catch(() => 0)));
    return { calm, flooded, outcomes, grown, restarted: ROLES.filter((_, at) => after[at] !== pids[at]) };
  } finally {
    clearInterval(watching);
    await flood.stop();
    await wait(WARM_MS);
  }
}

/** p95 of the list and p99 of the echo, measured at the same time. */
async function load(caller: Caller, terminal: Terminal): Promise<Load> {
  const pages: number[] = [];
  const keys: number[] = [];
  let done = false;
  const typing = (async () => {
    for (let key = 0; !done; key += 1) {
      const took = await terminal.echo(String.fromCharCode(97 + (key % 19))).catch(() => Number.POSITIVE_INFINITY);
      keys.push(took);
      // The session is lost, and so is every key after this one.
      if (took === Number.POSITIVE_INFINITY) return;
      await wait(10);
    }
  })();
  try {
    for (let page = 0; page < PAGES; page += 1) {
      pages.push(await caller.time(LIST).catch(() => Number.POSITIVE_INFINITY));
      await wait(20);
    }
  } finally {
    done = true;
    await typing;
  }
  // One lost key is more than the hundredth part of any session.
  const lost = keys.includes(Number.POSITIVE_INFINITY);
  return { list: percentile(pages, 0.95), echo: lost ? Number.POSITIVE_INFINITY : percentile(keys, 0.99) };
}

/** Starts the flooding process; `stop` ends it and answers what it got. */
function startFlood(attack: Attack): { stop(): Promise<string> } {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('flood-attacker.ts', import.meta.url)), JSON.stringify({ ...attack, seconds: FLOOD_SECONDS })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const leave = () => void child.kill('SIGKILL');
  process.once('exit', leave);
  let output = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await gone;
      process.off('exit', leave);
      const outcomes = JSON.parse(output || '{}') as Record<string, number>;
      return Object.entries(outcomes)
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, 5)
        .map(([outcome, count]) => `${count}× ${outcome}`)
        .join(', ');
    },
  };
}

function rowsOf(kind: Attack['kind'], { calm, flooded, outcomes, grown, restarted }: Found): Row[] {
  const ratio = (name: keyof Load) => flooded[name] / calm[name];
  const figure = (name: keyof Load, what: string, share: string): Row => ({
    what: `${what} under ${kind}`,
    budget: `${share} ≤ ${RATIO}× unloaded`,
    measured: `${share} ${ms(flooded[name])}`,
    baseline: `unloaded: ${share} ${ms(calm[name])}`,
    ratio: times(ratio(name)),
    pass: ratio(name) <= RATIO,
  });
  return [
    figure('list', 'list', 'p95'),
    figure('echo', 'echo', 'p99'),
    {
      what: `processes under ${kind}`,
      budget: `no restart, + ${MEMORY_MIB} MiB at most`,
      measured: `${restarted.length === 0 ? 'no restart' : `restarted: ${restarted.join(', ')}`}, + ${grown.toFixed(0)} MiB`,
      baseline: `${FLOODS[kind]}; answers: ${outcomes || 'none'}`,
      ratio: '–',
      pass: restarted.length === 0 && grown <= MEMORY_MIB,
    },
  ];
}

async function prepare(product: Product): Promise<Attack> {
  const admin = (await product.admin()).inOrg(ORG.DEFAULT);
  const person = await createUser(admin);
  await evilFilter(admin);
  const { cookies } = await pageLogin(product.origin, String(person.username), TEST_PASSWORD);
  return {
    kind: 'logins',
    seconds: 0,
    httpPort: product.httpPort,
    sshPort: product.sshPort,
    cookie: cookies.text(),
    run: await longRun(product, String(person.id)),
    authorization: `Bearer ${await product.login('admin', ADMIN_PASSWORD)}`,
    login: { username: '', password: '' },
  };
}

/** A command filter about everybody, with an expression that a backtracking engine takes for ever over. */
async function evilFilter(admin: Api): Promise<void> {
  const { commandGroups, commandFilterAcls } = clientOf(admin);
  const group = await commandGroups.create({ name: 'flood', type: 'regex', content: '(a|aa)+$\n(a+)+b' });
  await commandFilterAcls.create({
    name: 'flood',
    users: { type: 'all' },
    assets: { type: 'all' },
    accounts: ['@ALL'],
    action: 'warning',
    command_groups: [group.id],
  });
}

/** A task of somebody's with 4 MiB of output. */
async function longRun(product: Product, user: string): Promise<string> {
  const client = await openDatabase(product);
  try {
    const run = crypto.randomUUID();
    await client.query(
      `insert into task_runs (id, name, kwargs, is_finished, date_published, user_id, org_id, language, state)
       values ($1, 'task-retention', '{}', true, now(), $2, $3, 'en', 'SUCCESS')`,
      [run, user, ORG.DEFAULT],
    );
    await client.query(
      `insert into task_logs (run_id, seq, text)
       select $1::uuid, n, repeat('x', 4095) || chr(10) from generate_series(1, 1024) n`,
      [run],
    );
    return run;
  } finally {
    await client.end();
  }
}

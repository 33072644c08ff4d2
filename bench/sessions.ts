import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Sshd } from '@postern/testkit/sshd';
import { openBrowserTerminal } from './browser-terminal.ts';
import { median, ms, patient, percentile, times } from './measure.ts';
import { collect, type Product, residentBytes } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';
import { COMMAND, openShell, type Terminal } from './shell.ts';
import { startTarget, type Target } from './target.ts';

const SESSIONS = 500;
/** Shells of the memory's baseline. */
const BARE = 200;
const OPENING = 8;
const KEYS = 600;
const ECHO_BUDGET_MS = 10;
const MEMORY_BUDGET_KB = 450;
/** Each of the other sessions types a key this often while echoes are measured. */
const TYPING_MS = 10_000;

/** Echo and memory with many recorded sessions at once. */
export const measureSessions: Measure = async ({ product, say }) => {
  const running = await product();
  const target = await startTarget(running);
  const terminals: Terminal[] = [];
  try {
    const gateway = await running.pid('gateway');
    const settled = async () => {
      await collect(gateway);
      return residentBytes(gateway);
    };
    // The first sessions load code; they are closed again before counting starts.
    const first = await openMany(running, target, 5);
    for (const one of first) await one.echo('w');
    for (const one of first) one.close();
    await wait(3_000);
    const before = await settled();
    const started = performance.now();
    terminals.push(...(await openMany(running, target, SESSIONS)));
    say(`${SESSIONS} sessions open after ${((performance.now() - started) / 1000).toFixed(0)} s`);
    await wait(5_000);
    const after = await settled();
    await requireRecordings(running);
    const each = (after - before) / 1024 / SESSIONS;
    say(`memory: ${(before / 2 ** 20).toFixed(0)} → ${(after / 2 ** 20).toFixed(0)} MB, ${each.toFixed(0)} KB each`);
    const direct = await baselineMemory(target.sshd);
    const memory: Row = {
      what: `memory per idle recorded session (${SESSIONS} of them)`,
      budget: `≤ ${MEMORY_BUDGET_KB} KB`,
      measured: `${each.toFixed(0)} KB (${(before / 2 ** 20).toFixed(0)} → ${(after / 2 ** 20).toFixed(0)} MB)`,
      baseline: `bare ssh2 shell: ${direct.toFixed(0)} KB`,
      ratio: times(each / direct),
      pass: each <= MEMORY_BUDGET_KB,
    };
    return { rows: [await measureEcho(target.sshd, terminals, say), memory], notes };
  } finally {
    for (const one of terminals) one.close();
    await wait(2_000);
    await target.stop();
  }
};

const notes = [
  `Echo: one key as a browser goes (server, gateway, sshd, pseudo-terminal of \`cat\`), then one through ssh2 straight to the same sshd, in turns, ${KEYS} each; "added" is the difference of the percentiles. The other sessions type a key every ${TYPING_MS / 1000} s each. The measuring program itself holds all ${SESSIONS} sockets on the same cores.`,
  'Memory: resident memory of the gateway after garbage collection, before and after the sessions were opened; a handful of sessions was opened and closed before the first reading. Baseline: the same reading of a process that does nothing but hold ssh2 shells.',
];

async function openMany(product: Product, target: Target, count: number): Promise<Terminal[]> {
  const opened: Terminal[] = [];
  let left = count;
  await Promise.all(
    Array.from({ length: OPENING }, async () => {
      while (left > 0) {
        left -= 1;
        const { id } = await target.token('web_cli');
        opened.push(await openBrowserTerminal({ port: product.httpPort, cookie: target.cookie, token: id, first: COMMAND }));
      }
    }),
  );
  return opened;
}

async function measureEcho(sshd: Sshd, terminals: readonly Terminal[], say: (line: string) => void): Promise<Row> {
  const [ours, ...others] = terminals;
  if (!ours) throw new Error('No terminal is open');
  const bare = await openShell({ port: sshd.port, username: sshd.user, privateKey: sshd.privateKey });
  let turn = 0;
  const typing = setInterval(() => {
    others[turn % others.length]?.type('t');
    turn += 1;
  }, TYPING_MS / others.length);
  try {
    await wait(1_000);
    const measure = async () => {
      const samples = { product: [] as number[], bare: [] as number[] };
      for (let key = 0; key < KEYS; key += 1) {
        const letter = String.fromCharCode(97 + (key % 19));
        samples.product.push(await ours.echo(letter));
        samples.bare.push(await bare.echo(letter));
        await wait(5);
      }
      const figures = (p: number) => ({ product: percentile(samples.product, p), bare: percentile(samples.bare, p) });
      return { p50: figures(0.5), p99: figures(0.99), middle: median(samples.product) / median(samples.bare) };
    };
    const added = (found: Awaited<ReturnType<typeof measure>>) => found.p99.product - found.p99.bare;
    await measure();
    const found = await patient(measure, (result) => added(result) <= ECHO_BUDGET_MS);
    say(
      `echo: product p50 ${ms(found.p50.product)} p99 ${ms(found.p99.product)}, bare p50 ${ms(found.p50.bare)} p99 ${ms(found.p99.bare)}`,
    );
    return {
      what: `keystroke echo with ${terminals.length} live recorded sessions`,
      budget: `p99 added ≤ ${ECHO_BUDGET_MS} ms`,
      measured: `added: p50 ${ms(found.p50.product - found.p50.bare)}, p99 ${ms(added(found))}`,
      baseline: `direct ssh2: p50 ${ms(found.p50.bare)}, p99 ${ms(found.p99.bare)}`,
      ratio: times(found.middle),
      pass: added(found) <= ECHO_BUDGET_MS,
    };
  } finally {
    clearInterval(typing);
    bare.close();
  }
}

/** Kilobytes per shell of a process that only holds ssh2 shells. */
async function baselineMemory(sshd: Sshd): Promise<number> {
  const program = fileURLToPath(new URL('ssh2-shells.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', program, String(sshd.port), sshd.user, sshd.keyPath, String(BARE)],
    {
      timeout: 120_000,
    },
  );
  return Number(stdout);
}

/** Every session must have its recording, or it is not what is measured. */
async function requireRecordings(product: Product): Promise<void> {
  const spool = await readdir(join(product.dataDir, 'gateway', 'spool'));
  const recordings = new Set(spool.map((name) => name.slice(0, 36)));
  if (recordings.size < SESSIONS) throw new Error(`Only ${recordings.size} of ${SESSIONS} sessions are recorded`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@postern/testkit/ports';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsIn, upOf } from '../../test/supervised.ts';
import type { ChildSpec } from './child.ts';
import { startUp, type Up } from './up.ts';

/** Real processes: frozen ones, and ones whose supervisor is killed. */

let dataDir: string;
let lines: string[];
let running: Up | null;
let killed: ChildProcess | null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postern-lifeline-'));
  lines = [];
  running = null;
  killed = null;
});

afterEach(async () => {
  running?.stop();
  await running?.finished;
  killed?.kill('SIGKILL');
  for (const pid of [...pidsOf('server'), ...pidsOf('gateway')].filter(isThere)) process.kill(pid, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Says who it is, then does what it is told. */
const program = (name: string, body = ''): ChildSpec => ({
  name,
  args: ['-e', `console.log('here ' + process.pid); setInterval(() => {}, 1000); ${body}`],
  env: process.env,
  stopLimitMs: 300,
  frozenMs: 1_000,
});

/** Freezes a moment after it has said its name; a replacement finds the mark of the first and does not. */
const freezing = (name: string): ChildSpec =>
  program(
    name,
    `const { existsSync, writeFileSync } = require('node:fs'); const mark = ${JSON.stringify(join(dataDir, 'frozen'))};
     if (!existsSync(mark)) setTimeout(() => { writeFileSync(mark, ''); for (;;); }, 300);`,
  );

async function start(processes: ChildSpec[]): Promise<void> {
  running = await startUp(await upOf(dataDir, processes, (line) => lines.push(line)));
}

const pidsOf = (name: string): number[] =>
  lines.flatMap((line) => (line.startsWith(name) ? (/here (\d+)$/.exec(line)?.[1] ?? []) : [])).map(Number);
const until = (look: () => boolean): Promise<void> => expect.poll(look, { message: 'it never happened' }).toBe(true);

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a process that does not answer', () => {
  test('is replaced when its own thread turns in circles; the others stay', async () => {
    await start([program('server'), freezing('gateway')]);
    await until(() => pidsOf('gateway').length >= 2);
    const [frozen = 0] = pidsOf('gateway');
    expect(isThere(frozen)).toBe(false);
    expect(lines.some((line) => line.startsWith('gateway') && line.includes('does not answer'))).toBe(true);
    expect(pidsOf('server')).toHaveLength(1);
  });

  test('is replaced when it was stopped altogether', async () => {
    await start([program('gateway')]);
    await until(() => pidsOf('gateway').length === 1);
    process.kill(pidsOf('gateway')[0] ?? 0, 'SIGSTOP');
    await until(() => pidsOf('gateway').length === 2);
    expect(isThere(pidsOf('gateway')[0] ?? 0)).toBe(false);
  });

  test('does not keep the rest from stopping', async () => {
    const deaf = { ...program('gateway'), frozenMs: 600_000 };
    await start([program('server'), deaf]);
    await until(() => pidsOf('gateway').length === 1 && pidsOf('server').length === 1);
    process.kill(pidsOf('gateway')[0] ?? 0, 'SIGSTOP');
    running?.stop();
    expect(await running?.finished).toBe(0);
    expect([...pidsOf('gateway'), ...pidsOf('server')].filter(isThere)).toEqual([]);
  });
});

describe('a supervisor that is killed', () => {
  /** A supervisor in a process of its own, over a process that listens and one that listens and turns in circles. */
  async function supervisor(): Promise<{ ports: number[] }> {
    const ports = [await freePort(), await freePort()];
    const listening = (name: string, port: number | undefined, then: string) =>
      program(name, `require('node:net').createServer().listen(${port}, '127.0.0.1', () => { console.log('listens'); ${then} });`);
    const specs = [
      listening('server', ports[0], ''),
      { ...listening('gateway', ports[1], 'setTimeout(() => { for (;;); }, 200);'), frozenMs: 600_000 },
    ];
    const settings = await settingsIn(dataDir);
    const source = `
      const { startUp } = await import(${JSON.stringify(new URL('up.ts', import.meta.url).href)});
      await startUp({ settings: ${JSON.stringify(settings)}, migrate: async () => undefined, print: (line) => console.log(line),
        processes: () => ${JSON.stringify(specs.map((spec) => ({ ...spec, env: {} })))} });`;
    killed = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (killed.stdout) createInterface({ input: killed.stdout }).on('line', (line) => lines.push(line));
    await until(() => lines.filter((line) => line.endsWith('listens')).length === 2);
    return { ports };
  }

  test('leaves no process behind, frozen or not, and no port', async () => {
    const { ports } = await supervisor();
    const left = [...pidsOf('server'), ...pidsOf('gateway')];
    expect(left.filter(isThere)).toHaveLength(2);
    killed?.kill('SIGKILL');
    await expect.poll(() => left.filter(isThere)).toEqual([]);
    expect(await Promise.all(ports.map(answers))).toEqual([false, false]);
  });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

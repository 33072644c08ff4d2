import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@postern/testkit/ports';
import { until } from '@postern/testkit/until';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsIn } from '../../test/supervised.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { firstPasswordFile } from './announce.ts';
import type { ChildSpec } from './child.ts';
import { startUp, type Up } from './up.ts';

let dataDir: string;
let lines: string[];
let running: Up | null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postern-up-'));
  lines = [];
  running = null;
});

afterEach(async () => {
  running?.stop();
  await running?.finished;
  await rm(dataDir, { recursive: true, force: true });
});

/** A real process that says who it is and writes down, in one file for all, the order in which they end. */
function program(name: string, body = ''): ChildSpec {
  const source = `
    const { appendFileSync } = require('node:fs');
    process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(join(dataDir, 'ended'))}, ${JSON.stringify(`${name}\n`)}); process.exit(0); });
    console.log('here ' + process.pid);
    setInterval(() => {}, 1000);
    ${body}`;
  return { name, args: ['-e', source], env: process.env, stopLimitMs: 2_000, frozenMs: 10_000 };
}

async function start(processes: ChildSpec[], databaseUrl?: string): Promise<{ httpPort: number }> {
  const [httpPort, gatewayPort] = [await freePort(), await freePort()];
  running = await startUp({
    settings: { dataDir, httpPort, gatewayPort, sshPort: 0, env: {}, ...(databaseUrl ? { databaseUrl } : {}) },
    migrate: async () => undefined,
    print: (line) => lines.push(line),
    processes: () => processes,
  });
  return { httpPort };
}

const eventually = <T>(look: () => T | undefined | false): Promise<T> =>
  until('it happens', 60_000, look).catch((error: Error) => {
    throw new Error(`${error.message}; lines so far:\n${lines.join('\n')}`);
  });

const pidsOf = (name: string): number[] =>
  lines.flatMap((line) => (line.startsWith(name) ? (/here (\d+)$/.exec(line)?.[1] ?? []) : [])).map(Number);

describe('up', () => {
  test('restarts a killed process and stops all in reverse order', async () => {
    await start([program('server'), program('worker'), program('gateway')], 'postgres://elsewhere');
    const first = await eventually(() => pidsOf('gateway')[0]);
    await eventually(() => pidsOf('server')[0] && pidsOf('worker')[0]);
    process.kill(first, 'SIGKILL');
    const second = await eventually(() => pidsOf('gateway')[1]);
    expect(second).not.toBe(first);
    running?.stop();
    expect(await running?.finished).toBe(0);
    expect(await readFile(join(dataDir, 'ended'), 'utf8')).toBe('gateway\nworker\nserver\n');
    await expect(stat(join(dataDir, 'run.json'))).rejects.toThrow('ENOENT');
  });

  test('kills a process that ignores the request to stop', async () => {
    const deaf = program('gateway', "process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => {}); console.log('deaf');");
    await start([{ ...deaf, stopLimitMs: 200 }], 'postgres://elsewhere');
    await eventually(() => lines.some((line) => line.endsWith('deaf')));
    running?.stop();
    expect(await running?.finished).toBe(0);
  });

  test('gives up at once when a process says its settings are wrong', async () => {
    await start([program('server'), program('worker', 'process.exit(78);')], 'postgres://elsewhere');
    expect(await running?.finished).toBe(78);
  });

  test('prints the address and the first password, the password only once', async () => {
    await writeFile(join(dataDir, firstPasswordFile), 'correct horse\n', { mode: 0o600 });
    const server = createServer();
    const { httpPort } = await start([program('server')], 'postgres://elsewhere');
    await new Promise<void>((resolve) => server.listen(httpPort, resolve));
    await eventually(() => lines.some((line) => line.includes('correct horse')));
    server.close();
    expect(lines.some((line) => line.includes(`http://localhost:${httpPort}/ui/`))).toBe(true);
    // The last that the supervisor says: a program may begin to speak later, which on a quiet machine it does.
    await eventually(() => lines.findLast((line) => line.startsWith('postern'))?.includes('Ctrl-C stops it'));
    // It goes once it was printed: a crash in between prints it again rather than never.
    await eventually(() => !existsSync(join(dataDir, firstPasswordFile)));
  });

  test('names the setting when a port is taken, and leaves nothing running', async () => {
    const server = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, resolve));
    const attempt = startUp({
      settings: { dataDir, httpPort: port, gatewayPort: await freePort(), sshPort: 0, env: {}, databaseUrl: 'postgres://elsewhere' },
      migrate: async () => undefined,
      print: () => undefined,
    });
    await expect(attempt).rejects.toThrow(new RegExp(`\\(process ${process.pid}\\) has it\\. Choose another with POSTERN_HTTP_PORT`));
    server.close();
  });

  test('takes the next free ports when it may, says so, and prints the address that is true', async () => {
    const port = await freePort();
    const release = await occupy(port);
    running = await startUp({
      settings: { dataDir, httpPort: port, gatewayPort: port + 1, sshPort: port + 2, env: {}, databaseUrl: 'postgres://elsewhere' },
      movePorts: true,
      migrate: async () => undefined,
      print: (line) => lines.push(line),
      processes: () => [program('server')],
    });
    const told = lines.find((line) => line.includes(`Port ${port} is taken`)) ?? '';
    expect(told).toContain(`(process ${process.pid})`);
    const taken = Number(/: (\d+) is used for web pages \(POSTERN_HTTP_PORT\)/.exec(told)?.[1]);
    // Not one that another part is meant to have.
    expect(taken).toBeGreaterThan(port + 2);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(taken, resolve));
    await eventually(() => lines.some((line) => line.includes(`Ready: http://localhost:${taken}/ui/`)));
    server.close();
    await release();
  });

  test('the machines of a new demo give way to those of another; machines that are known by their port do not', async () => {
    const port = await freePort();
    const release = await occupy(port, '127.0.0.9');
    const settings = await settingsIn(dataDir);
    const attempt = startUp({
      settings,
      migrate: async () => undefined,
      print: () => undefined,
      extra: { host: '127.0.0.9', port, fixed: 'Another demo runs.', processes: () => [] },
    });
    await expect(attempt).rejects.toThrow('Another demo runs.');
    let filled = 0;
    running = await startUp({
      settings,
      migrate: async (_, at) => {
        filled = at ?? 0;
        return undefined;
      },
      print: (line) => lines.push(line),
      extra: { host: '127.0.0.9', port, processes: () => [] },
      processes: () => [program('server')],
    });
    expect(filled).toBeGreaterThan(port);
    expect(lines.some((line) => line.includes(`Port ${port} of 127.0.0.9 is taken: ${filled} is used`))).toBe(true);
    await release();
  });

  test('refuses a data folder that another supervisor uses', async () => {
    await start([program('server')], 'postgres://elsewhere');
    const record = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'));
    // The other supervisor is a live process with its true start time: here one of our own children plays it.
    await writeFile(join(dataDir, 'run.json'), JSON.stringify({ supervisor: record.children[0], children: [] }));
    const attempt = startUp({
      settings: { dataDir, httpPort: await freePort(), gatewayPort: await freePort(), sshPort: 0, env: {}, databaseUrl: 'postgres://x' },
      migrate: async () => undefined,
      print: () => undefined,
    });
    await expect(attempt).rejects.toThrow('already running');
  });

  test('ends what a killed supervisor left behind', async () => {
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => orphan.once('exit', () => resolve()));
    await start([program('server')], 'postgres://elsewhere');
    const record = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'));
    running?.stop();
    await running?.finished;
    const line = await readFile(`/proc/${orphan.pid}/stat`, 'utf8');
    const started = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    const dead = { pid: record.children[0].pid, started: record.children[0].started };
    await writeFile(join(dataDir, 'run.json'), JSON.stringify({ supervisor: dead, children: [{ pid: orphan.pid, started }] }));
    await start([program('server')], 'postgres://elsewhere');
    await ended;
    expect(orphan.signalCode).toBe('SIGTERM');
  });

  test.each([
    ['kill -9', 'SIGKILL'],
    ['it was stopped and answers nothing', 'SIGSTOP'],
  ] as const)('brings the embedded database back at the same address after %s', async (_what, signal) => {
    let url = '';
    running = await startUp({
      settings: { dataDir, httpPort: await freePort(), gatewayPort: await freePort(), sshPort: 0, env: {} },
      migrate: async (databaseUrl) => {
        url = databaseUrl;
        return undefined;
      },
      print: (line) => lines.push(line),
      processes: () => [program('server')],
      databaseFrozenAfterMs: 3_000,
    });
    const left = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    process.kill(left.pid, signal);
    await eventually(() => lines.filter((line) => line.includes('PostgreSQL is ready')).length === 2);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
});

/** Listens where somebody else wants to; resolves with what ends it. */
async function occupy(port: number, host?: string): Promise<() => Promise<void>> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen({ port, ...(host ? { host } : {}) }, resolve));
  return () => new Promise((resolve) => other.close(() => resolve()));
}

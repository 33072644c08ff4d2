import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@postern/testkit/ports';
import { openDoor } from '../src/supervise/doors.ts';
import { LIFELINE, lifelineTimes } from '../src/supervise/lifeline-arguments.ts';
import { usualProcesses } from '../src/supervise/processes.ts';
import { BOOTSTRAP_TOKEN, MASTER_KEY } from './test-platform.ts';

/** Server processes as `postern up` runs them, both at once, on the database of a suite. */
export interface Workers {
  url: string;
  pids: readonly number[];
  close(): Promise<void>;
}

export async function startWorkers(databaseUrl: string, count: number, more: NodeJS.ProcessEnv = {}): Promise<Workers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-workers-'));
  const [httpPort, gatewayPort] = [await freePort(), await freePort()];
  const door = await openDoor('127.0.0.1', httpPort);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'postern-compile-cache'),
    POSTERN_HTTP_HOST: '127.0.0.1',
    POSTERN_SECRET_KEY: MASTER_KEY,
    POSTERN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
    POSTERN_LOG_LEVEL: 'info',
    ...more,
  };
  const settings = { dataDir, httpPort, gatewayPort, sshPort: 0, serverWorkers: count, env };
  const servers = usualProcesses(settings, databaseUrl, { http: door }).filter(({ place }) => place !== undefined);
  const children = servers.map(({ args, env, doors = [] }) =>
    spawn(process.execPath, [...LIFELINE, ...args], {
      env: { ...env, ...lifelineTimes(1_000, 1_000) },
      stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe', ...doors.map(({ fd }) => fd)],
    }),
  );
  await Promise.all(children.map(untilReady));
  return {
    url: `http://127.0.0.1:${httpPort}`,
    pids: children.flatMap(({ pid }) => pid ?? []),
    async close() {
      await Promise.all(children.map(ended));
      door.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-4_000);
      if (output.includes('"ready"')) resolve();
    });
    child.once('exit', () => reject(new Error(`A server ended: ${output}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

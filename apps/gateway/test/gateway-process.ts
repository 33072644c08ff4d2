import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { until } from '@postern/testkit/until';
import { bootstrapToken, type CoreDouble, startCore } from './core-double.ts';
import { ANN, ANN_COOKIE, grantFor } from './world.ts';

export interface GatewayProcesses {
  core: CoreDouble;
  port: number;
  dataDir: string;
  spool: string;
  keyFile: string;
  token(change?: Partial<ConnectionSecret>): string;
  /** @param prefix a program with arguments that runs the gateway */
  start(prefix?: string[]): Promise<ChildProcess>;
}

/**
 * A gateway that is a process of its own.
 * @param settings besides where it is and whom it asks
 * @param prefix a program with arguments that runs it
 */
export function spawnGateway(
  { core, dataDir, port }: Pick<GatewayProcesses, 'core' | 'dataDir' | 'port'>,
  settings: Readonly<Record<string, string>>,
  stdio: StdioOptions,
  prefix: readonly string[] = [],
): ChildProcess {
  const [file = '', ...argv] = [...prefix, process.execPath, join(import.meta.dirname, '../src/main.ts')];
  return spawn(file, argv, {
    env: {
      ...process.env,
      POSTERN_CORE_URL: core.url,
      POSTERN_BOOTSTRAP_TOKEN: bootstrapToken,
      POSTERN_DATA_DIR: dataDir,
      POSTERN_GATEWAY_PORT: String(port),
      ...settings,
    },
    stdio,
  });
}

/** A core, an sshd, and gateways that are processes of their own on one data folder, to be killed. What is to be undone goes to `cleanups`. */
export async function gatewayProcesses(cleanups: (() => Promise<void> | void)[]): Promise<GatewayProcesses> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-crash-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const [core, sshd, port] = await Promise.all([startCore(), startSshd(), freePort()]);
  cleanups.push(
    () => core.stop(),
    () => sshd.stop(),
  );
  core.users.set(ANN_COOKIE, ANN);
  return {
    ...{ core, port, dataDir, spool: join(dataDir, 'gateway', 'spool'), keyFile: join(dataDir, 'gateway', 'access-key.json') },
    token(change = {}) {
      const id = crypto.randomUUID();
      core.tokens.set(id, { ...grantFor(sshd, change), id });
      return id;
    },
    async start(prefix = []) {
      const child = spawnGateway({ core, dataDir, port }, { POSTERN_SSH_PORT: '0', POSTERN_LOG_LEVEL: 'silent' }, 'inherit', prefix);
      cleanups.push(() => void child.kill('SIGKILL'));
      await until('the gateway has started', 60_000, async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/koko/health/`);
        return ((await answer.json()) as { status?: string }).status === 'ok';
      });
      return child;
    },
  };
}

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { inServerFolder, prepareServer, runServer } from './server-process.ts';

/** A real MariaDB server on a loopback port. `root` has no password and may log in from loopback; the test's first deed is to change that. */
export interface MariaDb {
  port: number;
  /** All that its general log and its binary logs hold, as text. */
  logs(): string;
  stop(): Promise<void>;
}

/** @param options further options of `mariadbd`, such as `--ssl-cert=…` */
export async function startMariaDb(options: readonly string[] = []): Promise<MariaDb> {
  return inServerFolder('mariadb', async (_path, at) => {
    prepareServer('/usr/bin/mariadb-install-db', [
      '--no-defaults',
      `--datadir=${at('data')}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ]);
    const port = await freePort();
    const server = await runServer(
      '/usr/sbin/mariadbd',
      [
        '--no-defaults',
        `--datadir=${at('data')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${at('socket')}`,
        `--pid-file=${at('pid')}`,
        '--skip-name-resolve',
        '--general-log',
        `--general-log-file=${at('general.log')}`,
        `--log-bin=${at('binary')}`,
        '--innodb-buffer-pool-size=16M',
        ...options,
      ],
      port,
    );
    return {
      port,
      logs: () => ['general.log', 'binary.000001'].map((name) => readFileSync(at(name), 'latin1')).join('\n'),
      stop: () => server.stop(),
    };
  });
}

/** A real MariaDB as a machine of somebody's. */
export interface MariaTarget extends MariaDb {
  /** Who may do everything there, by a password. */
  username: string;
  password: string;
  /** It is there, and empty. */
  database: string;
}

export async function startMariaTarget(): Promise<MariaTarget> {
  const [username, password, database] = ['owner', 'Owner-secret-1', 'shop'];
  const folder = mkdtempSync(join(tmpdir(), 'postern-maria-target-'));
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // The server reads it as somebody else.
    chmodSync(folder, 0o755);
    const first = join(folder, 'first.sql');
    const statements = [
      `create user ${username} identified by '${password}'`,
      `grant all on *.* to ${username}`,
      `create database ${database}`,
    ];
    writeFileSync(first, statements.map((statement) => `${statement};\n`).join(''));
    const server = await startMariaDb([`--init-file=${first}`]);
    return {
      ...{ ...server, username, password, database },
      // Its port is open before it has read the file.
      stop: () => server.stop().finally(forget),
    };
  } catch (error) {
    forget();
    throw error;
  }
}

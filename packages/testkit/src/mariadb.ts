import { readFileSync } from 'node:fs';
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

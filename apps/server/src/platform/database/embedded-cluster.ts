import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchAs, type PostgresAccount, type PostgresBinaries } from './embedded-binaries.ts';
import { user } from './embedded-database.ts';

/** Where things of the embedded PostgreSQL lie in its folder. */
export type Home = { root: string; cluster: string; password: string; port: string; serverLog: string };

/** Makes the folder, in which PostgreSQL's account may work. */
export async function prepareHome(dataDir: string, account: PostgresAccount | null): Promise<Home> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const root = join(await realpath(dataDir), 'postgres');
  await mkdir(root, { recursive: true, mode: 0o700 });
  if (account) {
    // PostgreSQL's account may pass through the data folder, not list it; every file in it has its own rights.
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
    await chown(root, account.uid, account.gid);
  }
  return {
    root,
    cluster: join(root, 'cluster'),
    password: join(root, 'password'),
    port: join(root, 'port'),
    serverLog: join(root, 'server.log'),
  };
}

/** Makes the cluster where there is none yet. @returns the password of its owner */
export async function initialise(
  home: Home,
  binaries: PostgresBinaries,
  account: PostgresAccount | null,
  log: (message: string) => void,
): Promise<string> {
  if (await exists(join(home.cluster, 'PG_VERSION'))) return (await readFile(home.password, 'utf8')).trim();
  log('Creating the database cluster');
  const password = randomBytes(32).toString('hex');
  await writeFile(home.password, `${password}\n`, { mode: 0o600 });
  if (account) await chown(home.password, account.uid, account.gid);
  // Made beside its place and moved there when complete, so an interrupted first start leaves nothing half made.
  const draft = join(home.root, 'cluster.new');
  await rm(draft, { recursive: true, force: true });
  const args = [
    `--pgdata=${draft}`,
    `--username=${user}`,
    `--pwfile=${home.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ];
  // Trigram search takes "what is a letter" from LC_CTYPE: under plain C, Chinese and Japanese text would have none.
  const failure = (await runInitdb([...args, '--lc-ctype=C.UTF-8'])) && (await runInitdb(args));
  if (failure) throw new Error(`The database cluster could not be created:\n${failure}`);
  await rename(draft, home.cluster);
  return password;

  async function runInitdb(argv: string[]): Promise<string | null> {
    await rm(draft, { recursive: true, force: true });
    const { file, args, ...identity } = await launchAs(account, binaries.initdb, argv, [home.cluster]);
    return new Promise((resolve, reject) => {
      const child = spawn(file, args, { ...identity, cwd: home.root, env: serverEnv(), stdio: ['ignore', 'ignore', 'pipe'] });
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => {
        complaint = `${complaint}${chunk}`.slice(-4000);
      });
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0 ? null : complaint || `initdb ended with code ${code}`));
    });
  }
}

/** The environment of PostgreSQL's programs. */
export function serverEnv(): NodeJS.ProcessEnv {
  // Nothing of ours is its business, least of all POSTERN_SECRET_KEY.
  return { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

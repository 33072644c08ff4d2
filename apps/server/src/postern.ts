import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Assembly, assemble, createApp, createJobQueue, firstAdministrator, seed } from './app.ts';
import { PEOPLE } from './demo/demo-data.ts';
import { fillDemo } from './demo/fill.ts';
import { demoMachines } from './demo/machines.ts';
import { LOGIN_RULES_USAGE, loginRulesCommand, unreadableCommand } from './features/acls/index.ts';
import { AUDIT_USAGE, auditCommand } from './features/audits/index.ts';
import {
  becomeTestInstallation,
  isOwnCommand,
  LICENCE_USAGE,
  licenceCommand,
  licenseAtStart,
  OWN_LICENCE_USAGE,
  ownLicence,
  ownLicenceCommand,
} from './features/licence/index.ts';
import { TASKS_USAGE, tasksCommand } from './features/tasks/index.ts';
import { type Locked, unlockLogins } from './features/users/index.ts';
import { bootPlatform } from './platform/boot.ts';
import { readSettings, type Settings, SettingsError } from './platform/config/settings.ts';
import { bootstrapTokenFile, readOrMakeToken, replaceToken } from './platform/config/token-file.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { migrate, readMigrations } from './platform/database/migrate.ts';
import { provideRuntimeRole, runtimeAccess, unrestrictedWarning } from './platform/database/runtime-role.ts';
import { prepareJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log.ts';
import { BOOTSTRAP_CHANNEL, type Platform } from './platform/platform.ts';
import { createSecretBox } from './platform/secrets/envelope.ts';
import { addKeyToFile, dropOldKeysFromFile, loadKeyring } from './platform/secrets/keyring.ts';
import { rewrapAll } from './platform/secrets/rotation.ts';
import { firstPasswordFile, up } from './supervise/up.ts';

/** The command `postern`. */

const USAGE = `postern up [--demo] [--free-ports]    run the whole product; --demo fills an empty one with believable data; --free-ports, and a demo,
                                      take the next free port in place of one that is taken
postern serve --role server|worker    run one role of it
postern migrate                       bring the database up to date
postern rotate-master-key             wrap all stored secrets with a new master key
postern bootstrap-token show|rotate   print, or replace, the token with which components register
${AUDIT_USAGE}
postern unlock <username>             let somebody log in again; --address <ip> for an address, --all for everybody
${LOGIN_RULES_USAGE}
${TASKS_USAGE}
postern unreadable-rules               list access rules whose patterns cannot be read; --switch-off makes them inactive
${OWN_LICENCE_USAGE}${LICENCE_USAGE}`;
/** sysexits.h: wrong usage, wrong configuration. */
const EX_USAGE = 64;
/** PostgreSQL manual, appendix A. */
const UNDEFINED_TABLE = '42P01';
const EX_CONFIG = 78;
/** Milliseconds a process has to end after it was asked to. */
const STOP_MS = 10_000;
/** Milliseconds a statement of a job may take: retention removes a lot at once. */
const JOB_STATEMENT_MS = 600_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Opens what the database keeps encrypted, before there is a platform. */
const boxOf = async (settings: Settings) => createSecretBox(await loadKeyring(settings.dataDir, settings.secretKeys));

/** Runs work against the database of the settings, as its owner: the given one, or the embedded one, started for the occasion if needed. */
async function withDatabase<T>(settings: Settings, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseOwnerUrl ?? settings.databaseUrl);
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: print });
  try {
    return await work(embedded.url);
  } finally {
    if (!embedded.adopted) await embedded.stop();
  }
}

async function withPlatform<T>(
  settings: Settings,
  url: string,
  name: string,
  work: (platform: Platform, assembly: Assembly) => Promise<T>,
): Promise<T> {
  const platform = await bootPlatform(settings, url, createLog(settings.logLevel, name), `postern ${name}`);
  try {
    await platform.start().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE)
        throw new SettingsError(['the database is empty: run `postern migrate` first']);
      throw error;
    });
    return await work(platform, assemble(platform));
  } finally {
    await platform.stop();
  }
}

/** What an installation is like after its database was brought up to date. */
interface UpToDate {
  /** With which the product runs: not the owner's where another role could be had. */
  url: string;
  /** The first administrator's, when the account was made now. */
  password: string | undefined;
}

/**
 * Schema, queues and rights as the owner; then, as the role of the running product, built-in rows, the licence and the first administrator.
 * @param name in which the licence is issued, unless a setting says another
 */
async function bringUpToDate(settings: Settings, ownerUrl: string, name?: string): Promise<UpToDate> {
  const { testLicenceKey } = settings;
  for (const applied of await migrate(ownerUrl, await readMigrations())) print(`Applied ${applied}`);
  // Only looked at: which jobs there are.
  const owner = await bootPlatform(settings, ownerUrl, createLog(settings.logLevel, 'migrate'), 'postern migrate');
  await prepareJobs(ownerUrl, assemble(owner).jobs).finally(() => owner.stop());
  const { url, unrestricted } = await provideRuntimeRole(ownerUrl, settings.databaseUrl, owner.secrets);
  if (unrestricted) print(unrestrictedWarning(unrestricted));
  return withPlatform(settings, url, 'migrate', async (platform, assembly) => {
    await seed(platform, assembly);
    const password = await firstAdministrator(platform, settings.adminPassword);
    if (password && testLicenceKey)
      await platform.asSystem('test installation', (ctx) => becomeTestInstallation(ctx, platform.systemSettings, testLicenceKey));
    await licenseAtStart(platform, name);
    return { url, password };
  });
}

async function serve(settings: Settings, role: 'server' | 'worker'): Promise<number> {
  if (!settings.databaseUrl) throw new SettingsError(['DATABASE_URL is needed to run a single role; `postern up` brings its own database']);
  const log = createLog(settings.logLevel, role);
  const { url, unrestricted } = await runtimeAccess(settings.databaseUrl, await boxOf(settings));
  if (unrestricted) log.error({ reason: unrestricted }, unrestrictedWarning(unrestricted));
  const platform = await bootPlatform(settings, url, log, `postern ${role}`, role === 'worker' ? JOB_STATEMENT_MS : undefined);
  const assembly = assemble(platform);
  const jobs = createJobQueue(platform, assembly, url, role === 'worker');
  await platform.start();
  await jobs.start();
  const app = role === 'server' ? await createApp(platform, assembly) : undefined;
  const port = await app?.listen(settings.httpHost, settings.httpPort);
  if (settings.localPort !== undefined) await app?.listenLocally(settings.localPort);
  log.info({ port }, 'ready');

  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  // Whatever hangs must not keep the process: the supervisor would kill it in the middle of something.
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await app?.close(STOP_MS - 4_000);
  await jobs.stop(STOP_MS - 3_000);
  await platform.stop();
  return 0;
}

/** Fills an empty installation with demo data and tells how to log in as one of its people. */
async function fillWithDemo(settings: Settings, url: string, target: { password: string; port: number }): Promise<void> {
  const password = await withPlatform(settings, url, 'demo', async (platform, assembly) => {
    // What follows from new objects waits in the queue for the worker.
    const jobs = createJobQueue(platform, assembly, url, false);
    try {
      return await platform.asSystem('demo', (ctx) => fillDemo(assembly.kernel, ctx, target));
    } finally {
      await jobs.stop(STOP_MS);
    }
  });
  if (password) print(`Demo people: ${PEOPLE.map((person) => person.username).join(', ')}   password: ${password}`);
}

async function runUp(settings: Settings, given: { demo: boolean; movePorts: boolean }): Promise<number> {
  const upSettings = {
    dataDir: settings.dataDir,
    httpPort: settings.httpPort,
    gatewayPort: settings.gatewayPort,
    sshPort: settings.sshPort,
    ...(settings.localPort === undefined ? {} : { localPort: settings.localPort }),
    secure: settings.tls !== undefined,
    ...(settings.databaseUrl ? { databaseUrl: settings.databaseOwnerUrl ?? settings.databaseUrl } : {}),
    env: process.env,
  };
  const demo = given.demo ? await demoMachines(upSettings) : undefined;
  return up({
    settings: upSettings,
    movePorts: given.demo || given.movePorts,
    ...(demo ? { extra: demo.extra } : {}),
    migrate: async (ownerUrl, demoPort) => {
      const { url, password } = await bringUpToDate(settings, ownerUrl, demo ? 'Demo' : undefined);
      // Printed by the supervisor when everything is up, then removed.
      if (password) await writeFile(join(settings.dataDir, firstPasswordFile), `${password}\n`, { mode: 0o600 });
      if (demo && demoPort !== undefined) {
        await demo.keep(demoPort);
        await fillWithDemo(settings, url, { password: demo.password, port: demoPort });
      }
      return url;
    },
    print,
  });
}

async function rotate(settings: Settings): Promise<number> {
  return withDatabase(settings, async (url) => {
    const fromFile = settings.secretKeys.length === 0;
    if (fromFile) {
      // Makes the file on a machine that never started, and adds the new key.
      await bootPlatform(settings, url, createLog(settings.logLevel, 'rotate'), 'postern rotate').then((platform) =>
        platform.database.close(),
      );
      await addKeyToFile(settings.dataDir);
    }
    return withPlatform(settings, url, 'rotate', async (platform) => {
      const { db } = platform.database;
      // Running processes read the key file again, so that nothing more is wrapped with the old key.
      await platform.events.publish(db, 'master-key', {});
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const count = await rewrapAll(db, platform.keyring, (place, found) => print(`${place}: ${found} rows`));
      if (fromFile) await dropOldKeysFromFile(settings.dataDir);
      await platform.events.publish(db, 'master-key', {});
      print(
        `Done: ${count} rows now use master key ${platform.keyring.current().id}.${fromFile ? '' : ' The older keys of POSTERN_SECRET_KEY can go.'}`,
      );
      return 0;
    });
  });
}

/** Shows or replaces the token with which components register; servers of this data folder believe the new one at once. */
async function bootstrapToken(settings: Settings, verb: string | undefined): Promise<number> {
  if (verb === 'show') {
    print(settings.bootstrapToken ?? (await readOrMakeToken(bootstrapTokenFile(settings.dataDir))));
    return 0;
  }
  if (settings.bootstrapToken !== undefined)
    throw new SettingsError(['POSTERN_BOOTSTRAP_TOKEN gives the token: change it there, on every node, and restart']);
  return withDatabase(settings, (url) =>
    withPlatform(settings, url, 'bootstrap-token', async (platform) => {
      const token = await replaceToken(bootstrapTokenFile(settings.dataDir));
      await platform.asSystem('postern bootstrap-token', async (ctx) => {
        ctx.audit({
          action: 'update',
          resourceType: 'terminal',
          resourceId: '',
          resource: 'bootstrap token',
          changes: [{ field: 'bootstrap_token', before: '', after: 'replaced' }],
        });
        await platform.events.publish(ctx.tx, BOOTSTRAP_CHANNEL, {});
      });
      print(token);
      return 0;
    }),
  );
}

/** As the role of the running product, so that the report can say what that role may do. */
async function audit(settings: Settings, argv: readonly string[]): Promise<number> {
  return withDatabase(settings, async (ownerUrl) => {
    const { url } = await runtimeAccess(settings.databaseUrl ?? ownerUrl, await boxOf(settings));
    return withPlatform(settings, url, 'audit', (platform) => auditCommand(argv, platform, print));
  });
}

async function licence(argv: readonly string[]): Promise<number> {
  if (!isOwnCommand(argv)) return licenceCommand(argv, print);
  const settings = readSettings();
  return withDatabase(settings, (url) =>
    withPlatform(settings, url, 'licence', (platform) => ownLicenceCommand(argv, ownLicence(platform), print)),
  );
}

/** What `unlock` was asked to open; undefined when that is not clear. */
function lockedOf(username: string | undefined, given: { address?: string | undefined; all?: boolean | undefined }): Locked | undefined {
  const { address, all } = given;
  if ([username, address, all].filter(Boolean).length !== 1) return undefined;
  return all ? { all } : address ? { address } : username ? { username } : undefined;
}

async function unlock(settings: Settings, locked: Locked): Promise<number> {
  return withDatabase(settings, (url) =>
    withPlatform(settings, url, 'unlock', async (platform) => {
      const count = await platform.asSystem('unlock from the machine', (ctx) => unlockLogins(ctx, locked));
      print(count > 0 ? `Unlocked: ${count} counters are gone.` : 'Nothing was locked.');
      return 0;
    }),
  );
}

async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'licence') return licence(argv.slice(1));
  if (argv[0] === 'audit' && argv[1] === 'verify') return audit(readSettings(), argv.slice(2));
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      demo: { type: 'boolean' },
      'free-ports': { type: 'boolean' },
      address: { type: 'string' },
      'switch-off': { type: 'boolean' },
      all: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [command] = positionals;
  if (values.help) {
    print(USAGE);
    return 0;
  }
  switch (command) {
    case 'up':
      return runUp(readSettings(), { demo: values.demo === true, movePorts: values['free-ports'] === true });
    case 'serve':
      if (values.role !== 'server' && values.role !== 'worker') break;
      return serve(readSettings(), values.role);
    case 'migrate': {
      const settings = readSettings();
      const { password } = await withDatabase(settings, (url) => bringUpToDate(settings, url));
      if (password) print(`First administrator: admin   password: ${password}   (shown this once)`);
      return 0;
    }
    case 'rotate-master-key':
      return rotate(readSettings());
    case 'bootstrap-token':
      if (positionals[1] !== 'show' && positionals[1] !== 'rotate') break;
      return bootstrapToken(readSettings(), positionals[1]);
    case 'audit-verify':
      return audit(readSettings(), []);
    case 'unreadable-rules': {
      const settings = readSettings();
      return withDatabase(settings, (url) =>
        withPlatform(settings, url, 'rules', (platform, { kernel }) =>
          unreadableCommand(platform.asSystem, kernel, values['switch-off'] === true, print),
        ),
      );
    }
    case 'login-rules': {
      const settings = readSettings();
      const code = await withDatabase(settings, (url) =>
        withPlatform(settings, url, 'login-rules', (platform, { kernel }) =>
          loginRulesCommand(positionals.slice(1), platform.asSystem, kernel, print),
        ),
      );
      if (code === undefined) break;
      return code;
    }
    case 'tasks': {
      const settings = readSettings();
      const code = await withDatabase(settings, (url) =>
        withPlatform(settings, url, 'tasks', (platform, { jobs }) =>
          tasksCommand(positionals.slice(1), values.all === true, platform, jobs, print),
        ),
      );
      if (code === undefined) break;
      return code;
    }
    case 'unlock': {
      const locked = lockedOf(positionals[1], values);
      if (!locked) break;
      return unlock(readSettings(), locked);
    }
  }
  process.stderr.write(USAGE);
  return EX_USAGE;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const wrong =
      error instanceof SettingsError || (error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION');
    process.stderr.write(`${error instanceof Error ? (wrong ? error.message : (error.stack ?? error.message)) : String(error)}\n`);
    process.exit(wrong ? EX_CONFIG : 1);
  },
);

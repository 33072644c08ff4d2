import { parseArgs } from 'node:util';
import { bootstrapToken } from './commands/bootstrap-token.ts';
import { boxOf, withDatabase, withPlatform } from './commands/installation.ts';
import { bringUpToDate } from './commands/migrate.ts';
import { PEOPLE_USAGE } from './commands/people.ts';
import { print } from './commands/print.ts';
import { rotate } from './commands/rotate-master-key.ts';
import { type Place, serve } from './commands/serve.ts';
import { told } from './commands/told.ts';
import { runUp } from './commands/up.ts';
import { LOGIN_RULES_USAGE, loginRulesCommand, unreadableCommand } from './features/acls/index.ts';
import { AUDIT_USAGE, auditCommand } from './features/audits/index.ts';
import { readDemoPeople } from './features/authentication/index.ts';
import { isOwnCommand, LICENCE_USAGE, licenceCommand, OWN_LICENCE_USAGE, ownLicence, ownLicenceCommand } from './features/licence/index.ts';
import { EVIDENCE_USAGE, evidenceConfirmCommand, evidenceKeyCommand, evidenceVerifyCommand } from './features/sessions/index.ts';
import { TASKS_USAGE, tasksCommand } from './features/tasks/index.ts';
import { type Locked, unlockLogins } from './features/users/index.ts';
import { readSettings, type Settings } from './platform/config/settings.ts';
import { runtimeAccess } from './platform/database/runtime-role.ts';

/** What whoever runs an installation does with `postern`. */

const USAGE = `postern up [--demo] [--free-ports]    run the whole product; --demo fills an empty one with believable data; --free-ports, and a demo,
                                      take the next free port in place of one that is taken
postern serve --role server|worker    run one role of it
postern gateway                       run a gateway alone, on a machine without the rest; it needs the address of the core and the token
postern migrate                       bring the database up to date
postern rotate-master-key             wrap all stored secrets with a new master key
postern bootstrap-token show|rotate   print, or replace, the token with which components register
${AUDIT_USAGE}
${EVIDENCE_USAGE}
postern unlock <username>             let somebody log in again; --address <ip> for an address, --all for everybody
${LOGIN_RULES_USAGE}
${TASKS_USAGE}
postern unreadable-rules               list access rules whose patterns cannot be read; --switch-off makes them inactive
${OWN_LICENCE_USAGE}${LICENCE_USAGE}${PEOPLE_USAGE}`;
/** sysexits.h: wrong usage. */
const EX_USAGE = 64;

/** As the role of the running product, so that the report can say what that role may do. */
async function audit(settings: Settings, argv: readonly string[]): Promise<number> {
  return withDatabase(settings, async (ownerUrl) => {
    const { url } = await runtimeAccess(settings.databaseUrl ?? ownerUrl, await boxOf(settings));
    return withPlatform(settings, url, 'audit', (platform) => auditCommand(argv, platform, print));
  });
}

/** As the role of the running product: it reads, and needs no more. */
async function confirmed(settings: Settings, argv: readonly string[]): Promise<number | undefined> {
  return withDatabase(settings, async (ownerUrl) => {
    const { url } = await runtimeAccess(settings.databaseUrl ?? ownerUrl, await boxOf(settings));
    return withPlatform(settings, url, 'evidence', ({ database }) => evidenceConfirmCommand(argv, database.db, print));
  });
}

/** `verify` opens nothing but the file: it runs where no Postern is. */
async function evidence(argv: readonly string[]): Promise<number | undefined> {
  if (argv[0] === 'verify') return evidenceVerifyCommand(argv.slice(1), print);
  if (argv[0] === 'confirm') return confirmed(readSettings(), argv.slice(1));
  if (argv[0] !== 'key' || argv.length > 1) return undefined;
  const settings = readSettings();
  return withDatabase(settings, (url) => withPlatform(settings, url, 'evidence', (platform) => evidenceKeyCommand(platform, print)));
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

/** Where a server stands among those of `postern up`, which hands it its sockets; undefined for one that runs by itself. */
function placeOf(given: {
  'http-fd'?: string | undefined;
  'local-fd'?: string | undefined;
  worker?: string | undefined;
}): Place | undefined {
  const { 'http-fd': http, 'local-fd': local, worker } = given;
  if (http === undefined || worker === undefined) return undefined;
  return { http: Number(http), local: local === undefined ? undefined : Number(local), worker: Number(worker) };
}

async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'licence') return licence(argv.slice(1));
  if (argv[0] === 'audit' && argv[1] === 'verify') return audit(readSettings(), argv.slice(2));
  if (argv[0] === 'evidence') {
    const code = await evidence(argv.slice(1));
    if (code !== undefined) return code;
    process.stderr.write(USAGE);
    return EX_USAGE;
  }
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
      'http-fd': { type: 'string' },
      'local-fd': { type: 'string' },
      worker: { type: 'string' },
      'demo-people': { type: 'string' },
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
      return serve(readSettings(), values.role, placeOf(values), readDemoPeople(values['demo-people'] ?? ''));
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

/** @returns how the program ends */
export const operate = (argv: readonly string[]): Promise<number> => told(() => main(argv));

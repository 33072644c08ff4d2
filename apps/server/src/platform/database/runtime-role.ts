import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { SecretBox } from '@postern/resource';
import pg from 'pg';
import {
  databaseName,
  grant,
  lockRoles,
  ownsEvidence,
  roleName,
  roleState,
  setLogin,
  storedPassword,
  storePassword,
} from './runtime-role.queries.ts';

export { ownsEvidence } from './runtime-role.queries.ts';

/**
 * The role as which server and worker run (decision 0071). It is not the owner of the tables, so that whoever gets hold of a running
 * process's connection cannot rewrite evidence: neither rows nor triggers nor the rights to them.
 */
export interface RuntimeAccess {
  /** Connection string for the running product. */
  url: string;
  /** Why the product has to run as the owner of its tables; undefined when it does not. */
  unrestricted?: string;
}

/** PostgreSQL manual, appendix A. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** Class of codes. */
const INVALID_AUTHORIZATION = '28';
const MAX_IDENTIFIER = 63;
/** PostgreSQL's own number; the password is 256 random bits, more rounds would add nothing. */
const ITERATIONS = 4_096;

/** What PostgreSQL stores of a password (RFC 5803). Made of random hex here, so there is nothing to normalise. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const stored = createHash('sha256').update(mac(salted, 'Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${mac(salted, 'Server Key').toString('base64')}`;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'postern roles', connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database has a role of its own: others in the same cluster may belong to other installations. */
const roleOf = (database: string): string => `${database.slice(0, MAX_IDENTIFIER - 4)}_app`;

function urlOf(ownerUrl: string, user: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The same access at another address: the embedded server may have to move to another port. */
export function movedTo(url: string, ownerUrl: string): string {
  const moved = new URL(ownerUrl);
  const { username, password } = new URL(url);
  moved.username = username;
  moved.password = password;
  return moved.href;
}

/** Makes the role of this database, or gives it its password again. Answers the password; undefined where that is not allowed. */
async function ensureRole(client: pg.Client, role: string, secrets: SecretBox): Promise<string | undefined> {
  const { may, known } = await roleState(client, role);
  if (!may) return undefined;
  const stored = await storedPassword(client);
  const password = stored === null ? randomBytes(32).toString('hex') : (JSON.parse(secrets.decrypt(stored)) as string);
  try {
    await setLogin(client, role, known, scramVerifier(password));
  } catch (error) {
    // A role of this name that somebody else made.
    if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE) return undefined;
    throw error;
  }
  if (stored === null) await storePassword(client, secrets.encrypt(JSON.stringify(password)));
  return password;
}

/** Rights were given, yet the role may still change evidence, for example as a member of the owner's role. */
const STILL_OWNER = 'its role may change evidence all the same';

/**
 * Makes sure, as the owner and after the migrations, that the product can run as a role that cannot change evidence.
 * @param ownerUrl whose tables they are
 * @param givenUrl the role that the operator made for running; left out, we make one where we may
 */
export async function provideRuntimeRole(ownerUrl: string, givenUrl: string | undefined, secrets: SecretBox): Promise<RuntimeAccess> {
  const given = givenUrl && givenUrl !== ownerUrl ? givenUrl : undefined;
  return connected(ownerUrl, async (client) => {
    // Told the role that runs: somebody else has migrated and given the rights.
    if (!given && !(await ownsEvidence(client))) return { url: ownerUrl };
    // Two nodes that start at once take turns.
    await lockRoles(client);
    if (given) {
      await grant(client, await connected(given, roleName));
      return checked({ url: given });
    }
    const role = roleOf(await databaseName(client));
    const password = await ensureRole(client, role, secrets);
    if (password === undefined)
      return { url: ownerUrl, unrestricted: 'the role of DATABASE_URL owns the tables and may not make another one' };
    await grant(client, role);
    return checked({ url: urlOf(ownerUrl, role, password) });
  });
}

async function checked(access: RuntimeAccess): Promise<RuntimeAccess> {
  return (await connected(access.url, ownsEvidence)) ? { ...access, unrestricted: STILL_OWNER } : access;
}

/** How a process of a database that is up to date connects: as it was told, or, told the owner, as the role that was made for it. */
export async function runtimeAccess(url: string, secrets: SecretBox): Promise<RuntimeAccess> {
  return connected(url, async (client) => {
    if (!(await ownsEvidence(client))) return { url };
    const stored = await storedPassword(client);
    if (stored === null) return { url, unrestricted: 'the role of DATABASE_URL owns the tables' };
    const role = roleOf(await databaseName(client));
    try {
      return await checked({ url: urlOf(url, role, JSON.parse(secrets.decrypt(stored)) as string) });
    } catch (error) {
      // A copy of a database under another name has the password of a role that is not there.
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith(INVALID_AUTHORIZATION))) throw error;
      return { url, unrestricted: `the role ${role} does not let us in; \`postern migrate\` makes it` };
    }
  });
}

/** What an operator reads in log and command where the product runs as the owner. */
export const unrestrictedWarning = (reason: string): string =>
  `THE DATABASE ROLE OF THIS PRODUCT CAN REWRITE ITS OWN LOGS: ${reason}. Only triggers and the anchors outside the database stand against it. Give DATABASE_OWNER_URL for migrations and a second role in DATABASE_URL (docs/operations.md).`;

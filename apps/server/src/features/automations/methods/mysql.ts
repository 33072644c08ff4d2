import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type mysql from 'mysql2/promise';
import { Refusal, verifiedBy } from '../refusal.ts';
import { LIMITS, type Login, type Method, type Reach, type Session, type Wanted } from './method.ts';
import { cachingSha2Hash, nativeHash } from './mysql-hash.ts';

/**
 * MariaDB (10.4 and later) and MySQL (5.7 and later), by MySQL's driver. A password is put as the form in which the server
 * stores it, `ALTER USER … IDENTIFIED WITH plugin AS 'hash'`, which both take for both plugins: neither the line nor the general,
 * slow or binary log holds it. `caching_sha2_password`, the default of MySQL 8, stores SHA-crypt with a salt of 20 characters,
 * which is made here like the other.
 *
 * A login is user@host. All entries of a name get the new secret; a name that has none is made as `name@%`.
 */

/** Printable ASCII, so that the character set of a connection changes nothing; the longest that both plugins take. */
const PLAIN = /^[\x20-\x7e]{1,255}$/;
const MAX_NAME = 80;
/** Longest name of a gathered account (docs/wire/accounts.md#gathered-accounts). */
const MAX_FOUND_NAME = 32;
const MAX_FOUND = 10_000;
/** Logins that the server makes for itself and that nobody uses. */
const OWN = ['mysql.sys', 'mysql.session', 'mysql.infoschema', 'mariadb.sys'];

const wrong = (detail: string): Refusal => new Refusal('wrong_secret', { detail });

function check({ username, secretType, secret }: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void {
  if (secretType !== 'password') throw wrong(secretType);
  if (!PLAIN.test(secret)) throw wrong('characters outside ASCII');
  if (username === '' || /\p{Cc}/u.test(username) || username.trim() !== username || username.length > MAX_NAME) throw wrong('username');
}

/**
 * The server knows who asks and says no: wrong password or name (1045, 1698), password that must be renewed first (1862),
 * locked (3118 MySQL, 4151 MariaDB). That a host is shut out (1129, 1130) or there are too many connections says nothing.
 */
const REFUSED = new Set([1045, 1698, 1862, 3118, 4151]);
/** SQLSTATE of broken lines and of statements that were cut off: nobody knows what they did. */
const UNKNOWN = /^(08|70)/;

/** An error that the server itself sent. */
function serverError(error: unknown): { errno: number; sqlState: string; message: string } | undefined {
  if (!(error instanceof Error) || !('sqlState' in error) || !('errno' in error)) return undefined;
  const { errno, sqlState, message } = error as Error & { errno: unknown; sqlState: unknown };
  return typeof errno === 'number' && typeof sqlState === 'string' ? { errno, sqlState, message } : undefined;
}

/**
 * Who is asked for must be who answers. By an address and with a CA of the asset's own, belonging to that CA is enough: the
 * driver compares names only.
 */
const tlsOf = ({ address, database: { tls } }: Reach): mysql.SslOptions | undefined =>
  tls ? { ...tls, verifyIdentity: tls.rejectUnauthorized && !(isIP(address) && tls.ca) } : undefined;

async function connect(reach: Reach, login: Login): Promise<mysql.Connection> {
  // Drivers are loaded with the first machine that needs one: every process would start with all of them.
  const { createConnection } = await import('mysql2/promise');
  const stream = await reach.dial();
  const ssl = tlsOf(reach);
  try {
    const connection = await createConnection({
      host: reach.address,
      port: reach.port,
      user: login.username,
      password: login.secret,
      connectTimeout: LIMITS.login,
      // No file of ours for a server that asks; no database, as a login may be good without rights in one.
      flags: ['-LOCAL_FILES'],
      stream,
      ...(ssl ? { ssl } : {}),
    });
    // Without a listener an error between two statements would end the process.
    connection.on('error', () => undefined);
    return connection;
  } catch (error) {
    stream.destroy();
    const failure = serverError(error);
    if (failure && REFUSED.has(failure.errno)) throw new Refusal('login_refused', { address: reach.name, account: login.username }, error);
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new Refusal('unreachable', { address: reach.name, detail }, error);
  }
}

const refused = (code: string, detail: string): Refusal => new Refusal('command_failed', { code, detail: detail.slice(0, 200) });

/** Runs one statement. The driver's errors carry the statement, and a server's may quote it: neither goes further than here. */
async function run<T extends mysql.RowDataPacket[] | mysql.ResultSetHeader>(
  connection: mysql.Connection,
  reach: Reach,
  text: string,
  hide = '',
): Promise<T> {
  try {
    const [rows] = await connection.query<T>({ sql: text, timeout: LIMITS.command });
    return rows;
  } catch (error) {
    const failure = serverError(error);
    if (failure && !UNKNOWN.test(failure.sqlState))
      throw refused(String(failure.errno), hide ? failure.message.replaceAll(hide, '***') : failure.message);
    throw new Refusal('interrupted', { address: reach.name });
  }
}

interface Entry extends mysql.RowDataPacket {
  host: string;
  name: string;
  plugin: string;
  /** True when there are other ways in beside the password, which a change would take away. */
  others: number;
}

interface Family {
  entries(name: string): string;
  names: string;
  /** The plugin of logins that are made here. */
  plugin: string;
}

/** @param quoted the driver's quoting of a value */
function familyOf(version: string, quoted: (value: string) => string): Family {
  const mine = OWN.map(quoted).join(', ');
  if (version.includes('MariaDB')) {
    // `mysql.user` is a view there, which does not tell of alternatives.
    return {
      entries: (name) => `select User as name, Host as host, coalesce(json_value(Priv, '$.plugin'), '') as plugin,
        json_exists(Priv, '$.auth_or') as others from mysql.global_priv where User = ${quoted(name)} and not json_exists(Priv, '$.is_role')`,
      names: `select distinct User as name from mysql.global_priv where User not in ('', ${mine}) and not json_exists(Priv, '$.is_role')
        and char_length(User) <= ${MAX_FOUND_NAME} order by 1 limit ${MAX_FOUND}`,
      plugin: 'mysql_native_password',
    };
  }
  return {
    entries: (name) => `select User as name, Host as host, plugin, 0 as others from mysql.user where User = ${quoted(name)}`,
    names: `select distinct User as name from mysql.user where User not in ('', ${mine})
      and char_length(User) <= ${MAX_FOUND_NAME} order by 1 limit ${MAX_FOUND}`,
    plugin: Number.parseInt(version, 10) >= 8 ? 'caching_sha2_password' : 'mysql_native_password',
  };
}

const HASHES: Readonly<Record<string, (password: string) => string>> = {
  mysql_native_password: nativeHash,
  caching_sha2_password: cachingSha2Hash,
};

/** How an entry is to be let in from now on. @throws Refusal when it does not come in by a password that we can put */
function planFor(entry: Pick<Entry, 'name' | 'host' | 'plugin' | 'others'>, secret: string): { plugin: string; hash: string } {
  // MariaDB names no plugin for a login that never had a password.
  const plugin = entry.plugin || 'mysql_native_password';
  const hash = HASHES[plugin];
  if (!hash || entry.others)
    throw refused('plugin', `${entry.name}@${entry.host}: ${plugin}${entry.others ? ' and others' : ''}, not a password alone`);
  return { plugin, hash: hash(secret) };
}

async function open(reach: Reach, login: Login): Promise<Session> {
  const connection = await connect(reach, login);
  const quoted = (value: string): string => connection.escape(value);
  let family: Family;
  try {
    // The driver quotes with backslashes, which a mode of the server can switch off.
    await run(connection, reach, "set session sql_mode = 'STRICT_ALL_TABLES'");
    const [row] = await run<(mysql.RowDataPacket & { version: string })[]>(connection, reach, 'select version() as version');
    family = familyOf(row?.version ?? '', quoted);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  // Names are compared here once more: the server's comparison passes over spaces at the end.
  const entriesOf = async (name: string): Promise<Entry[]> =>
    (await run<Entry[]>(connection, reach, family.entries(name))).filter((entry) => entry.name === name);
  return {
    async change(wanted) {
      check(wanted);
      const entries = await entriesOf(wanted.username);
      if (entries.length === 0) throw refused('1396', 'no such user');
      const plans = entries.map((entry) => ({ ...planFor(entry, wanted.secret), who: `${quoted(entry.name)}@${quoted(entry.host)}` }));
      const users = plans.map(({ who, plugin, hash }) => `${who} identified with ${plugin} as ${quoted(hash)}`).join(', ');
      // One statement for all: MySQL does all of it or nothing.
      await run(connection, reach, `alter user ${users}`, plans[0]?.hash);
      return undefined;
    },
    async create(wanted) {
      check(wanted);
      if ((await entriesOf(wanted.username)).length > 0) return;
      // Until the change that follows, with a password that nobody has: without one anybody could log in.
      const hash = HASHES[family.plugin]?.(randomBytes(32).toString('hex')) ?? '';
      await run(connection, reach, `create user ${quoted(wanted.username)}@'%' identified with ${family.plugin} as ${quoted(hash)}`, hash);
    },
    async gather() {
      const rows = await run<(mysql.RowDataPacket & { name: string })[]>(connection, reach, family.names);
      return rows.map(({ name }) => ({ username: name }));
    },
    close: () => void connection.end().catch(() => undefined),
  };
}

export const mysqlMethod: Method = {
  protocols: ['mysql', 'mariadb'],
  secretTypes: ['password'],
  check,
  open,
  verify: verifiedBy(connect, (connection) => connection.end().catch(() => undefined)),
};

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Refusal, verifiedBy } from '../refusal.ts';
import { LIMITS, type Login, type Method, type Reach, type Session, type Wanted } from './method.ts';

/** Rounds of the server's own default (PostgreSQL `scram_iterations`). */
const ROUNDS = 4_096;
const KEY_BYTES = 32;
/** Characters that SASLprep (RFC 4013) leaves as they are, so that both sides hash the same bytes. */
const PLAIN = /^[\x20-\x7e]{1,1024}$/;
const MAX_NAME = 63;

const wrong = (detail: string): Refusal => new Refusal('wrong_secret', { detail });

function check({ username, secretType, secret }: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void {
  if (secretType !== 'password') throw wrong(secretType);
  if (!PLAIN.test(secret)) throw wrong('characters outside ASCII');
  if (username === '' || username.includes('\0') || Buffer.byteLength(username) > MAX_NAME) throw wrong('username');
}

/**
 * What the server stores of a password (RFC 5803). Made here, so that the statement that sets it, and with it the server's
 * log, never holds the password.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, KEY_BYTES, 'sha256');
  const keyed = (word: string): Buffer => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** A stream that is open already, in the shape in which `pg` opens one itself. */
function opened(stream: Duplex): Duplex {
  const nothing = (): Duplex => stream;
  return Object.assign(stream, {
    connect() {
      queueMicrotask(() => stream.emit('connect'));
      return stream;
    },
    setNoDelay: nothing,
    setKeepAlive: nothing,
    ref: nothing,
    unref: nothing,
  });
}

/** SQLSTATE class 28: the server knows who asks and says no. */
const refusedBy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && error.code.startsWith('28');

async function connect(reach: Reach, login: Login): Promise<pg.Client> {
  const stream = opened(await reach.dial());
  const client = new pg.Client({
    host: reach.address,
    port: reach.port,
    user: login.username,
    password: login.secret,
    database: reach.database.name || 'postgres',
    ssl: reach.database.tls,
    application_name: 'postern',
    connectionTimeoutMillis: LIMITS.login,
    query_timeout: LIMITS.command,
    stream: () => stream as never,
  });
  // Without a listener an error between two statements would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    stream.destroy();
    if (refusedBy(error)) throw new Refusal('login_refused', { address: reach.name, account: login.username }, error);
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new Refusal('unreachable', { address: reach.name, detail }, error);
  }
}

/** The server's own no has a code; anything else leaves open what happened. */
async function statement(client: pg.Client, reach: Reach, text: string): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code && !/^(08|57)/.test(error.code))
      throw new Refusal('command_failed', { code: error.code, detail: error.message.slice(0, 200) }, error);
    throw new Refusal('interrupted', { address: reach.name }, error);
  }
}

async function open(reach: Reach, login: Login): Promise<Session> {
  const client = await connect(reach, login);
  // Statements about roles take no parameters; name and verifier are quoted by the driver.
  const role = (name: string): string => client.escapeIdentifier(name);
  const verifier = (secret: string): string => client.escapeLiteral(scramVerifier(secret));
  return {
    async change(wanted) {
      check(wanted);
      await statement(client, reach, `alter role ${role(wanted.username)} with password ${verifier(wanted.secret)}`);
    },
    async create(wanted) {
      check(wanted);
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [wanted.username]);
      if (!rowCount) await statement(client, reach, `create role ${role(wanted.username)} login`);
    },
    async gather() {
      const { rows } = await client.query<{ rolname: string }>(
        'select rolname from pg_roles where rolcanlogin and length(rolname) <= 32 order by 1 limit 10000',
      );
      return rows.map(({ rolname }) => ({ username: rolname }));
    },
    close: () => void client.end().catch(() => undefined),
  };
}

export const postgresql: Method = {
  protocols: ['postgresql'],
  secretTypes: ['password'],
  check,
  open,
  verify: verifiedBy(connect, (client) => client.end().catch(() => undefined)),
};

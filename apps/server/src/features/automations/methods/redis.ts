import { createHash } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import type { Redis } from 'ioredis';
import { Refusal, verifiedBy } from '../refusal.ts';
import { LIMITS, type Login, type Method, type Reach, type Session, type Wanted } from './method.ts';

/**
 * Redis (6 and later; logging in with any), by its driver. A password is put as its SHA-256, which is what `ACL SETUSER` takes
 * and the server stores. Only the `default` user of a server that has its password by `requirepass` gets it in the clear: that
 * is how the server keeps it, and the setting and the user change in one command.
 *
 * Platforms that log in without a username have one login, which is the one logged in with: it stays
 * (docs/wire/automations.md#accounts-that-stay-as-they-are). What a pushed user may do: decision 0049.
 */

const PLAIN = /^[\x20-\x7e]{1,512}$/;
/** Names stand in lines of a file, divided by spaces. */
const NAME = /^[^\s\p{Cc}]{1,128}$/u;
const MAX_FOUND_NAME = 32;
const MAX_FOUND = 10_000;
const DEFAULT = 'default';

const wrong = (detail: string): Refusal => new Refusal('wrong_secret', { detail });

function check({ username, secretType, secret }: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void {
  if (secretType !== 'password') throw wrong(secretType);
  if (!PLAIN.test(secret)) throw wrong('characters outside ASCII');
  if (!NAME.test(username)) throw wrong('username');
}

/** Rules a push may give: commands, categories, keys and channels. Nothing about passwords, and no selectors. */
const RULE = /^(?:[+-]@?[a-z][a-z0-9_|-]*|(?:~|%R?W?~|&)\S+|(?:all|reset)(?:keys|channels))$/i;
const MAX_RULES = 50;
const MAX_RULES_LENGTH = 1_000;
/** What a pushed user may do unless the platform or the automation says otherwise: see that the line is alive. */
const LEAST = '+@connection';
/** Comes last, so that no rule before it makes an administrator. */
const NEVER = ['-@admin', '-@dangerous'];

/** @throws Refusal on what is not a rule */
export function rulesOf({ rules }: Readonly<Record<string, unknown>>): string[] {
  const text = typeof rules === 'string' && rules.trim() !== '' ? rules : LEAST;
  const list = text.slice(0, MAX_RULES_LENGTH).split(/\s+/).filter(Boolean);
  const odd = list.find((rule) => !RULE.test(rule));
  if (odd || text.length > MAX_RULES_LENGTH || list.length > MAX_RULES) throw wrong(`rules: ${(odd ?? 'too many').slice(0, 40)}`);
  return ['resetkeys', 'resetchannels', '-@all', ...list, ...NEVER];
}

/** Whether the platform's logins have names: the setting `auth_username` (docs/wire/assets.md#protocols). */
const named = ({ protocol: { setting } }: Reach): boolean => setting.auth_username === true;
const isDefault = (username: string): boolean => username === '' || username === DEFAULT;

/** The server said no to who asks: 6 and later, then two ways of 5 and earlier. That it has no password at all is a no as well. */
const REFUSED = /^(WRONGPASS|ERR invalid password|ERR Client sent AUTH, but no password is set|ERR AUTH <password> called without any)/;

const messageOf = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'ReplyError' ? error.message : undefined;
const after = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => void setTimeout(() => reject(new Error('timeout')), milliseconds).unref());

/** Who is asked for must be who answers, by name or by address. */
async function secured(stream: Duplex, { address, database: { tls } }: Reach): Promise<Duplex> {
  if (!tls) return stream;
  const socket = connectTls({
    ...tls,
    socket: stream,
    ...(isIP(address) ? {} : { servername: address }),
    checkServerIdentity: (_name, certificate) => checkServerIdentity(address, certificate),
  });
  const ready = new Promise<void>((resolve, reject) => void socket.once('secureConnect', resolve).once('error', reject));
  await Promise.race([ready, after(LIMITS.login)]);
  return socket;
}

/** A stream that is open already, with what the driver sets on a socket of its own. */
function asSocket(stream: Duplex): Socket {
  const nothing = (): Duplex => stream;
  if (!('setKeepAlive' in stream)) Object.assign(stream, { setKeepAlive: nothing, setNoDelay: nothing, setTimeout: nothing });
  return stream as Socket;
}

/** A line to the server on which nobody has logged in yet. The driver's own login passes over some refusals, so it is not used. */
async function lineTo(stream: Socket): Promise<Redis> {
  const driver = await import('ioredis');
  class Opened extends driver.AbstractConnector {
    constructor() {
      super(LIMITS.connect);
    }
    async connect(): Promise<Socket> {
      this.stream = stream;
      return stream;
    }
  }
  const client = new driver.Redis({
    Connector: Opened,
    lazyConnect: true,
    protocol: 2,
    disableClientInfo: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: LIMITS.login,
  });
  // Without a listener the driver writes errors to the console.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function connect(reach: Reach, login: Login): Promise<Redis> {
  const stream = await reach.dial();
  let client: Redis | undefined;
  try {
    client = await lineTo(asSocket(await secured(stream, reach)));
    // With its name alone `default` lets anybody in when it has no password; without a name the server says that it has none.
    const who = named(reach) && !isDefault(login.username) ? [login.username] : [];
    await client.call('AUTH', ...who, login.secret);
    return client;
  } catch (error) {
    client?.disconnect();
    stream.destroy();
    const message = messageOf(error);
    // The driver's errors carry the command, and with it the password: they go no further than here.
    if (message && REFUSED.test(message)) throw new Refusal('login_refused', { address: reach.name, account: login.username });
    const detail = message ?? (error instanceof Error ? error.message : '');
    throw new Refusal('unreachable', { address: reach.name, detail: detail.slice(0, 200) });
  }
}

const refused = (message: string): Refusal => {
  const [code = 'ERR'] = message.split(' ');
  return new Refusal('command_failed', { code, detail: message.slice(code.length + 1, 200) });
};

/** The server's own no is a reply; anything else leaves open what happened. */
async function command(client: Redis, reach: Reach, name: string, ...argv: string[]): Promise<unknown> {
  try {
    return await client.call(name, ...argv);
  } catch (error) {
    const message = messageOf(error);
    if (message) throw refused(message);
    throw new Refusal('interrupted', { address: reach.name });
  }
}

const hashOf = (secret: string): string => `#${createHash('sha256').update(secret).digest('hex')}`;
const NO_FILE = /not configured to use an ACL file/;

async function open(reach: Reach, login: Login): Promise<Session> {
  const client = await connect(reach, login);
  const run = (name: string, ...argv: string[]): Promise<unknown> => command(client, reach, name, ...argv);
  const exists = async (username: string): Promise<boolean> => (await run('ACL', 'GETUSER', username)) !== null;
  const onlyNamed = (): void => {
    if (!named(reach)) throw wrong('this platform logs in without usernames; its one login stays');
  };

  /** Has the server write its users down. @returns a note when it does not */
  async function save(configurationToo: boolean): Promise<Refusal | undefined> {
    try {
      const kept = await run('ACL', 'SAVE').catch((error: unknown) => {
        if (error instanceof Refusal && NO_FILE.test(error.params.detail ?? '')) return undefined;
        throw error;
      });
      if (kept === undefined || configurationToo) await run('CONFIG', 'REWRITE');
      return undefined;
    } catch (error) {
      const detail = error instanceof Refusal ? (error.params.detail ?? error.params.address ?? '') : '';
      return new Refusal('not_saved', { detail });
    }
  }

  async function hasRequirePass(): Promise<boolean> {
    const answer = await run('CONFIG', 'GET', 'requirepass');
    return Array.isArray(answer) && answer[1] !== undefined && answer[1] !== '';
  }

  return {
    async change(wanted) {
      onlyNamed();
      check(wanted);
      if (isDefault(wanted.username) && (await hasRequirePass())) {
        await run('CONFIG', 'SET', 'requirepass', wanted.secret);
        return save(true);
      }
      // For a name that is not there the server would make a user.
      if (!(await exists(wanted.username))) throw refused('ERR no such user');
      await run('ACL', 'SETUSER', wanted.username, 'resetpass', hashOf(wanted.secret));
      return save(false);
    },
    async create(wanted) {
      onlyNamed();
      check(wanted);
      const rules = rulesOf(wanted.params);
      // It has no password until the change that follows, and without one nobody logs in.
      if (!(await exists(wanted.username))) await run('ACL', 'SETUSER', wanted.username, 'on', ...rules);
    },
    async gather() {
      const names = await run('ACL', 'USERS');
      const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
      return texts
        .filter((name) => name.length <= MAX_FOUND_NAME)
        .slice(0, MAX_FOUND)
        .map((username) => ({ username }));
    },
    close: () => client.disconnect(),
  };
}

export const redis: Method = {
  protocols: ['redis'],
  secretTypes: ['password'],
  check,
  open,
  verify: verifiedBy(connect, (client) => client.disconnect()),
};

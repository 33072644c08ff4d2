import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { Client } from 'ldapts';
import { guardedAddress } from '../../platform/outbound/guarded-address.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { type DirectoryConfig, type DirectoryServer, serverName } from './config.ts';
import { DirectoryError, isAway } from './errors.ts';
import { ldap } from './ldap.ts';

/** Milliseconds for one question and its answer. */
const ASK_MS = 10_000;

/** What Node says of a certificate it does not trust. */
const UNTRUSTED = /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
/** Results by their numbers (RFC 4511 section 4.1.9). */
const RESULT = { sizeLimit: 4, strongerAuth: 8, adminLimit: 11, confidentiality: 13, noSuchObject: 32, busy: 51, unavailable: 52 };

/** What was thrown, by what it means. */
export function directoryError(error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error;
  if (error instanceof OutboundError) return new DirectoryError(error.why === 'blocked' ? 'blocked' : 'unreachable', error.detail, error);
  if (error instanceof ldap().ResultCodeError) {
    const { code } = error;
    if (code === RESULT.strongerAuth || code === RESULT.confidentiality) return new DirectoryError('encryption_wanted', '', error);
    if (code === RESULT.busy || code === RESULT.unavailable) return new DirectoryError('unreachable', '', error);
    if (code === RESULT.noSuchObject) return new DirectoryError('base', '', error);
    if (code === RESULT.sizeLimit || code === RESULT.adminLimit) return new DirectoryError('too_many', '', error);
    return new DirectoryError('failed', String(code), error);
  }
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (UNTRUSTED.test(code)) return new DirectoryError('untrusted', code, error);
  if (/timed? ?out/i.test(message)) return new DirectoryError('late', '', error);
  return new DirectoryError('unreachable', code, error);
}

/** Told of each step that was done on the way in. */
export type Note = (step: 'connect' | 'encrypt' | 'bind', detail: string) => void;
const silent: Note = () => undefined;

/** A server that was reached, and that knows who asks. */
export interface Session {
  client: Client;
  close(): void;
}

/** Ends with the time, whatever the library waits for. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new DirectoryError('late')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An address is no server name (RFC 6066 section 3): the certificate is then compared with the address itself. */
const tlsOptions = (host: string, ca: string): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(ca ? { ca } : {}),
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
});

/**
 * Connects to a server as the settings say and logs in as the account that looks people up.
 * A session is one connection: the library would make another one when it is lost, plain and as nobody, and send passwords over it.
 * @throws DirectoryError
 */
export async function openSession(
  config: DirectoryConfig,
  server: DirectoryServer,
  allow: readonly string[],
  note: Note = silent,
): Promise<Session> {
  const { host, port, tls } = server;
  const sockets: Socket[] = [];
  let over = false;
  const keep = <S extends Socket>(socket: S): S => {
    sockets.push(socket);
    // Between two hands nobody else listens. Who comes after the time is over is not let in.
    socket.on('error', () => undefined);
    if (over) socket.destroy();
    return socket;
  };
  const secured = (under: Socket): TLSSocket => keep(connectTls({ ...tlsOptions(host, config.ca), socket: under }));
  // The outermost one takes what is below with it: Node 24 dies of both being destroyed at once. What they still have to say, nobody hears.
  const close = (): void =>
    void sockets
      .at(-1)
      ?.on('error', () => undefined)
      .destroy();
  const enter = async (): Promise<Client> => {
    const { address } = await guardedAddress(host, { allow, named: true });
    const plain = await ready(keep(connect({ host: address, port })), 'connect');
    note('connect', `${address}:${port}`);
    const first = tls ? await ready(secured(plain), 'secureConnect') : plain;
    let given = false;
    const once = (): Socket => {
      if (given) throw new DirectoryError('unreachable', 'lost');
      given = true;
      return first;
    };
    const client = new (ldap().Client)({
      url: serverName({ host: isIP(host) === 6 ? `[${host}]` : host, port, tls }),
      timeout: ASK_MS,
      createConnection: once,
      // Asked for a connection as a whole, or, with what is below it, for StartTLS.
      createSecureConnection: (options: unknown) => {
        const under = typeof options === 'object' ? (options as ConnectionOptions).socket : undefined;
        return (under ? secured(under as Socket) : once()) as TLSSocket;
      },
    });
    if (!tls && config.startTls)
      await client.startTLS().catch((error: unknown) => {
        throw error instanceof ldap().ResultCodeError ? new DirectoryError('no_encryption', String(error.code), error) : error;
      });
    if (tls || config.startTls) note('encrypt', '');
    if (config.bindDn === '') return client;
    if (config.bindPassword === '') throw new DirectoryError('no_password');
    if ((await bind(client, config.bindDn, config.bindPassword)) === 'wrong') throw new DirectoryError('credentials');
    note('bind', config.bindDn);
    return client;
  };
  try {
    return { client: await within(config.connectMs, enter()), close };
  } catch (error) {
    over = true;
    close();
    throw directoryError(error);
  }
}

const ready = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once(event, () => resolve(socket.off('error', reject)));
  });

/** Results that say that this is not the person, or may not be one today (49; 48, 53, 19: switched off, to be changed first; 32, 34: no such name). */
const NOT_THEM = new Set([19, 32, 34, 48, 49, 53]);

/**
 * Shows a password to the directory. An empty one makes nobody of somebody (RFC 4513 section 5.1.2), and most servers are content with that.
 * @throws whatever the library throws when there is no answer
 */
export async function bind(client: Client, dn: string, password: string): Promise<'right' | 'wrong'> {
  if (dn === '' || password === '') return 'wrong';
  try {
    await client.bind(dn, password);
    return 'right';
  } catch (error) {
    if (error instanceof ldap().ResultCodeError && NOT_THEM.has(error.code)) return 'wrong';
    throw error;
  }
}

/** Servers that did not answer, until when they are asked last: with the first one gone, not everybody waits for it. */
const AWAY_MS = 30_000;
const away = new Map<string, number>();

/**
 * Does the work with the first server that answers.
 * @throws DirectoryError
 */
export async function withDirectory<T>(
  config: DirectoryConfig,
  allow: readonly string[],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (config.servers.length === 0) throw new DirectoryError('no_server');
  const isGone = (server: DirectoryServer): boolean => (away.get(serverName(server)) ?? 0) > Date.now();
  const order = [...config.servers.filter((server) => !isGone(server)), ...config.servers.filter(isGone)];
  let last = new DirectoryError('unreachable');
  for (const server of order) {
    try {
      const session = await openSession(config, server, allow);
      away.delete(serverName(server));
      try {
        return await work(session.client);
      } finally {
        session.close();
      }
    } catch (error) {
      last = directoryError(error);
      if (!isAway(last)) throw last;
      if (away.size > 100) away.clear();
      away.set(serverName(server), Date.now() + AWAY_MS);
    }
  }
  throw last;
}

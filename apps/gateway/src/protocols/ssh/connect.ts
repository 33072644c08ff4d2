import { connect as connectTcp } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { SecretAccount } from '@postern/contract/component';
import type { Client, ConnectConfig } from 'ssh2';
import { type DriverContext, SessionRefusal } from '../driver.ts';
import { ssh2 } from '../../ssh2.ts';
import { algorithmsFor, explainMismatch } from './algorithms.ts';
import { describeHostKey, type HostKey, judgeHostKey } from './host-key.ts';
import { loginOf } from './login.ts';

const CONNECT_MS = 10_000;
const HANDSHAKE_MS = 20_000;
/** An idle connection is asked for a sign of life this often (docs/wire/components.md#life-of-a-session); three silent ones end it. */
const KEEPALIVE_MS = 60_000;

/** One machine on the way, with everything needed to trust it and log in. */
export interface Hop {
  asset: string;
  address: string;
  port: number;
  account: SecretAccount;
  pinned: readonly HostKey[];
  device: boolean;
  /** Milliseconds for its parts; the usual ones unless told. */
  patience?: { connect: number; handshake: number };
}

/** Logs in to `hop`. `through` is an open stream to it by way of a gateway, or undefined for a direct connection. */
export async function connectHop(hop: Hop, context: DriverContext, through?: Duplex): Promise<Client> {
  try {
    return await handshake(hop, context, through ?? (await dial(hop, context.signal)));
  } catch (error) {
    if (!(error instanceof NoCommonAlgorithm)) throw error;
    throw new SessionRefusal(
      'target_algorithms',
      { ...(through ? explainMismatch(error.message, []) : await mismatch(hop, context, error.message)) },
      error,
    );
  }
}

/** The sockets of clients, to tell a connection that broke from a target that closed its side. */
const streams = new WeakMap<Client, Duplex>();

/** Whether the connection itself is gone. */
export function isCut(client: Client): boolean {
  const stream = streams.get(client);
  return stream !== undefined && (stream.destroyed || stream.readableEnded);
}

class NoCommonAlgorithm extends Error {}

function dial(hop: Hop, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: hop.address, port: hop.port, noDelay: true, keepAlive: true });
    const giveUp = (detail: string, cause?: unknown) => {
      socket.destroy();
      reject(new SessionRefusal('target_unreachable', { address: `${hop.address}:${hop.port}`, detail }, cause));
    };
    const timer = setTimeout(() => giveUp('ETIMEDOUT'), hop.patience?.connect ?? CONNECT_MS);
    const abort = () => giveUp('cancelled');
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      settle();
      giveUp(error.code ?? 'error', error);
    });
  });
}

function handshake(hop: Hop, context: DriverContext, stream: Duplex, debug?: (note: string) => void): Promise<Client> {
  const login = loginOf(hop.account);
  const client = new ssh2.Client();
  streams.set(client, stream);
  let refusal: SessionRefusal | undefined;
  let trusted: HostKey | undefined;
  const refuse = (reason: SessionRefusal) => {
    refusal ??= reason;
  };
  const config: ConnectConfig = {
    sock: stream as Readable,
    username: hop.account.username,
    readyTimeout: hop.patience?.handshake ?? HANDSHAKE_MS,
    keepaliveInterval: KEEPALIVE_MS,
    keepaliveCountMax: 3,
    algorithms: algorithmsFor(hop.pinned, hop.device),
    authHandler: login.handler,
    hostVerifier: (blob: Buffer, answer: (valid: boolean) => void) => {
      const seen = describeHostKey(blob);
      // Shown again whenever keys are exchanged anew (RFC 4253 §9): one connection leads to one machine to its end.
      trust(trusted ? { ...hop, pinned: [trusted] } : hop, seen, context).then(
        () => {
          trusted = seen;
          answer(true);
        },
        (error: unknown) => {
          const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('core_unavailable', {}, error);
          refuse(refusal);
          if (trusted) context.distrust(refusal);
          answer(false);
        },
      );
    },
    ...(debug ? { debug } : {}),
  };
  return new Promise((resolve, reject) => {
    const abort = () => {
      refuse(new SessionRefusal('client_lost'));
      client.destroy();
    };
    const fail = (error: Error & { level?: string; code?: string }) => {
      context.signal.removeEventListener('abort', abort);
      client.destroy();
      stream.destroy();
      reject(refusal ?? classify(error, hop, login.methods()));
    };
    context.signal.addEventListener('abort', abort, { once: true });
    // Stays for the life of the connection: an error after login is followed by 'close', which the session handles.
    client.on('error', fail);
    client.once('close', () => fail(new Error('closed during the handshake')));
    client.once('ready', () => {
      context.signal.removeEventListener('abort', abort);
      resolve(client);
    });
    client.connect(config);
  });
}

async function trust(hop: Hop, seen: HostKey, context: DriverContext): Promise<void> {
  const at = { asset: hop.asset, address: hop.address, port: hop.port, ...seen };
  const verdict = judgeHostKey(hop.pinned, seen);
  if (verdict === 'first') await context.pinHostKey(at);
  if (verdict !== 'changed') return;
  const expected = hop.pinned.map((key) => key.fingerprint).join(', ');
  // The audit event is worth waiting for, but the refusal stands without it.
  await context.reportChangedHostKey({ ...at, expected }).catch(() => undefined);
  throw new SessionRefusal('host_key_changed', { address: `${hop.address}:${hop.port}`, ...seen, expected });
}

function classify(error: Error & { level?: string; code?: string }, hop: Hop, methods: string): Error {
  const address = `${hop.address}:${hop.port}`;
  if (error.level === 'client-authentication')
    return new SessionRefusal('target_refused_login', { account: hop.account.name, methods }, error);
  if (error.message.includes('no matching')) return new NoCommonAlgorithm(error.message);
  const detail = error.level === 'client-timeout' ? 'ETIMEDOUT' : (error.code ?? error.message).slice(0, 200);
  return new SessionRefusal('target_unreachable', { address, detail }, error);
}

/** Shakes hands once more only to learn what each side offered: the library tells that in its notes alone, and notes cost too much to keep on. */
async function mismatch(hop: Hop, context: DriverContext, message: string): Promise<Record<string, string>> {
  const notes: string[] = [];
  const keep = (note: string) => {
    if (note.startsWith('Handshake: (') && notes.length < 32) notes.push(note.slice(0, 2000));
  };
  const client = await handshake(hop, context, await dial(hop, context.signal), keep).catch(() => undefined);
  client?.end();
  return { ...explainMismatch(message, notes) };
}

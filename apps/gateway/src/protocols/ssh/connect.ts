import type { Duplex, Readable } from 'node:stream';
import { type AlgorithmMismatch, explainMismatch, isMismatch, isOfferNote, offerOf } from '@postern/contract/ssh-algorithms';
import type { Algorithms, Client, ConnectConfig } from 'ssh2';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import { ssh2 } from '../../ssh2.ts';
import type { Connection, HostKey, Machine } from '../driver.ts';
import { forwardedAgent } from './agent.ts';
import { describeHostKey, judgeHostKey } from './host-key.ts';
import { loginOf } from './login.ts';

const HANDSHAKE_MS = 20_000;
/** An idle connection is asked for a sign of life this often (docs/wire/components.md#life-of-a-session); three silent ones end it. */
const KEEPALIVE_MS = 60_000;

/** Logs in to the machine of `connection`. */
export async function logIn(connection: Connection): Promise<Client> {
  const { machine } = connection;
  try {
    return await handshake(connection, await machine.dial());
  } catch (error) {
    if (!(error instanceof NoCommonAlgorithm)) throw error;
    const offers = machine.direct ? await mismatch(connection, error.message) : explainMismatch(error.message, []);
    throw new SessionRefusal('target_algorithms', { ...offers, platform: machine.platform, profile: machine.algorithms }, error);
  }
}

/** The sockets of clients, to tell a connection that broke from a target that closed its side. */
const streams = new WeakMap<Client, Duplex>();

/** Whether the connection itself is gone. */
export function isCut(client: Client): boolean {
  const stream = streams.get(client);
  return stream !== undefined && (stream.destroyed || stream.readableEnded);
}

/** Milliseconds a target has to close its side when we closed ours. */
const CLOSE_MS = 2_000;

/** Ends a connection, and whatever lay between here and the target with it: also when the target does not close its side. */
export function leaveTarget(client: Client): void {
  client.end();
  setTimeout(() => streams.get(client)?.destroy(), CLOSE_MS).unref();
}

const typesOf = (keys: readonly HostKey[]): string[] => keys.map(({ type }) => type);

class NoCommonAlgorithm extends Error {}

function handshake(connection: Connection, stream: Duplex, debug?: (note: string) => void): Promise<Client> {
  const { machine, signal } = connection;
  const login = readLogin(machine.account, stream);
  const client = new ssh2.Client();
  streams.set(client, stream);
  let refusal: SessionRefusal | undefined;
  let trusted: HostKey | undefined;
  const refuse = (reason: SessionRefusal) => {
    refusal ??= reason;
  };
  const config: ConnectConfig = {
    sock: stream as Readable,
    username: machine.account.username,
    readyTimeout: machine.patience ?? HANDSHAKE_MS,
    keepaliveInterval: machine.silenceMs ?? KEEPALIVE_MS,
    keepaliveCountMax: 3,
    algorithms: offerOf(machine.algorithms, typesOf(machine.hostKeys)) as Algorithms,
    authHandler: login.handler,
    agent: forwardedAgent(client),
    hostVerifier: (blob: Buffer, answer: (valid: boolean) => void) => {
      const seen = describeHostKey(blob);
      // Shown again whenever keys are exchanged anew (RFC 4253 §9): one connection leads to one machine to its end.
      trust(trusted ? [trusted] : machine.hostKeys, seen, connection).then(
        () => {
          trusted = seen;
          answer(true);
        },
        (error: unknown) => {
          const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('core_unavailable', {}, error);
          refuse(refusal);
          if (trusted) connection.distrust(refusal);
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
      signal.removeEventListener('abort', abort);
      client.destroy();
      stream.destroy();
      reject(refusal ?? classify(error, machine, login.methods()));
    };
    signal.addEventListener('abort', abort, { once: true });
    // Stays for the life of the connection: an error after login is followed by 'close', which the session handles.
    client.on('error', fail);
    client.once('close', () => fail(new Error('closed during the handshake')));
    client.on('banner', (text) => connection.banner(text));
    client.once('ready', () => {
      signal.removeEventListener('abort', abort);
      resolve(client);
    });
    client.connect(config);
  });
}

/** A key that cannot be read leaves nothing open behind it. */
function readLogin(account: Machine['account'], stream: Duplex): ReturnType<typeof loginOf> {
  try {
    return loginOf(account);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

async function trust(pinned: readonly HostKey[], seen: HostKey, connection: Connection): Promise<void> {
  const verdict = judgeHostKey(pinned, seen);
  if (verdict === 'first') await connection.pinHostKey(seen);
  if (verdict !== 'changed') return;
  const expected = pinned.map((key) => key.fingerprint).join(', ');
  // The audit event is worth waiting for, but the refusal stands without it.
  await connection.reportChangedHostKey({ ...seen, expected }).catch(() => undefined);
  const { address, port } = connection.machine;
  throw new SessionRefusal('host_key_changed', { address: `${address}:${port}`, ...seen, expected });
}

function classify(error: Error & { level?: string; code?: string }, machine: Machine, methods: string): Error {
  const address = `${machine.address}:${machine.port}`;
  if (error.level === 'client-authentication')
    return new SessionRefusal('target_refused_login', { account: machine.account.name, methods }, error);
  if (isMismatch(error.message)) return new NoCommonAlgorithm(error.message);
  const detail = error.level === 'client-timeout' ? 'ETIMEDOUT' : (error.code ?? error.message).slice(0, 200);
  return new SessionRefusal('target_unreachable', { address, detail }, error);
}

/** Shakes hands once more only to learn what each side offered: the library tells that in its notes alone, and notes cost too much to keep on. */
async function mismatch(connection: Connection, message: string): Promise<AlgorithmMismatch> {
  const notes: string[] = [];
  const keep = (note: string) => {
    if (isOfferNote(note) && notes.length < 32) notes.push(note.slice(0, 2000));
  };
  const client = await handshake(connection, await connection.machine.dial(), keep).catch(() => undefined);
  if (client) leaveTarget(client);
  return explainMismatch(message, notes);
}

import { createHash } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type AlgorithmMismatch,
  type AlgorithmProfile,
  explainMismatch,
  isMismatch,
  isOfferNote,
  offerOf,
} from '@postern/contract/ssh-algorithms';
import type { Algorithms, AnyAuthMethod, Client, ConnectConfig } from 'ssh2';
import { ssh2 } from './ssh2.ts';

/** Logging in on machines over SSH, for tests of connectivity and for automations. Sessions of people go through the gateway. */

export interface SshIdentity {
  username: string;
  secretType: string;
  /** Password or private key in the clear; an empty password asks for a login without one. */
  secret: string;
}

export interface HostKey {
  type: string;
  /** As OpenSSH prints it: `SHA256:` and base64 without padding. */
  fingerprint: string;
}

export interface SshLogin extends SshIdentity {
  /** An open stream to the machine; closed when the login fails. */
  stream: Duplex;
  /** Types of the keys that are known of the machine: those are asked for first, so that it shows one that can be judged. */
  known: readonly string[];
  /** Whether to trust the key that is shown; asked before anything secret is sent. */
  trust(seen: HostKey): Promise<boolean>;
  /** Milliseconds until the login is through. */
  limit: number;
  /** What is offered; by what the machine is, when its platform does not say (`profileOf`). */
  algorithms: AlgorithmProfile;
}

/** Why there is no connection or no login. `detail` is the system's name of the error, never what the machine said. */
export class SshFailure extends Error {
  readonly why: 'unreachable' | 'hostKey' | 'refused' | 'unreadableKey' | 'timeout' | 'noSsh' | 'algorithms';
  readonly detail: string;
  /** With `algorithms`: both offers. */
  readonly offers: AlgorithmMismatch | undefined;
  constructor(why: SshFailure['why'], detail = '', cause?: unknown, offers?: AlgorithmMismatch) {
    super(`SSH: ${why} ${detail}`.trimEnd(), { cause });
    this.why = why;
    this.detail = detail;
    this.offers = offers;
  }
}

/**
 * Opens a connection to exactly this address and port.
 * @param limit milliseconds
 * @throws SshFailure `unreachable`
 */
export function dialTcp(address: string, port: number, limit: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: address, port, noDelay: true, keepAlive: true });
    const giveUp = (detail: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new SshFailure('unreachable', detail));
    };
    const timer = setTimeout(() => giveUp('ETIMEDOUT'), limit);
    socket.once('error', (error: NodeJS.ErrnoException) => giveUp(error.code ?? 'error'));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // Whoever reads the stream next has listeners of their own; between the two an error must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** The fingerprint of a public key blob (RFC 4253 §6.6), as OpenSSH prints it. */
export const fingerprint = (blob: Buffer): string => `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

/** Type and fingerprint of a public key blob. */
function describe(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return {
    type: blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1'),
    fingerprint: fingerprint(blob),
  };
}

function methodsOf({ username, secret, secretType }: SshIdentity): AnyAuthMethod[] {
  if (secretType === 'ssh_key') {
    const parsed = ssh2().utils.parseKey(secret);
    if (parsed instanceof Error) throw new SshFailure('unreadableKey', '', parsed);
    return [{ type: 'publickey', username, key: secret }];
  }
  if (secret === '') return [{ type: 'none', username }];
  let rounds = 0;
  return [
    { type: 'password', username, password: secret },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _text, _language, prompts, finish) => {
        rounds += 1;
        // Only what is typed unseen, and once: a machine that asks again has refused.
        finish(prompts.map(({ echo }) => (rounds === 1 && echo !== true ? secret : '')));
      },
    },
  ];
}

/** Lines of a handshake that are kept: both offers of each kind. */
const MAX_NOTES = 32;

const NEVER_READY: ReadonlyMap<string, SshFailure['why']> = new Map([
  ['client-authentication', 'refused'],
  ['client-timeout', 'timeout'],
]);

/**
 * Logs in over an open stream. The host key is judged before any secret leaves.
 * @returns the connection; whoever has it ends it. It survives errors without a listener
 * @throws SshFailure
 */
export function logIn({ stream, known, trust, limit, algorithms, ...identity }: SshLogin): Promise<Client> {
  const client = new (ssh2().Client)();
  let distrusted = false;
  const notes: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { level?: string; code?: string }): void => {
      client.destroy();
      stream.destroy();
      if (error instanceof SshFailure) reject(error);
      else if (distrusted) reject(new SshFailure('hostKey', '', error));
      else if (isMismatch(error.message)) reject(new SshFailure('algorithms', '', error, explainMismatch(error.message, notes)));
      else {
        const why = NEVER_READY.get(error.level ?? '') ?? 'noSsh';
        reject(new SshFailure(why, why === 'noSsh' ? (error.code ?? error.level ?? 'error').slice(0, 200) : '', error));
      }
    };
    // Stays for the life of the connection: a later error ends it, and whoever waits for an answer hears of the end.
    client.on('error', fail);
    client.once('close', () => fail(Object.assign(new Error('closed'), { code: 'closed' })));
    client.once('ready', () => resolve(client));
    try {
      const methods = methodsOf(identity);
      const config: ConnectConfig = {
        sock: stream as never,
        username: identity.username,
        readyTimeout: limit,
        keepaliveInterval: 15_000,
        keepaliveCountMax: 3,
        algorithms: offerOf(algorithms, known) as Algorithms,
        debug(note) {
          if (isOfferNote(note) && notes.length < MAX_NOTES) notes.push(note.slice(0, 2000));
        },
        authHandler: (left, _partial, next) => {
          let method = methods.shift();
          // A method the machine does not take costs one of its few attempts.
          while (method && left && !left.includes(method.type as never)) method = methods.shift();
          next(method ?? (false as never));
        },
        hostVerifier: (blob: Buffer, answer: (valid: boolean) => void) => {
          const judge = (good: boolean): void => {
            distrusted = !good;
            answer(good);
          };
          trust(describe(blob)).then(judge, () => judge(false));
        },
      };
      client.connect(config);
    } catch (error) {
      fail(error instanceof Error ? error : new Error('connect'));
    }
  });
}

import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import ssh2, { type AnyAuthMethod, type ConnectConfig } from 'ssh2';

/** Milliseconds until the machine has taken the connection, and from there until the login is through. */
const CONNECT_MS = 10_000;
const LOGIN_MS = 15_000;

export interface HostKey {
  type: string;
  /** As OpenSSH prints it: `SHA256:` and base64 without padding. */
  fingerprint: string;
}

export interface SshLogin {
  address: string;
  port: number;
  username: string;
  secretType: string;
  secret: string;
  /** Types of the keys that are known of the machine: those are asked for first. */
  known: readonly string[];
  /** Whether to trust the key that is shown; asked before anything secret is sent. */
  trust(seen: HostKey): Promise<boolean>;
}

/** Why a login did not come about; the words are the caller's. `detail` is the system's error name, never what the machine said. */
export type LoginFailure =
  | { why: 'unreachable'; detail: string }
  | { why: 'hostKey' }
  | { why: 'refused' }
  | { why: 'unreadableKey' }
  | { why: 'noSsh'; detail: string };

const ALL_KEYS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
] as const;

/** Reads type and fingerprint from a public key blob (RFC 4253 §6.6). */
function describeKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return {
    type: blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1'),
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

const wanted = (known: readonly string[], name: string): boolean =>
  known.includes(name) || (name.startsWith('rsa-') && known.includes('ssh-rsa'));

function methodsOf({ username, secret, secretType }: SshLogin): AnyAuthMethod[] | undefined {
  if (secretType !== 'ssh_key') {
    if (secret === '') return [{ type: 'none', username }];
    return [
      { type: 'password', username, password: secret },
      {
        type: 'keyboard-interactive',
        username,
        // Only questions that hide what is typed are asking for the password.
        prompt: (_name, _text, _language, prompts, finish) => finish(prompts.map(({ echo }) => (echo === true ? '' : secret))),
      },
    ];
  }
  return ssh2.utils.parseKey(secret) instanceof Error ? undefined : [{ type: 'publickey', username, key: secret }];
}

type Dialled = { socket: ReturnType<typeof connect> } | { failure: LoginFailure };

function dial(address: string, port: number): Promise<Dialled> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const fail = (detail: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ failure: { why: 'unreachable', detail } });
    };
    const timer = setTimeout(() => fail('ETIMEDOUT'), CONNECT_MS);
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'error'));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve({ socket });
    });
  });
}

/**
 * Logs in over SSH and leaves at once: nothing is run. Goes to this address and port only, for at most 25 seconds.
 * @returns undefined when the login worked
 */
export async function trySshLogin(login: SshLogin): Promise<LoginFailure | undefined> {
  const methods = methodsOf(login);
  if (!methods) return { why: 'unreadableKey' };
  const dialled = await dial(login.address, login.port);
  if ('failure' in dialled) return dialled.failure;
  const client = new ssh2.Client();
  let distrusted = false;
  const first = ALL_KEYS.filter((name) => wanted(login.known, name));
  const config: ConnectConfig = {
    sock: dialled.socket,
    username: login.username,
    readyTimeout: LOGIN_MS,
    algorithms: { serverHostKey: [...first, ...ALL_KEYS.filter((name) => !first.includes(name))] },
    authHandler: (left, _partial, next) => {
      let method = methods.shift();
      // A method the machine does not take costs one of its few attempts.
      while (method && left && !left.includes(method.type as never)) method = methods.shift();
      next(method ?? (false as never));
    },
    hostVerifier: (blob: Buffer, answer: (valid: boolean) => void) => {
      const settle = (good: boolean) => {
        distrusted = !good;
        answer(good);
      };
      login.trust(describeKey(blob)).then(settle, () => settle(false));
    },
  };
  const failure = await new Promise<LoginFailure | undefined>((resolve) => {
    client.on('error', (error: Error & { level?: string; code?: string }) => {
      if (distrusted) resolve({ why: 'hostKey' });
      else if (error.level === 'client-authentication') resolve({ why: 'refused' });
      else resolve({ why: 'noSsh', detail: error.code ?? error.level ?? 'error' });
    });
    client.once('close', () => resolve(distrusted ? { why: 'hostKey' } : { why: 'noSsh', detail: 'closed' }));
    client.once('ready', () => resolve(undefined));
    client.connect(config);
  });
  client.destroy();
  dialled.socket.destroy();
  return failure;
}

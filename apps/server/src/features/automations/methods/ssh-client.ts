import { createHash } from 'node:crypto';
import ssh2, { type AnyAuthMethod, type Client, type ConnectConfig, type Prompt } from 'ssh2';
import { Refusal } from '../refusal.ts';
import { LIMITS, type Login, type Reach } from './method.ts';

/** Bytes of an answer that are kept. */
const MAX_OUTPUT = 4 * 1024 * 1024;
const MAX_ERROR = 2_000;

/** Type and fingerprint of a public key blob, as OpenSSH prints them (RFC 4253 §6.6). */
function describe(blob: Buffer): { type: string; fingerprint: string } {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  const type = blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1');
  return { type, fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}` };
}

function methodsOf({ username, secret, secretType }: Login): AnyAuthMethod[] {
  if (secretType === 'ssh_key') return [{ type: 'publickey', username, key: secret }];
  let rounds = 0;
  return [
    { type: 'password', username, password: secret },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name: string, _text: string, _lang: string, prompts: Prompt[], finish: (answers: string[]) => void) => {
        rounds += 1;
        // Only what is typed unseen, and once: a machine that asks again has refused.
        finish(prompts.map((prompt) => (rounds === 1 && prompt.echo !== true ? secret : '')));
      },
    },
  ];
}

/**
 * Logs in over SSH. The host key is judged before any secret leaves.
 * @throws Refusal `login_refused` when the machine said no, `host_key_changed`, `unreachable` or `timeout` otherwise
 */
export async function logIn(reach: Reach, login: Login): Promise<Client> {
  const sock = await reach.dial();
  const client = new ssh2.Client();
  const plan = methodsOf(login);
  let keyRefused = false;
  const config: ConnectConfig = {
    sock: sock as never,
    username: login.username,
    readyTimeout: LIMITS.login,
    keepaliveInterval: 15_000,
    keepaliveCountMax: 3,
    authHandler: (left, _partial, next) => {
      let method = plan.shift();
      while (method && left && !left.includes(method.type as never)) method = plan.shift();
      next(method ?? (false as never));
    },
    hostVerifier: (blob: Buffer, answer: (valid: boolean) => void) => {
      const { type, fingerprint } = describe(blob);
      const judge = (good: boolean): void => {
        keyRefused = !good;
        answer(good);
      };
      reach.trust(type, fingerprint).then(judge, () => judge(false));
    },
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { level?: string; code?: string }): void => {
      client.destroy();
      sock.destroy();
      if (keyRefused) reject(new Refusal('host_key_changed', { address: reach.name }, error));
      else if (error.level === 'client-authentication')
        reject(new Refusal('login_refused', { address: reach.name, account: login.username }, error));
      else if (error.level === 'client-timeout') reject(new Refusal('timeout', { address: reach.name }, error));
      else reject(new Refusal('unreachable', { address: reach.name, detail: (error.code ?? error.message).slice(0, 200) }, error));
    };
    // Stays for the life of the connection: later errors end it, and whoever waits for an answer hears of the end.
    client.on('error', fail);
    client.once('close', () => fail(new Error('closed')));
    client.once('ready', () => resolve(client));
    try {
      client.connect(config);
    } catch (error) {
      // A key that cannot be read is thrown here.
      fail(error instanceof Error ? error : new Error('connect'));
    }
  });
}

export interface Answer {
  code: number;
  output: string;
  error: string;
}

/**
 * Runs a command, which is a constant of ours, and hands it its data on standard input.
 * @throws Refusal `timeout` or `interrupted` when there is no exit status: then nobody knows what happened
 */
export function runCommand(client: Client, address: string, command: string, input: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const unknown = (code: 'timeout' | 'interrupted', cause?: unknown): void => {
      clearTimeout(timer);
      client.destroy();
      reject(new Refusal(code, { address }, cause));
    };
    const timer = setTimeout(() => unknown('timeout'), LIMITS.command);
    client.once('close', () => unknown('interrupted'));
    client.exec(command, (failed, channel) => {
      if (failed) {
        unknown('interrupted', failed);
        return;
      }
      let output = '';
      let error = '';
      let code: number | undefined;
      channel.on('data', (bytes: Buffer) => {
        if (output.length < MAX_OUTPUT) output += bytes.toString();
      });
      channel.stderr.on('data', (bytes: Buffer) => {
        if (error.length < MAX_ERROR) error += bytes.toString();
      });
      channel.on('exit', (status: number | null) => {
        if (typeof status === 'number') code = status;
      });
      channel.on('error', (cause: unknown) => unknown('interrupted', cause));
      channel.on('close', () => {
        clearTimeout(timer);
        if (code === undefined) unknown('interrupted');
        else resolve({ code, output, error: error.slice(0, MAX_ERROR) });
      });
      channel.end(input);
    });
  });
}

import { profileOf } from '@postern/contract/ssh-algorithms';
import type { Client } from 'ssh2';
import { logIn, SshFailure } from '../../../platform/ssh/log-in.ts';
import { Refusal } from '../refusal.ts';
import { LIMITS, type Login, type Reach } from './method.ts';

/** Bytes of an answer that are kept. */
const MAX_OUTPUT = 4 * 1024 * 1024;
const MAX_ERROR = 2_000;

/** What a run says of a login that did not come about. */
function refusalOf(
  { why, detail, offers }: SshFailure,
  { name: address, platform }: Reach,
  profile: string,
  account: string,
  cause: unknown,
): Refusal {
  if (why === 'refused') return new Refusal('login_refused', { address, account }, cause);
  if (why === 'hostKey') return new Refusal('host_key_changed', { address }, cause);
  if (why === 'algorithms') return new Refusal('no_common_algorithm', { address, ...offers, platform, profile }, cause);
  if (why === 'timeout') return new Refusal('timeout', { address }, cause);
  if (why === 'unreadableKey') return new Refusal('wrong_secret', { detail: 'ssh key' }, cause);
  return new Refusal('unreachable', { address, detail }, cause);
}

/**
 * Logs in on a machine.
 * @param device a network device, with which old algorithms are spoken when it knows no better
 * @throws Refusal `login_refused` when the machine said no, `wrong_secret`, `host_key_changed`, `no_common_algorithm`, `unreachable` or `timeout` otherwise
 */
export async function logInAt(reach: Reach, { username, secretType, secret }: Login, device = false): Promise<Client> {
  const algorithms = profileOf(reach.protocol.setting, device);
  const [known, stream] = [await reach.knownKeys(), await reach.dial()];
  const trust = ({ type, fingerprint }: { type: string; fingerprint: string }) => reach.trust(type, fingerprint);
  try {
    return await logIn({ stream, known, trust, limit: LIMITS.login, username, secretType, secret, algorithms });
  } catch (error) {
    throw error instanceof SshFailure ? refusalOf(error, reach, algorithms, username, error) : error;
  }
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

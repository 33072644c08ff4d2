import { randomInt } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '@postern/contract/errors';
import type { Language } from '@postern/contract/text';
import type { Client } from 'ssh2';
import { dialTcp, fingerprint, logIn, SshFailure } from '../../platform/ssh/log-in.ts';
import { ssh2 } from '../../platform/ssh/ssh2.ts';
import type { JobDeps } from './deps.ts';
import type { SecretPool } from './redaction.ts';

/** Milliseconds to reach our own gateway, and until it has opened the target and let us in. */
const DIAL_MS = 10_000;
const LOGIN_MS = 60_000;
/** Milliseconds before each further try of one that was turned away, and as much again at most. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000] as const;
/** Bytes of what a machine answers that are kept. */
export const MAX_OUTPUT = 64 * 1024;
/** What the gateway ends a command with that did not come about; ssh(1) does so, too. */
const NOT_RUN = 255;

/** SHA-256 of the public half of a host key, as OpenSSH prints it. Undefined for what is no key. */
export function fingerprintOf(pem: string): string | undefined {
  const parsed = ssh2().utils.parseKey(pem);
  if (parsed instanceof Error) return undefined;
  return fingerprint(parsed.getPublicSSH());
}

/** How a command ended. `output` holds both of its streams in the order in which they came. */
export interface Answer {
  status: 'ok' | 'failed' | 'unreachable' | 'timeout' | 'stopped';
  exitCode: number | null;
  output: string;
  isCut: boolean;
}

/** Of a connection token: its id and its value. */
export interface Token {
  id: string;
  value: string;
}

interface Command {
  token: Token;
  line: string;
  /** Milliseconds; undefined for none. */
  limit: number | undefined;
  signal: AbortSignal;
  /** In which the gateway says what it refuses. */
  language: Language;
  /** What is taken out of whatever the machine answers. */
  pool: SecretPool;
  /** Told of each piece as it comes, and of all that was kept so far, as the answer has it at the end. */
  heard(text: string, output: string): void;
}

/** The gateway ended the line before it had named its protocol: an address may come so often, and is asked to wait (decision 0064). */
const turnedAway = ({ why, detail }: SshFailure): boolean => why === 'noSsh' && detail === 'protocol';

async function knock({ gateway }: Pick<JobDeps, 'gateway'>, token: Token): Promise<Client> {
  const known = gateway.fingerprint();
  const stream = await dialTcp(gateway.host, gateway.port, DIAL_MS);
  return logIn({
    stream,
    known: ['ssh-rsa'],
    // Without a key to compare with, nothing is told to whoever listens there.
    trust: async (seen) => known !== undefined && seen.fingerprint === known,
    limit: LOGIN_MS,
    username: `JMS-${token.id}`,
    secretType: 'password',
    secret: token.value,
    algorithms: 'secure',
  });
}

/**
 * Opens the session that a token allows, through the gateway as any client does, so that policy, rules about commands and recording are those of people.
 * A worker with many machines comes more often than the gateway takes from one address; then it waits.
 * @param signal of the run: whoever stops it stops waiting
 * @throws CodedError job_gateway_unreachable, job_gateway_refused, job_interrupted
 */
export async function openThroughGateway(deps: Pick<JobDeps, 'gateway'>, token: Token, signal: AbortSignal): Promise<Client> {
  for (let tries = 0; ; tries += 1)
    try {
      return await knock(deps, token);
    } catch (error) {
      if (!(error instanceof SshFailure)) throw error;
      if (error.why === 'refused') throw new CodedError('job_gateway_refused', {}, { cause: error });
      const pause = turnedAway(error) ? PAUSES_MS[tries] : undefined;
      if (pause === undefined) throw new CodedError('job_gateway_unreachable', { detail: error.detail || error.why }, { cause: error });
      // Those who were turned away together do not come back together.
      await wait(pause + randomInt(pause), undefined, { signal }).catch((cause: unknown) => {
        throw new CodedError('job_interrupted', {}, { cause });
      });
    }
}

/**
 * Runs one command line on the target of a token.
 * @throws CodedError job_gateway_unreachable, job_gateway_refused, job_interrupted
 */
export async function runThroughGateway(deps: Pick<JobDeps, 'gateway'>, command: Command): Promise<Answer> {
  const client = await openThroughGateway(deps, command.token, command.signal);
  const { limit, signal, heard, pool } = command;
  // The signal is that of a whole run: what listened to it for each of its machines would keep all that they answered.
  const over = new AbortController();
  try {
    return await new Promise<Answer>((resolve, reject) => {
      let [output, bytes, isCut] = ['', 0, false];
      let exitCode: number | null = null;
      const streams = new Set<{ end(cut: boolean): void }>();
      // A command that did not end by itself was cut off in the middle of what it said.
      const end = (status: Answer['status']): void => {
        for (const stream of streams) stream.end(status === 'timeout' || status === 'stopped');
        resolve({ status, exitCode, output, isCut });
      };
      const interrupted = (cause?: unknown): void => reject(new CodedError('job_interrupted', {}, { cause }));
      const take = () => {
        const decoder = new StringDecoder('utf8');
        const clean = pool.stream();
        const say = (text: string): void => {
          if (text === '') return;
          // PostgreSQL keeps no text that holds it.
          output += text.replaceAll('\0', '\u{fffd}');
          heard(text, output);
        };
        streams.add({ end: (cut) => say(clean.end(cut || isCut)) });
        return (piece: Buffer): void => {
          say(clean.push(decoder.write(piece.subarray(0, Math.max(0, MAX_OUTPUT - bytes)))));
          if (bytes + piece.length > MAX_OUTPUT) isCut = true;
          bytes += piece.length;
        };
      };
      const timer = limit === undefined ? undefined : setTimeout(() => end('timeout'), limit);
      signal.addEventListener('abort', () => end('stopped'), { signal: over.signal });
      if (signal.aborted) end('stopped');
      client.once('close', () => {
        clearTimeout(timer);
        interrupted();
      });
      client.exec(command.line, { env: { POSTERN_LANG: command.language } }, (failed, channel) => {
        if (failed) return interrupted(failed);
        channel.on('data', take());
        channel.stderr.on('data', take());
        channel.on('exit', (code: number | null) => {
          exitCode = code;
        });
        channel.on('error', interrupted);
        channel.on('close', () => {
          if (exitCode === null) interrupted();
          else end(exitCode === 0 ? 'ok' : exitCode === NOT_RUN ? 'unreachable' : 'failed');
        });
        channel.end();
      });
    });
  } finally {
    over.abort();
    client.end();
    client.destroy();
  }
}

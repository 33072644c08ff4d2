import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often in that time a database that counts as frozen was asked. */
const LOOKS = 5;

/** SSLRequest: its length and a number no version has (PostgreSQL manual, "Message Formats"). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Whether a PostgreSQL server says anything within a time. The question is one it answers before it looks at names,
 * passwords or the number of its connections; a server that is stopped still takes connections, but answers nothing.
 */
export function databaseAnswers(port: number, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const end = (answer: boolean): void => {
      clearTimeout(limit);
      socket.destroy();
      resolve(answer);
    };
    const limit = setTimeout(() => end(false), limitMs);
    socket.once('connect', () => socket.write(SSL_REQUEST));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

/**
 * Asks a database again and again.
 * @returns true when it said nothing for the whole time, false when `signal` ended the asking
 */
export async function untilFrozen(port: number, frozenMs: number, signal: AbortSignal): Promise<boolean> {
  const each = frozenMs / LOOKS;
  let missed = 0;
  while (!signal.aborted) {
    if (missed >= LOOKS) return true;
    // Looks are counted, not seconds: the machine may have slept.
    missed = (await databaseAnswers(port, each)) ? 0 : missed + 1;
    if (missed === 0) await sleep(each, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

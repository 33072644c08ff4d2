import { connect, type Socket } from 'node:net';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { Address } from '../protocols/driver.ts';

/** Milliseconds a machine has to take a connection. */
const CONNECT_MS = 10_000;
/** Milliseconds of silence after which the system asks the other side: its own two hours outlast what lies between. */
const SILENCE_MS = 30_000;

/**
 * Opens a TCP connection.
 * @throws SessionRefusal `target_unreachable` with the code of the system
 */
export function dial({ address, port }: Address, signal: AbortSignal, ms = CONNECT_MS): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: SILENCE_MS });
    const giveUp = (detail: string, cause?: unknown) => {
      socket.destroy();
      reject(new SessionRefusal('target_unreachable', { address: `${address}:${port}`, detail }, cause));
    };
    const timer = setTimeout(() => giveUp('ETIMEDOUT'), ms);
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

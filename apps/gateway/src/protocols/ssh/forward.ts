import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { ForwardFailed } from '../../pipeline/refusal.ts';
import type { Address, Connection, Tunnel } from '../driver.ts';
import { leaveTarget, logIn } from './connect.ts';

/** Milliseconds a machine may take to reach another one. */
const FORWARD_MS = 10_000;
/** RFC 4254 §5.1: the machine passes nothing on, wherever to; any other reason is about the one behind it. */
const PROHIBITED = 1;

/**
 * Logs in and opens a stream to `to` from there.
 * @throws ForwardFailed when the machine does pass on, and `to` was not reached
 */
export async function forward(connection: Connection, to: Address): Promise<Tunnel> {
  const client = await logIn(connection);
  try {
    return { stream: await open(client, to), close: () => leaveTarget(client) };
  } catch (error) {
    leaveTarget(client);
    throw error;
  }
}

function open(client: Client, { address, port }: Address): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new ForwardFailed('ETIMEDOUT')), FORWARD_MS);
    client.forwardOut('127.0.0.1', 0, address, port, (error: (Error & { reason?: unknown }) | undefined, stream) => {
      clearTimeout(late);
      if (!error) resolve(stream);
      else if (error.reason === PROHIBITED) reject(new Error('forwarding refused'));
      else reject(new ForwardFailed(error.message.slice(0, 200)));
    });
  });
}

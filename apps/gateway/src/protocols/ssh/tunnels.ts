import type { Duplex } from 'node:stream';
import type { Client, TcpConnectionDetails, UNIXConnectionDetails } from 'ssh2';
import { ForwardFailed } from '../../pipeline/refusal.ts';
import type { Address, Connection, TunnelEvents, Tunnels } from '../driver.ts';
import { openOnTarget } from './upstream.ts';

/** Milliseconds a target may take to reach another machine, or to listen. */
const OPEN_MS = 10_000;

/** Ways through the target (RFC 4254 §7; sockets of its file system as in OpenSSH's file PROTOCOL). */
export async function openTunnels(connection: Connection, events: TunnelEvents): Promise<Tunnels> {
  const { upstream } = await openOnTarget(connection, async (client) => client);
  const { client } = upstream;

  const onTcp = ({ destIP, destPort, srcIP, srcPort }: TcpConnectionDetails, accept: () => Duplex, reject: () => void) =>
    events.onConnection({ address: destIP, port: destPort }, { address: srcIP, port: srcPort }, accept, reject);
  const onUnix = ({ socketPath }: UNIXConnectionDetails, accept: () => Duplex, reject: () => void) =>
    events.onConnection({ path: socketPath }, undefined, accept, reject);
  const onClose = () => {
    leave();
    events.onEnd({ code: null, signal: null, lost: true });
  };
  function leave(): void {
    client.off('tcp connection', onTcp);
    client.off('unix connection', onUnix);
    client.off('close', onClose);
    upstream.disconnect();
  }
  client.on('tcp connection', onTcp);
  client.on('unix connection', onUnix);
  client.once('close', onClose);

  return {
    open: (to) => answered((done) => ('path' in to ? client.openssh_forwardOutStreamLocal(to.path, done) : openTcp(client, to, done))),
    listen: (at) =>
      answered<number | undefined>((done) =>
        'path' in at
          ? client.openssh_forwardInStreamLocal(at.path, (error) => done(error, 0))
          : client.forwardIn(at.address, at.port, (error, port) => done(error, port)),
      ).then((port) => port ?? 0),
    unlisten(at) {
      try {
        if ('path' in at) client.openssh_unforwardInStreamLocal(at.path, () => undefined);
        else client.unforwardIn(at.address, at.port, () => undefined);
      } catch {
        // The connection is gone, and what listened with it.
      }
    },
    close() {
      leave();
      events.onEnd({ code: null, signal: null });
    },
  };
}

type Done<T> = (error: Error | null | undefined, value: T) => void;

const openTcp = (client: Client, { address, port }: Address, done: Done<Duplex>) => client.forwardOut('127.0.0.1', 0, address, port, done);

function answered<T>(ask: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new ForwardFailed('ETIMEDOUT')), OPEN_MS);
    const done: Done<T> = (error, value) => {
      clearTimeout(late);
      if (error) reject(new ForwardFailed(error.message.slice(0, 200)));
      else resolve(value);
    };
    try {
      ask(done);
    } catch (error) {
      done(error as Error, undefined as T);
    }
  });
}

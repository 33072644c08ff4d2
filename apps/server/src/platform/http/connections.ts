import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, createFairSlots } from '@postern/contract/bounds';

export interface ConnectionBounds {
  /** Connections in all that are no WebSockets. */
  all: number;
  /** Of those, of one address. */
  each: number;
  /** Proxies of ours stand for many people and bound them themselves. */
  exempt(ip: string): boolean;
}

/**
 * Bounds the connections of a web server before anything is known of who speaks: idle ones, ones that send a byte now
 * and then, ones that never read their answer. There is always a place for the next: whose last request is longest ago
 * goes, of the address that has most (docs/decisions/0064). A WebSocket leaves this count for that of its own.
 */
export function boundConnections(server: Server, { all, each, exempt }: ConnectionBounds): void {
  const slots = createFairSlots(all, each);
  const leases = new Map<string, { renew(): void; leave(): void }>();
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress}:${remotePort}`;

  // With TLS this is the bare connection, so that a handshake that never ends counts as well.
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (exempt(ip)) return;
    const key = keyOf(socket);
    const take = () => slots.take(addressGroup(ip), () => socket.destroy());
    let give = take();
    const leave = (): void => {
      give();
      leases.delete(key);
    };
    leases.set(key, {
      leave,
      renew() {
        give();
        give = take();
      },
    });
    socket.once('close', leave);
  });
  server.prependListener('request', (request) => leases.get(keyOf(request.socket))?.renew());
  server.prependListener('upgrade', (request) => leases.get(keyOf(request.socket))?.leave());
}

import { lookup } from 'node:dns/promises';
import net, { isIP } from 'node:net';

/**
 * A port that is bound here and served by others. All server processes take connections from its one queue, each when it has a moment, so a busy one takes
 * fewer; while one is replaced, whoever connects waits in that queue instead of being turned away. This process itself takes none.
 */
export interface Door {
  /** For the `stdio` of a process. */
  fd: number;
  close(): void;
}

interface Handle {
  fd: number;
  close(): void;
  getsockname(out: { port?: number }): number;
}

/** What `listen` of Node makes of an address before it listens, which is what its cluster module shares. There is no other way to bind without taking connections. */
const { _createServerHandle: bind } = net as typeof net & {
  _createServerHandle(address: string, port: number, family: 4 | 6): Handle | number;
};

/** @throws Error when the port cannot be had */
export async function openDoor(host: string, port: number): Promise<Door> {
  const address = isIP(host) ? host : (await lookup(host)).address;
  const handle = bind(address, port, isIP(address) === 6 ? 6 : 4);
  if (typeof handle === 'number') throw new Error(`Port ${port} of ${host} cannot be bound (error ${handle})`);
  // A port that is taken is told only to who listens, and this process never does.
  const bound: { port?: number } = {};
  handle.getsockname(bound);
  if (bound.port !== port) {
    handle.close();
    throw new Error(`Port ${port} of ${host} is taken`);
  }
  return { fd: handle.fd, close: () => handle.close() };
}

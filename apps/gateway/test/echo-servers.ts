import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** What forwarded connections go to: a port and a socket in a folder, which send back what they get. */
export interface EchoServers {
  port: number;
  path: string;
  stop(): void;
}

export async function startEchoServers(folder: string): Promise<EchoServers> {
  const listening = (at: number | string) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(at, () => resolve(server));
    });
  const path = join(folder, 'echo');
  const servers = await Promise.all([listening(0), listening(path)]);
  const { port } = servers[0].address() as { port: number };
  return { port, path, stop: () => servers.forEach((server) => void server.close()) };
}

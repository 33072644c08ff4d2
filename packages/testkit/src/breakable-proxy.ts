import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './ports.ts';

/** A proxy to a loopback port whose connections can be cut, from outside or by what goes over it. */
export interface BreakableProxy {
  port: number;
  cut(): void;
  restore(): void;
  /**
   * Cuts the connections when the client sends a word: `before` the server hears it, or `after` the server has heard it and answered,
   * of which the client hears nothing.
   */
  cutAt(word: string, moment: 'before' | 'after'): void;
  close(): void;
}

export async function startBreakableProxy(to: number): Promise<BreakableProxy> {
  const open = new Set<Socket>();
  let connected = true;
  let trap: { word: string; moment: 'before' | 'after' } | undefined;
  const drop = (): void => {
    connected = false;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  const relay = createServer((client) => {
    client.on('error', () => undefined);
    if (!connected) {
      client.destroy();
      return;
    }
    const server = connect(to, '127.0.0.1');
    server.on('error', () => undefined);
    for (const end of [client, server]) open.add(end);
    let deaf = false;
    client.on('data', (bytes) => {
      if (trap && bytes.includes(trap.word)) {
        deaf = true;
        if (trap.moment === 'before') return drop();
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => (deaf ? drop() : client.write(bytes)));
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
  });
  const port = await freePort();
  await new Promise<void>((done) => relay.listen(port, '127.0.0.1', done));
  return {
    port,
    cut: drop,
    restore() {
      connected = true;
      trap = undefined;
    },
    cutAt(word, moment) {
      trap = { word, moment };
    },
    close() {
      drop();
      relay.close();
    },
  };
}

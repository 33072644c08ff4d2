import { createServer, request } from 'node:http';
import { freePort } from './ports.ts';

/** A server in front of another one on a loopback port, which tells what it is asked and does not do it as it should. */
export interface Liar {
  port: number;
  /** Keeps requests of a method until it is told to go on. @returns goes on */
  stall(method: string): () => void;
  /** Requests of this method that have come. */
  asked(method: string): number;
  /** Whether it exchanges the last byte of what is put. */
  lie(wanted: boolean): void;
  close(): void;
}

export async function startLiar(to: number): Promise<Liar> {
  const waiting = new Map<string, Promise<void>>();
  const seen: string[] = [];
  let lies = false;
  const server = createServer(async (asked, answer) => {
    const method = String(asked.method);
    const chunks: Buffer[] = [];
    asked.on('error', () => undefined);
    answer.on('error', () => undefined);
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    seen.push(method);
    await waiting.get(method);
    const body = Buffer.concat(chunks);
    if (lies && method === 'PUT' && body.length > 0) body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
    const forwarded = request(
      { host: '127.0.0.1', port: to, method, path: asked.url, headers: asked.headers, setHost: false },
      (given) => void given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers)),
    );
    forwarded.on('error', () => answer.destroy());
    forwarded.end(body);
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    port,
    stall(method) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(method, promise);
      return () => {
        waiting.delete(method);
        resolve();
      };
    },
    asked: (method) => seen.filter((one) => one === method).length,
    lie(wanted) {
      lies = wanted;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

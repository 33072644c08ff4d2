import { Agent, request } from 'node:http';
import { API } from '@postern/client/http';
import type { Product } from './product.ts';

/** A kept-alive HTTP client that costs little itself. */
export interface Caller {
  /** Milliseconds until the last byte of the answer; throws unless it is a 200. */
  time(path: string): Promise<number>;
  json<T>(path: string): Promise<T>;
  close(): void;
}

export function createCaller(product: Product, token: string, org: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}`, 'x-jms-org': org, accept: 'application/json' };
  const get = (path: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: product.httpPort, path: API + path, agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(parts);
          if (response.statusCode === 200) resolve(body);
          else reject(new Error(`${path}: ${response.statusCode} ${body.toString().slice(0, 500)}`));
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  return {
    async time(path) {
      const start = performance.now();
      await get(path);
      return performance.now() - start;
    },
    json: async <T>(path: string) => JSON.parse((await get(path)).toString()) as T,
    close: () => agent.destroy(),
  };
}

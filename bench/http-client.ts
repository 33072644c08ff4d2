import { Agent, request } from 'node:http';
import { API } from '@postern/client/http';
import type { Product } from './product.ts';

export interface Ask {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  body: Buffer;
  /** Milliseconds until the last byte of it. */
  took: number;
}

/** A kept-alive HTTP client that costs little itself. */
export interface Caller {
  /** Milliseconds until the last byte of the answer; throws unless it is a 200. */
  time(path: string): Promise<number>;
  json<T>(path: string): Promise<T>;
  /** Any call, whatever its answer is. An absolute path is taken as it is, another one is below the API. */
  send(ask: Ask): Promise<Answer>;
  close(): void;
}

/** @param localAddress from where it calls, where that counts */
export function createCaller(product: Product, token: string | undefined, org: string, localAddress?: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'x-jms-org': org, accept: 'application/json' };
  const send = ({ method = 'GET', path, body, signal }: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(
        {
          host: '127.0.0.1',
          port: product.httpPort,
          method,
          path: path.startsWith('/') ? path : API + path,
          agent,
          headers:
            text === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
          ...(localAddress ? { localAddress } : {}),
          ...(signal ? { signal } : {}),
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), took: performance.now() - start }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(text);
    });
  const get = async (path: string): Promise<Answer> => {
    const answer = await send({ path });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 500)}`);
    return answer;
  };
  return {
    time: async (path) => (await get(path)).took,
    json: async <T>(path: string) => JSON.parse((await get(path)).body.toString()) as T,
    send,
    close: () => agent.destroy(),
  };
}

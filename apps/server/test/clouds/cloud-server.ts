import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CloudInstance } from '../../src/features/cloud/providers/provider.ts';

/** A request as a cloud saw it. */
export interface Seen {
  method: string;
  path: string;
  /** Without the question mark, as it came. */
  rawQuery: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body: string | object;
}

export type Cloud = (seen: Seen) => Answer;

export interface CloudServer {
  origin: string;
  port: number;
  seen: Seen[];
  /** Answers that come first, one request each. */
  faults: Answer[];
  /** Looks at requests before the cloud does; what it gives back is the answer. */
  intercept: ((seen: Seen) => Answer | undefined) | undefined;
  stop(): Promise<void>;
}

/** Starts a cloud on a loopback port. */
export async function startCloud(cloud: Cloud, identity?: { key: string; cert: string }): Promise<CloudServer> {
  const listener: RequestListener = (request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://cloud.invalid');
      const rawQuery = url.search.slice(1);
      const body = await text(request);
      const one: Seen = {
        method: request.method ?? '',
        path: url.pathname,
        rawQuery,
        query: url.searchParams,
        headers: request.headers,
        body,
      };
      server.seen.push(one);
      const answer = server.faults.shift() ?? server.intercept?.(one) ?? cloud(one);
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    })();
  };
  const listening = identity ? createTlsServer(identity, listener) : createServer(listener);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const server: CloudServer = {
    origin: `${identity ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    seen: [],
    faults: [],
    intercept: undefined,
    stop: () =>
      new Promise((resolve) => {
        listening.close(() => resolve());
        listening.closeAllConnections();
      }),
  };
  return server;
}

/** Machines of a region, more than any cloud puts on a page. */
export const machines = (region: string, count = 150): CloudInstance[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `i-${region}-${at}`,
    name: at % 3 ? `web ${at} & Söhne <${at}>` : `名前-${at}`,
    region,
    os: at % 5 === 0 ? 'windows' : 'linux',
    privateIps: [`10.0.${Math.floor(at / 250)}.${(at % 250) + 1}`],
    publicIps: at % 2 ? [] : [`8.8.${Math.floor(at / 250)}.${(at % 250) + 1}`],
  }));

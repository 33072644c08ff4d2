import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it arrived. */
export interface Caught {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A web server that keeps what it is asked, and answers as a test wants. */
export interface HttpCatcher {
  origin: string;
  host: string;
  requests: Caught[];
  stop(): Promise<void>;
}

/** @param answer says what; without a word of it the request hangs */
export async function startHttpCatcher(answer: (request: Caught, response: ServerResponse) => void): Promise<HttpCatcher> {
  const requests: Caught[] = [];
  const server = createServer(async (request, response) => {
    const caught = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: await text(request) };
    requests.push(caught);
    answer(caught, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ComponentClient, createComponentClient } from '@postern/client/component';
import { signedRequest } from '@postern/client/component-request';

export interface Call {
  method: string;
  /** Without `/api/v1`. */
  path: string;
  body: Buffer;
}

export interface AnsweringCore {
  client: ComponentClient;
  calls: Call[];
  stop(): Promise<void>;
}

/** `code` of an error, or the whole `body`. */
export type Answers = (call: Call, calls: readonly Call[]) => { status: number; code?: string; body?: unknown };

/** A core that answers each call with the status it is told to, as one does that is busy, away, or refuses. */
export async function startAnswers(answer: Answers): Promise<AnsweringCore> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = { method: request.method ?? '', path: (request.url ?? '').replace('/api/v1', ''), body: Buffer.concat(parts) };
    calls.push(call);
    const { status, code, body = code ? { code, detail: code } : {} } = answer(call, calls);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    client: createComponentClient(signedRequest(url, { id: 'a-key', secret: 'its-secret' })),
    calls,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A small server of the documented HTTP API of the key/value engine, version 2, as HashiCorp Vault and OpenBao have it: entries with
 * check-and-set, tokens, AppRole, namespaces, health. Neither of the two is to be had here; what a real one does besides is not shown by it.
 */
export interface KvServer {
  url: string;
  token: string;
  role: { role_id: string; secret_id: string };
  /** Answers under this namespace alone, when it is not empty. */
  namespace: string;
  /** `up`; `shut`: it answers that it cannot serve; `cut`: connections break; `hangs`: nobody ever gets an answer. */
  mode: 'up' | 'shut' | 'cut' | 'hangs';
  /** Secrets by their path below the mount. */
  entries: Map<string, Record<string, unknown>>;
  /** Tokens that came along, in order. */
  seen: string[];
  /** Authorizations of other kinds that came along. */
  signed: string[];
  /** Number of requests so far. */
  asked: number;
  /** Asked about each write before it is answered: it waits for the promise. */
  onWrite: (path: string) => void | Promise<void>;
  /** The same of each read. */
  onRead: (path: string) => void | Promise<void>;
  /** Ends the log-ins of AppRoles. */
  expire(): void;
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

export async function startKvServer(mount = 'secret'): Promise<KvServer> {
  const made = {
    token: `hvs.${randomUUID()}`,
    role: { role_id: randomUUID(), secret_id: randomUUID() },
    namespace: '',
    mode: 'up',
    entries: new Map(),
    seen: [],
    signed: [],
    asked: 0,
    onWrite: () => undefined,
    onRead: () => undefined,
  } as unknown as KvServer;
  let logins = new Set<string>();
  made.expire = () => {
    logins = new Set();
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    made.asked += 1;
    if (request.headers.authorization) made.signed.push(request.headers.authorization);
    if (made.mode === 'hangs') return undefined;
    if (made.mode === 'cut') return request.socket.destroy();
    const say = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body));
    const path = new URL(request.url ?? '/', made.url).pathname.replace(/^\/v1\//, '');
    const body = await read(request);
    if (path === 'sys/health') return say(made.mode === 'shut' ? 503 : 200, { initialized: true });
    if (made.mode === 'shut') return say(503, { errors: ['Vault is sealed'] });
    if ((request.headers['x-vault-namespace'] ?? '') !== made.namespace) return say(404, { errors: [] });
    if (path === 'auth/approle/login') {
      if (body.role_id !== made.role.role_id || body.secret_id !== made.role.secret_id)
        return say(400, { errors: ['invalid role or secret ID'] });
      const client_token = `hvs.${randomUUID()}`;
      logins.add(client_token);
      return say(200, { auth: { client_token, lease_duration: 3_600 } });
    }
    const token = String(request.headers['x-vault-token'] ?? '');
    made.seen.push(token);
    if (token !== made.token && !logins.has(token)) return say(403, { errors: ['permission denied'] });
    if (path === 'auth/token/lookup-self') return say(200, { data: { policies: ['postern'] } });
    const [, kind, name = ''] = new RegExp(`^${mount}/(data|metadata)/(.+)$`).exec(path) ?? [];
    if (kind === 'metadata' && request.method === 'DELETE') {
      made.entries.delete(name);
      return say(204);
    }
    if (kind !== 'data') return say(404, { errors: [] });
    if (request.method === 'GET') {
      await made.onRead(name);
      const data = made.entries.get(name);
      return data ? say(200, { data: { data, metadata: { version: 1 } } }) : say(404, { errors: [] });
    }
    const { options, data } = body as { options?: { cas?: number }; data: Record<string, unknown> };
    if (options?.cas === 0 && made.entries.has(name))
      return say(400, { errors: ['check-and-set parameter did not match the current version'] });
    made.entries.set(name, data);
    await made.onWrite(name);
    return say(200, { data: { version: 1 } });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  made.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return made;
}

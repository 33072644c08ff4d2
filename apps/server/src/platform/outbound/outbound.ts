import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import type { Lookup } from './guarded-address.ts';
import { OutboundError } from './outbound-error.ts';

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** A stream needs its `content-length` among the headers; it is destroyed when the request fails. */
  body?: string | Readable;
  /** An administrator named this place on purpose (a private cloud): private ranges are fine. Loopback, link-local and metadata never are. */
  named?: boolean;
  /** PEM certificates to trust in place of the public authorities, for a place that an administrator named. */
  ca?: string;
  /** Bytes the answer may have; 8 MiB unless told. */
  maxBytes?: number;
  /** Milliseconds for the whole of it, connecting and reading included; 30 seconds unless told. */
  limit?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case; repeated ones joined with a comma. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** An answer whose body comes as it is sent. Whoever does not read it to its end destroys it. */
export interface OutboundFile {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/** The one client for what the server fetches itself (SSRF; decision 0060). */
export interface Outbound {
  /**
   * Asks for an address and reads the whole answer. Certificates are always verified, proxies of the environment are not used, nothing
   * is unpacked, redirects are followed for GET and within the same origin only.
   * @throws OutboundError
   */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
  /**
   * Asks for a file under the same rules, without redirects. `limit` is for all of it, 30 minutes unless told; how much is read is the
   * reader's to bound.
   * @throws OutboundError; past the limit the body ends with an error of its own
   */
  open(url: string, request?: Omit<OutboundRequest, 'maxBytes' | 'ca'>): Promise<OutboundFile>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Addresses, networks and ranges that are allowed whatever they are, also without TLS. */
  allow: readonly string[];
  lookup?: Lookup;
}

const MAX_BYTES = 8 * 1024 * 1024;
const LIMIT = 30_000;
const FILE_LIMIT = 30 * 60_000;
const CONNECT_LIMIT = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** @throws OutboundError; the address itself is never repeated, its query may hold a token. */
function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !['https:', 'http:'].includes(url.protocol) || !url.hostname || url.username || url.password)
    throw new OutboundError('blocked', 'url');
  return url;
}

/** What the system says of a certificate it does not trust. */
const UNTRUSTED = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

function reasonOf(error: unknown, signal: AbortSignal | undefined): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal?.aborted) return new OutboundError('aborted');
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code?.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return new OutboundError('timeout');
  const inner = (error as AggregateError).errors?.[0] as NodeJS.ErrnoException | undefined;
  const detail = code ?? inner?.code ?? 'error';
  return new OutboundError(UNTRUSTED.test(detail) ? 'untrusted' : 'unreachable', detail, error);
}

async function readBody(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop destroys the stream and its connection.
    if (size > maxBytes) throw new OutboundError('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Two of them: a connection that was fine for a named place is not handed to a request that may only reach public ones. */
type Pools = Readonly<Record<'public' | 'named', Agent>>;

async function openAgent(allow: readonly string[], lookup: Lookup | undefined, named: boolean, ca?: string): Promise<Agent> {
  const [undici, { guardedConnector }] = await Promise.all([import('undici'), import('./guarded-connector.ts')]);
  const connect = guardedConnector({ allow, named, connectLimit: CONNECT_LIMIT, lookup, ...(ca ? { ca } : {}) });
  return new undici.Agent({ connect, connections: 8, pipelining: 1 });
}

async function openPools(allow: readonly string[], lookup: Lookup | undefined): Promise<Pools> {
  const [everybody, named] = await Promise.all([openAgent(allow, lookup, false), openAgent(allow, lookup, true)]);
  return { public: everybody, named };
}

/** Ends with the signal whatever the work does: undici hears of it only once it is connected, and a resolver never. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  return Promise.race([work, ended]);
}

/** Opens nothing until the first request. */
export function createOutbound({ allow, lookup }: OutboundOptions): Outbound {
  let loading: Promise<Pools> | undefined;
  /** Loaded with the first request: most processes never make one. */
  const pools = (): Promise<Pools> => {
    loading ??= openPools(allow, lookup);
    return loading;
  };

  async function ask(url: URL, request: OutboundRequest, signal: AbortSignal, own?: Agent) {
    const agent = own ?? (await pools())[request.named ? 'named' : 'public'];
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Postern', ...request.headers },
      body: request.body,
      signal,
    });
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(answer.headers)) headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return { status: answer.statusCode, headers, body: answer.body };
  }

  async function once(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    // Connections that trust somebody else are nobody else's.
    const own = request.ca ? await openAgent(allow, lookup, request.named ?? false, request.ca) : undefined;
    try {
      const answer = await ask(url, request, signal, own);
      return { ...answer, body: await readBody(answer.body, request.maxBytes ?? MAX_BYTES) };
    } finally {
      await own?.destroy();
    }
  }

  return {
    async fetch(text, request = {}) {
      const limit = AbortSignal.timeout(request.limit ?? LIMIT);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      try {
        let url = readUrl(text);
        signal.throwIfAborted();
        for (let hops = 0; ; hops += 1) {
          const answer = await until(signal, once(url, request, signal));
          const to = answer.headers.location;
          if (!REDIRECTS.has(answer.status) || !to) return answer;
          const next = readUrl(to, url);
          if ((request.method ?? 'GET') !== 'GET' || next.origin !== url.origin || hops >= MAX_REDIRECTS)
            throw new OutboundError('redirect');
          url = next;
        }
      } catch (error) {
        throw limit.aborted ? new OutboundError('timeout') : reasonOf(error, request.signal);
      }
    },
    async open(text, request = {}) {
      const limit = AbortSignal.timeout(request.limit ?? FILE_LIMIT);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      try {
        return await until(signal, ask(readUrl(text), request, signal));
      } catch (error) {
        throw limit.aborted ? new OutboundError('timeout') : reasonOf(error, request.signal);
      }
    },
    async close() {
      const opened = await loading;
      await Promise.all([opened?.public.destroy(), opened?.named.destroy()]);
    },
  };
}

import { createHash } from 'node:crypto';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';

/** Elasticsearch 7 and OpenSearch over HTTP: what a command log in one is asked. */

/** A cluster as it is connected to. */
export interface Cluster {
  /** Origins without credentials, each with the header that goes with it. */
  hosts: readonly { origin: string; authorization?: string }[];
  /** PEM certificates to trust in place of the public authorities. */
  ca?: string;
}

/** What a cluster said, or what kept us from asking it. `detail` is words of the protocol: no address and no credential. */
export class ElasticError extends Error {
  readonly detail: string;
  /** Of the answer; 0 where none came. */
  readonly status: number;
  constructor(detail: string, status: number, cause?: unknown) {
    super(`Elasticsearch: ${detail}`, { cause });
    this.name = 'ElasticError';
    this.detail = detail;
    this.status = status;
  }
}

export interface ElasticRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parts of the path; each is encoded, so that none leads elsewhere. */
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** Lines of a bulk request, each with its end. */
  lines?: string;
  /** Milliseconds. */
  limit?: number;
}

const LIMIT = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
const WORD = /^[a-z_]{1,64}$/;

const segment = (text: string): string => encodeURIComponent(text).replaceAll('*', '%2A');

/** The kind of an error, which is a word of the protocol; its prose may repeat what was sent. */
function errorOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { type?: unknown } };
    const type = String(error?.type ?? '');
    return WORD.test(type) ? type : 'error';
  } catch {
    return 'error';
  }
}

/**
 * Asks the first host that answers; the others of the list stand in for one that is away.
 * @throws ElasticError
 */
export async function askElastic(outbound: Outbound, { hosts, ca }: Cluster, request: ElasticRequest): Promise<unknown> {
  const { method, path, query = {}, body, lines, limit = LIMIT } = request;
  const search = new URLSearchParams(query).toString();
  const sent = lines ?? (body === undefined ? undefined : JSON.stringify(body));
  let lost: unknown;
  for (const { origin, authorization } of hosts) {
    try {
      const answer = await outbound.fetch(`${origin}/${path.map(segment).join('/')}${search && `?${search}`}`, {
        method,
        named: true,
        limit,
        maxBytes: MAX_BYTES,
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(sent === undefined ? {} : { 'content-type': lines === undefined ? 'application/json' : 'application/x-ndjson' }),
        },
        ...(sent === undefined ? {} : { body: sent }),
        ...(ca ? { ca } : {}),
      });
      // A node that is starting or overloaded says so; that is an answer, and another node would say the same of the cluster.
      if (answer.status >= 300) throw new ElasticError(`${answer.status} ${errorOf(answer.body)}`, answer.status);
      return answer.body === '' ? {} : JSON.parse(answer.body);
    } catch (error) {
      if (error instanceof ElasticError) throw error;
      if (error instanceof SyntaxError) throw new ElasticError('no JSON', 200, error);
      if (!(error instanceof OutboundError)) throw error;
      lost = error;
    }
  }
  const { why, detail } = lost instanceof OutboundError ? lost : { why: 'unreachable', detail: '' };
  throw new ElasticError(`${why} ${detail}`.trim(), 0, lost);
}

/** Stands for a cluster where it is remembered as away: it changes with its addresses and credentials. */
export const fingerprint = (cluster: Cluster): string => createHash('sha256').update(JSON.stringify(cluster)).digest('base64url');

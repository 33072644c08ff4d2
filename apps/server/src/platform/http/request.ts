import { Readable } from 'node:stream';
import { CodedError } from '@postern/contract/errors';
import type { Method, Query, Reply, Request, Route, UploadedPart } from '@postern/resource';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddress } from './client-address.ts';

/** Longest query string value; longer ones are cut, no filter needs more. */
const MAX_VALUE = 8_192;

/** Query as clients write it: repeated keys joined by a comma, values trimmed. */
export function readQuery(url: URL): Query {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of url.searchParams) {
    const text = value.trim().slice(0, MAX_VALUE);
    found[name] = found[name] === undefined ? text : `${found[name]},${text}`;
  }
  return found;
}

/** The address as the client wrote it; a Host header that is none becomes `localhost`. */
export function absoluteUrl(path: string, address: ClientAddress): URL {
  const scheme = address.secure ? 'https' : 'http';
  const host = /^[\w.\-[\]:]{1,255}$/.test(address.host) ? address.host : 'localhost';
  const local = path.startsWith('/') ? path : `/${path}`;
  return URL.canParse(`${scheme}://${host}${local}`) ? new URL(`${scheme}://${host}${local}`) : new URL(`${scheme}://localhost/`);
}

/** Bytes of one uploaded file where the route names no bound. */
const MAX_FILE = 64 * 1024 * 1024;
/** Bytes of a plain field, unless the route says otherwise. */
const MAX_FIELD = 1024 * 1024;

/** @throws CodedError file_content_overflowed for a field longer than its limit; a cut one would look whole. */
async function* parts(request: FastifyRequest, fileSize: number, fieldSize: number): AsyncGenerator<UploadedPart> {
  for await (const part of request.parts({ limits: { fileSize, fieldSize } })) {
    if (part.type === 'field' && part.valueTruncated) throw new CodedError('file_content_overflowed');
    if (part.type === 'file') yield { field: part.fieldname, filename: part.filename, stream: part.file };
    else yield { field: part.fieldname, value: String(part.value) };
  }
}

export function toRequest(
  request: FastifyRequest,
  url: URL,
  query: Query,
  route: Pick<Route, 'multipart' | 'bodyLimit' | 'fieldLimit'>,
): Request {
  return {
    method: (request.method === 'HEAD' ? 'GET' : request.method) as Method,
    params: request.params as Record<string, string>,
    query,
    body: request.body,
    headers: request.headers,
    url,
    ...(route.multipart ? { files: parts(request, route.bodyLimit ?? MAX_FILE, route.fieldLimit ?? MAX_FIELD) } : {}),
  };
}

/**
 * Sends a reply. Objects, numbers and texts go out as JSON, unless the route names a content type: then texts go as they
 * are. Bytes and streams always do.
 */
export function sendReply(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.code(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  // Answers may hold secrets and other people's names: no browser or proxy keeps them unless a route says so (RFC 9111 §5.2.2.5).
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  const { body } = answer;
  if (body === undefined) return reply.send();
  if (body instanceof Readable || Buffer.isBuffer(body)) {
    if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/octet-stream');
    return reply.send(body);
  }
  if (typeof body === 'string' && reply.hasHeader('content-type')) return reply.send(body);
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
  return reply.serializer((payload: string) => payload).send(JSON.stringify(body));
}

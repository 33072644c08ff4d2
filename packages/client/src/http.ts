import { isRecord } from '@postern/contract/wire';
import { csrfCookieName, pageCookies, readCookie } from './cookies.ts';

/**
 * HTTP client of the browser apps (docs/behaviour/start-and-views.md#requests, docs/wire/conventions.md#headers). It knows
 * headers, queries and errors; no resource.
 */

/** Where the API begins; paths of operations are relative to it. */
export const API = '/api/v1/';
const TIMEOUT_MS = 120_000;

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;

/** Field errors of a 400 as the server sends them: messages by field, nested for nested objects and for rows of a list. */
export interface FieldErrors {
  readonly [field: string]: string | readonly (string | FieldErrors)[] | FieldErrors;
}

/** Told how many bytes of a body have gone, and of how many; the total is 0 where nobody knows it. */
export type Sent = (sent: number, total: number) => void;

export interface HttpOptions {
  /** Organisation of a request: the address bar's `oid`, else the current one. */
  org?: () => string | undefined;
  /** Called on each 401, unless the request opted out. */
  onUnauthorized?: (error: ApiError) => void;
  /**
   * Asks the person when a request is refused for want of their consent: the query that says what they agreed to, with which the request
   * goes out again; false when they did not agree, which ends it like a request that was given up; undefined when the refusal is about
   * something else.
   */
  onConsentMissing?: (error: ApiError) => Promise<Query | false | undefined>;
  /** Called after each answer; the path is the one that was asked for. */
  onResponse?: (path: string, status: number, headers: Headers) => void;
  language?: () => string | undefined;
  /** Whether somebody sits in front of the page; what it asks for by itself is no use of the login. Left out: always. */
  attended?: () => boolean;
  /** Cookie text to take the CSRF token from; by default the page's. */
  cookies?: () => string;
  fetch?: typeof globalThis.fetch;
  /** `fetch` that tells how much of the body has gone, which that of browsers cannot. Without it nothing is told. */
  fetchTold?: (url: string, init: RequestInit, onSent: Sent) => Promise<Response>;
  /** Milliseconds until a request is given up. */
  timeout?: number;
  /** Put before paths; empty in a page, an origin elsewhere. */
  origin?: string;
}

export interface RequestOptions {
  query?: Query | undefined;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
  timeout?: number;
  /** The caller handles 401 itself. */
  ownUnauthorized?: boolean;
  /** Told how many bytes of a download have arrived so far. */
  onBytes?: (received: number) => void;
  /** Told how much of an upload has gone. */
  onSent?: Sent;
}

export interface Download {
  blob: Blob;
  /** From Content-Disposition; empty when the server named none. */
  filename: string;
}

export interface Http {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  patch<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  del<T = void>(path: string, options?: RequestOptions): Promise<T>;
  /** OPTIONS metadata of a resource (docs/wire/conventions.md#metadata). */
  options<T>(path: string, options?: RequestOptions): Promise<T>;
  download(path: string, options?: RequestOptions): Promise<Download>;
}

/**
 * A request that did not succeed. `status` 0 means no answer came (code `network` or `timeout`). `detail` is the server's own text,
 * taken in the order of docs/behaviour/confirmations.md#errors, or empty; `fields` holds the messages of a refused form.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: FieldErrors;
  readonly body: unknown;
  readonly requestId: string;
  /** Seconds after which the server wants to be asked again; 0 when it did not say. */
  readonly retryAfter: number;
  constructor(status: number, code: string, body?: unknown, requestId = '', options?: ErrorOptions & { retryAfter?: number }) {
    const detail = errorText(body);
    super(detail || code, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = status === 400 ? fieldErrors(body) : {};
    this.body = body;
    this.requestId = requestId;
    this.retryAfter = options?.retryAfter ?? 0;
  }
}

/** Makes a client. Paths are relative to `/api/v1/` unless they start with a slash; an answer without a body is `undefined`. */
export function createHttp(options: HttpOptions = {}): Http {
  const json = async <T>(method: string, path: string, body: unknown, request: RequestOptions = {}): Promise<T> => {
    const response = await send(options, method, path, body, request);
    return (await readBody(response)) as T;
  };
  return {
    get: (path, request) => json('GET', path, undefined, request),
    post: (path, body, request) => json('POST', path, body, request),
    put: (path, body, request) => json('PUT', path, body, request),
    patch: (path, body, request) => json('PATCH', path, body, request),
    del: (path, request) => json('DELETE', path, undefined, request),
    options: (path, request) => json('OPTIONS', path, undefined, request),
    download: async (path, request = {}) => {
      const response = await send(options, 'GET', path, undefined, request);
      return { blob: await bodyOf(response, request.onBytes), filename: filenameOf(response.headers.get('content-disposition')) };
    },
  };
}

/** Adds a query to a path that may hold one already. Blank values are dropped and texts trimmed. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    const written = Array.isArray(value) ? value.join(',') : String(value).trim();
    if (written !== '') search.set(name, written);
  }
  const added = search.toString();
  if (!added) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${added}`;
}

/**
 * The text of an error body: `error`, `msg` or `detail`; else `non_field_errors` joined by a space; else lists joined by `; `; else the
 * string (docs/behaviour/confirmations.md#errors).
 */
export function errorText(body: unknown): string {
  if (typeof body === 'string') return body.trim().startsWith('<') ? '' : body.trim();
  if (Array.isArray(body)) return body.map(errorText).filter(Boolean).join('; ');
  if (!isRecord(body)) return '';
  for (const name of ['error', 'msg', 'detail']) {
    const value = body[name];
    if (typeof value === 'string' && value) return value;
  }
  if (Array.isArray(body.non_field_errors)) return body.non_field_errors.filter((item) => typeof item === 'string').join(' ');
  return Object.values(body).map(errorText).filter(Boolean).join('; ');
}

/** One line for one field's errors: messages joined by `; `, nested ones as `key: message`. */
export function fieldMessage(value: FieldErrors[string] | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return [
      ...new Set(value.map((item: string | FieldErrors) => (typeof item === 'string' ? item : fieldMessage(item))).filter(Boolean)),
    ].join('; ');
  }
  return Object.entries(value as FieldErrors)
    .map(([name, inner]) => `${name}: ${fieldMessage(inner)}`)
    .join('; ');
}

async function send(options: HttpOptions, method: string, path: string, body: unknown, request: RequestOptions): Promise<Response> {
  const url = (options.origin ?? '') + withQuery(path.startsWith('/') ? path : API + path, request.query);
  const deadline = AbortSignal.timeout(request.timeout ?? options.timeout ?? TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  const response = await fetchOnce(
    options,
    url,
    { method, signal, credentials: 'same-origin', ...payload(body), headers: headersOf(options, method, body, request) },
    request,
    deadline,
  );
  options.onResponse?.(path, response.status, response.headers);
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.status === 401 && !request.ownUnauthorized) options.onUnauthorized?.(error);
  const { onConsentMissing, ...once } = options;
  const consent = await onConsentMissing?.(error);
  if (consent === false) throw new DOMException('The person did not consent', 'AbortError');
  // Asked once: what is refused with the consent is refused.
  if (consent) return send(once, method, path, body, { ...request, query: { ...request.query, ...consent } });
  throw error;
}

async function fetchOnce(
  options: HttpOptions,
  url: string,
  init: RequestInit,
  request: RequestOptions,
  deadline: AbortSignal,
): Promise<Response> {
  try {
    if (request.onSent && options.fetchTold) return await options.fetchTold(url, init, request.onSent);
    return await (options.fetch ?? globalThis.fetch)(url, init);
  } catch (cause) {
    // The caller gave up: its own reason goes through, so that data libraries see a cancellation and not a failure.
    if (request.signal?.aborted) throw cause;
    throw new ApiError(0, deadline.aborted ? 'timeout' : 'network', undefined, '', { cause });
  }
}

function headersOf(options: HttpOptions, method: string, body: unknown, request: RequestOptions): Record<string, string> {
  const cookies = (options.cookies ?? pageCookies)();
  const headers: Record<string, string> = { Accept: 'application/json', 'X-TZ': Intl.DateTimeFormat().resolvedOptions().timeZone };
  const org = options.org?.();
  if (org) headers['X-JMS-ORG'] = org;
  const language = options.language?.();
  if (language) headers['Accept-Language'] = language;
  if (options.attended?.() === false) headers['X-Postern-Unattended'] = '1';
  const token = method === 'GET' || method === 'OPTIONS' ? undefined : readCookie(csrfCookieName(cookies), cookies);
  if (token) headers['X-CSRFToken'] = token;
  if (body !== undefined && !isRawBody(body)) headers['Content-Type'] = 'application/json';
  return { ...headers, ...request.headers };
}

function payload(body: unknown): { body?: string | FormData | Blob } {
  if (body === undefined) return {};
  return { body: isRawBody(body) ? body : JSON.stringify(body) };
}

function isRawBody(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob;
}

/** The body as it arrives: the browser keeps the pieces outside of the program's memory once they are a blob. */
async function bodyOf(response: Response, onBytes: ((received: number) => void) | undefined): Promise<Blob> {
  const reader = onBytes ? response.body?.getReader() : undefined;
  if (!reader) return response.blob();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    received += value.byteLength;
    onBytes?.(received);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

async function readBody(response: Response): Promise<unknown> {
  const content = await response.text();
  if (content === '') return undefined;
  return /\bjson\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(content) : content;
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = await readBody(response).catch(() => undefined);
  const code = isRecord(body) && typeof body.code === 'string' ? body.code : `http_${response.status}`;
  const retryAfter = Number(response.headers.get('retry-after')) || 0;
  return new ApiError(response.status, code, body, response.headers.get('x-request-id') ?? '', { retryAfter });
}

function fieldErrors(body: unknown): FieldErrors {
  if (!isRecord(body) || ['error', 'msg', 'detail'].some((name) => typeof body[name] === 'string')) return {};
  return body as FieldErrors;
}

function filenameOf(disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return extended;
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? '';
}

import { gunzipSync } from 'node:zlib';
import { createCookieJar as createJar, csrfCookieName, readCookie } from '@postern/client/cookies';
import { API } from '@postern/client/http';
import { Agent, type Dispatcher, request } from 'undici';

/** An answer as it came: tests look at status and headers, not only at success. */
export interface Answer<T = unknown> {
  status: number;
  /** Parsed JSON, or text when it is none; undefined for an empty body. */
  body: T;
  headers: Headers;
}

export interface CallOptions {
  query?: Readonly<Record<string, string | number | boolean>>;
  headers?: Readonly<Record<string, string>>;
}

/** One actor's way into the API. */
export interface Api {
  get<T = Json>(path: string, options?: CallOptions): Promise<Answer<T>>;
  post<T = Json>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>;
  put<T = Json>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>;
  patch<T = Json>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>;
  delete<T = Json>(path: string, options?: CallOptions): Promise<Answer<T>>;
  options<T = Json>(path: string, options?: CallOptions): Promise<Answer<T>>;
  send<T = Json>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>;
  /** The same actor in another organisation, given by id or name. */
  inOrg(org: string): Api;
}

/** JSON whose shape a test checks itself. */
export interface Json {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads deep into answers and fails when they are not so
  [key: string]: any;
}

/** Milliseconds until a call of a test is given up. */
const TIMEOUT_MS = 30_000;

export interface ApiOptions {
  /** `http://127.0.0.1:8080`. */
  origin: string;
  headers?: Readonly<Record<string, string>>;
  /** Keeps cookies between calls, and sends the CSRF token, as a browser does. */
  cookies?: CookieJar;
  /** Headers made for one request, such as a signature over it; `body` as it is sent. */
  sign?(method: string, path: string, body: string | undefined): Readonly<Record<string, string>>;
  /** Sees every answer before its caller does; what it throws, the call throws. */
  check?(method: string, url: URL, answer: Answer): void;
}

type Sent = string | Uint8Array | URLSearchParams | FormData | undefined;

/** Connections of all clients. A call that is not answered is an error, as it is for people. */
const dispatcher = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

/** One request and its answer. Suites send a hundred thousand, and Fetch takes four times the work for each; it is left what only it can pack. */
async function exchange(url: URL, method: string, body: Sent, headers: Readonly<Record<string, string>>) {
  if (body instanceof FormData) {
    const answer = await fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), headers, body });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  const form = body instanceof URLSearchParams;
  const answer = await request(url, {
    method: method as Dispatcher.HttpMethod,
    dispatcher,
    headers: form ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', ...headers } : headers,
    ...(body === undefined ? {} : { body: form ? body.toString() : body }),
  });
  const found = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) for (const one of [value ?? []].flat()) found.append(name, one);
  // What is kept packed goes out packed, whatever was asked for.
  const packed = found.get('content-encoding') === 'gzip';
  const text = packed ? gunzipSync(await answer.body.bytes()).toString() : await answer.body.text();
  return { status: answer.statusCode, headers: found, text };
}

/** A client for tests. Paths start at `/`, or are relative to `/api/v1/`. Redirects are answers, they are not followed. */
export function createApi({ origin, headers = {}, ...actor }: ApiOptions): Api {
  const { cookies, sign, check } = actor;
  async function send<T>(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    const url = new URL(path.startsWith('/') ? path : `${API}${path}`, origin);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
    const raw = body instanceof FormData || body instanceof URLSearchParams || body instanceof Uint8Array || typeof body === 'string';
    const sent = raw || body === undefined ? body : JSON.stringify(body);
    const response = await exchange(url, method, sent as Sent, {
      // Nothing is far: packing and unpacking every answer would only cost the cores of the tests.
      'accept-encoding': 'identity',
      ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
      ...cookies?.headers(method),
      ...headers,
      ...sign?.(method, `${url.pathname}${url.search}`, typeof sent === 'string' ? sent : undefined),
      ...options.headers,
    });
    cookies?.store(response.headers.getSetCookie());
    const { text } = response;
    const json = /json/.test(response.headers.get('content-type') ?? '');
    const value = text === '' ? undefined : json ? JSON.parse(text) : text;
    const answer: Answer<T> = { status: response.status, headers: response.headers, body: value as T };
    check?.(method, url, answer);
    return answer;
  }
  return {
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
    options: (path, options) => send('OPTIONS', path, undefined, options),
    inOrg: (org) => createApi({ origin, headers: { ...headers, 'x-jms-org': org }, ...actor }),
  };
}

/** Cookies of one browser. */
export interface CookieJar {
  get(name: string): string | undefined;
  /** As one text, the form of `document.cookie`. */
  text(): string;
  set(name: string, value: string): void;
  headers(method: string): Record<string, string>;
  store(setCookies: readonly string[]): void;
}

export function createCookieJar(): CookieJar {
  const { text, take } = createJar();
  return {
    text,
    store: take,
    get: (name) => readCookie(name, text()),
    set: (name, value) => take([`${name}=${value}`]),
    headers(method) {
      if (text() === '') return {};
      const token = /^(GET|HEAD|OPTIONS)$/.test(method) ? undefined : readCookie(csrfCookieName(text()), text());
      return { cookie: text(), ...(token === undefined ? {} : { 'x-csrftoken': token }) };
    },
  };
}

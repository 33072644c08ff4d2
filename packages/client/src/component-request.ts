import { signedHeaders } from '@postern/contract/signature';
import type { CookieJar } from './cookies.ts';

/** An access key of a component: id and secret as given at registration. */
export interface AccessKey {
  id: string;
  secret: string;
}

/** The core answered a component call with an error, or did not answer (status 0). */
export class CoreError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the core says about it, in the language asked for. Never holds a secret. */
  readonly detail: string;
  constructor(status: number, code: string, detail: string, cause?: unknown) {
    super(`core answered ${status} ${code}: ${detail}`, { cause });
    this.name = 'CoreError';
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

export interface ComponentCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with query, exactly as it shall be signed. */
  path: string;
  /** Sent as JSON, or as it is when it is a form. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Cookies that go along, and those that come back. */
  jar?: CookieJar;
  /** Milliseconds until the call is given up; 15 seconds unless told. */
  timeout?: number;
}

export type ComponentRequest = <T>(call: ComponentCall) => Promise<T>;

/** Bodies of answers longer than this are refused: a component reads small objects only. */
const MAX_ANSWER = 8 * 1024 * 1024;

/**
 * Makes the function that sends one JSON call to the core at `coreUrl` (origin, no path).
 * @param authorize headers that prove who asks, for this method, path and body; a form has none that could be signed
 * @throws CoreError for every status from 400 on and for a core that does not answer
 */
export function createCoreRequest(
  coreUrl: string,
  authorize: (method: string, path: string, body: string | undefined) => Record<string, string>,
): ComponentRequest {
  return async <T>(call: ComponentCall): Promise<T> => {
    const form = call.body instanceof FormData;
    const body = form || call.method === 'GET' ? undefined : JSON.stringify(call.body ?? null);
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers, ...authorize(call.method, call.path, body) };
    if (!form && call.method !== 'GET') headers['content-type'] = 'application/json';
    if (call.jar) headers.cookie = call.jar.text();
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${coreUrl}${call.path}`, {
        method: call.method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(call.timeout ?? 15_000),
        ...(call.method === 'GET' ? {} : { body: form ? (call.body as FormData) : (body as string) }),
      });
      call.jar?.take(response.headers.getSetCookie());
      text = await readText(response);
    } catch (cause) {
      if (cause instanceof CoreError) throw cause;
      throw new CoreError(0, 'no_answer', 'the core did not answer', cause);
    }
    const answer = parse(text);
    if (response.status >= 300) throw failure(response.status, answer);
    return answer as T;
  };
}

/** Signs every call with the access key and asks across organisations, as components do (docs/wire/components.md#signed-requests). */
export const signedRequest = (coreUrl: string, key: AccessKey): ComponentRequest =>
  createCoreRequest(coreUrl, (method, path, body) => ({
    ...signedHeaders(key, method, path, new Date().toUTCString(), { once: true, ...(body === undefined ? {} : { body }) }),
    'x-jms-org': 'ROOT',
  }));

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_ANSWER) throw new CoreError(response.status, 'answer_too_large', 'the answer is too large');
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return new TextDecoder().decode(whole);
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function failure(status: number, answer: unknown): CoreError {
  const body = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const message = [body.detail, body.msg, body.error].find((value) => typeof value === 'string' && value !== '') as string | undefined;
  return new CoreError(status, codeOf(body) ?? `http_${status}`, (message ?? fieldText(answer)).slice(0, 1000));
}

/** Refused logins name their code in `error` and tell it in `msg`; elsewhere `error` is the words. */
function codeOf({ code, error, msg }: Record<string, unknown>): string | undefined {
  if (typeof code === 'string') return code;
  return typeof error === 'string' && typeof msg === 'string' ? error : undefined;
}

/** `{field: [message]}` as one line. */
function fieldText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '';
  return Object.entries(answer)
    .map(([field, value]) => `${field}: ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join('; ');
}

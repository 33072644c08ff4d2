import type { Readable } from 'node:stream';

/**
 * Who may call. Every route names one; there is no default.
 * - `anyone`: no login; `because` says why that is safe.
 * - `user`: any active, unexpired, fully authenticated user or service account.
 * - `permission`: all codes in the organisation of the request; an entry may hold alternatives `a | b`.
 * - `component`: a service account bound to a registered component.
 * - `bootstrap`: the bootstrap token header, nothing else.
 */
export type Policy =
  /** `elsewhere`: pages and servers of other sites send it, so no cookie of ours counts for it, and it needs no CSRF token. */
  | { allow: 'anyone'; because: string; elsewhere?: true }
  | { allow: 'user' }
  | { allow: 'permission'; all: readonly string[] }
  | { allow: 'superuser' }
  | { allow: 'component' }
  | { allow: 'bootstrap' };

export const can = (...all: string[]): Policy => ({ allow: 'permission', all });

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
/** With what a call that succeeds is answered; 204 is without content. */
export type Status = 200 | 201 | 204;
export type Query = Readonly<Record<string, string>>;

export interface Request {
  method: Method;
  params: Readonly<Record<string, string>>;
  /** Repeated keys are joined by a comma; values are trimmed. */
  query: Query;
  body?: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Absolute URL as the client wrote it, for `next` and `previous` links. */
  url: URL;
  /** Parts of a multipart body; only on routes with `multipart`. */
  files?: AsyncIterable<UploadedPart>;
}

/** A request without its body, which nobody reads but those who say what it holds. */
export type Call = Omit<Request, 'body'>;

export interface UploadedPart {
  field: string;
  /** Text of a plain field; undefined for a file. */
  value?: string;
  filename?: string;
  stream?: Readable;
}

export interface Reply {
  status: number;
  /** JSON value, text, bytes or a stream; undefined for an empty body. */
  body?: unknown;
  headers?: Readonly<Record<string, string | string[]>>;
}

export const ok = (body: unknown, status = 200): Reply => ({ status, body });
export const noContent: Reply = { status: 204 };

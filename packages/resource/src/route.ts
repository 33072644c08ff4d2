import type { Readable } from 'node:stream';
import type { Kernel } from './compile.ts';
import type { Context } from './context.ts';
import type { Declared } from './declared.ts';
import type { Shape } from './shape.ts';

/**
 * Who may call. Every route names one; there is no default.
 * - `anyone`: no login; `because` says why that is safe.
 * - `user`: any active, unexpired, fully authenticated user or service account.
 * - `permission`: all codes in the organisation of the request; an entry may hold alternatives `a | b`.
 * - `component`: a service account bound to a registered component.
 * - `bootstrap`: the bootstrap token header, nothing else.
 */
export type Policy =
  | { allow: 'anyone'; because: string }
  | { allow: 'user' }
  | { allow: 'permission'; all: readonly string[] }
  | { allow: 'superuser' }
  | { allow: 'component' }
  | { allow: 'bootstrap' };

export const can = (...all: string[]): Policy => ({ allow: 'permission', all });

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type Query = Readonly<Record<string, string>>;

export interface Request {
  method: Method;
  params: Readonly<Record<string, string>>;
  /** Repeated keys are joined by a comma; values are trimmed. */
  query: Query;
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Absolute URL as the client wrote it, for `next` and `previous` links. */
  url: URL;
  /** Parts of a multipart body; only on routes with `multipart`. */
  files?: AsyncIterable<UploadedPart>;
}

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

export interface Route {
  method: Method;
  /** With leading and trailing slash; parameters as `:id`. */
  path: string;
  policy: Policy;
  /** Id for OpenAPI and the generated access matrix, e.g. `users.user.list`. */
  name: string;
  /** Unsafe methods run in one transaction unless this is false (login counters must survive a refusal, for example). */
  transaction?: boolean;
  /** Reads the body as multipart parts instead of JSON. */
  multipart?: boolean;
  /** Also reachable with `?token=` of a connection token, acting as its user (docs/wire/conventions.md#who-may). */
  connectionToken?: boolean;
  /** Runs in the root organisation whatever the header says. */
  rootOrg?: boolean;
  /** Id of the organisation it runs in whatever the header says. */
  fixedOrg?: string;
  /** Bytes; default 2 MiB for JSON. */
  bodyLimit?: number;
  /** Bytes of one plain field of a multipart body; default 1 MiB. */
  fieldLimit?: number;
  /** Takes a table (CSV, XLSX) of up to so many bytes as `Buffer`; a larger one is refused as `file_content_overflowed`. */
  fileLimit?: number;
  /** What it shows or takes, for the metadata of its address where that is no resource's own. */
  shape?: Shape;
  /** What `route` declared; absent for the verbs of resources, whose definition says it. */
  declared?: Declared;
  handle(ctx: Context, request: Request, kernel: Kernel): Promise<Reply>;
}

export const ok = (body: unknown, status = 200): Reply => ({ status, body });
export const noContent: Reply = { status: 204 };

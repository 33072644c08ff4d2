import type { ErrorCode } from '@postern/contract/errors';
import type { Context } from '../base/context.ts';
import type { Method, Policy, Reply, Request, Status } from '../base/http.ts';
import type { ActionShape } from '../definition/action-shape.ts';
import type { ResourceDefinition } from '../definition/definition.ts';
import type { BodyOf, Fields } from '../kinds/kind.ts';
import type { Kernel } from './kernel.ts';
import type { ResolvedResource } from './resolved.ts';

/** What a route shows or takes, as an action does; its rows may also be those of a view of a resource that only this route has. */
export interface Shape extends Omit<ActionShape, 'rows'> {
  rows?: string | ((kernel: Kernel) => ResolvedResource);
}

/**
 * Whose rows a route reads, without which none compiles:
 * - `one`: the object that its address names (`:id`, or the parameter `at`), among the rows that the actor may see; `of` others as well.
 * - `of`: rows of these resources, which the handler asks for by their `rows`.
 * - `own`: nothing but what belongs to whoever calls; says what.
 * - `none`: no rows at all; says what it answers from.
 */
export type RowsSpec =
  | { one: ResourceDefinition; at?: string; of?: readonly ResourceDefinition[]; unlocked?: true }
  | { of: readonly ResourceDefinition[] }
  | { own: string }
  | { none: string };

/** A body that is no object of fields of its own: a list, the body of a resource, what another part of the call decides about. */
export interface Reader<T = unknown> {
  /** What it holds, for the description of the API. */
  takes: Shape;
  /** Makes of a body what the handler is given. @throws InvalidInput, CodedError */
  read(given: unknown, ctx: Context, kernel: Kernel): T;
}
export const reader = <T>(takes: Shape, read: Reader<T>['read']): Reader<T> => ({ takes, read });

/** What a write takes, without which none compiles: an object of these fields, what a reader reads, or nothing that is looked at. */
export type BodySpec = Fields | Reader | 'none';

/** What a handler is given of a body. */
export type Taken<B extends BodySpec> = B extends Reader<infer T> ? Awaited<T> : B extends Fields ? BodyOf<B> : Record<never, never>;

/** A body as its reader reads it, and not field by field. */
export const isReader = (body: BodySpec | undefined): body is Reader => typeof body === 'object' && typeof body.read === 'function';

/**
 * Kinds of declared routes: what addresses of one kind have in common stands once, in `apps/server/src/platform/routes/` under the same name. A
 * route without a kind is one of its own; there should be few (docs/routes.md counts them).
 */
export const ROUTE_KINDS = [
  'list',
  'detail',
  'tree',
  'question',
  'relation',
  'links',
  'action',
  'bulk',
  'creation',
  'removal',
  'form',
  'trial',
  'run',
  'upload',
  'download',
  'report',
  'login',
  'confirmed',
  'refused',
  'page',
] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

/** What is printed of a declared route. */
export interface Declared {
  kind?: RouteKind;
  rows: RowsSpec;
  /** Absent where the method takes none, or where it comes as parts of a form. */
  body?: BodySpec;
  query: Fields;
  params: Fields;
  errors: readonly ErrorCode[];
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
  /** What metadata draws of it where its address is no resource's own. */
  shape?: Shape;
  /** What it answers, for the description of the API; null where that is without content. */
  answer?: Shape | null;
  /** Takes a list of its bodies as well, and answers the list of what became of each. */
  takesMany?: true;
  /** What it answers with when it succeeds. Default: 200. */
  status?: Status | readonly Status[];
  /** Media type of what it answers, where that is a file and no JSON. */
  media?: string;
  /** What `route` declared; absent for the verbs of resources, whose definition says it. */
  declared?: Declared;
  handle(ctx: Context, request: Request, kernel: Kernel): Promise<Reply>;
}

import type { ErrorCode } from '@postern/contract/errors';
import type { Method, Status } from '../base/http.ts';
import type { Schema } from '../base/schema.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { Route } from '../compiled/route.ts';

/** A parameter of an address or of a query. */
export interface Parameter {
  name: string;
  schema: Schema;
  required: boolean;
  /** Takes several, joined by a comma. */
  several?: true;
}

/**
 * A list is answered as an array, or as a page where the query has a `limit` (docs/wire/conventions.md#paging); `never` is what is always
 * refused.
 */
type Answers = 'one' | 'list' | 'file' | 'nothing' | 'never' | 'unknown';

/** One method of one address, as OpenAPI and the client tell it. */
export interface Operation {
  route: Route;
  method: Exclude<Method, 'OPTIONS'>;
  /** Route names without what tells aliases and methods apart: `users.user.unblock`. */
  name: string;
  /** The resource that the route belongs to by its name. */
  resource?: ResolvedResource;
  params: readonly Parameter[];
  query: readonly Parameter[];
  /** Takes what lists of this resource take: filters, search, order, paging. */
  listed?: ResolvedResource;
  /** Absent where nothing is taken. */
  body?: Schema;
  /** One object or an array of them. */
  takes?: 'one' | 'many' | 'either';
  /** Takes no JSON but parts of a form, or a table as CSV or XLSX. */
  file?: 'form' | 'table';
  answers: Answers;
  /** A row of the list, or the one thing. */
  answer?: Schema;
  /** What it answers with; with 204 nothing, with each of the others the answer. */
  statuses: readonly Status[];
  /** Media type of a file that is answered in place of JSON. */
  media?: string;
  errors: readonly ErrorCode[];
}

/** All that the API does. */
export interface Operations {
  all: readonly Operation[];
  /** Schemas by name. */
  schemas: Readonly<Record<string, Schema>>;
}

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** `users.user.unblock.put@alias` → `users.user.unblock`; where the method is all there is to tell, it stays. */
export function plainName(name: string): string {
  const parts = (name.split('@')[0] ?? name).split('.');
  return (parts.length > 3 && METHODS.includes(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts).join('.');
}

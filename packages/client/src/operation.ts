import type { Page } from '@postern/contract/wire';
import type { Query, QueryValue, RequestOptions } from './http.ts';

/** Types of calls, of which api.gen.ts is written. */

export type { QueryValue };
export type AnyQuery = Query;

/** The address of a group below `/api/v1/`, and its operations that are no verb: method and path, absolute from a slash. */
export type Group = readonly [base: string, actions?: Readonly<Record<string, string>>];

/** A body that cannot be without these. */
export type Needs<B, K extends keyof B> = Omit<B, K> & { [N in K]-?: Exclude<B[N], undefined> };

/** What goes with a call beside its query: a signal, headers, a time limit. */
export type ReadOptions = Omit<RequestOptions, 'query'>;
export type WriteOptions = RequestOptions;

/** What every list takes beside its filters. */
interface Listed {
  /** The organisation, where the header's is not meant. */
  oid?: string;
  /** Consoles say with these that they draw what comes. */
  draw?: 1;
  display?: 1;
  order?: string;
  /** A field with choices: the answer is how many rows each has, and no rows. */
  count_by?: string;
  fields?: string;
  'fields!'?: string;
  fields_size?: 'mini' | 'small';
}
interface Paged extends Listed {
  limit: number;
  offset?: number;
}
interface Unpaged extends Listed {
  limit?: undefined;
}
interface PerhapsPaged extends Listed {
  limit?: number;
  offset?: number;
}

/** A list is a page where the query has a limit, and an array without one. */
export interface List<R, Q, P extends readonly unknown[] = []> {
  (...args: [...P, query: Q & Paged, options?: ReadOptions]): Promise<Page<R>>;
  (...args: [...P, query?: Q & Unpaged, options?: ReadOptions]): Promise<R[]>;
  (...args: [...P, query?: Q & PerhapsPaged, options?: ReadOptions]): Promise<Page<R> | R[]>;
}

type Asked<Q, P extends readonly unknown[]> =
  Record<never, never> extends Q ? [...P, query?: Q, options?: ReadOptions] : [...P, query: Q, options?: ReadOptions];
/** Where nothing is taken there is nothing to send. */
type Sent<B, P extends readonly unknown[]> = undefined extends B
  ? [...P, body?: B, options?: WriteOptions]
  : [...P, body: B, options?: WriteOptions];

export type Read<A, Q, P extends readonly unknown[] = []> = (...args: Asked<Q, P>) => Promise<A>;
export type Write<A, B, P extends readonly unknown[] = []> = (...args: Sent<B, P>) => Promise<A>;

/** One object, or many at once. */
export interface Create<R, B> {
  (body: B, options?: WriteOptions): Promise<R>;
  (bodies: readonly B[], options?: WriteOptions): Promise<R[]>;
}

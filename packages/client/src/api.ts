import type { ImportAnswer, ImportPortion, RenderedFile } from '@postern/contract/transfer';
import type { Page } from '@postern/contract/wire';
import { type Api, OPERATIONS, VERBS } from './api.gen.ts';
import { type Http, type RequestOptions, withQuery } from './http.ts';
import type { AnyQuery, Read, Write } from './operation.ts';

/**
 * The typed client (decision 0088): `client.assets.list({ search, limit })`. Operations are data (api.gen.ts), and this is the one
 * function that turns them into calls.
 */

export type { Api };
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call, as a transport carries it. */
export interface Call {
  method: Method;
  /** Below `/api/v1/`. */
  path: string;
  body?: unknown;
  options: RequestOptions;
}
export type Transport = (call: Call) => Promise<unknown>;

interface Template {
  method: Method;
  /** What the path begins with, as it stands. */
  base: string;
  /** The rest of it, with its parameters. */
  rest: string;
}

function templateOf(base: string, line: string): Template {
  const [method = '', rest = ''] = line.split(' ');
  return rest.startsWith('/') ? { method: method as Method, base: '', rest: rest.slice(1) } : { method: method as Method, base, rest };
}

/** Fills the parameters of a path in their order. @returns what is left of the arguments, too */
function filled({ base, rest }: Template, args: readonly unknown[]): { path: string; left: readonly unknown[] } {
  let at = 0;
  const path = base + rest.replace(/:\w+/g, () => encodeURIComponent(String(args[at++])));
  return { path, left: args.slice(at) };
}

function operation(template: Template, send: Transport, suffix = '') {
  const { method } = template;
  const reads = method === 'GET' || method === 'DELETE';
  return (...args: readonly unknown[]): Promise<unknown> => {
    const { path: bare, left } = filled(template, args);
    const path = bare + suffix;
    const [given, options] = left as [unknown, RequestOptions | undefined];
    return send(
      reads
        ? {
            method,
            path,
            options: { ...options, ...(given === undefined ? {} : { query: given as NonNullable<RequestOptions['query']> }) },
          }
        : { method, path, body: given, options: options ?? {} },
    );
  };
}

const operations = (base: string, lines: Readonly<Record<string, string>>, send: Transport, suffix?: string) =>
  Object.fromEntries(Object.entries(lines).map(([action, line]) => [action, operation(templateOf(base, line), send, suffix)]));

/** Makes the client over a transport. */
export function createClient(send: Transport): Api {
  const groups = Object.entries(OPERATIONS).map(([name, [base, own]]) => [name, operations(base, { ...VERBS, ...own }, send)]);
  // The table and the type are printed from the same operations.
  return Object.fromEntries(groups) as Api;
}

/** The verbs that lists have in common, for whoever draws any of them and knows none. */
export interface Collection<R, B = object> {
  list: Read<Page<R> | R[], AnyQuery>;
  create: Write<R, B>;
  retrieve: Read<R, AnyQuery, [id: string | number]>;
  update: Write<R, B, [id: string | number]>;
  partialUpdate: Write<R, B, [id: string | number]>;
  destroy: Read<void, AnyQuery, [id: string | number]>;
  partialBulkUpdate: Write<R[], readonly B[]>;
  bulkDestroy: Read<void, AnyQuery>;
  renderToJson: Write<RenderedFile, Blob>;
  importRows: Write<ImportAnswer, Omit<ImportPortion, 'dry_run'> & { dry_run?: boolean }>;
}

/** The list at an address (`addressOf`); a query that the address has goes with every call. What its rows are, the caller says. */
export function collectionOver<R, B = object>(send: Transport, address: string): Collection<R, B> {
  const [base = address, query] = address.split('?');
  // Its verbs are those of the type.
  return operations(base, VERBS, send, query ? `?${query}` : '') as unknown as Collection<R, B>;
}

/** The address of a verb of the list at an address, such as that of one of its rows. */
export function addressAt(address: string, verb: keyof Collection<unknown>, ...params: readonly (string | number)[]): string {
  const [base = address, query] = address.split('?');
  return `${filled(templateOf(base, VERBS[verb] ?? ''), params).path}${query ? `?${query}` : ''}`;
}

/** How calls travel in a browser. */
export const transportOver =
  (http: Http): Transport =>
  ({ method, path, body, options }) => {
    switch (method) {
      case 'GET':
        return http.get(path, options);
      case 'DELETE':
        return http.del(path, options);
      case 'POST':
        return http.post(path, body, options);
      case 'PUT':
        return http.put(path, body, options);
      case 'PATCH':
        return http.patch(path, body, options);
    }
  };

/** The client in a browser. */
export const clientOver = (http: Http): Api => createClient(transportOver(http));

/** Groups that have a list. */
export type Listed = { [G in keyof Api]: 'list' extends keyof Api[G] ? G : never }[keyof Api];
/** What an operation is asked with: the parameters of its address, and its query or its body. */
export type Asked<G extends keyof Api, A extends keyof Api[G]> = Api[G][A] extends (...args: infer P) => unknown ? Given<P> : never;
type Given<P extends readonly unknown[]> = P extends readonly [infer H extends string | number, ...infer R]
  ? [H, ...Given<R>]
  : [given?: P[0]];
/** The same without a body. */
type Named<G extends keyof Api, A extends keyof Api[G]> = Api[G][A] extends (...args: infer P) => unknown ? Place<P> : never;
type Place<P extends readonly unknown[]> = P extends readonly [infer H extends string | number, ...infer R]
  ? [H, ...Place<R>]
  : 'query' extends keyof NonNullable<P[1]>
    ? []
    : [query?: P[0]];

/**
 * The address of an operation below `/api/v1/`, where it is not called but named: a download, a link, what a screen is drawn from. It
 * takes what the call would take: `addressOf('users')` is that of the list, `addressOf('users', 'list', { fields_size: 'mini' })` too.
 */
export function addressOf<G extends Listed>(group: G): string;
export function addressOf<G extends keyof Api, A extends keyof Api[G] & string>(group: G, action: A, ...args: Named<G, A>): string;
export function addressOf(group: keyof Api, action = 'list', ...args: readonly unknown[]): string {
  const [base, own] = OPERATIONS[group];
  const line = own?.[action] ?? VERBS[action];
  if (line === undefined) throw new Error(`${group} has no ${action}`);
  const { path, left } = filled(templateOf(base, line), args);
  return withQuery(path, left[0] as AnyQuery | undefined);
}

/** A row of a list, by the name of its group: `Row<'assets'>`. */
export type Row<G extends keyof Api> = Api[G] extends { list: (...args: never[]) => Promise<infer L> } ? Element<L> : never;
type Element<L> = L extends readonly (infer R)[] ? R : never;

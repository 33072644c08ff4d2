import {
  type Context,
  EVERYBODY,
  type Fields,
  type Kernel,
  listReply,
  narrowed,
  ok,
  pageLinks,
  paging,
  type Query,
  type Reply,
  type Request,
  type ResolvedResource,
  type Route,
  type RowsSpec,
  route,
  type Where,
} from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** A list without pages has none whatever `limit` says. */
const withoutPages = ({ limit: _limit, offset: _offset, ...query }: Query): Query => query;

/**
 * A list of a resource at an address that is not its own: of its rows that the actor may list, those for which a condition holds, with all
 * that lists offer (filters, search, order, pages, fields). What the route asks in its own query is not taken for a filter of the list.
 *
 * @param lists the resource by name, or a view of it
 * @param where condition on its rows under the alias `t`; all of them without one
 * @param whole answers all in one piece, whatever `limit` says
 */
export function subList<const R extends RowsSpec, const Q extends Fields = NoFields, const P extends Fields = NoFields, F = undefined>({
  lists,
  where = () => EVERYBODY,
  whole = false,
  ...spec
}: Omit<Spec<NoFields, Q, P, R, F>, 'body' | 'answer'> & {
  lists: string | ((kernel: Kernel) => ResolvedResource);
  where?: Work<NoFields, Q, P, R, F, Where>;
  whole?: boolean;
}): Route {
  const own = Object.keys(spec.query ?? {});
  return route<R, NoFields, Q, P, F>({
    ...(spec as Spec<NoFields, Q, P, R, F>),
    method: 'GET',
    kind: 'list',
    answer: { rows: lists },
    async handle(ctx, asked) {
      const { kernel, request } = asked;
      const condition = await where(ctx, asked);
      const resource = narrowed(typeof lists === 'string' ? kernel.byName(lists) : lists(kernel), () => condition);
      const query = Object.fromEntries(Object.entries(request.query).filter(([name]) => !own.includes(name)));
      return listReply(kernel, resource, ctx, { ...request, query: whole ? withoutPages(query) : query });
    },
  });
}

export type Page = NonNullable<ReturnType<typeof paging>>;

/** Items of one page, with how many there are on all. */
export interface Slice<T> {
  count: number;
  results: readonly T[];
}

/** What a list of items is made of. */
export interface Items<T, Q extends Fields, P extends Fields, R extends RowsSpec, F = undefined> {
  /** All items, or those of `page` alone where it is given one. */
  items: Work<NoFields, Q, P, R, F, readonly T[] | Slice<T>, { page: Page | undefined }>;
  /** How an item is shown; asked for those of the page alone. Default: as it is. */
  wire?(item: T, ctx: Context): unknown;
}

/** Cuts items into pages as every list is cut (docs/wire/conventions.md#paging). */
export function inPages<T>(
  { url }: Pick<Request, 'url'>,
  page: Page | undefined,
  found: readonly T[] | Slice<T>,
  wire: (item: T) => unknown,
): Reply {
  if (!page) return ok(('results' in found ? found.results : found).map(wire));
  const { count, results } =
    'results' in found ? found : { count: found.length, results: found.slice(page.offset, page.offset + page.limit) };
  return ok({ count, ...pageLinks(url, page, count), results: results.map(wire) });
}

/**
 * A list of what is no resource: items of a shape of their own, in pages as those of resources.
 *
 * @param whole answers all in one piece, whatever `limit` says
 * @param maximum items of a page at most. Default: as in lists of resources
 */
export function ownList<T, const R extends RowsSpec, const Q extends Fields = NoFields, const P extends Fields = NoFields, F = undefined>({
  items,
  wire = (item) => item,
  whole = false,
  maximum,
  ...spec
}: Omit<Spec<NoFields, Q, P, R, F>, 'body'> & Items<T, Q, P, R, F> & { whole?: boolean; maximum?: number }): Route {
  return route<R, NoFields, Q, P, F>({
    ...(spec as Spec<NoFields, Q, P, R, F>),
    method: 'GET',
    kind: 'list',
    async handle(ctx, asked) {
      const page = whole ? undefined : paging(asked.request.query, maximum);
      return inPages(asked.request, page, await items(ctx, { ...asked, page }), (item) => wire(item, ctx));
    },
  });
}

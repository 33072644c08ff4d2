import { InvalidInput } from '@postern/contract/errors';
import {
  type BodyOf,
  type Context,
  type Fields,
  noContent,
  ok,
  type Policy,
  paging,
  type Route,
  type RowsSpec,
  route,
  type Shape,
} from '@postern/resource';
import { type Items, inPages } from './list.ts';
import type { NoFields, Spec, Work } from './spec.ts';

/** Pairs that one request may add. */
const MOST = 1_000;

/** A route that takes one object as one that takes a list of them as well, and answers the list of what became of them. */
const oneOrMany = (one: Route): Route => ({
  ...one,
  takesMany: true,
  async handle(ctx, request, kernel) {
    const { body } = request;
    if (!Array.isArray(body)) return one.handle(ctx, request, kernel);
    if (body.length > MOST) throw InvalidInput.on('non_field_errors', 'too_many', { max: MOST });
    const made: unknown[] = [];
    for (const item of body as unknown[]) made.push((await one.handle(ctx, { ...request, body: item }, kernel)).body);
    return ok(made, 201);
  },
});

/** One part of a relation: the name of its route and who may call it. */
interface RouteAccess {
  name: string;
  who: Policy;
}

interface Relation<T, R extends RowsSpec, Q extends Fields, B extends Fields> {
  path: string;
  rows: R;
  /** One pair, as it is answered. */
  answer: Shape;
  /** By what pairs are found, to be listed or to be taken off. */
  query: Q;
  list: RouteAccess & Items<T, Q, NoFields, R>;
  /** `body` names both sides. */
  add: RouteAccess & Pick<Spec<B, NoFields, NoFields, R>, 'errors'> & { body: B; make: Work<B, NoFields, NoFields, R, undefined, unknown> };
  /** Answers false where the query does not say enough. */
  remove: RouteAccess & { take(ctx: Context, query: BodyOf<Q>): Promise<boolean> };
}

/**
 * Pairs of two resources, as rows with an address of their own: listed in pages, added one or many at once (all of them or none), and taken off
 * by what the query names. A query that says too little takes off nothing (400): a lost parameter must not empty the table.
 */
export function relation<T, const R extends RowsSpec, const Q extends Fields, const B extends Fields>({
  path,
  rows,
  answer,
  query,
  list: { items, wire = (item) => item, ...list },
  add: { make, ...add },
  remove: { take, ...remove },
}: Relation<T, R, Q, B>): Route[] {
  const common = { path, rows, kind: 'relation' } as const;
  return [
    route<R, NoFields, Q>({
      ...common,
      ...list,
      method: 'GET',
      query,
      answer,
      async handle(ctx, asked) {
        const page = paging(asked.request.query);
        return inPages(asked.request, page, await items(ctx, { ...asked, page }), (item) => wire(item, ctx));
      },
    }),
    oneOrMany(
      route<R, B>({
        ...common,
        ...add,
        method: 'POST',
        drawn: answer,
        answer,
        status: 201,
        handle: async (ctx, asked) => ok(await make(ctx, asked), 201),
      }),
    ),
    route<R, NoFields, Q>({
      ...common,
      ...remove,
      method: 'DELETE',
      status: 204,
      query,
      handle: async (ctx, asked) => ((await take(ctx, asked.query)) ? noContent : { status: 400 }),
    }),
  ];
}

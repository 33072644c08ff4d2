import type { Asked, Context, Fields, RouteSpec, RowsSpec } from '@postern/resource';

/** What functions of kinds are written with (docs/decisions/0090-kinds-of-routes.md). */

export type NoFields = Record<never, never>;

/** A declaration without what its kind says for all. */
export type Spec<B extends Fields, Q extends Fields, P extends Fields, R extends RowsSpec, F = undefined> = Omit<
  RouteSpec<B, Q, P, R, F>,
  'method' | 'kind' | 'handle'
>;

/** What a kind asks of its user in place of `handle`; `More` is what it has found out beforehand. */
export type Work<B extends Fields, Q extends Fields, P extends Fields, R extends RowsSpec, F, T, More = unknown> = (
  ctx: Context,
  asked: Asked<B, Q, P, R, F> & More,
) => Promise<T> | T;

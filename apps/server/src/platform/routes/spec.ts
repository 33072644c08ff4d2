import type { Asked, BodySpec, Context, Fields, Route, RouteSpec, RowsSpec } from '@postern/resource';

/** What functions of kinds are written with (docs/decisions/0090-kinds-of-routes.md). */

export type NoFields = Record<never, never>;

/** A declaration without what its kind says for all. */
export type Spec<B extends BodySpec, Q extends Fields, P extends Fields, R extends RowsSpec, F = undefined> = Omit<
  RouteSpec<B, Q, P, R, F>,
  'method' | 'kind' | 'handle'
>;

/** What a kind asks of its user in place of `handle`; `More` is what it has found out beforehand. */
export type Work<B extends BodySpec, Q extends Fields, P extends Fields, R extends RowsSpec, F, T, More = unknown> = (
  ctx: Context,
  asked: Asked<B, Q, P, R, F> & More,
) => Promise<T> | T;

/**
 * A kind whose declarations may ask for anything: body, query, parts of the address, and what those find. What was asked is what its work is given.
 *
 * `Does` is what it calls its work, `T` what that answers; `Says` is what the kind says for all, and `Own` what is asked of it alone.
 */
export type Kind<Does extends string, T, Says extends keyof RouteSpec<Fields, Fields, Fields, RowsSpec>, Own = unknown> = <
  const R extends RowsSpec,
  const B extends BodySpec = NoFields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
  F = undefined,
>(
  spec: Omit<Spec<B, Q, P, R, F>, Says> & Own & Readonly<Record<Does, Work<B, Q, P, R, F, T>>>,
) => Route;

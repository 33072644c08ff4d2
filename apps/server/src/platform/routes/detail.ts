import { type Fields, ok, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * One thing that is shown at an address of its own: a row of another resource, numbers, a standing. It is never a list and never in pages, and
 * is described as the one object that it is.
 *
 * @param show answers it
 */
export function detail<const R extends RowsSpec, const Q extends Fields = NoFields, const P extends Fields = NoFields, F = undefined>({
  show,
  answer,
  ...spec
}: Omit<Spec<NoFields, Q, P, R, F>, 'body'> & { show: Work<NoFields, Q, P, R, F, unknown> }): Route {
  return route<R, NoFields, Q, P, F>({
    ...(spec as Spec<NoFields, Q, P, R, F>),
    method: 'GET',
    kind: 'detail',
    ...(answer ? { answer: { ...answer, view: 'detail', one: true } } : {}),
    handle: async (ctx, asked) => ok(await show(ctx, asked)),
  });
}

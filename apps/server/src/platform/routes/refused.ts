import { type Method, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * What the API has and this server never does: clients are told why, behind the same policy as where it is done. It declares no body: there would
 * be a form for what is refused.
 *
 * @param why the refusal
 */
export function refused<const R extends RowsSpec>({
  why,
  ...spec
}: Omit<Spec<NoFields, NoFields, NoFields, R>, 'body' | 'query' | 'params' | 'find' | 'answer'> & {
  method: Method;
  why: Work<NoFields, NoFields, NoFields, R, undefined, Error>;
}): Route {
  return route<R>({
    ...spec,
    kind: 'refused',
    async handle(ctx, asked) {
      throw await why(ctx, asked);
    },
  });
}

import { type BodySpec, type Method, type Reader, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * What the API has and this server never does: clients are told why, behind the same policy as where it is done. There is no form for it.
 *
 * @param body what is told of before the refusal where it is wrong. Default: nothing is looked at
 * @param why the refusal
 */
export function refused<const R extends RowsSpec>({
  body,
  why,
  ...spec
}: Omit<Spec<NoFields, NoFields, NoFields, R>, 'body' | 'query' | 'params' | 'find' | 'answer'> & {
  method: Method;
  body?: Reader;
  why: Work<BodySpec, NoFields, NoFields, R, undefined, Error>;
}): Route {
  return route<R, BodySpec>({
    ...spec,
    body: body ?? 'none',
    kind: 'refused',
    async handle(ctx, asked) {
      throw await why(ctx, asked);
    },
  });
}

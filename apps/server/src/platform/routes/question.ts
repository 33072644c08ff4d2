import { type Fields, ok, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * What is too long or too structured to be asked in an address: POST, with the question as body. Nothing is written, so there is no
 * transaction, and each read may see what was written just before.
 *
 * @param tell answers it
 */
export function question<
  const R extends RowsSpec,
  const B extends Fields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
  F = undefined,
>({ tell, ...spec }: Omit<Spec<B, Q, P, R, F>, 'transaction'> & { body: B; tell: Work<B, Q, P, R, F, unknown> }): Route {
  return route<R, B, Q, P, F>({
    ...(spec as Spec<B, Q, P, R, F>),
    method: 'POST',
    kind: 'question',
    transaction: false,
    handle: async (ctx, asked) => ok(await tell(ctx, asked)),
  });
}

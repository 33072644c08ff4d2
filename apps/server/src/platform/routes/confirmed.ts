import { type Context, type Fields, type Method, type Policy, type Reply, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * What is done only for a person who showed again, not long ago, that it is they who sit there. Asked for after what the address names was found, so
 * that nobody confirms for nothing, and before anything is done.
 *
 * @param who anybody who is logged in, unless it says otherwise
 * @param confirm refuses unless the session was confirmed (features/authentication)
 */
export function confirmed<
  const R extends RowsSpec,
  const B extends Fields = NoFields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
  F = undefined,
>({
  who = { allow: 'user' },
  confirm,
  act,
  ...spec
}: Omit<Spec<B, Q, P, R, F>, 'who'> & {
  method: Method;
  who?: Policy;
  confirm(ctx: Context): Promise<void>;
  act: Work<B, Q, P, R, F, Reply>;
}): Route {
  return route<R, B, Q, P, F>({
    ...(spec as Spec<B, Q, P, R, F> & { method: Method }),
    kind: 'confirmed',
    who,
    async handle(ctx, asked) {
      await confirm(ctx);
      return act(ctx, asked);
    },
  });
}

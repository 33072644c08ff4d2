import { type BodySpec, type Fields, type Method, type Policy, type Reply, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** Bytes that a step takes, unless it says otherwise: strangers send it. */
const MAX = 16_384;

/**
 * A step in which somebody shows who they are: of a login, of a new password, of a confirmation. Whatever becomes of it, tries stay counted and what
 * was logged stays: it is no transaction as a whole. Nobody is in an organisation before they are in, so a stranger's step runs in the root one.
 *
 * @param because why strangers may call it; without, it is a step of somebody who is logged in
 * @param elsewhere pages and servers of other sites send it: it proves itself, and no session counts
 * @param take what is to stay together runs in a transaction that it makes
 */
export function login<
  const R extends RowsSpec,
  const B extends BodySpec = NoFields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
>({
  because,
  elsewhere,
  method = 'POST',
  bodyLimit = MAX,
  take,
  ...spec
}: Omit<Spec<B, Q, P, R>, 'who' | 'transaction' | 'rootOrg' | 'find'> & {
  because?: string;
  elsewhere?: true;
  method?: Method;
  take: Work<B, Q, P, R, undefined, Reply>;
}): Route {
  const who: Policy = because === undefined ? { allow: 'user' } : { allow: 'anyone', because, ...(elsewhere ? { elsewhere } : {}) };
  return route<R, B, Q, P>({
    ...spec,
    method,
    kind: 'login',
    who,
    ...(because === undefined ? {} : { rootOrg: true }),
    transaction: false,
    bodyLimit,
    handle: async (ctx, asked) => take(ctx, asked),
  });
}

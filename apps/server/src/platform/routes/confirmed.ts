import { type Context, type Method, type Policy, type Reply, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/**
 * What is done only for a person who showed again, not long ago, that it is they who sit there. Asked for after what the address names was found, so
 * that nobody confirms for nothing, and before anything is done.
 *
 * @param who anybody who is logged in, unless it says otherwise
 * @param confirm refuses unless the session was confirmed (features/authentication)
 */
export const confirmed: Kind<'act', Reply, 'who', { method: Method; who?: Policy; confirm(ctx: Context): Promise<void> }> = ({
  who = { allow: 'user' },
  confirm,
  act,
  ...spec
}) =>
  route({
    ...spec,
    kind: 'confirmed',
    who,
    async handle(ctx, asked) {
      await confirm(ctx);
      return act(ctx, asked);
    },
  });

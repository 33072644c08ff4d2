import type { Context } from '@postern/resource';
import type { LoginUser } from './login-user.ts';

/** The person acting on themselves, also while a login is not finished and nobody is the actor yet. */
export const asUser = (ctx: Context, user: LoginUser): Context => ({
  ...ctx,
  actor: { ...ctx.actor, kind: 'user', id: user.id, name: user.name, username: user.username },
});

import { createHash } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { and, at, type Context, eb, or, type Where } from '@postern/resource';
import { randomToken, tokenHash } from '../../platform/auth/random.ts';
import type { UserRow } from './user.resource.ts';

/** How long a link is good for (docs/wire/users.md#links-by-mail). */
export const LINK_SECONDS = 3600;

/** Longest token that is looked up. */
const MAX_TOKEN = 128;

/** Whose link it is. */
export interface LinkOwner {
  id: string;
  name: string;
  username: string;
}

/** What a link was made for: this password and this address. Either changes, and the link is void. */
const stateOf = ({ password_hash, email }: Pick<UserRow, 'password_hash' | 'email'>): string =>
  createHash('sha256')
    .update(`${password_hash ?? ''} ${email}`)
    .digest('hex');

/** Who of the people that a query calls `u` may have a password here at all (docs/wire/users.md#source). */
export function mayHaveLink(ctx: Context): Where {
  const u = at('u');
  return and(
    eb(u('source'), '=', 'local'),
    eb(u('is_active'), '=', true),
    eb(u('is_service_account'), '=', false),
    or(eb(u('date_expired'), 'is', null), eb(u('date_expired'), '>', ctx.clock())),
  );
}

/**
 * Makes the link of a person; an older one is void from now on. The address is that of the settings: what a request says of
 * its host is whatever the asker wrote (poisoned host headers).
 */
export async function issueLink(ctx: Context, settings: SettingsReader, userId: string): Promise<string> {
  const token = randomToken();
  const now = ctx.clock();
  const user = await ctx.tx.selectFrom('users').select(['password_hash', 'email']).where('id', '=', userId).executeTakeFirst();
  if (user) {
    const link = {
      token_hash: tokenHash(token),
      state_hash: stateOf(user),
      date_created: now,
      date_expired: new Date(now.getTime() + LINK_SECONDS * 1000),
    };
    await ctx.tx
      .insertInto('password_links')
      .values({ user_id: userId, ...link })
      .onConflict((clash) => clash.column('user_id').doUpdateSet(link))
      .execute();
  }
  return linkAddress(settings, token);
}

/** Where a link leads. */
export const linkAddress = (settings: SettingsReader, token: string): string =>
  `${settings.get('SITE_URL')}/core/auth/password/reset/?token=${token}`;

/** The person a link still works for; undefined for one that is wrong, used, replaced, too old or overtaken. */
export async function linkOwner(ctx: Context, token: string): Promise<LinkOwner | undefined> {
  if (token.length > MAX_TOKEN) return undefined;
  const found = await ctx.tx
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.name', 'u.username', 'u.password_hash', 'u.email', 'l.state_hash'])
    .where('l.token_hash', '=', tokenHash(token))
    .where('l.date_expired', '>', ctx.clock())
    .where(mayHaveLink(ctx))
    .executeTakeFirst();
  if (!found || found.state_hash !== stateOf(found)) return undefined;
  const { id, name, username } = found;
  return { id, name, username };
}

/** Takes a link away, inside the transaction that sets the password: of two at once one finds it gone. */
export async function consumeLink(ctx: Context, token: string): Promise<LinkOwner | undefined> {
  const owner = await linkOwner(ctx, token);
  if (!owner) return undefined;
  const spent = await ctx.tx
    .deleteFrom('password_links')
    .where('user_id', '=', owner.id)
    .where('token_hash', '=', tokenHash(token))
    .returning('user_id')
    .executeTakeFirst();
  return spent ? owner : undefined;
}

import { randomBytes } from 'node:crypto';
import type { Context } from '@postern/resource';
import { tokenHash } from '../../platform/auth/random.ts';
import type { KeyTerms } from '../access-keys/index.ts';

/** The one long-lived token of a person, for programs that cannot sign (docs/wire/conventions.md#who-asks). It opens what the person may do, or as much of it as they said, until they end it. */

/** The token of a person, and what it is held to; undefined when there is none. */
export const privateTokenOf = (ctx: Context, userId: string) =>
  ctx.tx
    .selectFrom('private_tokens')
    .select(['date_created', 'ip_group', 'date_expired', 'is_read_only', 'permissions'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Makes a token in place of the former one, with terms of its own. @returns the token, which is kept as a hash alone: 40 hexadecimal digits, as clients of this API know them */
export async function issuePrivateToken(ctx: Context, userId: string, terms: KeyTerms = {}): Promise<string> {
  const token = randomBytes(20).toString('hex');
  const { ip_group = ['*'], permissions = [], date_expired = null, is_read_only = false } = terms;
  const made = {
    token_hash: tokenHash(token),
    date_created: ctx.clock(),
    ip_group: JSON.stringify(ip_group),
    permissions: JSON.stringify(permissions),
    date_expired,
    is_read_only,
  };
  await ctx.tx
    .insertInto('private_tokens')
    .values({ user_id: userId, ...made })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(made))
    .execute();
  return token;
}

/** Ends the token of a person. @returns whether there was one */
export async function endPrivateToken(ctx: Context, userId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.tx.deleteFrom('private_tokens').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

import { randomBytes } from 'node:crypto';
import type { Context } from '@postern/resource';
import { tokenHash } from '../../platform/auth/random.ts';

/** The one long-lived token of a person, for programs that cannot sign (docs/wire/conventions.md#who-asks). It opens what the person may do, until they end it. */

/** When the token of a person was made; undefined when there is none. */
export async function privateTokenDate(ctx: Context, userId: string): Promise<Date | undefined> {
  const found = await ctx.tx.selectFrom('private_tokens').select('date_created').where('user_id', '=', userId).executeTakeFirst();
  return found?.date_created;
}

/** Makes a token in place of the former one. @returns the token, which is kept as a hash alone: 40 hexadecimal digits, as clients of this API know them */
export async function issuePrivateToken(ctx: Context, userId: string): Promise<string> {
  const token = randomBytes(20).toString('hex');
  const made = { token_hash: tokenHash(token), date_created: ctx.clock() };
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

import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import { fromNow, now } from '../database/moment.queries.ts';
import { randomToken, tokenHash } from './random.ts';

/** Links by which another system sends a person in (docs/wire/authentication.md#log-in-links). */

/** Longest key that is looked up. */
const MAX_KEY = 128;

/** Makes the key of a link for a person; an older one is void from now on. */
export async function makeLoginKey(ctx: Context, userId: string, seconds: number): Promise<string> {
  const key = randomToken();
  await ctx.tx.deleteFrom('login_links').where('user_id', '=', userId).execute();
  await ctx.tx
    .insertInto('login_links')
    .values({ id: randomUUID(), key_hash: tokenHash(key), user_id: userId, expires_at: fromNow({ seconds }) })
    .execute();
  return key;
}

/** Whose link a key is. It goes with the statement that finds it: of two who come at once one is too late. */
export async function consumeLoginKey(ctx: Context, key: string): Promise<string | undefined> {
  if (key === '' || key.length > MAX_KEY) return undefined;
  const found = await ctx.tx
    .deleteFrom('login_links')
    .where('key_hash', '=', tokenHash(key))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return found?.user_id;
}

/** Takes the link from somebody. */
export async function removeLoginKey(ctx: Context, userId: string): Promise<void> {
  await ctx.tx.deleteFrom('login_links').where('user_id', '=', userId).execute();
}

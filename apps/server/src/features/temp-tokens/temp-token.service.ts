import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import { randomText, tokenHash } from '../../platform/auth/random.ts';

/** Seconds it is good for (docs/wire/authentication.md#temporary-passwords). */
const LIFE = 300;
/** Of one person: what is older goes as new ones are made. */
const KEPT = 50;
const FORM = /^[A-Za-z0-9]{36}$/;

/** Makes one for the acting person. Its secret is answered here, and nobody gets it again. */
export async function addTempToken(ctx: Context) {
  const { id: user_id, username, name } = ctx.actor;
  const secret = randomText(36);
  const now = ctx.clock();
  const made = { id: randomUUID(), username, date_created: now, date_updated: now, date_expired: new Date(now.getTime() + LIFE * 1_000) };
  await ctx.tx
    .insertInto('temp_tokens')
    .values({ ...made, user_id, secret_hash: tokenHash(secret), verified: false, created_by: name })
    .execute();
  const kept = ctx.tx.selectFrom('temp_tokens').select('id').where('user_id', '=', user_id).orderBy('date_created', 'desc').limit(KEPT);
  await ctx.tx.deleteFrom('temp_tokens').where('user_id', '=', user_id).where('id', 'not in', kept).execute();
  return { ...made, secret };
}

/** Whether a password is a temporary one of this person. It is spent by the statement that finds it: of two tries at once one is too late. */
export async function consumeTempToken(ctx: Context, userId: string, password: string): Promise<boolean> {
  if (!FORM.test(password)) return false;
  const now = ctx.clock();
  const spent = await ctx.tx
    .updateTable('temp_tokens')
    .set({ verified: true, date_verified: now, date_updated: now })
    .where('user_id', '=', userId)
    .where('secret_hash', '=', tokenHash(password))
    .where('verified', '=', false)
    .where('date_expired', '>', now)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Takes all of them from somebody. */
export async function removeTempTokens(ctx: Context, userId: string): Promise<void> {
  await ctx.tx.deleteFrom('temp_tokens').where('user_id', '=', userId).execute();
}

import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import { fromNow, now } from '../database/moment.queries.ts';
import { randomToken, tokenHash } from './random.ts';
import { deviceToken, giveDeviceToken } from './sessions.ts';

/**
 * Browsers in which somebody has logged in completely: wrong passwords that others try elsewhere do not keep their owner out
 * of these (decision 0065). The token opens nothing by itself: it only says which counter a try counts on.
 */

/** Days a browser is known after the last login in it. */
const DAYS = 180;
export const DEVICE_SECONDS = DAYS * 86_400;
/** A person's browsers; the one that was not used for longest goes. */
const MAX_DEVICES = 20;

/** Id of the browser behind this request, when the person of that name has logged in there. */
export async function knownDevice(ctx: Context, username: string): Promise<string | undefined> {
  const token = deviceToken(ctx);
  if (!token || token.length > 128) return undefined;
  const found = await ctx.tx
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.id')
    .where('d.token_hash', '=', tokenHash(token))
    .where('u.username', '=', username)
    .where('d.expires_at', '>', now)
    .executeTakeFirst();
  return found?.id;
}

/** Knows this browser from now on. Its token is kept when it is this person's already, else replaced: a planted one gains nothing. */
export async function rememberDevice(ctx: Context, userId: string): Promise<void> {
  const presented = deviceToken(ctx)?.slice(0, 128) ?? '';
  const expires_at = fromNow({ days: DAYS });
  const known = await ctx.tx
    .updateTable('known_devices')
    .set({ expires_at })
    .where('token_hash', '=', tokenHash(presented))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  const token = known ? presented : randomToken();
  if (!known) {
    const token_hash = tokenHash(token);
    // Whoever else uses this browser keeps being known in it.
    await ctx.tx.updateTable('known_devices').set({ token_hash }).where('token_hash', '=', tokenHash(presented)).execute();
    await ctx.tx.insertInto('known_devices').values({ id: randomUUID(), user_id: userId, token_hash, expires_at }).execute();
    const tooMany = ctx.tx
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('expires_at', 'desc')
      .orderBy('id')
      .offset(MAX_DEVICES);
    await ctx.tx.deleteFrom('known_devices').where('id', 'in', tooMany).execute();
  }
  giveDeviceToken(ctx, token);
}

/** Forgets the browsers of a person, save the one in which they ask for it themselves. */
export async function forgetDevices(ctx: Context, userId: string): Promise<void> {
  const own = ctx.actor.id === userId ? (deviceToken(ctx)?.slice(0, 128) ?? '') : '';
  await ctx.tx.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '<>', tokenHash(own)).execute();
}

import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
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
  const { rows } = await sql<{ id: string }>`
    select d.id from known_devices d join users u on u.id = d.user_id
    where d.token_hash = ${tokenHash(token)} and u.username = ${username} and d.expires_at > now()`.execute(ctx.tx);
  return rows[0]?.id;
}

/** Knows this browser from now on. Its token is kept when it is this person's already, else replaced: a planted one gains nothing. */
export async function rememberDevice(ctx: Context, userId: string): Promise<void> {
  const held = deviceToken(ctx)?.slice(0, 128) ?? '';
  const expiry = sql`now() + make_interval(days => ${DAYS})`;
  const { rows } = await sql`
    update known_devices set expires_at = ${expiry} where token_hash = ${tokenHash(held)} and user_id = ${userId} and expires_at > now()
    returning 1`.execute(ctx.tx);
  const token = rows.length > 0 ? held : randomToken();
  if (rows.length === 0) {
    // Whoever else uses this browser keeps being known in it.
    await sql`update known_devices set token_hash = ${tokenHash(token)} where token_hash = ${tokenHash(held)}`.execute(ctx.tx);
    await sql`
      insert into known_devices (id, user_id, token_hash, expires_at) values (${randomUUID()}, ${userId}, ${tokenHash(token)}, ${expiry})`.execute(
      ctx.tx,
    );
    await sql`delete from known_devices where id in (
      select id from known_devices where user_id = ${userId} order by expires_at desc, id offset ${MAX_DEVICES})`.execute(ctx.tx);
  }
  giveDeviceToken(ctx, token);
}

/** Forgets the browsers of a person, save the one in which they ask for it themselves. */
export async function forgetDevices(ctx: Context, userId: string): Promise<void> {
  const own = ctx.actor.id === userId ? (deviceToken(ctx)?.slice(0, 128) ?? '') : '';
  await sql`delete from known_devices where user_id = ${userId} and token_hash <> ${tokenHash(own)}`.execute(ctx.tx);
}

import { randomUUID } from 'node:crypto';
import { addressGroup } from '@postern/contract/bounds';
import type { Context } from '@postern/resource';
import { ago, fromNow, now } from '../database/moment.queries.ts';
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

/** Knows this browser from now on, by the id that is answered. Its token is kept when it is this person's already, else replaced: a planted one gains nothing. */
export async function rememberDevice(ctx: Context, userId: string): Promise<string> {
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
  const id = known?.id ?? randomUUID();
  if (!known) {
    const token_hash = tokenHash(token);
    // Whoever else uses this browser keeps being known in it.
    await ctx.tx.updateTable('known_devices').set({ token_hash }).where('token_hash', '=', tokenHash(presented)).execute();
    await ctx.tx.insertInto('known_devices').values({ id, user_id: userId, token_hash, expires_at }).execute();
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
  return id;
}

/**
 * The network of an address: 256 of IPv4, a site of IPv6. A browser that is carried elsewhere, or whose cookie was, is not trusted there; one that its
 * provider gives another number of the same network is.
 */
export function networkOf(ip: string): string {
  const group = addressGroup(ip);
  return group.includes(':') ? `${group.split(':').slice(0, 3).join(':')}::/48` : `${group.split('.').slice(0, 3).join('.')}.0/24`;
}

/** From now on the second factor of this person is not asked for in this browser, from this network (docs/decisions/0126). */
export async function trustDevice(ctx: Context, id: string, network: string): Promise<void> {
  const marks = { date_trusted: now, trusted_network: network, user_agent: ctx.origin.userAgent.slice(0, 254) };
  await ctx.tx.updateTable('known_devices').set(marks).where('id', '=', id).execute();
}

/** Browsers in which somebody is trusted. @param days for which that holds, as the settings have it now */
const trusted = (ctx: Context, userId: string, days: number) =>
  ctx.tx
    .selectFrom('known_devices')
    .select(['id', 'token_hash', 'trusted_network', 'user_agent', 'date_trusted'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('date_trusted', '>', ago({ days }));

/** Whether this browser is trusted for this person, from this network. */
export async function trustedHere(ctx: Context, userId: string, network: string, days: number): Promise<boolean> {
  const token = deviceToken(ctx);
  if (days === 0 || !token || token.length > 128) return false;
  const found = await trusted(ctx, userId, days)
    .where('token_hash', '=', tokenHash(token))
    .where('trusted_network', '=', network)
    .executeTakeFirst();
  return found !== undefined;
}

export interface TrustedDevice {
  id: string;
  network: string;
  userAgent: string;
  since: Date;
  current: boolean;
}

/** All of them, the latest first. */
export async function trustedDevices(ctx: Context, userId: string, days: number): Promise<TrustedDevice[]> {
  if (days === 0) return [];
  const own = tokenHash(deviceToken(ctx)?.slice(0, 128) ?? '');
  const rows = await trusted(ctx, userId, days).orderBy('date_trusted', 'desc').orderBy('id').execute();
  return rows.flatMap(({ id, token_hash, trusted_network: network, user_agent: userAgent, date_trusted: since }) =>
    since ? [{ id, network, userAgent, since, current: token_hash === own }] : [],
  );
}

/** Asks for the second factor again: in one browser of a person, or in all. @returns how many there were */
export async function distrustDevices(ctx: Context, userId: string, id?: string): Promise<number> {
  const theirs = ctx.tx
    .updateTable('known_devices')
    .set({ date_trusted: null })
    .where('user_id', '=', userId)
    .where('date_trusted', 'is not', null);
  const { numUpdatedRows } = await (id === undefined ? theirs : theirs.where('id', '=', id)).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Forgets the browsers of a person, save the one in which they ask for it themselves; that one is not trusted any more either. */
export async function forgetDevices(ctx: Context, userId: string): Promise<void> {
  await distrustDevices(ctx, userId);
  const own = ctx.actor.id === userId ? (deviceToken(ctx)?.slice(0, 128) ?? '') : '';
  await ctx.tx.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '<>', tokenHash(own)).execute();
}

import { randomInt, randomUUID } from 'node:crypto';
import type { Context, Database } from '@postern/resource';
import { ago, fromNow, now } from '../database/moment.queries.ts';
import { randomToken, tokenHash } from './random.ts';

/**
 * Programs that wait for their person to confirm them in a browser (docs/wire/authentication.md#programs-confirmed-in-a-browser). The program holds a key of
 * 256 bits; the person compares a short code, which opens nothing without a browser in which they are logged in.
 */

/** Seconds within which a person confirms. */
export const DEVICE_TTL = 600;
/** Seconds after its last question for which a program counts as there; it asks every two. */
const GONE_AFTER = 30;
/** Consonants that nobody takes for another letter, and that make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Longest key that is looked up. */
const MAX_KEY = 128;

export interface WaitingDevice {
  id: string;
  address: string;
  userAgent: string;
  since: Date;
  expires: Date;
}

/** The code as it is kept and compared: people leave the dash out, and type small letters. */
const codeHash = (code: string): string => tokenHash(code.toUpperCase().replace(/[^A-Z]/g, ''));

/** Makes a program wait. @returns its key, and the code that the person compares, as `BCDF-GHJK` */
export async function startDeviceLogin(
  db: Database,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<{ key: string; code: string }> {
  const key = randomToken();
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await db
    .insertInto('device_logins')
    .values({
      id: randomUUID(),
      key_hash: tokenHash(key),
      code_hash: codeHash(letters),
      remote_addr: ip.slice(0, 45),
      user_agent: userAgent.slice(0, 254),
      expires_at: fromNow({ seconds: DEVICE_TTL }),
    })
    .execute();
  return { key, code: `${letters.slice(0, 4)}-${letters.slice(4)}` };
}

/** The program that waits under a code, undefined when there is none, it asks no more, or somebody has decided. */
export async function waitingDevice(db: Database, code: string): Promise<WaitingDevice | undefined> {
  const row = await db
    .selectFrom('device_logins')
    .select(['id', 'remote_addr', 'user_agent', 'date_created', 'expires_at'])
    .where('code_hash', '=', codeHash(code))
    .where('expires_at', '>', now)
    .where('date_asked', '>', ago({ seconds: GONE_AFTER }))
    .where('user_id', 'is', null)
    .where('refused', '=', false)
    .executeTakeFirst();
  return row && { id: row.id, address: row.remote_addr, userAgent: row.user_agent, since: row.date_created, expires: row.expires_at };
}

/** Decides once; false when somebody else was sooner. */
export async function decideDevice(ctx: Context, id: string, decision: { by: string; withFactor: boolean } | 'refused'): Promise<boolean> {
  const decided = await ctx.tx
    .updateTable('device_logins')
    .set(decision === 'refused' ? { refused: true } : { user_id: decision.by, with_factor: decision.withFactor })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('refused', '=', false)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(decided.numUpdatedRows) === 1;
}

/**
 * What was decided about the program with a key. A decision goes with the statement that finds it, so that it is good for one login.
 * @returns undefined when there is none such, or no more
 */
export async function deviceDecision(
  db: Database,
  key: string,
): Promise<'pending' | 'refused' | { userId: string; withFactor: boolean } | undefined> {
  if (key === '' || key.length > MAX_KEY) return undefined;
  const theirs = tokenHash(key);
  const decided = await db
    .deleteFrom('device_logins')
    .where('key_hash', '=', theirs)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('user_id', 'is not', null), eb('refused', '=', true)]))
    .returning(['user_id', 'refused', 'with_factor'])
    .executeTakeFirst();
  if (decided)
    return decided.user_id === null || decided.refused ? 'refused' : { userId: decided.user_id, withFactor: decided.with_factor };
  // That it asks is written down: nobody is to confirm what has gone.
  const pending = await db
    .updateTable('device_logins')
    .set({ date_asked: now })
    .where('key_hash', '=', theirs)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(pending.numUpdatedRows) > 0 ? 'pending' : undefined;
}

/** Takes back what somebody confirmed and no program has fetched: their password, or their account, ended since. */
export async function forgetDeviceLogins(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('device_logins').where('user_id', '=', userId).execute();
}

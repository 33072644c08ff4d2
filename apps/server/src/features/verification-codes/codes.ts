import { randomInt } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { sameText } from '../../platform/auth/random.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';

/** Codes that are sent to people and shown once (docs/wire/authentication.md#codes-that-are-sent). */

const DIGITS = 6;
/** Wrong tries after which a code is worth nothing, whatever the lock of the name allows (CVE-2023-43650). */
const MAX_TRIES = 5;
/** Codes that one person has sent by one way, and the minutes: each costs somebody something. */
const SENT = { count: 10, minutes: 60 };

/** Whose code it is, for what, and where it is sent. */
export interface CodeOf {
  userId: string;
  /** Name of the factor. */
  way: string;
  purpose: string;
  /** Address or number. A code for another one is worth nothing. */
  target: string;
}

/** Six digits are found out from a plain hash at once: this one takes a key of the installation. */
const hashOf = (ctx: Context, { userId, way, purpose, target }: CodeOf, session: string, code: string): string =>
  ctx.secrets.derive('verification-code', JSON.stringify([userId, way, purpose, target, session, code])).toString('hex');

/**
 * A new code for the session of this request, in a transaction that sends it: what is refused leaves none.
 * @throws CodedError code_send_too_frequently while one is alive, also one that another session asked for, and past what a person has sent in an hour
 */
export async function issueCode(ctx: Context, settings: SettingsReader, about: CodeOf): Promise<string> {
  const { userId, way, purpose } = about;
  const { id: session } = await ensureSession(ctx);
  const now = ctx.clock();
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const made = {
    session_id: session,
    code_hash: hashOf(ctx, about, session, code),
    tries: 0,
    date_created: now,
    date_expired: new Date(now.getTime() + settings.get('VERIFY_CODE_TTL') * 1000),
  };
  const issued = await ctx.tx
    .insertInto('verification_codes')
    .values({ user_id: userId, way, purpose, ...made })
    .onConflict((one) => one.columns(['user_id', 'way', 'purpose']).doUpdateSet(made).where('verification_codes.date_expired', '<=', now))
    .returning('user_id')
    .executeTakeFirst();
  if (!issued) throw new CodedError('code_send_too_frequently');
  if (!(await within(ctx.tx, `code-${way}`, userId, SENT))) throw new CodedError('code_send_too_frequently');
  return code;
}

/** Takes a code back that reached nobody, so that another one may be asked for. */
export async function withdrawCode(ctx: Context, about: CodeOf, code: string): Promise<void> {
  const { userId, way, purpose } = about;
  const { id: session } = await ensureSession(ctx);
  await ctx.tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('way', '=', way)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hashOf(ctx, about, session, code))
    .execute();
}

/** True once per code. The try is counted in the statement that finds the code, so that many at once are not more than there are. */
export async function useSentCode(ctx: Context, about: CodeOf, code: string): Promise<boolean> {
  const { userId, way, purpose } = about;
  const { id: session } = await ensureSession(ctx);
  const found = await ctx.tx
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('way', '=', way)
    .where('purpose', '=', purpose)
    .where('session_id', '=', session)
    .where('date_expired', '>', ctx.clock())
    .where('tries', '<', MAX_TRIES)
    .returning('code_hash')
    .executeTakeFirst();
  if (!found || !sameText(hashOf(ctx, about, session, code.trim()), found.code_hash)) return false;
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('way', '=', way)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', found.code_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

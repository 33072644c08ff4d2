import { randomInt } from 'node:crypto';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { tokenHash } from '../../platform/auth/random.ts';

/** How many a person gets at a time (docs/decisions/0032). */
export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. 16 of 31 are 79 bits: a plain hash is enough. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXY';
const LENGTH = 16;

const fresh = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const grouped = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
/** As it is hashed: people leave the dashes out and write small letters. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** Has the form of a recovery code; one-time codes have six digits. */
export const looksLikeRecoveryCode = (code: string): boolean => plain(code).length === LENGTH;

/** New codes in place of all former ones. They are shown this once; hashes stay. */
export async function makeRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, fresh);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(ctx.tx);
  await sql`insert into recovery_codes (user_id, code_hash, date_created)
    select ${userId}, hash, ${ctx.clock()} from unnest(${codes.map(tokenHash)}::text[]) as hash`.execute(ctx.tx);
  return codes.map(grouped);
}

/** True once per code: it is marked in the statement that finds it. */
export async function useRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  if (!looksLikeRecoveryCode(code)) return false;
  const { rows } = await sql`update recovery_codes set date_used = ${ctx.clock()}
    where user_id = ${userId} and code_hash = ${tokenHash(plain(code))} and date_used is null returning 1`.execute(ctx.tx);
  return rows.length === 1;
}

import { randomInt } from 'node:crypto';
import type { Context } from '@postern/resource';
import { tokenHash } from '../../platform/auth/random.ts';
import { consumeRecoveryCode, storeRecoveryCodes } from '../users/index.ts';

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
  await storeRecoveryCodes(ctx, userId, codes.map(tokenHash));
  return codes.map(grouped);
}

/** True once per code. */
export const useRecoveryCode = async (ctx: Context, userId: string, code: string): Promise<boolean> =>
  looksLikeRecoveryCode(code) && (await consumeRecoveryCode(ctx, userId, tokenHash(plain(code))));

/** How many codes a person has left. */
export async function unusedCodes(ctx: Context, userId: string): Promise<number> {
  const { left } = await ctx.tx
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('date_used', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

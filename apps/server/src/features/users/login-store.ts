import type { Context } from '@postern/resource';

/**
 * What logging in, and looking after second factors, writes of a person. The rules are those of the authentication; the tables are ours.
 * None of these audits: that is the caller's, who knows what for.
 */

declare module '@postern/resource/database' {
  interface Columns {
    'passkeys.transports': string[];
  }
}

export async function noteLogin(ctx: Context, userId: string): Promise<void> {
  await ctx.tx.updateTable('users').set({ last_login: ctx.clock() }).where('id', '=', userId).execute();
}

/** The same password under a hash of today's cost. */
export async function storeRehash(ctx: Context, userId: string, hash: string): Promise<void> {
  await ctx.tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

/** Marks the step of a one-time code as used, in the statement that looks: false when that step, or a later one, was used before. */
export async function consumeOtpStep(ctx: Context, userId: string, step: number): Promise<boolean> {
  const spent = await ctx.tx
    .updateTable('users')
    .set({ otp_last_step: step })
    .where('id', '=', userId)
    .where('otp_last_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Puts an authenticator in place, with the step that it was proved with, or takes it away. */
export async function storeAuthenticator(ctx: Context, userId: string, made: { encrypted: string; step: number } | null): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set({ otp_secret: made?.encrypted ?? null, otp_last_step: made?.step ?? 0 })
    .where('id', '=', userId)
    .execute();
}

/** Turns MFA on for a person who has it off. */
export async function turnMfaOn(ctx: Context, userId: string): Promise<void> {
  await ctx.tx.updateTable('users').set({ mfa_level: 1 }).where('id', '=', userId).where('mfa_level', '<', 1).execute();
}

/** Turns MFA off for a person who has no factor left. Recovery codes without a factor open nothing, and go. */
export async function turnMfaOff(ctx: Context, userId: string): Promise<void> {
  await ctx.tx.updateTable('users').set({ mfa_level: 0 }).where('id', '=', userId).execute();
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Recovery codes, as hashes, in place of all former ones. */
export async function storeRecoveryCodes(ctx: Context, userId: string, hashes: readonly string[]): Promise<void> {
  const date_created = ctx.clock();
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await ctx.tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, date_created })))
    .execute();
}

/** True once per code: it is marked in the statement that finds it. */
export async function consumeRecoveryCode(ctx: Context, userId: string, hash: string): Promise<boolean> {
  const spent = await ctx.tx
    .updateTable('recovery_codes')
    .set({ date_used: ctx.clock() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('date_used', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return spent !== undefined;
}

export interface NewPasskey {
  id: string;
  userId: string;
  name: string;
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  rpId: string;
  counter: number;
  transports: readonly string[];
  backedUp: boolean;
}

/** False when the key is somebody's already. */
export async function storePasskey(ctx: Context, made: NewPasskey): Promise<boolean> {
  const stored = await ctx.tx
    .insertInto('passkeys')
    .values({
      id: made.id,
      user_id: made.userId,
      name: made.name,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      rp_id: made.rpId,
      counter: made.counter,
      transports: JSON.stringify(made.transports),
      backed_up: made.backedUp,
      date_created: ctx.clock(),
    })
    .onConflict((clash) => clash.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/**
 * Notes that a passkey has signed, and how often it says it has. Devices that do not count always say 0; with the others two answers of
 * one count are a copy of the key: false then.
 */
export async function countPasskey(ctx: Context, id: string, counter: number): Promise<boolean> {
  const counted = await ctx.tx
    .updateTable('passkeys')
    .set({ counter, date_last_used: ctx.clock() })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

export async function renamePasskey(ctx: Context, id: string, name: string): Promise<void> {
  await ctx.tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
}

export async function removePasskey(ctx: Context, id: string): Promise<void> {
  await ctx.tx.deleteFrom('passkeys').where('id', '=', id).execute();
}

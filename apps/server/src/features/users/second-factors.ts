import type { Context } from '@postern/resource';
import { distrustDevices } from '../../platform/auth/known-devices.ts';

/** Level of a person who cannot do without a second factor. */
const FORCED = 2;

/** Takes every second factor off a person: authenticator, passkeys, recovery codes, and browsers that are trusted without. A forced level stays. The caller audits. */
export async function forgetFactors(ctx: Context, userId: string): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set((u) => ({
      otp_secret: null,
      otp_last_step: 0,
      // Numbers of a case that come as parameters are taken for text.
      mfa_level: u.case().when('mfa_level', '=', FORCED).then(u.lit(FORCED)).else(u.lit(0)).end(),
    }))
    .where('id', '=', userId)
    .execute();
  await distrustDevices(ctx, userId);
  await ctx.tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

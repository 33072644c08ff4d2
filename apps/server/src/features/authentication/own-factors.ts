import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asUser } from './acting.ts';
import type { LoginUser } from './login-user.ts';
import { usePasskey } from './passkeys.ts';
import { unusedCodes, useRecoveryCode } from './recovery-codes.ts';
import { FACTOR_WORDS, type Factor, RECOVERY } from './second-factors.ts';
import { useCode } from './totp.ts';

async function consumeRecoveryCode(ctx: Context, user: LoginUser, code: string): Promise<boolean> {
  return inTransaction(ctx.tx, asUser(ctx, user), async (inner) => {
    if (!(await useRecoveryCode(inner, user.id, code))) return false;
    const left = await unusedCodes(inner, user.id);
    inner.audit({
      action: 'update',
      resourceType: 'user',
      resourceId: user.id,
      resource: user.username,
      changes: [{ field: 'recovery_codes', before: String(left + 1), after: String(left) }],
    });
    return true;
  });
}

/** Factors that people set up here: a code of an authenticator, a signature, a recovery code (RFC 6238 §5.2, WebAuthn §7.2). */
export const ownFactors = (settings: SettingsReader): readonly Factor[] => [
  {
    name: 'otp',
    ...FACTOR_WORDS.otp,
    bound: true,
    typed: true,
    available: (user) => user.otp_secret !== null,
    prove: (ctx, user, { code }) => useCode(ctx, user, code, settings.get('OTP_VALID_WINDOW')),
  },
  {
    name: 'passkey',
    ...FACTOR_WORDS.passkey,
    bound: true,
    typed: false,
    available: (user) => user.passkeys > 0,
    prove: (ctx, user, { credential }, { site, purpose }) => usePasskey(ctx, site, purpose, user.id, credential),
  },
];

/** Codes to keep for the day on which the other factors are lost: they stand behind all others. */
export const recoveryFactor: Factor = {
  name: RECOVERY,
  ...FACTOR_WORDS.recovery,
  bound: false,
  typed: true,
  available: (user) => user.recovery_codes > 0,
  prove: (ctx, user, { code }) => consumeRecoveryCode(ctx, user, code),
};

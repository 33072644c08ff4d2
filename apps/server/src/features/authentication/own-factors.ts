import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asUser } from './acting.ts';
import type { LoginUser } from './login-user.ts';
import { usePasskey } from './passkeys.ts';
import { unusedCodes, useRecoveryCode } from './recovery-codes.ts';
import { type Factor, RECOVERY } from './second-factors.ts';
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
    label: text('One-time code', '一次性验证码', 'ワンタイムコード'),
    hint: text('Six digits from your authenticator', '验证器中的 6 位数字', '認証アプリの 6 桁の数字'),
    bound: true,
    typed: true,
    available: (user) => user.otp_secret !== null,
    prove: (ctx, user, { code }) => useCode(ctx, user, code, settings.get('OTP_VALID_WINDOW')),
  },
  {
    name: 'passkey',
    label: text('Passkey', '通行密钥', 'パスキー'),
    hint: text('The key on your device', '设备上的通行密钥', 'デバイスに保存したパスキー'),
    bound: true,
    typed: false,
    available: (user) => user.passkeys > 0,
    prove: (ctx, user, { credential }, { site, purpose }) => usePasskey(ctx, site, purpose, user.id, credential),
  },
];

/** Codes to keep for the day on which the other factors are lost: they stand behind all others. */
export const recoveryFactor: Factor = {
  name: RECOVERY,
  label: text('Recovery code', '恢复代码', 'リカバリーコード'),
  hint: text('One of the codes you kept', '你保存的恢复代码之一', '保管しているコードのひとつ'),
  bound: false,
  typed: true,
  available: (user) => user.recovery_codes > 0,
  prove: (ctx, user, { code }) => consumeRecoveryCode(ctx, user, code),
};

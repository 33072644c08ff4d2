import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { Secret, TOTP } from 'otpauth';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { storeAuthenticator, turnMfaOn } from '../users/index.ts';
import type { LoginUser } from './login-user.ts';
import { makeRecoveryCodes, unusedCodes } from './recovery-codes.ts';
import { matchingStep, PERIOD } from './totp.ts';

/** Kept in the session between the two halves of an enrolment; the secret is encrypted there, too. */
interface Enrolment {
  encrypted: string;
  userId: string;
  at: number;
}

/** Seconds to scan the code and type what the app shows. */
const TTL = 600;
/** Bytes of a new secret: the length of the MAC (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;

/** A new authenticator secret. It is told this once and takes effect only when a code made from it comes back. */
export async function startEnrolment(ctx: Context, settings: SettingsReader, user: LoginUser): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const session = await ensureSession(ctx);
  session.data.enrolment = {
    encrypted: ctx.secrets.encrypt(secret.base32),
    userId: user.id,
    at: ctx.clock().getTime(),
  } satisfies Enrolment;
  const totp = new TOTP({
    issuer: settings.get('OTP_ISSUER_NAME'),
    label: user.username,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  });
  return { secret: secret.base32, uri: totp.toString() };
}

/** The step of the code that proves the app has the new secret, and the secret; undefined when it does not, or too late. */
export async function provenEnrolment(
  ctx: Context,
  settings: SettingsReader,
  user: LoginUser,
  code: string,
): Promise<{ encrypted: string; step: number } | undefined> {
  const pending = (await ensureSession(ctx)).data.enrolment as Enrolment | undefined;
  if (!pending || pending.userId !== user.id || ctx.clock().getTime() - pending.at > TTL * 1000) return undefined;
  const step = matchingStep(ctx.secrets.decrypt(pending.encrypted), code, ctx.clock(), settings.get('OTP_VALID_WINDOW'));
  return step === undefined ? undefined : { encrypted: pending.encrypted, step };
}

/**
 * The first factor of a person turns MFA on and brings recovery codes; later ones leave both as they are.
 * @returns the codes, to be shown once; empty when there were some already
 */
export async function factorAdded(ctx: Context, userId: string): Promise<string[]> {
  await turnMfaOn(ctx, userId);
  return (await unusedCodes(ctx, userId)) > 0 ? [] : makeRecoveryCodes(ctx, userId);
}

/** Binds the authenticator; the code it was proved with is spent. Inside a transaction, with the person as the actor. */
export async function bindAuthenticator(ctx: Context, user: LoginUser, proven: { encrypted: string; step: number }): Promise<string[]> {
  await storeAuthenticator(ctx, user.id, proven);
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: user.id,
    resource: user.username,
    changes: [{ field: 'is_otp_secret_key_bound', before: user.otp_secret ? 'Yes' : 'No', after: 'Yes' }],
  });
  delete (await ensureSession(ctx)).data.enrolment;
  return factorAdded(ctx, user.id);
}

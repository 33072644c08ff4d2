import type { Context } from '@postern/resource';
import { Secret, TOTP } from 'otpauth';
import { consumeOtpStep } from '../users/index.ts';

/** Length of a step in seconds (RFC 6238 §5.2). */
export const PERIOD = 30;

/** Step a code belongs to, or undefined when it fits none of those accepted. `window` is steps on each side. */
export function matchingStep(secret: string, code: string, now: Date, window: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD, digits: 6, algorithm: 'SHA1' }).validate({
    token: code,
    timestamp: now.getTime(),
    window,
  });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

/**
 * True once per code: the step is remembered in the same statement, so that a code seen by somebody else is worth nothing
 * (RFC 6238 §5.2).
 */
export async function useCode(
  ctx: Context,
  user: { id: string; otp_secret: string | null },
  code: string,
  window: number,
): Promise<boolean> {
  if (!user.otp_secret) return false;
  const step = matchingStep(ctx.secrets.decrypt(user.otp_secret), code, ctx.clock(), window);
  return step !== undefined && consumeOtpStep(ctx, user.id, step);
}

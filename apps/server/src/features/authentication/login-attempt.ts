import type { Context } from '@postern/resource';
import { appendLoginLog, type LoginAttempt } from '../../platform/audit/login-log.ts';
import { addressListed } from '../../platform/auth/address-list.ts';
import { type FailureResult, pausedBy, type Try } from '../../platform/auth/lockout.ts';
import type { Place } from '../../platform/locations.ts';
import type { Terms } from '../terms/index.ts';
import type { ExternalFacts } from './external-facts.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import type { LoginUser } from './login-user.ts';
import { type Refusal, type RefusalCode, refusal } from './refusals.ts';

/** Where somebody logs in from, and by what. */
export interface Origin {
  ip: string;
  /** Null where no database of places is kept. */
  city: Place | null;
  type: LoginAttempt['type'];
}

/** What a step of a login has come to. */
export type Outcome =
  | {
      state: 'ready';
      user: LoginUser;
      backend: string;
      keyId?: string;
      external?: ExternalFacts;
      keep: boolean;
      mfa: boolean;
      factor?: string;
      trust: boolean;
    }
  /** `trustDays`: for so long this browser may be trusted without; 0 where it may not. */
  | { state: 'mfa'; answer: Refusal; user?: LoginUser; methods: string[]; trustDays?: number }
  /** A second factor is wanted and there is none yet: it is set up on the way in. */
  | { state: 'enrol'; answer: Refusal }
  /** All is shown, and somebody else has to approve it (docs/wire/authentication.md#reviewed-logins). */
  | { state: 'review'; answer: Refusal; ticket: string; assignees: readonly string[] }
  /** All is shown, and terms of use have to be accepted. */
  | { state: 'terms'; answer: Refusal; terms: Terms }
  /** All is shown, and the password has to be replaced. */
  | { state: 'due'; answer: Refusal }
  | { state: 'refused'; answer: Refusal };

/**
 * One row of the login log, in a transaction of its own: it stands whatever becomes of the request.
 * @param also what is written with it, or not at all
 */
export async function logLogin(
  ctx: Context,
  origin: Origin,
  attempt: Pick<LoginAttempt, 'username' | 'ok'> & Partial<LoginAttempt>,
  also?: (ctx: Context) => Promise<void>,
): Promise<void> {
  const row: LoginAttempt = { mfa: 2, ...attempt, ip: origin.ip, city: origin.city, type: origin.type, userAgent: ctx.origin.userAgent };
  await ctx.tx.transaction().execute(async (tx) => {
    await also?.({ ...ctx, tx });
    await appendLoginLog(tx, row, ctx.clock());
  });
}

/** Who tried, as far as it is known, and by what they had proved it. */
export type Tried = { username: string; userId?: string } & Pick<LoginAttempt, 'backend' | 'facts'>;

/** Refuses a login, and writes that into the login log. */
export async function refuse(
  ctx: Context,
  origin: Origin,
  code: RefusalCode,
  who: Tried,
  params: Record<string, unknown> = {},
): Promise<Outcome> {
  await logLogin(ctx, origin, { ...who, ok: false, reason: code, mfa: 2 });
  return { state: 'refused', answer: refusal(code, ctx.language, params) };
}

/** Addresses of the white list have no pauses. */
export const neverPauses = ({ settings }: LoginDeps, { ip }: Origin): boolean =>
  addressListed(ip, settings.get('SECURITY_LOGIN_IP_WHITE_LIST'));

/** Refusal of an address of the black list. */
export async function refuseAddress(ctx: Context, { settings }: LoginDeps, username: string, origin: Origin): Promise<Outcome | undefined> {
  if (!addressListed(origin.ip, settings.get('SECURITY_LOGIN_IP_BLACK_LIST'))) return undefined;
  return refuse(ctx, origin, 'block_global_ip_login', { username }, { minutes: limitsOf(settings).ipMinutes });
}

/** Refusal while an address or a name pauses; undefined when neither does. Names pause whether or not they exist. */
export async function refusePaused(ctx: Context, deps: LoginDeps, tried: Try, origin: Origin): Promise<Outcome | undefined> {
  const { username } = tried;
  const blocked = await refuseAddress(ctx, deps, username, origin);
  if (blocked) return blocked;
  const pause = await pausedBy(ctx.tx, tried);
  if (!pause) return undefined;
  const { by, minutes } = pause;
  if (by === 'user') return refuse(ctx, origin, tried.kind === 'mfa' ? 'block_mfa' : 'block_login', { username }, { minutes });
  return refuse(ctx, origin, 'block_global_ip_login', { username }, { minutes });
}

/** The answer to a wrong try that has been counted. */
export async function failed(
  ctx: Context,
  deps: LoginDeps,
  kind: Try['kind'],
  who: Tried,
  origin: Origin,
  counted: FailureResult,
): Promise<Outcome> {
  const minutes = counted.minutes || limitsOf(deps.settings).minutes;
  if (counted.locked === 'user' || counted.over) return refuse(ctx, origin, kind === 'mfa' ? 'block_mfa' : 'block_login', who, { minutes });
  return refuse(ctx, origin, kind === 'mfa' ? 'mfa_failed' : 'password_failed', who, { remaining: counted.remaining, minutes });
}

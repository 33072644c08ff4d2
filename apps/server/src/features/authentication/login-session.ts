import type { Context } from '@postern/resource';
import type { LoginFacts } from '../../platform/audit/login-log.ts';
import { knownDevice, networkOf, rememberDevice, trustDevice } from '../../platform/auth/known-devices.ts';
import { loginEnds } from '../../platform/auth/login-ends.ts';
import { endOtherSessions, startUserSession } from '../../platform/auth/sessions.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { noteLogin } from '../users/index.ts';
import { asUser } from './acting.ts';
import type { LoginDeps } from './limits.ts';
import { logLogin, type Origin, type Outcome } from './login-attempt.ts';
import { knownSoFar } from './login-steps.ts';
import type { LoginUser } from './login-user.ts';
import { mfaOf } from './second-factors.ts';

/** Whether it was shown, or the person is one who has to. */
const mfaFlag = (user: LoginUser, deps: LoginDeps, shown: boolean): 0 | 1 => (shown || mfaOf(user, deps).needed ? 1 : 0);

type Ready = Extract<Outcome, { state: 'ready' }>;

/**
 * Marks the user as logged in, in the log and on the account.
 * @param made the login that came of it
 */
export async function recordLogin(
  ctx: Context,
  deps: LoginDeps,
  outcome: Ready,
  origin: Origin,
  made: Pick<LoginFacts, 'session' | 'known'>,
): Promise<void> {
  const { user, keep } = outcome;
  const { backend, facts } = knownSoFar(outcome);
  const attempt = {
    username: user.username,
    userId: user.id,
    ok: true,
    backend,
    mfa: mfaFlag(user, deps, outcome.mfa),
    facts: { ...facts, ...made, ...(keep ? { keep } : {}) },
  };
  await logLogin(ctx, origin, attempt, (inner) => noteLogin(inner, user.id));
  await deps.loggedIn?.(ctx, user.id, origin).catch((error: unknown) => ctx.log.warn({ err: error }, 'a login was not told of'));
}

/** Opens the browser session: new key, new CSRF token, nothing of the anonymous one but what the login has shown. */
export async function openSession(ctx: Context, deps: LoginDeps, outcome: Ready, origin: Origin): Promise<void> {
  const { user, backend, keep, mfa, trust, external } = outcome;
  const now = ctx.clock().getTime();
  const data: Record<string, unknown> = { login_time: now, backend, mfa, ...(external ? { external } : {}) };
  const known = (await knownDevice(ctx, user.username)) !== undefined;
  const session = await startUserSession(ctx, { userId: user.id, keep, ends: loginEnds(deps.settings), data });
  if (deps.settings.get('USER_LOGIN_SINGLE_MACHINE_ENABLED')) await endOtherSessions(ctx, ctx.tx, user.id, true);
  const device = await rememberDevice(ctx, user.id);
  if (trust) await trustFromNow(ctx, user, device, networkOf(origin.ip));
  await recordLogin(ctx, deps, outcome, origin, { session: session.id, known });
}

/** As the log of operations calls it. */
const TRUSTED = 'trusteddevice';

async function trustFromNow(ctx: Context, user: LoginUser, device: string, network: string): Promise<void> {
  await inTransaction(ctx.tx, asUser(ctx, user), async (inner) => {
    await trustDevice(inner, device, network);
    inner.audit({ action: 'create', resourceType: TRUSTED, resourceId: device, resource: `${user.name}(${user.username}): ${network}` });
  });
}

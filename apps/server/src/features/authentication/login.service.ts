import type { Context } from '@postern/resource';
import { type HashSlot, inHashQueue, queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { knownDevice } from '../../platform/auth/known-devices.ts';
import { clearFailures, countTry, type Try } from '../../platform/auth/lockout.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { type Proof, proveFactor } from './factors.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { failed, neverPauses, type Origin, type Outcome, refuse, refusePaused } from './login-attempt.ts';
import { type Marks, onward, pendingLogin } from './login-steps.ts';
import { findByUsername, type LoginUser } from './login-user.ts';
import type { Site } from './passkeys.ts';
import { backendFor, type Credentials, passwordDue, provenAhead } from './password-proof.ts';
import { refusal } from './refusals.ts';

/**
 * The password step, in the order of docs/wire/authentication.md#how-a-login-goes. Counters and logs are written outside any
 * transaction. Nothing in the answers tells whether a name exists before its password was right. The whole step has its turn
 * in the line of hashes: a try that finds no place in it is neither counted nor logged, and costs next to nothing.
 */
export function checkCredentials(ctx: Context, deps: LoginDeps, given: Credentials, origin: Origin): Promise<Outcome> {
  const username = given.username.trim().slice(0, 128);
  return inHashQueue(queueKeyOf(ctx, username, { ip: origin.ip }), (slot) => passwordStep(ctx, deps, { ...given, username }, origin, slot));
}

async function passwordStep(ctx: Context, deps: LoginDeps, given: Credentials, origin: Origin, slot: HashSlot): Promise<Outcome> {
  const { username } = given;
  const limits = limitsOf(deps.settings);
  const device = await knownDevice(ctx, username);
  // A component has verified the signature of a key: that is no guess.
  const byKey = given.publicKey !== undefined;
  // Neither counted nor hashed: nothing was tried.
  if (!byKey && ctx.actor.kind === 'component' && !deps.settings.get('TERMINAL_PASSWORD_AUTH'))
    return refuse(ctx, origin, 'password_not_taken', { username });
  const user = await findByUsername(ctx, username);
  const ahead = await provenAhead(ctx, deps, user, given, origin);
  // With the factor shown, wrong passwords count by themselves: what others did from the same address is not in the way.
  const place = { ip: origin.ip, device: ahead ? `ahead ${origin.ip}` : device, spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'login', username, ...place, trusted: byKey };
  const refused = await refusePaused(ctx, deps, tried, origin);
  if (refused) return refused;
  const counted = await countTry(ctx.tx, tried, limits);
  if (counted.over) return failed(ctx, deps, 'login', { username }, origin, counted);
  const wayIn = await backendFor(ctx, deps, user, given, slot);
  if (!user || !wayIn) return failed(ctx, deps, 'login', { username, ...(user ? { userId: user.id } : {}) }, origin, counted);
  const who = { username, userId: user.id };
  await clearFailures(ctx.tx, tried, limits);
  if (!user.is_active) return refuse(ctx, origin, 'user_inactive', who);
  if (user.expired) return refuse(ctx, origin, 'user_expired', who);
  if ((await deps.loginRule(ctx, user.id, origin.ip)).action === 'reject') return refuse(ctx, origin, 'acl_not_allow', who);
  const session = await ensureSession(ctx);
  const due = wayIn.backend === 'Password' ? passwordDue(user, deps, given, ctx.clock()) : undefined;
  const marks: Marks = {
    userId: user.id,
    at: ctx.clock().getTime(),
    ...wayIn,
    keep: given.keep,
    from: origin,
    ...(due ? { newPassword: due } : {}),
    ...(ahead ? { mfa: true } : {}),
  };
  session.data.login = marks;
  return onward(ctx, deps, user, marks, origin);
}

/** Goes on with a login whose password step is done; undefined when there is none, or it is somebody else's. */
export async function resumeLogin(ctx: Context, deps: LoginDeps, username: string, origin: Origin): Promise<Outcome | undefined> {
  const pending = await pendingLogin(ctx);
  if (!pending || (username !== '' && pending.user.username !== username)) return undefined;
  return onward(ctx, deps, pending.user, pending.marks, origin);
}

/** The second factor: marks it as shown, or counts a failure. */
export async function checkMfa(ctx: Context, deps: LoginDeps, proof: Proof, origin: Origin, site: Site): Promise<Outcome> {
  const pending = await pendingLogin(ctx);
  if (!pending) return { state: 'refused', answer: refusal('session_empty', ctx.language) };
  const { user, marks } = pending;
  const place = { ip: origin.ip, device: await knownDevice(ctx, user.username), spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'mfa', username: user.username, ...place };
  const refused = await refusePaused(ctx, deps, tried, origin);
  if (refused) return refused;
  const limits = limitsOf(deps.settings);
  const who = { username: user.username, userId: user.id };
  const counted = await countTry(ctx.tx, tried, limits);
  const right = !counted.over && (await proveFactor(ctx, deps, user, proof, { site, purpose: 'login' }));
  if (!right) return failed(ctx, deps, 'mfa', who, origin, counted);
  await clearFailures(ctx.tx, tried, limits);
  marks.mfa = true;
  return onward(ctx, deps, user, marks, origin);
}

/** After a due password was replaced: the login ends. */
export function passwordReplaced(ctx: Context, deps: LoginDeps, user: LoginUser, marks: Marks, origin: Origin): Promise<Outcome> {
  delete marks.newPassword;
  return onward(ctx, deps, { ...user, need_update_password: false, date_password_last_updated: ctx.clock() }, marks, origin);
}

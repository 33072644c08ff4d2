import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { appendLoginLog, type LoginAttempt } from '../../platform/audit/login-log.ts';
import { addressListed } from '../../platform/auth/address-list.ts';
import { type HashSlot, inHashQueue, queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { knownDevice, rememberDevice } from '../../platform/auth/known-devices.ts';
import { clearFailures, countTry, type FailureResult, pausedBy, type Try } from '../../platform/auth/lockout.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../platform/auth/passwords.ts';
import { endOtherSessions, ensureSession, startUserSession } from '../../platform/auth/sessions.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { noteLogin, sameKey, storeRehash } from '../users/index.ts';
import { asUser, type Proof, proveFactor } from './factors.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { findById, findByUsername, type LoginUser, mfaOf, passwordExpired } from './login-user.ts';
import type { Site } from './passkeys.ts';
import { type Refusal, type RefusalCode, refusal } from './refusals.ts';

/** Seconds a finished password step is good for. */
const STEP_TTL = 600;

/** Codes ahead of the password are typed; signing takes a challenge, which a login that pauses is not given. */
const NOWHERE: Site = { rpId: undefined, origin: '', name: '' };

/** What somebody typed, and where from. */
export interface Credentials {
  username: string;
  password: string;
  /** A key that a component has already verified by signature; only components may send one. */
  publicKey?: string;
  keep: boolean;
  /** A code of the second factor given along with the password: it gets past a pause of the name. */
  ahead?: Proof;
}

export interface Origin {
  ip: string;
  type: LoginAttempt['type'];
}

export type Outcome =
  | { state: 'ready'; user: LoginUser; backend: string; keep: boolean; mfa: boolean }
  | { state: 'mfa'; answer: Refusal; methods: string[] }
  /** A second factor is wanted and there is none yet: it is set up on the way in. */
  | { state: 'enrol'; answer: Refusal }
  /** All is shown, and somebody else has to approve it (docs/wire/authentication.md#reviewed-logins). */
  | { state: 'review'; answer: Refusal; ticket: string; assignees: readonly string[] }
  /** All is shown, and the password has to be replaced. */
  | { state: 'due'; answer: Refusal }
  | { state: 'refused'; answer: Refusal };

type DueCode = Extract<RefusalCode, `passwd_${string}`>;

/** Kept in the anonymous session between the steps of one login. */
interface Marks {
  userId: string;
  at: number;
  backend: string;
  keep: boolean;
  /** Where the person is; the calls after the password do not all say so. */
  from: Origin;
  /** Why the password itself has to be replaced before the login ends. */
  newPassword?: DueCode;
  mfa?: true;
  /** The ticket this login waits for. */
  ticket?: string;
}

/** One row of the login log, in a transaction of its own: it stands whatever becomes of the request. */
export async function logLogin(
  ctx: Context,
  origin: Origin,
  attempt: Pick<LoginAttempt, 'username' | 'ok'> & Partial<LoginAttempt>,
): Promise<void> {
  const row: LoginAttempt = { mfa: 2, ...attempt, ip: origin.ip, type: origin.type, userAgent: ctx.origin.userAgent };
  await ctx.tx.transaction().execute((trx) => appendLoginLog(trx, row, ctx.clock()));
}

export async function refuse(
  ctx: Context,
  origin: Origin,
  code: RefusalCode,
  who: { username: string; userId?: string },
  params: Record<string, unknown> = {},
): Promise<Outcome> {
  await logLogin(ctx, origin, { ...who, ok: false, reason: code, mfa: 2 });
  return { state: 'refused', answer: refusal(code, ctx.language, params) };
}

const neverPauses = ({ settings }: LoginDeps, { ip }: Origin): boolean => addressListed(ip, settings.get('SECURITY_LOGIN_IP_WHITE_LIST'));

/** Refusal while an address or a name pauses; undefined when neither does. Names pause whether or not they exist. */
async function refusePaused(ctx: Context, deps: LoginDeps, tried: Try, origin: Origin): Promise<Outcome | undefined> {
  const { settings } = deps;
  const limits = limitsOf(settings);
  const { username } = tried;
  if (addressListed(origin.ip, settings.get('SECURITY_LOGIN_IP_BLACK_LIST'))) {
    return refuse(ctx, origin, 'block_global_ip_login', { username }, { minutes: limits.ipMinutes });
  }
  const pause = await pausedBy(ctx.tx, tried);
  if (!pause) return undefined;
  const { by, minutes } = pause;
  if (by === 'user') return refuse(ctx, origin, tried.kind === 'mfa' ? 'block_mfa' : 'block_login', { username }, { minutes });
  return refuse(ctx, origin, 'block_global_ip_login', { username }, { minutes });
}

/** The answer to a wrong try that has been counted. */
async function failed(
  ctx: Context,
  deps: LoginDeps,
  kind: Try['kind'],
  who: { username: string; userId?: string },
  origin: Origin,
  counted: FailureResult,
): Promise<Outcome> {
  const minutes = counted.minutes || limitsOf(deps.settings).minutes;
  if (counted.locked === 'user' || counted.over) return refuse(ctx, origin, kind === 'mfa' ? 'block_mfa' : 'block_login', who, { minutes });
  return refuse(ctx, origin, kind === 'mfa' ? 'mfa_failed' : 'password_failed', who, { remaining: counted.remaining, minutes });
}

/**
 * Whether a code that came along with the password is right. Asked before the password, so that nobody without the factor
 * learns anything of it while the name pauses. Counted per address: a code is worth nothing without the password, so guessing
 * it from many addresses leads nowhere, and nobody can close this way to its owner.
 */
async function provenAhead(
  ctx: Context,
  deps: LoginDeps,
  user: LoginUser | undefined,
  given: Credentials,
  origin: Origin,
): Promise<boolean> {
  if (!given.ahead) return false;
  const tried: Try = { kind: 'ahead', username: given.username, ip: origin.ip };
  const limits = limitsOf(deps.settings);
  if ((await pausedBy(ctx.tx, tried)) || (await countTry(ctx.tx, tried, limits)).over || !user) return false;
  if (given.ahead.type === 'passkey' || mfaOf(user, deps.settings).methods.length === 0) return false;
  if (!(await proveFactor(ctx, deps, user, given.ahead, { site: NOWHERE, purpose: 'login' }))) return false;
  await clearFailures(ctx.tx, tried, limits);
  return true;
}

/** Which way in fits; undefined when none does. An unknown name costs as much time as a known one. */
async function backendFor(
  ctx: Context,
  deps: LoginDeps,
  user: LoginUser | undefined,
  { password, publicKey }: Credentials,
  slot: HashSlot,
): Promise<string | undefined> {
  if (publicKey !== undefined) {
    const allowed = deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH') && ctx.actor.kind === 'component';
    return allowed && user?.public_key && sameKey(user.public_key, publicKey) ? 'SSH Key' : undefined;
  }
  const hash = user?.source === 'local' ? user.password_hash : null;
  if (!(await verifyPassword(slot, password, hash)) || !user || !hash) return undefined;
  if (needsRehash(hash)) await storeRehash(ctx, user.id, await hashPassword(slot, password));
  return 'Password';
}

/** Why a right password is not yet a login; undefined when it is. */
function passwordDue(user: LoginUser, deps: LoginDeps, { password }: Credentials, now: Date): DueCode | undefined {
  if (passwordExpired(user, deps.settings, now)) return 'passwd_has_expired';
  if (user.superuser && password === 'admin') return 'passwd_too_simple';
  return user.need_update_password && user.source === 'local' ? 'passwd_need_update' : undefined;
}

const marksOf = (data: Record<string, unknown>): Marks | undefined => data.login as Marks | undefined;

/** The user a login in this session has come to, when its password step is still good. */
export async function pendingLogin(ctx: Context): Promise<{ user: LoginUser; marks: Marks } | undefined> {
  const session = await ensureSession(ctx);
  const marks = marksOf(session.data);
  if (!marks || ctx.clock().getTime() - marks.at > STEP_TTL * 1000) return undefined;
  const user = await findById(ctx, marks.userId);
  return user?.is_active && !user.expired ? { user, marks } : undefined;
}

/**
 * What is next after the password: the second factor, setting one up, a new password, or nothing. The factor comes first:
 * who has only found out an old password must not be able to choose the new one.
 */
export function nextStep(ctx: Context, deps: LoginDeps, user: LoginUser, marks: Marks): Outcome {
  const mfa = mfaOf(user, deps.settings);
  if (mfa.needed && !marks.mfa) {
    if (mfa.methods.length > 0) return { state: 'mfa', answer: refusal('mfa_required', ctx.language), methods: mfa.methods };
    return { state: 'enrol', answer: refusal('mfa_unset', ctx.language) };
  }
  if (marks.newPassword) return { state: 'due', answer: refusal(marks.newPassword, ctx.language) };
  return { state: 'ready', user, backend: marks.backend, keep: marks.keep, mfa: marks.mfa === true };
}

/**
 * Goes one step on: what is missing, and once nothing is, what the login rules say now. A rule that wants a review makes
 * the login wait for its ticket; an approval counts for this person, this rule and this login, once.
 */
export async function onward(ctx: Context, deps: LoginDeps, user: LoginUser, marks: Marks, origin: Origin): Promise<Outcome> {
  const step = nextStep(ctx, deps, user, marks);
  if (step.state !== 'ready') return step;
  const who = { username: user.username, userId: user.id };
  const { action, rule } = await deps.loginRule(ctx, user.id, origin.ip);
  if (action === 'accept' || !rule) return step;
  const session = await ensureSession(ctx);
  if (action === 'reject') {
    delete session.data.login;
    return refuse(ctx, origin, 'acl_not_allow', who);
  }
  const { reviews } = deps;
  let { ticket } = marks;
  const known = ticket ? await reviews.state(ctx, ticket) : undefined;
  if (!ticket || !known || known.ruleId !== rule.id || known.applicantId !== user.id) {
    try {
      ticket = await inTransaction(ctx.tx, asUser(ctx, user), (inner) => reviews.open(inner, { user, rule, ip: origin.ip }));
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'review_impossible') throw error;
      delete session.data.login;
      return refuse(ctx, origin, 'review_impossible', who);
    }
    marks.ticket = ticket;
    // All was shown just now; the ticket closes by itself after the same time.
    marks.at = ctx.clock().getTime();
  } else if (known.state === 'approved') {
    if (await reviews.use(ctx, ticket)) return step;
    delete session.data.login;
    return refuse(ctx, origin, 'login_confirm_error', who);
  } else if (known.state !== 'pending') {
    delete session.data.login;
    return refuse(ctx, origin, 'login_confirm_error', who);
  }
  return { state: 'review', answer: refusal('login_confirm_wait', ctx.language), ticket, assignees: await reviews.assignees(ctx, ticket) };
}

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
  const backend = await backendFor(ctx, deps, user, given, slot);
  if (!user || !backend) return failed(ctx, deps, 'login', { username, ...(user ? { userId: user.id } : {}) }, origin, counted);
  const who = { username, userId: user.id };
  await clearFailures(ctx.tx, tried, limits);
  if (!user.is_active) return refuse(ctx, origin, 'user_inactive', who);
  if (user.expired) return refuse(ctx, origin, 'user_expired', who);
  if ((await deps.loginRule(ctx, user.id, origin.ip)).action === 'reject') return refuse(ctx, origin, 'acl_not_allow', who);
  const session = await ensureSession(ctx);
  const due = backend === 'Password' ? passwordDue(user, deps, given, ctx.clock()) : undefined;
  const marks: Marks = {
    userId: user.id,
    at: ctx.clock().getTime(),
    backend,
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

const mfaFlag = (user: LoginUser, deps: LoginDeps): 0 | 1 => (mfaOf(user, deps.settings).needed ? 1 : 0);

/** Marks the user as logged in, in the log and on the account. */
export async function recordLogin(ctx: Context, deps: LoginDeps, user: LoginUser, backend: string, origin: Origin): Promise<void> {
  await noteLogin(ctx, user.id);
  await logLogin(ctx, origin, { username: user.username, userId: user.id, ok: true, backend, mfa: mfaFlag(user, deps) });
  await deps.loggedIn?.(ctx, user.id, origin.ip).catch((error: unknown) => ctx.log.warn({ err: error }, 'a login was not told of'));
}

/** Opens the browser session: new key, new CSRF token, nothing of the anonymous one but what the login has shown. */
export async function openSession(
  ctx: Context,
  deps: LoginDeps,
  outcome: Extract<Outcome, { state: 'ready' }>,
  origin: Origin,
): Promise<void> {
  const { user, backend, keep, mfa } = outcome;
  const now = ctx.clock().getTime();
  const data: Record<string, unknown> = { login_time: now, backend, mfa };
  await startUserSession(ctx, { userId: user.id, keep, age: deps.settings.get('SESSION_COOKIE_AGE'), data });
  if (deps.settings.get('USER_LOGIN_SINGLE_MACHINE_ENABLED')) await endOtherSessions(ctx, ctx.tx, user.id, true);
  await rememberDevice(ctx, user.id);
  await recordLogin(ctx, deps, user, backend, origin);
}

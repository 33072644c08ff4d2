import { loginPageOf } from '@postern/contract/login-page';
import type { Context } from '@postern/resource';
import { type HashSlot, inHashQueue, queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { knownDevice, networkOf, trustedHere } from '../../platform/auth/known-devices.ts';
import { clearFailures, countTry, type FailureResult, type Try } from '../../platform/auth/lockout.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';
import type { ExternalPerson } from '../identities/index.ts';
import { proveFactor, reached } from './factors.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { type Asked, answerRefused, askedAgain, forgetAsked, openAsked, placeAsks } from './login-asked.ts';
import { failed, neverPauses, type Origin, type Outcome, refuse, refuseAddress, refusePaused } from './login-attempt.ts';
import { knownSoFar, type Marks, onward, pendingLogin } from './login-steps.ts';
import { findById, findByUsername, type LoginUser } from './login-user.ts';
import type { Site } from './passkeys.ts';
import { askElsewhere, askPlace, backendFor, type Credentials, passwordDue, placesFor, provenAhead, type WayIn } from './password-proof.ts';
import { looksLikeRecoveryCode } from './recovery-codes.ts';
import { refusal } from './refusals.ts';
import { ELSEWHERE, mfaOf, type Proof, RECOVERY } from './second-factors.ts';

/** A name as it is looked up: blanks around it are nobody's. */
export const nameTyped = (username: string): string => username.trim().slice(0, 128);

/**
 * The password step, in the order of docs/wire/authentication.md#how-a-login-goes. Counters and logs are written outside any
 * transaction. Nothing in the answers tells whether a name exists before its password was right. What is done here has its turn
 * in the line of hashes: a try that finds no place in it is neither counted nor logged, and costs next to nothing. Places elsewhere
 * are asked after it, so that one which is slow keeps nobody from logging in by a password of ours.
 */
export async function checkCredentials(ctx: Context, deps: LoginDeps, given: Credentials, origin: Origin): Promise<Outcome> {
  const typed = { ...given, username: nameTyped(given.username) };
  const key = queueKeyOf(ctx, typed.username, { ip: origin.ip });
  const step = await inHashQueue(key, (slot) => passwordStep(ctx, deps, typed, origin, slot));
  return 'outcome' in step ? step.outcome : elsewhereStep(ctx, deps, typed, origin, step);
}

/** A try that was counted, and what is known of whose it is. */
interface Tried {
  user: LoginUser | undefined;
  tried: Try;
  counted: FailureResult;
  /** A code of the second factor came along, and was right. */
  ahead: boolean;
}

const factsOf = ({ source, provider, subject }: ExternalPerson) => ({ source, provider, subject });
const whoOf = (username: string, user: LoginUser | undefined) => ({ username, ...(user ? { userId: user.id } : {}) });

async function passwordStep(
  ctx: Context,
  deps: LoginDeps,
  given: Credentials,
  origin: Origin,
  slot: HashSlot,
): Promise<{ outcome: Outcome } | Tried> {
  const { username } = given;
  const device = await knownDevice(ctx, username);
  // A component has verified the signature of a key: that is no guess.
  const byKey = given.publicKey !== undefined;
  // Neither counted nor hashed: nothing was tried.
  if (!byKey && ctx.actor.kind === 'component' && !deps.settings.get('TERMINAL_PASSWORD_AUTH'))
    return { outcome: await refuse(ctx, origin, 'password_not_taken', { username }) };
  const user = await findByUsername(ctx, username);
  const ahead = await provenAhead(ctx, deps, user, given, origin);
  // With the factor shown, wrong passwords count by themselves: what others did from the same address is not in the way.
  const place = { ip: origin.ip, device: ahead ? `ahead ${origin.ip}` : device, spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'login', username, ...place, trusted: byKey };
  const refused = await refusePaused(ctx, deps, tried, origin);
  if (refused) return { outcome: refused };
  const counted = await countTry(ctx.tx, tried, limitsOf(deps.settings));
  const who = whoOf(username, user);
  if (counted.over) return { outcome: await failed(ctx, deps, 'login', { username }, origin, counted) };
  const wayIn = await backendFor(ctx, deps, user, given, slot);
  if (user && wayIn) return { outcome: await proved(ctx, deps, { user, wayIn, tried, ahead, given }, origin) };
  if (!byKey && placesFor(deps, user).length > 0) return { user, tried, counted, ahead };
  return { outcome: await failed(ctx, deps, 'login', who, origin, counted) };
}

/** The password is none of ours: what places elsewhere say of it. */
async function elsewhereStep(ctx: Context, deps: LoginDeps, given: Credentials, origin: Origin, step: Tried): Promise<Outcome> {
  const { user, tried, counted, ahead } = step;
  const { username } = given;
  const answer = await askElsewhere(
    ctx,
    placesFor(deps, user),
    { ...given, password: given.password + (given.challenge ?? '') },
    origin.ip,
  );
  if (answer.state === 'wrong') return failed(ctx, deps, 'login', whoOf(username, user), origin, counted);
  if (answer.state === 'unreachable') return refuse(ctx, origin, 'external_unreachable', whoOf(username, user));
  if (answer.state === 'asks') {
    await clearFailures(ctx.tx, tried, limitsOf(deps.settings));
    return placeAsks(ctx, { source: answer.place.source, username, keep: given.keep, ahead }, answer.asks);
  }
  const admitted = await personHere(ctx, deps, answer, origin);
  if ('outcome' in admitted) return admitted.outcome;
  const wayIn: WayIn = { backend: answer.backend, external: factsOf(answer.person) };
  return proved(ctx, deps, { user: admitted.user, wayIn, tried, ahead, given }, origin);
}

/** Who somebody is here whom another place vouches for. */
async function personHere(
  ctx: Context,
  deps: LoginDeps,
  { person, backend }: { person: ExternalPerson; backend: string },
  origin: Origin,
): Promise<{ user: LoginUser } | { outcome: Outcome }> {
  const who = { username: person.username.slice(0, 128), backend };
  const admission = await deps.ways.admit(person);
  if ('refused' in admission) return { outcome: await refuse(ctx, origin, admission.refused, who) };
  const user = await findById(ctx, admission.userId);
  return user ? { user } : { outcome: await refuse(ctx, origin, 'external_unknown', who) };
}

interface Proved {
  user: LoginUser;
  wayIn: WayIn;
  given: Pick<Credentials, 'password' | 'keep' | 'ahead'>;
  /** The try that this was; there is none where a browser came back from another place. */
  tried?: Try;
  /** The second factor is shown already. */
  ahead: boolean;
  /** By what. */
  factor?: string;
}

/** It is they: whether they get in, and what else is to be shown. */
async function proved(
  ctx: Context,
  deps: LoginDeps,
  { user, wayIn, given, tried, ahead, factor }: Proved,
  origin: Origin,
): Promise<Outcome> {
  const who = { username: user.username, userId: user.id, ...knownSoFar(wayIn) };
  if (tried) await clearFailures(ctx.tx, tried, limitsOf(deps.settings));
  if (!user.is_active) return refuse(ctx, origin, user.waiting ? 'external_waiting' : 'user_inactive', who);
  if (user.expired) return refuse(ctx, origin, user.from_outside ? 'outside_ended' : 'user_expired', who);
  const ruled = await deps.loginRule(ctx, user.id, origin.ip);
  const { action } = ruled;
  if (action === 'reject') return refuse(ctx, origin, 'acl_not_allow', who);
  const codeAsked = given.ahead && !wayIn.external && (action === 'mfa' || mfaOf(user, deps).needed);
  const codeRefused = codeAsked ? await codeAlong(ctx, deps, user, ahead, origin) : undefined;
  if (codeRefused) return codeRefused;
  const session = await ensureSession(ctx);
  const due = wayIn.backend === 'Password' ? passwordDue(user, deps, given, ctx.clock()) : undefined;
  // The other place has asked for its own second factor, where an administrator says that this is enough.
  const enough = wayIn.external !== undefined && !deps.settings.get('SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY');
  const trusted = await trustedHere(ctx, user.id, networkOf(origin.ip), deps.settings.get('SECURITY_MFA_TRUST_DAYS'));
  const marks: Marks = {
    userId: user.id,
    at: ctx.clock().getTime(),
    ...wayIn,
    keep: given.keep,
    from: origin,
    ...(due ? { newPassword: due } : {}),
    ...(ahead ? { mfa: true, factor: factor ?? given.ahead?.type ?? 'otp' } : {}),
    ...(enough ? { excused: 'elsewhere' } : trusted ? { excused: 'trusted' } : {}),
  };
  session.data.login = marks;
  delete session.data.asked;
  // A code is looked at for a while; what was said before that is asked again.
  return onward(ctx, deps, user, marks, origin, codeAsked ? undefined : ruled);
}

/**
 * A code came along with a password that was right. From there it is a try at the second factor like any other and counts for the name: whoever has the
 * password must not guess codes from many addresses (CVE-2023-43650). A wrong one ends the login where the page asks for codes beside the password;
 * elsewhere it is asked for again.
 */
async function codeAlong(ctx: Context, deps: LoginDeps, user: LoginUser, right: boolean, origin: Origin): Promise<Outcome | undefined> {
  const { username, id: userId } = user;
  const place = { ip: origin.ip, device: await knownDevice(ctx, username), spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'mfa', username, ...place };
  const refused = await refusePaused(ctx, deps, tried, origin);
  if (refused || right) return refused;
  const counted = await countTry(ctx.tx, tried, limitsOf(deps.settings));
  if (!counted.locked && !counted.over && !loginPageOf(deps.settings).SECURITY_MFA_IN_LOGIN_PAGE) return undefined;
  return failed(ctx, deps, 'mfa', { username, userId }, origin, counted);
}

/**
 * Somebody came back from another place that vouches for them. What is missing of the login is asked on the login page, as after a password.
 * @param backend as the login log says it
 * @param facts what the place wants to know again when they log out
 * @param factor they have shown a second one there, and it counts here
 */
export async function externalLogin(
  ctx: Context,
  deps: LoginDeps,
  {
    person,
    backend,
    facts = {},
    factor = false,
  }: { person: ExternalPerson; backend: string; facts?: Readonly<Record<string, string>>; factor?: boolean },
  origin: Origin,
): Promise<Outcome> {
  const blocked = await refuseAddress(ctx, deps, person.username.slice(0, 128), origin);
  if (blocked) return blocked;
  const admitted = await personHere(ctx, deps, { person, backend }, origin);
  if ('outcome' in admitted) return admitted.outcome;
  const by = { backend, external: { ...facts, ...factsOf(person) }, ...(factor ? { both: true, factor: ELSEWHERE } : {}) };
  return provedBy(ctx, deps, admitted.user, by, origin);
}

/** By what somebody was proved to be a person of ours, in place of a password: a link that logs in once, a passkey. */
export interface ProvedBy {
  backend: string;
  keep?: boolean;
  /** It shows two factors at once. */
  both?: boolean;
  /** What the log calls the second of them; a passkey unless it says otherwise. */
  factor?: string;
  tried?: Try;
}

export async function provedLogin(ctx: Context, deps: LoginDeps, user: LoginUser, by: ProvedBy, origin: Origin): Promise<Outcome> {
  const blocked = await refuseAddress(ctx, deps, user.username, origin);
  return blocked ?? provedBy(ctx, deps, user, by, origin);
}

const provedBy = (ctx: Context, deps: LoginDeps, user: LoginUser, by: ProvedBy & WayIn, origin: Origin): Promise<Outcome> => {
  const { keep = false, both = false, factor = 'passkey', tried, ...wayIn } = by;
  return proved(ctx, deps, { user, wayIn, ahead: both, factor, given: { password: '', keep }, ...(tried ? { tried } : {}) }, origin);
};

/** Goes on with a login whose password step is done; undefined when there is none, or it is somebody else's. */
export async function resumeLogin(ctx: Context, deps: LoginDeps, username: string, origin: Origin): Promise<Outcome | undefined> {
  const asked = await openAsked(ctx, username);
  if (asked) return askedAgain(ctx, asked);
  const pending = await pendingLogin(ctx);
  if (!pending || (username !== '' && pending.user.username !== username)) return undefined;
  return onward(ctx, deps, pending.user, pending.marks, origin);
}

/** The answer to what another place asked for after the password: it vouches for the person, asks for more, or refuses. */
async function answerPlace(ctx: Context, deps: LoginDeps, asked: Asked, proof: Proof, origin: Origin): Promise<Outcome> {
  const { username, token, source, keep, ahead } = asked;
  const who = { username };
  const place = { ip: origin.ip, device: await knownDevice(ctx, username), spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'mfa', username, ...place };
  const refused = await refusePaused(ctx, deps, tried, origin);
  if (refused) return refused;
  const counted = await countTry(ctx.tx, tried, limitsOf(deps.settings));
  // What was asked for can be answered once.
  await forgetAsked(ctx);
  if (counted.over) return failed(ctx, deps, 'mfa', who, origin, counted);
  const way = deps.ways.passwords.find((one) => one.source === source && one.enabled());
  const verdict = way?.answer && (await askPlace(ctx, way, async () => way.answer?.(username, proof.code, token, origin.ip)));
  if (verdict?.state === 'unreachable') return refuse(ctx, origin, 'external_unreachable', who);
  if (verdict?.state === 'asks') return placeAsks(ctx, { source, username, keep, ahead }, verdict.asks);
  if (verdict?.state !== 'proved') return answerRefused(ctx, await failed(ctx, deps, 'mfa', who, origin, counted));
  await clearFailures(ctx.tx, tried, limitsOf(deps.settings));
  const admitted = await personHere(ctx, deps, verdict, origin);
  if ('outcome' in admitted) return admitted.outcome;
  const wayIn: WayIn = { backend: verdict.backend, external: factsOf(verdict.person) };
  return proved(ctx, deps, { user: admitted.user, wayIn, ahead, given: { password: '', keep } }, origin);
}

/** The second factor: marks it as shown, or counts a failure. @param trust it is not to be asked for again in this browser for a while */
export async function checkMfa(
  ctx: Context,
  deps: LoginDeps,
  proof: Proof,
  origin: Origin,
  { site, trust = false }: { site: Site; trust?: boolean },
): Promise<Outcome> {
  const asked = await openAsked(ctx, '');
  if (asked) return answerPlace(ctx, deps, asked, proof, origin);
  const pending = await pendingLogin(ctx);
  if (!pending) return { state: 'refused', answer: refusal('session_empty', ctx.language) };
  const { user, marks } = pending;
  const place = { ip: origin.ip, device: await knownDevice(ctx, user.username), spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'mfa', username: user.username, ...place };
  const refused = await refusePaused(ctx, deps, tried, origin);
  if (refused) return refused;
  const limits = limitsOf(deps.settings);
  const factor = looksLikeRecoveryCode(proof.code) ? RECOVERY : proof.type;
  const who = { username: user.username, userId: user.id, ...knownSoFar({ ...marks, factor }) };
  const counted = await countTry(ctx.tx, tried, limits);
  const right = counted.over ? false : await reached(proveFactor(ctx, deps, user, proof, { site, purpose: 'login', from: origin.ip }));
  if (right === undefined) return refuse(ctx, origin, 'external_unreachable', who);
  if (!right) return failed(ctx, deps, 'mfa', who, origin, counted);
  await clearFailures(ctx.tx, tried, limits);
  marks.mfa = true;
  marks.factor = factor;
  if (trust && !marks.byRule && deps.settings.get('SECURITY_MFA_TRUST_DAYS') > 0) marks.trust = true;
  return onward(ctx, deps, user, marks, origin);
}

/** After a due password was replaced: the login ends. */
export function passwordReplaced(ctx: Context, deps: LoginDeps, user: LoginUser, marks: Marks, origin: Origin): Promise<Outcome> {
  delete marks.newPassword;
  return onward(ctx, deps, { ...user, need_update_password: false, date_password_last_updated: ctx.clock() }, marks, origin);
}

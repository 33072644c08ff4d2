import { InvalidInput } from '@postern/contract/errors';
import { loginPageOf } from '@postern/contract/login-page';
import { type BodyOf, type Context, ok, type Reply, type Route } from '@postern/resource';
import { queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { login } from '../../platform/routes/login.ts';
import { page } from '../../platform/routes/page.ts';
import { acceptPassword, endLogins, storePassword } from '../users/index.ts';
import { asUser } from './acting.ts';
import { bindAuthenticator, provenEnrolment, startEnrolment } from './enrolment.ts';
import { browser, logOut, takeRefusal } from './external-landing.ts';
import { attempt } from './factors.ts';
import {
  ahead,
  aheadOf,
  chosenPassword,
  code,
  credential,
  challenge as dynamicCode,
  keep,
  method,
  neededCode,
  newPassword,
  newPasswordAgain,
  next,
  password,
  trust,
  username,
  work,
} from './fields.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { checkCredentials, checkMfa, nameTyped, passwordReplaced, resumeLogin } from './login.service.ts';
import { nextStep, onward, pendingLogin } from './login-steps.ts';
import { noteOutcome, workBefore } from './login-work.ts';
import { answer, LOGIN, SHORT, STEP, says } from './page-answer.ts';
import { passkeyLogin } from './passkey-login.ts';
import { passkeyRequest, signInRequest, siteOf } from './passkeys.ts';
import type { Credentials } from './password-proof.ts';
import { refusal } from './refusals.ts';
import { termsStep } from './terms-step.routes.ts';

const ENROL = 'only a session whose password step is done, of a person who needs a second factor and has none, gets further';

/** The login that stands before setting up a second factor. */
async function enrolling(ctx: Context, deps: LoginDeps): ReturnType<typeof pendingLogin> {
  const pending = await pendingLogin(ctx);
  return pending && nextStep(ctx, deps, pending.user, pending.marks).state === 'enrol' ? pending : undefined;
}

/** The second half of setting up an authenticator on the way in: the code proves it, counts as the second factor, and the login goes on. */
async function enrol(ctx: Context, deps: LoginDeps, typed: string, wanted: { next: string }): Promise<Reply> {
  const pending = await enrolling(ctx, deps);
  if (!pending) return ok(refusal('session_empty', ctx.language), 400);
  const { user, marks } = pending;
  let proven: Awaited<ReturnType<typeof provenEnrolment>>;
  const tried = await attempt(ctx, deps, 'mfa', user.username, async () => {
    proven = await provenEnrolment(ctx, deps.settings, user, typed);
    return proven !== undefined;
  });
  if (tried.state !== 'right' || !proven) {
    const { minutes } = limitsOf(deps.settings);
    const why =
      tried.state === 'wrong'
        ? refusal('mfa_failed', ctx.language, { remaining: tried.remaining, minutes })
        : refusal('block_mfa', ctx.language, { minutes });
    return ok(why, 400);
  }
  const found = proven;
  const codes = await inTransaction(ctx.tx, asUser(ctx, user), async (inner) => {
    const made = await bindAuthenticator(inner, user, found);
    await endLogins(inner, user.id);
    return made;
  });
  marks.mfa = true;
  const step = await answer(ctx, deps, wanted, await onward(ctx, deps, user, marks, browser(ctx, deps)));
  // Shown once, so they travel with whatever comes next.
  return says({ ...step.body, recovery_codes: codes });
}

/** The codes that came along: one behind the password counts as that of a second factor, too; without the setting there is none. */
function codesOf({ settings }: LoginDeps, body: BodyOf<typeof ahead> & { challenge: string }): Pick<Credentials, 'ahead' | 'challenge'> {
  const { challenge } = body;
  if (challenge === '' || !loginPageOf(settings).SECURITY_LOGIN_CHALLENGE_ENABLED) return aheadOf(body);
  return { challenge, ahead: { type: 'otp', code: challenge.trim() } };
}

const because = 'people log in here; wrong tries are counted per name and address';

const passwordStep = (deps: LoginDeps): Route =>
  login({
    path: LOGIN,
    name: 'authentication.page.login',
    because,
    ...STEP,
    body: { username, password, auto_login: keep, ...ahead, challenge: dynamicCode, captcha: work },
    async take(ctx, { body, query }) {
      const origin = browser(ctx, deps);
      const asked = await workBefore(ctx, deps, { username: nameTyped(body.username), answer: body.captcha }, origin);
      if (asked) return says(asked, 400);
      const given = { username: body.username, password: body.password ?? '', keep: body.auto_login === true };
      const outcome = await checkCredentials(ctx, deps, { ...given, ...codesOf(deps, body) }, origin);
      await noteOutcome(ctx, outcome, origin);
      return answer(ctx, deps, query, outcome);
    },
  });

const factorStep = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}mfa/`,
    name: 'authentication.page.mfa',
    because,
    ...STEP,
    body: { mfa_type: method, code, credential, trust },
    async take(ctx, { body, query, request }) {
      const type = body.mfa_type || 'otp';
      if (type !== 'passkey' && body.code === undefined) throw InvalidInput.on('code', 'required');
      const proof = { type, code: body.code ?? '', credential: body.credential };
      return answer(
        ctx,
        deps,
        query,
        await checkMfa(ctx, deps, proof, browser(ctx, deps), { site: siteOf(request.url, deps.settings), trust: body.trust === true }),
      );
    },
  });

const passkeyStart = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}passkey/start/`,
    name: 'authentication.page.signin.start',
    because: 'a challenge is worth nothing without a key that answers it, and tells nothing of anybody',
    ...STEP,
    bodyLimit: SHORT,
    body: 'none',
    async take(ctx, { request }) {
      if (!deps.settings.get('AUTH_PASSKEY')) return ok(refusal('passkey_off', ctx.language), 400);
      const options = await signInRequest(ctx, siteOf(request.url, deps.settings));
      return options ? ok(options) : ok(refusal('no_passkey_here', ctx.language), 400);
    },
  });

const passkeyStep = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}passkey/`,
    name: 'authentication.page.signin',
    because: 'people log in here by a key that signs; what is wrong is counted like a wrong password',
    ...STEP,
    body: { credential, auto_login: keep },
    async take(ctx, { body, query, request }) {
      const given = { credential: body.credential, keep: body.auto_login === true };
      return answer(ctx, deps, query, await passkeyLogin(ctx, deps, given, browser(ctx, deps), siteOf(request.url, deps.settings)));
    },
  });

const challenge = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}mfa/passkey/`,
    name: 'authentication.page.passkey',
    because: 'only a session whose password step is done gets a challenge, and an answer to it is needed',
    ...STEP,
    bodyLimit: SHORT,
    body: 'none',
    async take(ctx, { request }) {
      const pending = await pendingLogin(ctx);
      if (!pending) return ok(refusal('session_empty', ctx.language), 400);
      const options = await passkeyRequest(ctx, siteOf(request.url, deps.settings), 'login', pending.user.id);
      return options ? ok(options) : ok(refusal('no_passkey_here', ctx.language), 400);
    },
  });

const enrolmentStart = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}otp/start/`,
    name: 'authentication.page.otp.start',
    because: ENROL,
    ...STEP,
    bodyLimit: SHORT,
    body: 'none',
    async take(ctx) {
      const pending = await enrolling(ctx, deps);
      return pending ? ok(await startEnrolment(ctx, deps.settings, pending.user)) : ok(refusal('session_empty', ctx.language), 400);
    },
  });

const enrolment = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}otp/`,
    name: 'authentication.page.otp',
    because: ENROL,
    ...STEP,
    bodyLimit: SHORT,
    body: { code: neededCode },
    take: (ctx, { body, query }) => enrol(ctx, deps, body.code, query),
  });

const newPasswordStep = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}password/`,
    name: 'authentication.page.password',
    because:
      'only a session whose password step is done, and whose password is due, gets further; with a second factor, once that is shown',
    ...STEP,
    body: { new_password: newPassword, new_password_again: newPasswordAgain },
    async take(ctx, { body, query }) {
      const pending = await pendingLogin(ctx);
      if (!pending || nextStep(ctx, deps, pending.user, pending.marks).state !== 'due')
        return ok(refusal('session_empty', ctx.language), 400);
      const { user, marks } = pending;
      const chosen = chosenPassword(body);
      const hash = await acceptPassword(asUser(ctx, user), deps, queueKeyOf(ctx, user.username), 'new_password', chosen, user.id);
      // The new password and its audit event belong together; what is written before and after stands alone.
      await inTransaction(ctx.tx, asUser(ctx, user), (inner) => storePassword(inner, user.id, hash, { mustChange: false }));
      return answer(ctx, deps, query, await passwordReplaced(ctx, deps, user, marks, browser(ctx, deps)));
    },
  });

const confirmed = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}confirm/`,
    name: 'authentication.page.confirm',
    because:
      'only a session that has shown all, and whose ticket somebody else approved, gets further; or it is told what is still missing',
    ...STEP,
    bodyLimit: SHORT,
    body: 'none',
    async take(ctx, { query }) {
      const refused = await takeRefusal(ctx);
      if (refused) return ok(refused, 400);
      const outcome = await resumeLogin(ctx, deps, '', browser(ctx, deps));
      return outcome ? answer(ctx, deps, query, outcome) : ok(refusal('session_empty', ctx.language), 400);
    },
  });

const logout = (deps: LoginDeps): Route =>
  page({
    path: '/core/auth/logout/',
    name: 'authentication.page.logout',
    who: { allow: 'anyone', because: 'ends the session of whoever asks, nothing else' },
    rows: { own: 'their session' },
    rootOrg: true,
    query: { next },
    show: (ctx, { query }) => logOut(ctx, deps, query.next),
  });

/** Login of the browser. */
export const pageLoginRoutes = (deps: LoginDeps): readonly Route[] => [
  passwordStep(deps),
  passkeyStart(deps),
  passkeyStep(deps),
  factorStep(deps),
  challenge(deps),
  enrolmentStart(deps),
  enrolment(deps),
  termsStep(deps),
  newPasswordStep(deps),
  confirmed(deps),
  logout(deps),
];

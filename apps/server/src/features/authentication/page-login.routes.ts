import { InvalidInput } from '@postern/contract/errors';
import { type Context, ok, type Reply, type Route, route } from '@postern/resource';
import { endUserSession } from '../../platform/auth/sessions.ts';
import { laneOf } from '../../platform/auth/turns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { redirectTo, safePath } from '../../platform/http/redirect.ts';
import { acceptPassword, endLogins, storePassword } from '../users/index.ts';
import { bindAuthenticator, provenEnrolment, startEnrolment } from './enrolment.ts';
import { asUser, attempt } from './factors.ts';
import {
  ahead,
  aheadOf,
  chosenPassword,
  code,
  credential,
  keep,
  method,
  neededCode,
  newPassword,
  newPasswordAgain,
  next,
  password,
  username,
} from './fields.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import {
  checkCredentials,
  checkMfa,
  nextStep,
  type Origin,
  type Outcome,
  onward,
  openSession,
  passwordReplaced,
  pendingLogin,
  resumeLogin,
} from './login.service.ts';
import { passkeyRequest, siteOf } from './passkeys.ts';
import { refusal } from './refusals.ts';

const LOGIN = '/core/auth/login/';

const browser = (ctx: Context): Origin => ({ ip: ctx.origin.ip, type: 'W' });

const says = (body: object, status = 200) => ({ status, body });

/** The steps of a login on our page (docs/wire/authentication.md#login-pages): done, a second factor, or a refusal. */
async function answer(ctx: Context, deps: LoginDeps, wanted: { next: string }, outcome: Outcome): Promise<ReturnType<typeof says>> {
  if (outcome.state === 'refused') return says(outcome.answer, 400);
  if (outcome.state === 'due') return says(outcome.answer, 400);
  if (outcome.state === 'mfa') return says({ ...outcome.answer, data: { choices: outcome.methods, url: `${LOGIN}mfa/` } });
  if (outcome.state === 'review')
    return says({ ...outcome.answer, data: { ticket_id: outcome.ticket, assignees: outcome.assignees, url: `${LOGIN}confirm/` } });
  if (outcome.state === 'enrol') return says({ ...outcome.answer, data: { url: `${LOGIN}otp/` } });
  await openSession(ctx, deps, outcome, browser(ctx));
  return says(wanted.next ? { next: safePath(wanted.next) } : {});
}

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
  const step = await answer(ctx, deps, wanted, await onward(ctx, deps, user, marks, browser(ctx)));
  // Shown once, so they travel with whatever comes next.
  return says({ ...step.body, recovery_codes: codes });
}

const because = 'people log in here; wrong tries are counted per name and address';

const STEP = {
  method: 'POST',
  rows: { own: 'the login of their session' },
  transaction: false,
  rootOrg: true,
  bodyLimit: 16_384,
  query: { next },
} as const;

const passwordStep = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: LOGIN,
    name: 'authentication.page.login',
    who: { allow: 'anyone', because },
    body: { username, password, auto_login: keep, ...ahead },
    async handle(ctx, { body, query }) {
      const given = { username: body.username, password: body.password ?? '', keep: body.auto_login === true, ...aheadOf(body) };
      return answer(ctx, deps, query, await checkCredentials(ctx, deps, given, browser(ctx)));
    },
  });

const factorStep = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: `${LOGIN}mfa/`,
    name: 'authentication.page.mfa',
    who: { allow: 'anyone', because },
    body: { mfa_type: method, code, credential },
    async handle(ctx, { body, query, request }) {
      const type = body.mfa_type || 'otp';
      if (type !== 'passkey' && body.code === undefined) throw InvalidInput.on('code', 'required');
      const proof = { type, code: body.code ?? '', credential: body.credential };
      return answer(ctx, deps, query, await checkMfa(ctx, deps, proof, browser(ctx), siteOf(request.url, deps.settings)));
    },
  });

const challenge = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: `${LOGIN}mfa/passkey/`,
    name: 'authentication.page.passkey',
    who: { allow: 'anyone', because: 'only a session whose password step is done gets a challenge, and an answer to it is needed' },
    bodyLimit: 1024,
    async handle(ctx, { request }) {
      const pending = await pendingLogin(ctx);
      if (!pending) return ok(refusal('session_empty', ctx.language), 400);
      const options = await passkeyRequest(ctx, siteOf(request.url, deps.settings), 'login', pending.user.id);
      return options ? ok(options) : ok(refusal('no_passkey_here', ctx.language), 400);
    },
  });

const enrolmentStart = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: `${LOGIN}otp/start/`,
    name: 'authentication.page.otp.start',
    who: { allow: 'anyone', because: ENROL },
    bodyLimit: 1024,
    async handle(ctx) {
      const pending = await enrolling(ctx, deps);
      return pending ? ok(await startEnrolment(ctx, deps.settings, pending.user)) : ok(refusal('session_empty', ctx.language), 400);
    },
  });

const enrolment = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: `${LOGIN}otp/`,
    name: 'authentication.page.otp',
    who: { allow: 'anyone', because: ENROL },
    bodyLimit: 1024,
    body: { code: neededCode },
    handle: (ctx, { body, query }) => enrol(ctx, deps, body.code, query),
  });

const newPasswordStep = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: `${LOGIN}password/`,
    name: 'authentication.page.password',
    who: {
      allow: 'anyone',
      because:
        'only a session whose password step is done, and whose password is due, gets further; with a second factor, once that is shown',
    },
    body: { new_password: newPassword, new_password_again: newPasswordAgain },
    async handle(ctx, { body, query }) {
      const pending = await pendingLogin(ctx);
      if (!pending || nextStep(ctx, deps, pending.user, pending.marks).state !== 'due')
        return ok(refusal('session_empty', ctx.language), 400);
      const { user, marks } = pending;
      const chosen = chosenPassword(body);
      const hash = await acceptPassword(asUser(ctx, user), deps, laneOf(ctx, user.username), 'new_password', chosen, user.id);
      // The new password and its audit event belong together; what is written before and after stands alone.
      await inTransaction(ctx.tx, asUser(ctx, user), (inner) => storePassword(inner, user.id, hash, { mustChange: false }));
      return answer(ctx, deps, query, await passwordReplaced(ctx, deps, user, marks, browser(ctx)));
    },
  });

const confirmed = (deps: LoginDeps): Route =>
  route({
    ...STEP,
    path: `${LOGIN}confirm/`,
    name: 'authentication.page.confirm',
    who: { allow: 'anyone', because: 'only a session that has shown all, and whose ticket somebody else approved, gets further' },
    bodyLimit: 1024,
    async handle(ctx, { query }) {
      const outcome = await resumeLogin(ctx, deps, '', browser(ctx));
      return outcome ? answer(ctx, deps, query, outcome) : ok(refusal('session_empty', ctx.language), 400);
    },
  });

const logout = route({
  method: 'GET',
  path: '/core/auth/logout/',
  name: 'authentication.page.logout',
  who: { allow: 'anyone', because: 'ends the session of whoever asks, nothing else' },
  rows: { own: 'their session' },
  rootOrg: true,
  query: { next },
  async handle(ctx, { query }) {
    await endUserSession(ctx);
    const page = safePath(query.next || undefined, '');
    return redirectTo(page ? `${LOGIN}?next=${encodeURIComponent(page)}` : LOGIN, LOGIN);
  },
});

/** Login of the browser. Counters and logs must survive a refusal, so none of these runs in a transaction as a whole. */
export const pageLoginRoutes = (deps: LoginDeps): readonly Route[] => [
  passwordStep(deps),
  factorStep(deps),
  challenge(deps),
  enrolmentStart(deps),
  enrolment(deps),
  newPasswordStep(deps),
  confirmed(deps),
  logout,
];

import { InvalidInput } from '@postern/contract/errors';
import { type Context, ok, type Reply, type Request, type Route } from '@postern/resource';
import { endUserSession } from '../../platform/auth/sessions.ts';
import { laneOf } from '../../platform/auth/turns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { redirectTo, safePath } from '../../platform/http/redirect.ts';
import { acceptPassword, endLogins, storePassword } from '../users/index.ts';
import { aheadOf, isTrue, record, textOf } from './body.ts';
import { bindAuthenticator, provenEnrolment, startEnrolment } from './enrolment.ts';
import { asUser, attempt } from './factors.ts';
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
/** Transport-encrypted passwords are longer than what they carry. */
const MAX_SECRET = 4096;

const browser = (ctx: Context): Origin => ({ ip: ctx.origin.ip, type: 'W' });

/** The steps of a login on our page (docs/wire/authentication.md#login-pages): done, a second factor, or a refusal. */
async function answer(ctx: Context, deps: LoginDeps, request: Request, outcome: Outcome): Promise<Reply> {
  if (outcome.state === 'refused') return ok(outcome.answer, 400);
  if (outcome.state === 'due') return ok(outcome.answer, 400);
  if (outcome.state === 'mfa') return ok({ ...outcome.answer, data: { choices: outcome.methods, url: `${LOGIN}mfa/` } });
  if (outcome.state === 'review')
    return ok({ ...outcome.answer, data: { ticket_id: outcome.ticket, assignees: outcome.assignees, url: `${LOGIN}confirm/` } });
  if (outcome.state === 'enrol') return ok({ ...outcome.answer, data: { url: `${LOGIN}otp/` } });
  await openSession(ctx, deps, outcome, browser(ctx));
  const { next } = request.query;
  return ok(next ? { next: safePath(next) } : {});
}

const ENROL = 'only a session whose password step is done, of a person who needs a second factor and has none, gets further';

/** The login that stands before setting up a second factor. */
async function enrolling(ctx: Context, deps: LoginDeps): ReturnType<typeof pendingLogin> {
  const pending = await pendingLogin(ctx);
  return pending && nextStep(ctx, deps, pending.user, pending.marks).state === 'enrol' ? pending : undefined;
}

/** The second half of setting up an authenticator on the way in: the code proves it, counts as the second factor, and the login goes on. */
async function enrol(ctx: Context, deps: LoginDeps, request: Request): Promise<Reply> {
  const pending = await enrolling(ctx, deps);
  if (!pending) return ok(refusal('session_empty', ctx.language), 400);
  const { user, marks } = pending;
  const code = textOf(record(request.body), 'code', 16);
  let proven: Awaited<ReturnType<typeof provenEnrolment>>;
  const tried = await attempt(ctx, deps, 'mfa', user.username, async () => {
    proven = await provenEnrolment(ctx, deps.settings, user, code);
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
  const step = await answer(ctx, deps, request, await onward(ctx, deps, user, marks, browser(ctx)));
  // Shown once, so they travel with whatever comes next.
  return { ...step, status: 200, body: { ...record(step.body), recovery_codes: codes } };
}

const because = 'people log in here; wrong tries are counted per name and address';

/** Login of the browser. Counters and logs must survive a refusal, so none of these runs in a transaction as a whole. */
export const pageLoginRoutes = (deps: LoginDeps): readonly Route[] => [
  {
    method: 'POST',
    path: LOGIN,
    policy: { allow: 'anyone', because },
    name: 'authentication.page.login',
    transaction: false,
    rootOrg: true,
    bodyLimit: 16_384,
    async handle(ctx, request) {
      const body = record(request.body);
      const username = textOf(body, 'username', 128);
      const password = ctx.decrypt(textOf(body, 'password', MAX_SECRET));
      return answer(
        ctx,
        deps,
        request,
        await checkCredentials(ctx, deps, { username, password, keep: isTrue(body.auto_login), ...aheadOf(body) }, browser(ctx)),
      );
    },
  },
  {
    method: 'POST',
    path: `${LOGIN}mfa/`,
    policy: { allow: 'anyone', because },
    name: 'authentication.page.mfa',
    transaction: false,
    rootOrg: true,
    bodyLimit: 16_384,
    async handle(ctx, request) {
      const body = record(request.body);
      const type = textOf(body, 'mfa_type', 16, { optional: true }) || 'otp';
      const proof = { type, code: textOf(body, 'code', 32, { optional: type === 'passkey' }), credential: body.credential };
      return answer(ctx, deps, request, await checkMfa(ctx, deps, proof, browser(ctx), siteOf(request.url, deps.settings)));
    },
  },
  {
    method: 'POST',
    path: `${LOGIN}mfa/passkey/`,
    policy: { allow: 'anyone', because: 'only a session whose password step is done gets a challenge, and an answer to it is needed' },
    name: 'authentication.page.passkey',
    transaction: false,
    rootOrg: true,
    bodyLimit: 1024,
    async handle(ctx, request) {
      const pending = await pendingLogin(ctx);
      if (!pending) return ok(refusal('session_empty', ctx.language), 400);
      const options = await passkeyRequest(ctx, siteOf(request.url, deps.settings), 'login', pending.user.id);
      return options ? ok(options) : ok(refusal('no_passkey_here', ctx.language), 400);
    },
  },
  {
    method: 'POST',
    path: `${LOGIN}otp/start/`,
    policy: { allow: 'anyone', because: ENROL },
    name: 'authentication.page.otp.start',
    transaction: false,
    rootOrg: true,
    bodyLimit: 1024,
    async handle(ctx) {
      const pending = await enrolling(ctx, deps);
      return pending ? ok(await startEnrolment(ctx, deps.settings, pending.user)) : ok(refusal('session_empty', ctx.language), 400);
    },
  },
  {
    method: 'POST',
    path: `${LOGIN}otp/`,
    policy: { allow: 'anyone', because: ENROL },
    name: 'authentication.page.otp',
    transaction: false,
    rootOrg: true,
    bodyLimit: 1024,
    handle: (ctx, request) => enrol(ctx, deps, request),
  },
  {
    method: 'POST',
    path: `${LOGIN}password/`,
    policy: {
      allow: 'anyone',
      because:
        'only a session whose password step is done, and whose password is due, gets further; with a second factor, once that is shown',
    },
    name: 'authentication.page.password',
    transaction: false,
    rootOrg: true,
    bodyLimit: 16_384,
    async handle(ctx, request) {
      const pending = await pendingLogin(ctx);
      if (!pending || nextStep(ctx, deps, pending.user, pending.marks).state !== 'due')
        return ok(refusal('session_empty', ctx.language), 400);
      const { user, marks } = pending;
      const body = record(request.body);
      const password = ctx.decrypt(textOf(body, 'new_password', MAX_SECRET));
      if (password !== ctx.decrypt(textOf(body, 'new_password_again', MAX_SECRET)))
        throw InvalidInput.on('new_password_again', 'password_mismatch');
      const hash = await acceptPassword(asUser(ctx, user), deps, laneOf(ctx, user.username), 'new_password', password, user.id);
      // The new password and its audit event belong together; what is written before and after stands alone.
      await inTransaction(ctx.tx, asUser(ctx, user), (inner) => storePassword(inner, user.id, hash, { mustChange: false }));
      return answer(ctx, deps, request, await passwordReplaced(ctx, deps, user, marks, browser(ctx)));
    },
  },
  {
    method: 'POST',
    path: `${LOGIN}confirm/`,
    policy: { allow: 'anyone', because: 'only a session that has shown all, and whose ticket somebody else approved, gets further' },
    name: 'authentication.page.confirm',
    transaction: false,
    rootOrg: true,
    bodyLimit: 1024,
    async handle(ctx, request) {
      const outcome = await resumeLogin(ctx, deps, '', browser(ctx));
      return outcome ? answer(ctx, deps, request, outcome) : ok(refusal('session_empty', ctx.language), 400);
    },
  },
  {
    method: 'GET',
    path: '/core/auth/logout/',
    policy: { allow: 'anyone', because: 'ends the session of whoever asks, nothing else' },
    name: 'authentication.page.logout',
    rootOrg: true,
    async handle(ctx, { query }) {
      await endUserSession(ctx);
      const next = safePath(query.next, '');
      return redirectTo(next ? `${LOGIN}?next=${encodeURIComponent(next)}` : LOGIN, LOGIN);
    },
  },
];

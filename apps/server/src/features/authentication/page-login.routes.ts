import { InvalidInput } from '@postern/contract/errors';
import { type Context, ok, type Reply, type Request, type Route } from '@postern/resource';
import { endUserSession } from '../../platform/auth/sessions.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { redirectTo, safePath } from '../../platform/http/redirect.ts';
import { acceptPassword, storePassword } from '../users/index.ts';
import { isTrue, record, textOf } from './body.ts';
import {
  checkCredentials,
  checkMfa,
  type LoginDeps,
  type Origin,
  type Outcome,
  openSession,
  passwordReplaced,
  pendingLogin,
} from './login.service.ts';
import { refusal } from './refusals.ts';

const LOGIN = '/core/auth/login/';
/** Transport-encrypted passwords are longer than what they carry. */
const MAX_SECRET = 4096;

const browser = (ctx: Context): Origin => ({ ip: ctx.origin.ip, type: 'W' });

/** The steps of a login on our page (contract/authentication.md §6, as JSON): done, a second factor, or a refusal. */
async function answer(ctx: Context, deps: LoginDeps, request: Request, outcome: Outcome): Promise<Reply> {
  if (outcome.state === 'refused') return ok(outcome.answer, 400);
  if (outcome.state === 'mfa') return ok({ ...outcome.answer, data: { choices: outcome.methods, url: `${LOGIN}mfa/` } });
  await openSession(ctx, deps, outcome, browser(ctx));
  const { next } = request.query;
  return ok(next ? { next: safePath(next) } : {});
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
        await checkCredentials(ctx, deps, { username, password, keep: isTrue(body.auto_login) }, browser(ctx)),
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
    bodyLimit: 4096,
    async handle(ctx, request) {
      return answer(ctx, deps, request, await checkMfa(ctx, deps, textOf(record(request.body), 'code', 16), browser(ctx)));
    },
  },
  {
    method: 'POST',
    path: `${LOGIN}password/`,
    policy: { allow: 'anyone', because: 'only a session whose password step is done, and whose password is due, gets further' },
    name: 'authentication.page.password',
    transaction: false,
    rootOrg: true,
    bodyLimit: 16_384,
    async handle(ctx, request) {
      const pending = await pendingLogin(ctx);
      if (!pending?.marks.newPassword) return ok(refusal('session_empty', ctx.language), 400);
      const { user, marks } = pending;
      const body = record(request.body);
      const password = ctx.decrypt(textOf(body, 'new_password', MAX_SECRET));
      if (password !== ctx.decrypt(textOf(body, 'new_password_again', MAX_SECRET)))
        throw InvalidInput.on('new_password_again', 'password_mismatch');
      // The new password and its audit event belong together; what is written before and after stands alone.
      await inTransaction(ctx.tx, ctx, async (inner) => {
        const asUser: Context = { ...inner, actor: { ...ctx.actor, kind: 'user', id: user.id, name: user.name, username: user.username } };
        await storePassword(asUser, user.id, await acceptPassword(asUser, deps, 'new_password', password, user.id), { mustChange: false });
        inner.audit({ action: 'change_password', resourceType: 'user', resourceId: user.id, resource: user.username });
      });
      return answer(ctx, deps, request, passwordReplaced(ctx, deps, user, marks));
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

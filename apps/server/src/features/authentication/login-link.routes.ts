import { CodedError } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type Context, objectSchema, ok, type Route, TEXT_SCHEMA, text } from '@postern/resource';
import { consumeLoginKey, makeLoginKey } from '../../platform/auth/login-links.ts';
import { safePath } from '../../platform/http/redirect.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { page } from '../../platform/routes/page.ts';
import { answerShape } from '../../platform/shown.ts';
import { confirmationGate } from './confirm.ts';
import { next, username } from './fields.ts';
import type { LoginDeps } from './limits.ts';
import { type Origin, refuse } from './login-attempt.ts';
import { openSession } from './login-session.ts';
import { type Marks, nextStep } from './login-steps.ts';
import { findById, findByUsername, type LoginUser } from './login-user.ts';
import type { RefusalCode } from './refusals.ts';

const BASE = '/api/v1/authentication/sso/';
const LOGIN = '/core/auth/login/';
const MAX_NEXT = 2048;

/**
 * A link that logs a person in, made by a system administrator's program. Whoever has it is that person once, so a browser is asked who sits
 * there (decision 0033), and the log says who made it and for whom.
 */
const make = ({ settings }: LoginDeps): Route =>
  confirmed({
    method: 'POST',
    path: `${BASE}login-url/`,
    name: 'authentication.sso.loginurl',
    who: { allow: 'superuser' },
    rows: { none: 'people of the whole installation' },
    rootOrg: true,
    errors: ['sso_auth_closed', 'not_found', 'user_confirm_required'],
    body: {
      username,
      next: text({ label: words('Page to go to', '跳转页面', '移動先のページ'), max: MAX_NEXT, default: '', blank: true }),
    },
    answer: answerShape(objectSchema({ login_url: TEXT_SCHEMA })),
    confirm: async (ctx) => {
      if (!settings.get('AUTH_SSO')) throw new CodedError('sso_auth_closed');
      if (ctx.session) await confirmationGate(settings)(ctx, 'mfa', 'user_confirm_required');
    },
    async act(ctx, { body }) {
      const user = await findByUsername(ctx, body.username.trim());
      if (!user?.is_active || user.expired) throw new CodedError('not_found');
      const key = await makeLoginKey(ctx, user.id, settings.get('AUTH_SSO_AUTHKEY_TTL'));
      ctx.audit({ action: 'create', resourceType: 'loginlink', resourceId: user.id, resource: `${user.name}(${user.username})` });
      const query = new URLSearchParams({ authkey: key, next: safePath(body.next, '/') });
      return ok({ login_url: `${settings.get('SITE_URL').replace(/\/$/, '')}${BASE}login/?${query}` });
    },
  });

/** Why a person whose link is good is not let in by it alone; undefined when nothing more is asked of them. */
async function lacking(ctx: Context, deps: LoginDeps, user: LoginUser, marks: Marks): Promise<RefusalCode | undefined> {
  if (!user.is_active) return 'user_inactive';
  if (user.expired) return 'user_expired';
  const { action } = await deps.loginRule(ctx, user.id, marks.from.ip);
  if (action === 'reject') return 'acl_not_allow';
  const step = nextStep(ctx, deps, user, marks);
  if (step.state !== 'ready') return step.answer.error;
  return action === 'review' ? 'login_confirm_wait' : undefined;
}

/**
 * Where a link leads. It stands for the password and for nothing else: who has to show a second factor or wait for a review is sent to the login
 * page, with the code of what is missing, and the link is spent all the same. A browser in which somebody is logged in stays theirs, and
 * spends nothing: nobody is logged in as somebody else by a link that they were sent.
 */
const follow = (deps: LoginDeps): Route =>
  page({
    path: `${BASE}login/`,
    name: 'authentication.sso.login',
    who: { allow: 'anyone', because: 'the link holds a key of 256 bits that works once' },
    rows: { own: 'the person that the key was made for' },
    rootOrg: true,
    transaction: false,
    query: { authkey: text({ label: words('Key of the link', '链接密钥', 'リンクのキー'), max: 8192, default: '', blank: true }), next },
    async show(ctx, { query }) {
      const to = safePath(query.next || undefined);
      const back = (code: string) => ({ to: `${LOGIN}?next=${encodeURIComponent(to)}&refused=${code}`, or: LOGIN });
      if (ctx.actor.kind === 'user') return { to };
      if (!deps.settings.get('AUTH_SSO')) return back('sso_auth_closed');
      const userId = await consumeLoginKey(ctx, query.authkey);
      const user = userId === undefined ? undefined : await findById(ctx, userId);
      if (!user) return back('link_invalid');
      const origin: Origin = { ip: ctx.origin.ip, city: deps.placeOf(ctx.origin.ip), type: 'W' };
      const marks: Marks = { userId: user.id, at: ctx.clock().getTime(), backend: 'SSO', keep: false, from: origin };
      const missing = await lacking(ctx, deps, user, marks);
      if (missing) {
        await refuse(ctx, origin, missing, { username: user.username, userId: user.id });
        return back(missing);
      }
      await openSession(ctx, deps, { state: 'ready', user, backend: 'SSO', keep: false, mfa: false }, origin);
      return { to };
    },
  });

export const loginLinkRoutes = (deps: LoginDeps): readonly Route[] => [make(deps), follow(deps)];

/** What making one is called in the log. */
export const LOGIN_LINK_WORDS = { loginlink: { label: words('log-in link', '登录链接', 'ログインリンク'), fields: {} } } as const;

import { CodedError } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { objectSchema, ok, type Route, TEXT_SCHEMA, text } from '@postern/resource';
import { consumeLoginKey, makeLoginKey } from '../../platform/auth/login-links.ts';
import { safePath } from '../../platform/http/redirect.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { page } from '../../platform/routes/page.ts';
import { answerShape } from '../../platform/shown.ts';
import { confirmationGate } from './confirm.ts';
import { browser, land, landRefused } from './external-landing.ts';
import { next, username } from './fields.ts';
import type { LoginDeps } from './limits.ts';
import { provedLogin } from './login.service.ts';
import { findById, findByUsername } from './login-user.ts';

const BASE = '/api/v1/authentication/sso/';
/** As the login log says it. */
const BACKEND = 'SSO';
const MAX_NEXT = 2048;

/**
 * A link that logs a person in, made by a system administrator's program. Whoever has it is that person once, so a browser is asked who sits
 * there (decision 0033), and the log says who made it and for whom.
 */
const make = (deps: LoginDeps): Route =>
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
      if (!deps.settings.get('AUTH_SSO')) throw new CodedError('sso_auth_closed');
      if (ctx.session) await confirmationGate(deps)(ctx, 'mfa', 'user_confirm_required');
    },
    async act(ctx, { body }) {
      const user = await findByUsername(ctx, body.username.trim());
      if (!user?.is_active || user.expired) throw new CodedError('not_found');
      const key = await makeLoginKey(ctx, user.id, deps.settings.get('AUTH_SSO_AUTHKEY_TTL'));
      ctx.audit({ action: 'create', resourceType: 'loginlink', resourceId: user.id, resource: `${user.name}(${user.username})` });
      const query = new URLSearchParams({ authkey: key, next: safePath(body.next, '/') });
      return ok({ login_url: `${deps.settings.get('SITE_URL').replace(/\/$/, '')}${BASE}login/?${query}` });
    },
  });

/**
 * Where a link leads. It stands for the password and for nothing else: second factors, reviews and refusals are those of the login page, where the browser
 * arrives with what is missing, and the link is spent all the same. A browser in which somebody is logged in stays theirs, and spends nothing: nobody is
 * logged in as somebody else by a link that they were sent.
 */
const follow = (deps: LoginDeps): Route =>
  page({
    path: `${BASE}login/`,
    name: 'authentication.sso.login',
    answer: null,
    who: { allow: 'anyone', because: 'the link holds a key of 256 bits that works once' },
    rows: { own: 'the person that the key was made for' },
    rootOrg: true,
    transaction: false,
    query: { authkey: text({ label: words('Key of the link', '链接密钥', 'リンクのキー'), max: 8192, default: '', blank: true }), next },
    async show(ctx, { query }) {
      if (ctx.actor.kind === 'user') return { to: safePath(query.next || undefined) };
      const userId = deps.settings.get('AUTH_SSO') ? await consumeLoginKey(ctx, query.authkey) : undefined;
      const user = userId === undefined ? undefined : await findById(ctx, userId);
      if (!user) return landRefused(ctx, deps, { code: 'login_link_invalid', backend: BACKEND, next: query.next });
      return land(ctx, deps, await provedLogin(ctx, deps, user, { backend: BACKEND }, browser(ctx, deps)), query.next);
    },
  });

export const loginLinkRoutes = (deps: LoginDeps): readonly Route[] => [make(deps), follow(deps)];

/** What making one is called in the log. */
export const LOGIN_LINK_WORDS = { loginlink: { label: words('login link', '登录链接', 'ログインリンク'), fields: {} } } as const;

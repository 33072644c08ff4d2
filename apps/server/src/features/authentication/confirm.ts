import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import {
  type Context,
  choice,
  FLAG_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  type Request,
  type Route,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { inHashQueue, queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { detail } from '../../platform/routes/detail.ts';
import { login } from '../../platform/routes/login.ts';
import { answerShape, DONE } from '../../platform/shown.ts';
import { type Attempt, attempt, proveFactor, reached } from './factors.ts';
import { credential, method, password, shownSecret } from './fields.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { findById, type LoginUser } from './login-user.ts';
import { PASSKEY_REQUEST, passkeyRequest, siteOf } from './passkeys.ts';
import { askWhetherThem, placesFor } from './password-proof.ts';
import { refusal } from './refusals.ts';
import { availableFactors, type Factor, type FactorDeps, hasFactor, mfaOf, type Proof, RECOVERY } from './second-factors.ts';

/** Asking again who sits there before something delicate (docs/wire/authentication.md#asking-again). */
export type ConfirmType = 'relogin' | 'password' | 'mfa';

const LEVEL: Readonly<Record<ConfirmType, number>> = { relogin: 1, password: 2, mfa: 3 };
const TYPES: readonly ConfirmType[] = ['mfa', 'password', 'relogin'];
/** Seconds a confirmation below MFA is good for, and how fresh a login has to be to count as one. */
const TTL = 300;
/** Of these sources people have a password that can be asked for, here or there. All others log in again. */
const WITH_PASSWORD: readonly string[] = ['local', 'ldap', 'radius'];

interface Mark {
  level: number;
  at: number;
}

const DETAIL = {
  mfa: text('Confirm with a verification code first.', '请先输入验证码进行确认。', '先に認証コードで確認してください。'),
  password: text('Confirm with your password first.', '请先输入密码进行确认。', '先にパスワードで確認してください。'),
  relogin: text('Log in again first.', '请先重新登录。', '先にログインし直してください。'),
};

/** By what a session was confirmed last. */
export const confirmedBy = (session: Context['session']): ConfirmType | undefined =>
  TYPES.find((type) => LEVEL[type] === (session?.data.confirm as Mark | undefined)?.level);

const ttlOf = (level: number, settings: SettingsReader): number => (level >= LEVEL.mfa ? settings.get('SECURITY_MFA_VERIFY_TTL') : TTL);

/** Ways this person can confirm: those of the wanted level or above; a person without any second factor has the password. */
function available(user: LoginUser, deps: FactorDeps): ConfirmType[] {
  return [
    ...(mfaOf(user, deps).methods.length > 0 ? (['mfa'] as const) : []),
    WITH_PASSWORD.includes(user.source) ? 'password' : 'relogin',
  ];
}

/**
 * The level that satisfies a demand for `type` by this user. People without MFA are not locked out of what needs
 * MFA: they confirm with the strongest thing they have.
 */
function effective(type: ConfirmType, user: LoginUser, deps: FactorDeps): ConfirmType {
  const ways = available(user, deps);
  return ways.find((way) => LEVEL[way] >= LEVEL[type]) ?? ways[0] ?? 'relogin';
}

/**
 * Asks for a confirmation that is still good. Calls for which clients of the API expect it are answered 400 `{code, detail}` with the
 * type to ask for; a call that has a precondition of our own 412 with `type` beside it, on which clients confirm and repeat any call.
 */
type ConfirmationGate = (ctx: Context, type: ConfirmType, refusal?: 'error' | 'user_confirm_required') => Promise<void>;

/**
 * Refuses unless this browser session was confirmed recently enough. The mark lies in the session, so it holds for no other.
 * Clients without a session have nobody to ask and are refused.
 */
export function identityGate(deps: FactorDeps): ConfirmationGate {
  return async (ctx, type, refusal = 'error') => {
    const user = await findById(ctx, ctx.actor.id);
    const wanted = user ? effective(type, user, deps) : type;
    const mark = ctx.session?.data.confirm as Mark | undefined;
    const age = mark ? (ctx.clock().getTime() - mark.at) / 1000 : Number.POSITIVE_INFINITY;
    if (mark && mark.level >= LEVEL[wanted] && age < ttlOf(mark.level, deps.settings)) return;
    const body = { code: wanted, detail: render(DETAIL[wanted], ctx.language) };
    throw new CodedError(refusal, {}, { body: refusal === 'error' ? body : { type: refusal, ...body } });
  };
}

/**
 * Refuses unless a second factor was shown in this browser session within the last minutes, whatever settings let pass elsewhere. Nobody gets by with something
 * weaker: who has no factor is told to set one up.
 */
export function factorGate(deps: FactorDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    if (!ctx.session) throw new CodedError('permission_denied');
    if (!(await hasFactor(ctx, deps, ctx.actor.id))) throw new CodedError('second_factor_missing');
    const mark = ctx.session.data.confirm as Mark | undefined;
    if (mark?.level === LEVEL.mfa && ctx.clock().getTime() - mark.at < TTL * 1000) return;
    throw new CodedError(
      'user_confirm_required',
      {},
      { body: { type: 'user_confirm_required', code: 'mfa', detail: render(DETAIL.mfa, ctx.language) } },
    );
  };
}

/** A factor whose codes somebody has without their being sent: the only kind that can be asked for in one question. */
async function kept(ctx: Context, deps: FactorDeps, userId: string): Promise<Factor | undefined> {
  const user = await findById(ctx, userId);
  return user && availableFactors(user, deps).find(({ typed, send, name }) => typed && !send && name !== RECOVERY);
}

/**
 * Takes a code that somebody typed at a component, for the one connection that it is sent with. Tries are counted for the person's name. Not inside a transaction.
 * @param ctx with the address of the person
 * @throws CodedError second_factor_wrong
 */
export function codeGate(deps: FactorDeps): (ctx: Context, userId: string, code: string, url: URL) => Promise<void> {
  return async (ctx, userId, code, url) => {
    const [user, factor] = [await findById(ctx, userId), await kept(ctx, deps, userId)];
    if (!user || !factor) throw new CodedError('second_factor_wrong');
    const place = { site: siteOf(url, deps.settings), purpose: 'confirm', from: ctx.origin.ip } as const;
    const tried = await attempt(ctx, deps, 'mfa', user.username, async () => {
      const right = await reached(proveFactor(ctx, deps, user, { type: factor.name, code }, place));
      return right ?? unreachable(ctx);
    });
    if (tried.state !== 'right') throw new CodedError('second_factor_wrong');
  };
}

/**
 * Refuses a connection that a rule lets be only with a second factor, unless whoever connects sits at this browser and has shown one. Keys, tokens, components and
 * jobs have nobody to ask.
 * @param userId whose connection it is
 * @throws CodedError user_confirm_required, second_factor_missing, acl_factor; acl_factor_code where the component could send a code that they type
 */
export function connectionGate(deps: FactorDeps): (ctx: Context, userId: string, rule: { name: string }) => Promise<void> {
  const ask = factorGate(deps);
  return async (ctx, userId, { name }) => {
    if (ctx.session && ctx.actor.id === userId) return ask(ctx);
    if (ctx.actor.component && (await kept(ctx, deps, userId))) throw new CodedError('acl_factor_code', { name });
    throw (await hasFactor(ctx, deps, userId)) ? new CodedError('acl_factor', { name }) : new CodedError('second_factor_missing');
  };
}

/** `identityGate` where the operator may switch it off: with SECURITY_VIEW_AUTH_NEED_MFA off nothing is asked. */
export function confirmationGate(deps: FactorDeps): ConfirmationGate {
  const ask = identityGate(deps);
  return async (ctx, type, refusal) => {
    if (deps.settings.get('SECURITY_VIEW_AUTH_NEED_MFA')) await ask(ctx, type, refusal);
  };
}

const isType = (value: unknown): value is ConfirmType => TYPES.some((type) => type === value);
const NO_WAY = text('You have no way to confirm this.', '没有可用的确认方式。', '確認の手段がありません。');
const WRONG = text('This is not right. Try again.', '验证失败，请重试。', '正しくありません。もう一度試してください。');

/** What the person has comes first; what nobody has set up is shown and cannot be chosen. */
function methodsOf(ctx: Context, user: LoginUser, deps: FactorDeps) {
  const methods = mfaOf(user, deps).methods;
  const offered = deps.factors.toSorted((a, b) => Number(methods.includes(b.name)) - Number(methods.includes(a.name)));
  return offered.map(({ name, label, hint }) => ({
    name,
    disabled: !methods.includes(name),
    display_name: render(label, ctx.language),
    placeholder: render(hint, ctx.language),
  }));
}

const unreachable = (ctx: Context): never => {
  throw new CodedError('error', {}, { body: { error: refusal('external_unreachable', ctx.language).msg } });
};

/** Checks what was given; tries are counted for the person's name. */
async function proves(ctx: Context, deps: LoginDeps, user: LoginUser, type: ConfirmType, proof: Proof, request: Request): Promise<Attempt> {
  if (type === 'relogin') {
    const at = ctx.session?.data.login_time;
    const recent = typeof at === 'number' && ctx.clock().getTime() - at < TTL * 1000;
    return recent ? { state: 'right' } : { state: 'wrong', remaining: 0 };
  }
  if (type === 'password') {
    const places = user.source === 'local' ? [] : placesFor(deps, user);
    if (places.length > 0)
      return attempt(ctx, deps, 'login', user.username, async () => {
        const verdict = await askWhetherThem(ctx, deps, places, user, proof.code);
        if (verdict === 'unreachable') unreachable(ctx);
        return verdict === 'right';
      });
    const queueKey = queueKeyOf(ctx, user.username);
    return inHashQueue(queueKey, (slot) =>
      attempt(ctx, deps, 'login', user.username, () => verifyPassword(slot, proof.code, user.password_hash)),
    );
  }
  return attempt(ctx, deps, 'mfa', user.username, async () => {
    const right = await reached(
      proveFactor(ctx, deps, user, proof, { site: siteOf(request.url, deps.settings), purpose: 'confirm', from: ctx.origin.ip }),
    );
    return right ?? unreachable(ctx);
  });
}

const BASE = '/api/v1/authentication/';
const rows = { own: 'their factors and their session' } as const;

const KIND = text('Kind of confirmation', '确认方式', '確認の方法');
const CHOICES: readonly { value: ConfirmType; label: Text }[] = [
  { value: 'mfa', label: text('Second factor', '多因子认证', '多要素認証') },
  { value: 'password', label: text('Password', '密码', 'パスワード') },
  { value: 'relogin', label: text('A fresh login', '重新登录', '再ログイン') },
];

/** Methods of the second factor, where that is what is asked for. */
const WAYS = objectSchema({
  confirm_type: { enum: TYPES },
  content: {
    oneOf: [
      { enum: [''] },
      listSchema(objectSchema({ name: TEXT_SCHEMA, disabled: FLAG_SCHEMA, display_name: TEXT_SCHEMA, placeholder: TEXT_SCHEMA })),
    ],
  },
});

/** What nobody knows is asked for as the weakest. */
const ways = (deps: LoginDeps): Route =>
  detail({
    who: { allow: 'user' },
    rows,
    path: `${BASE}confirm/`,
    name: 'authentication.confirm.ways',
    answer: answerShape(WAYS),
    query: { confirm_type: textField({ label: KIND, max: 8192, default: '', blank: true }) },
    async show(ctx, { query }) {
      const user = await findById(ctx, ctx.actor.id);
      if (!user) throw new CodedError('not_found', {}, { body: { error: render(NO_WAY, ctx.language) } });
      const asked = query.confirm_type;
      const type = effective(isType(asked) ? asked : 'relogin', user, deps);
      return { confirm_type: type, content: type === 'mfa' ? methodsOf(ctx, user, deps) : '' };
    },
  });

const prove = (deps: LoginDeps): Route =>
  login({
    rows,
    path: `${BASE}confirm/`,
    name: 'authentication.confirm.prove',
    answer: DONE,
    body: {
      confirm_type: choice({ label: KIND, choices: CHOICES, required: true }),
      mfa_type: method,
      secret_key: shownSecret,
      credential,
    },
    async take(ctx, { body, request }) {
      const type = body.confirm_type;
      const user = await findById(ctx, ctx.actor.id);
      if (!user || !ctx.session || !available(user, deps).includes(type)) return ok({ error: render(NO_WAY, ctx.language) }, 400);
      const mfaType = body.mfa_type || 'otp';
      const empty = type === 'relogin' || mfaType === 'passkey';
      const code = body.secret_key ?? '';
      if (code === '' && !empty) throw InvalidInput.on('secret_key', 'required');
      const tried = await proves(ctx, deps, user, type, { type: mfaType, code, credential: body.credential }, request);
      if (tried.state === 'locked') {
        const { minutes } = limitsOf(deps.settings);
        return ok({ error: refusal(type === 'mfa' ? 'block_mfa' : 'block_login', ctx.language, { minutes }).msg }, 400);
      }
      if (tried.state === 'wrong') return ok({ error: render(type === 'relogin' ? DETAIL.relogin : WRONG, ctx.language) }, 400);
      ctx.session.data.confirm = { level: LEVEL[type], at: ctx.clock().getTime() } satisfies Mark;
      return ok('ok');
    },
  });

/** A challenge for the passkey of the person; ours, as clients of version 3.5 know no passkeys (docs/decisions/0032). */
const challenge = (deps: LoginDeps): Route =>
  login({
    rows,
    path: `${BASE}confirm/passkey/`,
    name: 'authentication.confirm.passkey',
    answer: answerShape(PASSKEY_REQUEST),
    body: 'none',
    async take(ctx, { request }) {
      const site = siteOf(request.url, deps.settings);
      const options = ctx.session ? await passkeyRequest(ctx, site, 'confirm', ctx.actor.id) : undefined;
      return options ? ok(options) : ok({ error: refusal('no_passkey_here', ctx.language).msg }, 400);
    },
  });

const fresh = (deps: LoginDeps): Route =>
  confirmed({
    rows,
    method: 'GET',
    path: `${BASE}confirm-oauth/`,
    name: 'authentication.confirm.oauth',
    answer: DONE,
    confirm: (ctx) => confirmationGate(deps)(ctx, 'relogin'),
    act: () => ok('ok'),
  });

const passwordProof = (deps: LoginDeps): Route =>
  login({
    rows,
    path: `${BASE}password/verify/`,
    name: 'authentication.password.verify',
    answer: null,
    body: { password },
    errors: ['passwd_invalid'],
    async take(ctx, { body, request }) {
      const user = await findById(ctx, ctx.actor.id);
      const tried = user && (await proves(ctx, deps, user, 'password', { type: '', code: body.password ?? '' }, request));
      if (tried?.state !== 'right') throw new CodedError('passwd_invalid');
      return { status: 200 };
    },
  });

export const confirmRoutes = (deps: LoginDeps): readonly Route[] => [ways, prove, challenge, fresh, passwordProof].map((one) => one(deps));

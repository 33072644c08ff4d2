import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { type Context, ok, type Route } from '@postern/resource';
import { clearFailures, lockedBy, recordFailure } from '../../platform/auth/lockout.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { record, textOf } from './body.ts';
import { type LoginDeps, limitsOf } from './login.service.ts';
import { findById, type LoginUser, mfaOf } from './login-user.ts';
import { useCode } from './totp.ts';

/** Asking again who sits there before something delicate (contract/authentication.md §8). */
export type ConfirmType = 'relogin' | 'password' | 'mfa';

const LEVEL: Readonly<Record<ConfirmType, number>> = { relogin: 1, password: 2, mfa: 3 };
const TYPES: readonly ConfirmType[] = ['mfa', 'password', 'relogin'];
/** Seconds a confirmation below MFA is good for, and how fresh a login has to be to count as one. */
const TTL = 300;
const EXTERNAL = ['cas', 'saml2', 'oauth2'];

interface Mark {
  level: number;
  at: number;
}

const DETAIL = {
  mfa: text('Confirm with a verification code first.', '请先输入验证码进行确认。', '先に認証コードで確認してください。'),
  password: text('Confirm with your password first.', '请先输入密码进行确认。', '先にパスワードで確認してください。'),
  relogin: text('Log in again first.', '请先重新登录。', '先にログインし直してください。'),
};

const ttlOf = (level: number, settings: SettingsReader): number => (level >= LEVEL.mfa ? settings.get('SECURITY_MFA_VERIFY_TTL') : TTL);

/** Ways this person can confirm: those of the wanted level or above; a person without any second factor has the password. */
function available(user: LoginUser, settings: SettingsReader): ConfirmType[] {
  const own = EXTERNAL.includes(user.source);
  return [...(mfaOf(user, settings).methods.length > 0 ? (['mfa'] as const) : []), own ? 'relogin' : 'password'];
}

/**
 * The level that satisfies a demand for `type` by this user. The reference locks people without MFA out of what needs
 * MFA; here they confirm with the strongest thing they have.
 */
function effective(type: ConfirmType, user: LoginUser, settings: SettingsReader): ConfirmType {
  const ways = available(user, settings);
  return ways.find((way) => LEVEL[way] >= LEVEL[type]) ?? ways[0] ?? 'relogin';
}

/**
 * Refuses unless this browser session was confirmed recently enough; nothing is asked when the setting
 * SECURITY_VIEW_AUTH_NEED_MFA is off. Clients without a session have nobody to ask and are refused.
 * @throws CodedError answered as 400 `{code, detail}` with the type to ask for
 */
export function confirmationGate(settings: SettingsReader): (ctx: Context, type: ConfirmType) => Promise<void> {
  return async (ctx, type) => {
    if (!settings.get('SECURITY_VIEW_AUTH_NEED_MFA')) return;
    const user = await findById(ctx, ctx.actor.id);
    const wanted = user ? effective(type, user, settings) : type;
    const mark = ctx.session?.data.confirm as Mark | undefined;
    const age = mark ? (ctx.clock().getTime() - mark.at) / 1000 : Number.POSITIVE_INFINITY;
    if (mark && mark.level >= LEVEL[wanted] && age < ttlOf(mark.level, settings)) return;
    throw new CodedError('error', {}, { body: { code: wanted, detail: render(DETAIL[wanted], ctx.language) } });
  };
}

const isType = (value: unknown): value is ConfirmType => TYPES.some((type) => type === value);
const NO_WAY = text('You have no way to confirm this.', '没有可用的确认方式。', '確認の手段がありません。');
const WRONG = text('This is not right. Try again.', '验证失败,请重试。', '正しくありません。もう一度試してください。');
const OTP = text('One-time code', '一次性验证码', 'ワンタイムコード');
const OTP_HINT = text('Six digits from your authenticator', '验证器中的 6 位数字', '認証アプリの 6 桁の数字');

/** Checks what was given; failures count against the person's name, so that a stolen session cannot guess. */
async function proves(ctx: Context, deps: LoginDeps, user: LoginUser, type: ConfirmType, secret: string): Promise<boolean> {
  if (type === 'relogin') {
    const at = ctx.session?.data.login_time;
    return typeof at === 'number' && ctx.clock().getTime() - at < TTL * 1000;
  }
  const kind = type === 'mfa' ? 'mfa' : 'login';
  if (await lockedBy(ctx.tx, kind, user.username, ctx.origin.ip)) return false;
  const right =
    type === 'mfa'
      ? await useCode(ctx, user, secret, deps.settings.get('OTP_VALID_WINDOW'))
      : await verifyPassword(secret, user.password_hash);
  if (right) await clearFailures(ctx.tx, kind, user.username, ctx.origin.ip);
  else await recordFailure(ctx.tx, kind, user.username, ctx.origin.ip, limitsOf(deps.settings));
  return right;
}

export const confirmRoutes = (deps: LoginDeps): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/v1/authentication/confirm/',
    policy: { allow: 'user' },
    name: 'authentication.confirm.ways',
    async handle(ctx, { query }) {
      const user = await findById(ctx, ctx.actor.id);
      const asked = query.confirm_type;
      if (!user) return ok({ error: render(NO_WAY, ctx.language) }, 404);
      const type = effective(isType(asked) ? asked : 'relogin', user, deps.settings);
      const otp = {
        name: 'otp',
        disabled: !user.otp_secret,
        display_name: render(OTP, ctx.language),
        placeholder: render(OTP_HINT, ctx.language),
      };
      return ok({ confirm_type: type, content: type === 'mfa' ? [otp] : '' });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/authentication/confirm/',
    policy: { allow: 'user' },
    name: 'authentication.confirm.prove',
    transaction: false,
    bodyLimit: 16_384,
    async handle(ctx, request) {
      const body = record(request.body);
      const type = body.confirm_type;
      const user = await findById(ctx, ctx.actor.id);
      if (!user || !ctx.session || !isType(type) || !available(user, deps.settings).includes(type))
        return ok({ error: render(NO_WAY, ctx.language) }, 400);
      const secret = ctx.decrypt(textOf(body, 'secret_key', 4096, { optional: type === 'relogin' }));
      if (!(await proves(ctx, deps, user, type, secret))) return ok({ error: render(WRONG, ctx.language) }, 400);
      ctx.session.data.confirm = { level: LEVEL[type], at: ctx.clock().getTime() } satisfies Mark;
      return ok('ok');
    },
  },
  {
    method: 'POST',
    path: '/api/v1/authentication/password/verify/',
    policy: { allow: 'user' },
    name: 'authentication.password.verify',
    transaction: false,
    bodyLimit: 16_384,
    async handle(ctx, request) {
      const user = await findById(ctx, ctx.actor.id);
      const password = ctx.decrypt(textOf(record(request.body), 'password', 4096));
      if (!user || !(await proves(ctx, deps, user, 'password', password))) throw new CodedError('passwd_invalid');
      return { status: 200 };
    },
  },
];

import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type BodyOf, boolean, type Field, input, json, Problem, secret, text } from '@postern/resource';
import type { Proof } from './second-factors.ts';

/** Fields of the bodies with which people log in. What is left out and what is empty is the same, unless it says otherwise. */

const LABELS = {
  version: words('Version', '版本', 'バージョン'),
  username: words('Username', '用户名', 'ユーザー名'),
  password: words('Password', '密码', 'パスワード'),
  again: words('Password again', '再次输入密码', 'パスワード（確認）'),
  method: words('Kind of second factor', '多因子认证方式', '多要素認証の種類'),
  code: words('Verification code', '验证码', '認証コード'),
  credential: words('Answer of the passkey', '通行密钥的应答', 'パスキーの応答'),
  challenge: words('One-time code', '动态码', 'ワンタイムコード'),
  work: words('Result of the work', '计算结果', '計算の結果'),
  trust: words('Trust this browser', '信任此浏览器', 'このブラウザーを信頼する'),
  keep: words('Stay logged in', '保持登录', 'ログインしたままにする'),
  token: words('Token of the link', '链接令牌', 'リンクのトークン'),
  next: words('Page to go to', '跳转页面', '移動先のページ'),
};

const MAX_USERNAME = 128;
/** Characters of a password as it was typed. */
const MAX_PASSWORD = 4096;

/** The name typed in, also when it is nobody's, and empty: then it is a wrong try like any other. */
export const username = text({ label: LABELS.username, max: MAX_USERNAME, required: true, blank: true });
/** The name, for calls that do without. */
export const namedUser = text({ label: LABELS.username, max: MAX_USERNAME, default: '', blank: true });

/** A password that the browser may have encrypted for the way; undefined when it is empty. */
const passwordOf = (label: typeof LABELS.password) => secret({ label, max: MAX_PASSWORD, required: true, nullable: false, blank: false });
export const password = passwordOf(LABELS.password);
export const newPassword = passwordOf(LABELS.password);
export const newPasswordAgain = passwordOf(LABELS.again);

/** The new password of a body that holds it twice. @throws InvalidInput password_mismatch */
export function chosenPassword({
  new_password,
  new_password_again,
}: {
  new_password: string | null;
  new_password_again: string | null;
}): string {
  if (new_password !== new_password_again) throw InvalidInput.on('new_password_again', 'password_mismatch');
  return new_password ?? '';
}

/** What is shown to confirm: a password or a code, which some ways do without. */
export const shownSecret = secret({ label: LABELS.password, max: MAX_PASSWORD });

/** A text exactly as it came: blanks at its ends are part of it, and no character is refused. */
function verbatim(label: typeof LABELS.password, max: number): Field<string, 'always'> {
  const { kind, options } = text({ label, max, default: '', blank: true });
  const parse = (given: unknown): string => {
    if (typeof given !== 'string') throw new Problem('not_a_text');
    if (given.length > max) throw new Problem('max_length', { max });
    return given;
  };
  return { kind: { ...kind, parse }, options };
}

/** A password of a program, which encrypts nothing. */
export const plainPassword = input(verbatim(LABELS.password, MAX_PASSWORD));

/** Which factor a code belongs to; `otp` unless said. */
export const method = text({ label: LABELS.method, max: 16, default: '', blank: true });
/** A code that some ways do without. */
export const code = text({ label: LABELS.code, max: 32, blank: true });
/** A code that has to be there; an empty one is a wrong one. */
export const neededCode = text({ label: LABELS.code, max: 32, required: true, blank: true });
/** A one-time code that goes behind the password. */
export const challenge = text({ label: LABELS.challenge, max: 64, default: '', blank: true });
/** What a browser has worked out. */
export const work = text({ label: LABELS.work, max: 32, default: '', blank: true });
/** What a passkey has signed, as the browser gives it. */
export const credential = json({ label: LABELS.credential, holds: { type: 'object' }, nullable: true });
/** Browsers send a box that is not ticked as nothing, null or an empty text. */
export const keep = boolean({ label: LABELS.keep, nullable: true });
/** The second factor is not asked for again in this browser for a while. */
export const trust = boolean({ label: LABELS.trust, nullable: true });
/** The version of the terms of use that was read. */
export const termsVersion = text({ label: LABELS.version, max: 64, required: true, blank: true });
export const linkToken = text({ label: LABELS.token, max: 128, required: true, blank: true });
/** Whatever it holds, and a request can name nothing longer: it is never why somebody does not get in. */
export const next = verbatim(LABELS.next, 8192);

/** The code of a second factor that was sent along with a password in one request: `code` and `mfa_type` (docs/decisions/0065). */
export const ahead = { code, mfa_type: method };

export const aheadOf = (body: BodyOf<typeof ahead>): { ahead?: Proof } =>
  body.code ? { ahead: { type: body.mfa_type || 'otp', code: body.code } } : {};

import { type Language, render, type Text, text } from '@postern/contract/text';
import { TEXT_SCHEMA } from '@postern/resource';

/** Why a login does not go on, as clients read it: `{error, msg}` (docs/wire/authentication.md#answers-of-a-login-by-api). */
const REFUSALS = {
  password_failed: text(
    'The username or password is wrong. {remaining} tries are left before the account is locked for {minutes} minutes.',
    '用户名或密码错误。还可尝试 {remaining} 次，之后账号将被锁定 {minutes} 分钟。',
    'ユーザー名またはパスワードが違います。あと {remaining} 回失敗すると {minutes} 分間ロックされます。',
  ),
  password_not_taken: text(
    'Terminals take no passwords here. Use your SSH key.',
    '终端不接受密码登录，请使用 SSH 密钥。',
    'ターミナルではパスワードを使えません。SSH 鍵を使ってください。',
  ),
  block_login: text(
    'This account is locked here. Wait {minutes} minutes, use a browser you have logged in with before, give a code of your second factor along with the password, or ask an administrator.',
    '该账号在此处已被锁定。请等待 {minutes} 分钟、使用以前登录过的浏览器、在输入密码的同时提供多因子验证码，或联系管理员。',
    'このアカウントはここではロックされています。{minutes} 分待つ、以前ログインしたブラウザーを使う、パスワードと一緒に認証コードを入力する、または管理者に連絡してください。',
  ),
  block_global_ip_login: text(
    'Logging in from this address is blocked. Wait {minutes} minutes or ask an administrator.',
    '该地址已被禁止登录，请等待 {minutes} 分钟或联系管理员。',
    'このアドレスからのログインは制限されています。{minutes} 分待つか、管理者に連絡してください。',
  ),
  user_inactive: text('This account is disabled.', '该账号已被禁用。', 'このアカウントは無効です。'),
  user_expired: text('This account has expired.', '该账号已过期。', 'このアカウントの有効期限が切れています。'),
  outside_ended: text(
    'Your access from outside has ended. Ask the person who sponsors you, or an administrator.',
    '你的外部访问已到期，请联系你的担保人或管理员。',
    '社外からのアクセス期間が終了しました。責任者または管理者に連絡してください。',
  ),
  acl_not_allow: text(
    'A login rule does not let you in from here at this time. Ask an administrator.',
    '登录规则不允许你此时从此处登录，请联系管理员。',
    'ログインルールにより、現在の場所と時間からはログインできません。管理者に連絡してください。',
  ),
  login_confirm_wait: text(
    'A login rule wants somebody to approve this first. Waiting for their answer.',
    '登录规则要求先经审批，正在等待审批结果。',
    'ログインルールにより承認が必要です。承認を待っています。',
  ),
  login_confirm_error: text('Your login was not approved.', '你的登录未获批准。', 'ログインは承認されませんでした。'),
  review_impossible: text(
    'A login rule wants somebody to approve this first, and nobody is there to do it. Ask an administrator.',
    '登录规则要求先经审批，但目前没有可用的审批人，请联系管理员。',
    'ログインルールにより承認が必要ですが、承認できる人がいません。管理者に連絡してください。',
  ),
  passwd_has_expired: text(
    'Your password has expired. Choose a new one.',
    '密码已过期，请设置新密码。',
    'パスワードの期限が切れました。新しいパスワードを設定してください。',
  ),
  passwd_too_simple: text(
    'Your password is too simple. Choose another one.',
    '密码过于简单，请设置新密码。',
    'パスワードが単純すぎます。別のパスワードを設定してください。',
  ),
  passwd_need_update: text(
    'Choose a new password before you go on.',
    '请先设置新密码再继续。',
    '続ける前に新しいパスワードを設定してください。',
  ),
  mfa_required: text('Enter a verification code.', '请输入验证码。', '認証コードを入力してください。'),
  mfa_failed: text(
    'This code is wrong. {remaining} tries are left before verification is locked for {minutes} minutes.',
    '验证码错误。还可尝试 {remaining} 次，之后将被锁定 {minutes} 分钟。',
    'コードが違います。あと {remaining} 回失敗すると {minutes} 分間ロックされます。',
  ),
  answer_refused: text(
    'This answer was not accepted. Log in again for another try.',
    '应答未被接受，请重新登录后再试。',
    'この回答は受け入れられませんでした。もう一度ログインしてやり直してください。',
  ),
  block_mfa: text(
    'Verification is locked. Wait {minutes} minutes or ask an administrator.',
    '多因子认证已被锁定，请等待 {minutes} 分钟或联系管理员。',
    '認証はロックされています。{minutes} 分待つか、管理者に連絡してください。',
  ),
  mfa_unset: text(
    'This account needs a second factor, and none is set up yet. Log in through the web page to do that.',
    '该账号需要多因子认证，但尚未设置。请在网页上登录并完成设置。',
    'このアカウントには多要素認証が必要ですが、まだ設定されていません。Web ページからログインして設定してください。',
  ),
  no_passkey_here: text(
    'None of your passkeys works at this address. Use another method.',
    '你的通行密钥在此地址均不可用，请使用其他方式。',
    'このアドレスで使えるパスキーがありません。別の方法を使ってください。',
  ),
  captcha_required: text(
    'Wrong passwords came from your address. Your browser has to work something out before the next try; reload this page if it does not.',
    '你的地址曾输错密码，浏览器需先完成一次计算才能再次尝试。如未自动进行，请刷新页面。',
    'このアドレスでパスワードの間違いがありました。次に試す前にブラウザーが計算を行います。始まらない場合は再読み込みしてください。',
  ),
  passkey_failed: text(
    'This passkey does not log you in here. Try again, or use another way.',
    '此通行密钥无法在此登录，请重试或使用其他方式。',
    'このパスキーではログインできません。もう一度試すか、別の方法を使ってください。',
  ),
  passkey_copied: text(
    'This passkey may have been copied and is not accepted. Log in another way and tell an administrator.',
    '此通行密钥可能已被复制，不予接受。请使用其他方式登录并告知管理员。',
    'このパスキーは複製された可能性があるため使えません。別の方法でログインし、管理者に知らせてください。',
  ),
  passkey_off: text(
    'Logging in by a passkey is switched off here.',
    '此处未启用通行密钥登录。',
    'パスキーでのログインは無効になっています。',
  ),
  backend_not_match: text(
    'Your account logs in through another system. Use its way in.',
    '你的账号需通过其他系统登录，请使用相应方式。',
    'このアカウントは別のシステムからログインします。その方法を使ってください。',
  ),
  link_invalid: text(
    'This link no longer works: it was used, a newer one took its place, or it is more than an hour old. Ask for a new one.',
    '此链接已失效：可能已使用、已被新链接取代，或已超过一小时。请重新申请。',
    'このリンクは使えません。使用済みか、新しいリンクに置き換えられたか、1 時間を過ぎています。もう一度申請してください。',
  ),
  login_link_invalid: text(
    'This link no longer works: it was used, a newer one took its place, it is too old, or links are switched off. Log in here.',
    '此链接已失效：可能已使用、已被新链接取代、已过期，或登录链接已禁用。请在此登录。',
    'このリンクは使えません。使用済みか、新しいリンクに置き換えられたか、期限切れか、ログインリンクが無効です。ここからログインしてください。',
  ),
  device_pending: text(
    'This login waits for you to confirm it in a browser.',
    '此次登录等待你在浏览器中确认。',
    'このログインはブラウザーでの確認を待っています。',
  ),
  device_over: text(
    'Nobody confirmed this in time, or it was used already. Start again.',
    '未在规定时间内确认，或已使用过，请重新开始。',
    '時間内に確認されなかったか、すでに使われています。最初からやり直してください。',
  ),
  device_refused: text('The login was refused in the browser.', '已在浏览器中拒绝此次登录。', 'ブラウザーでログインが拒否されました。'),
  device_other: text(
    'Somebody else confirmed this login. Log in there as the person named here.',
    '确认此次登录的是另一位用户，请以此处填写的用户名在浏览器中登录。',
    'このログインは別のユーザーによって確認されました。ここで指定したユーザーでブラウザーにログインしてください。',
  ),
  external_unreachable: text(
    'The system that knows your password does not answer. Try again in a moment, or ask an administrator.',
    '验证密码的外部系统没有响应，请稍后重试或联系管理员。',
    'パスワードを確認する外部システムが応答しません。しばらくしてからやり直すか、管理者に連絡してください。',
  ),
  external_refused: text(
    'The other system did not confirm who you are. Start again.',
    '外部系统未能确认你的身份，请重新开始。',
    '外部システムで本人確認ができませんでした。最初からやり直してください。',
  ),
  external_weak: text(
    'The other system has asked you for less than is wanted here. Log in there with your second factor, or ask an administrator.',
    '外部系统对你的验证强度不足。请在外部系统使用多因子认证登录，或联系管理员。',
    '外部システムでの本人確認が、ここで求められる強さに足りません。多要素認証でログインし直すか、管理者に連絡してください。',
  ),
  external_unknown: text(
    'You have no account here. Ask an administrator for one.',
    '你在此处没有账号，请联系管理员开通。',
    'ここにはあなたのアカウントがありません。管理者に依頼してください。',
  ),
  external_taken: text(
    'An account with your name or mail address exists here and does not belong to the system you came from. Ask an administrator.',
    '此处已有使用你的用户名或邮箱的账号，且不属于你登录的外部系统，请联系管理员。',
    'あなたの名前またはメールアドレスのアカウントがすでにありますが、ログインに使った外部システムのものではありません。管理者に連絡してください。',
  ),
  external_source: text(
    'Your account logs in another way: the settings do not let it in by this service.',
    '你的账号使用其他方式登录，系统设置不允许通过此服务登录。',
    'あなたのアカウントは別の方法でログインします。設定により、このサービスではログインできません。',
  ),
  external_waiting: text(
    'Your account waits for approval. Log in again once an administrator has let you in.',
    '你的账号正在等待批准。管理员批准后请重新登录。',
    'アカウントは承認待ちです。管理者の承認後にもう一度ログインしてください。',
  ),
  terms_required: text(
    'Terms of use have to be accepted first. Open {url} in a browser, accept them there, and log in again.',
    '请先接受使用条款：在浏览器中打开 {url}，接受后重新登录。',
    '先に利用規約への同意が必要です。ブラウザーで {url} を開いて同意し、もう一度ログインしてください。',
  ),
  session_empty: text(
    'The login has timed out. Start again.',
    '登录已超时，请重新开始。',
    'ログインの時間切れです。最初からやり直してください。',
  ),
} as const satisfies Record<string, Text>;

export type RefusalCode = keyof typeof REFUSALS;

/** Reasons for which a password has to be replaced. */
export type DueCode = Extract<RefusalCode, `passwd_${string}`>;

export interface Refusal {
  error: RefusalCode;
  msg: string;
}

export const refusal = (code: RefusalCode, language: Language, params: Readonly<Record<string, unknown>> = {}): Refusal => ({
  error: code,
  msg: render(REFUSALS[code], language, params),
});

/** A refusal as it is answered, where one comes with 200. */
export const REFUSAL = { error: TEXT_SCHEMA, msg: TEXT_SCHEMA };

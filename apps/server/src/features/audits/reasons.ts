import { type Text, text as t } from '@postern/contract/text';

/** Words of login failure codes (docs/wire/audits.md#logins). Unknown codes are shown as they are. */
export const REASONS: Readonly<Record<string, Text>> = {
  password_failed: t('Wrong username or password', '用户名或密码错误', 'ユーザー名またはパスワードが違います'),
  login_link_invalid: t('The login link no longer works', '登录链接已失效', 'ログインリンクが無効'),
  device_over: t('No confirmation in the browser', '未在浏览器中确认', 'ブラウザーで確認されなかった'),
  device_other: t('Confirmed by somebody else in the browser', '在浏览器中由他人确认', '別のユーザーがブラウザーで確認した'),
  device_refused: t('Refused in the browser', '在浏览器中被拒绝', 'ブラウザーで拒否された'),
  external_unreachable: t('The other system did not answer', '外部系统没有响应', '外部システムが応答しない'),
  external_refused: t('The other system did not confirm the person', '外部系统未确认身份', '外部システムが本人と認めなかった'),
  external_weak: t('The other system asked for too little', '外部系统的验证强度不足', '外部システムでの本人確認が弱い'),
  external_unknown: t('No account here', '此处没有账号', 'アカウントなし'),
  external_taken: t('The account belongs to another source', '账号属于其他来源', 'アカウントの登録元が異なる'),
  external_source: t(
    'Accounts of this source log in another way',
    '该来源的账号使用其他方式登录',
    'この登録元のアカウントは別の方法でログインする',
  ),
  external_waiting: t('The new account waits for approval', '新账号等待批准', '新しいアカウントの承認待ち'),
  passkey_failed: t('A passkey that was not accepted', '通行密钥未被接受', 'パスキーが認められない'),
  passkey_copied: t('A passkey that may be a copy', '通行密钥可能被复制', 'パスキーが複製された可能性'),
  passkey_off: t('Logging in by passkeys is off', '未启用通行密钥登录', 'パスキーでのログインは無効'),
  password_not_taken: t('Terminals take no passwords', '终端不接受密码登录', 'ターミナルではパスワードを使えません'),
  password_decrypt_failed: t('The password could not be decrypted', '密码解密失败', 'パスワードを復号できません'),
  mfa_failed: t('Wrong verification code', '验证码错误', '認証コードが違います'),
  mfa_unset: t('No verification factor is set up', '未设置多因子认证', '多要素認証が未設定です'),
  user_not_exist: t('Unknown user', '用户不存在', 'ユーザーが存在しません'),
  password_expired: t('The password has expired', '密码已过期', 'パスワードの期限切れ'),
  passwd_has_expired: t('The password has expired', '密码已过期', 'パスワードの期限切れ'),
  passwd_need_update: t('The password has to be replaced', '需要修改密码', 'パスワードの変更が必要'),
  passwd_too_simple: t('The password is too simple', '密码过于简单', 'パスワードが単純すぎる'),
  session_empty: t('The login timed out', '登录超时', 'ログインの時間切れ'),
  user_invalid: t('The user is not valid', '用户无效', 'ユーザーが無効です'),
  user_inactive: t('The user is disabled', '用户已禁用', 'ユーザーは無効化されています'),
  user_expired: t('The user has expired', '用户已过期', 'ユーザーの有効期限切れ'),
  outside_ended: t('The access from outside has ended', '外部访问已到期', '社外アクセスの期間終了'),
  terms_required: t('The terms of use are not accepted', '未接受使用条款', '利用規約に未同意'),
  backend_not_match: t('This user logs in another way', '认证方式不匹配', '認証方法が一致しません'),
  acl_not_allow: t('An access rule refuses the login', '登录规则拒绝', 'ログインルールにより拒否されました'),
  block_login: t('The account is locked', '账号已锁定', 'アカウントはロックされています'),
  block_mfa: t('Verification is locked', '多因子认证已锁定', '多要素認証はロックされています'),
  block_global_ip_login: t('The address is locked', 'IP 已锁定', 'アドレスはロックされています'),
};

/** Words of login methods. */
export const BACKENDS: Readonly<Record<string, Text>> = {
  Password: t('Password', '密码', 'パスワード'),
  'SSH Key': t('SSH key', 'SSH 密钥', 'SSH 鍵'),
  Passkey: t('Passkey', '通行密钥', 'パスキー'),
  SSO: t('Login link', '登录链接', 'ログインリンク'),
  Browser: t('Confirmed in a browser', '浏览器确认', 'ブラウザーで確認'),
  'Temporary token': t('Temporary password', '临时密码', '一時パスワード'),
};

/** Words of second factors as the log of logins has them. */
export const FACTORS: Readonly<Record<string, Text>> = {
  otp: t('One-time code', '一次性验证码', 'ワンタイムコード'),
  passkey: t('Passkey', '通行密钥', 'パスキー'),
  sms: t('Code by text message', '短信验证码', 'SMS のコード'),
  email: t('Code by mail', '邮件验证码', 'メールのコード'),
  recovery: t('Recovery code', '恢复代码', 'リカバリーコード'),
  otp_radius: t('Code of RADIUS', 'RADIUS 验证码', 'RADIUS のコード'),
  elsewhere: t('Asked for by the identity provider', '由身份提供方验证', 'ID プロバイダーで確認'),
  browser: t('In the browser that confirmed', '由确认的浏览器验证', '確認したブラウザーで'),
};

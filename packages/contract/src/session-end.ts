import { type Text, text } from './text.ts';

/** What kind of thing ended a session. */
export const END_CAUSES = ['person', 'rule', 'grant', 'limit', 'target', 'network', 'restart'] as const;
export type EndCause = (typeof END_CAUSES)[number];

interface End {
  cause: EndCause;
  /** Said of somebody else's session, for those who look at it afterwards. */
  text: Text;
}

/**
 * Why a session ended: the one closed set, from the gateway to the row in the core, the page and the native client.
 * Params, all text: idle `minutes` · terminated `by`, `note` · target_unreachable `address`, `detail` · gateway_unreachable `domain`, `tried` ·
 * target_refused_login `account`, `methods` · target_algorithms `kind`, `ours`, `theirs`, `profile`, `platform` · host_key_changed `address`, `type`, `fingerprint`,
 * `expected` · token_refused, join_refused `detail` · rule_refused `rule` · protocol_error `detail`.
 */
export const SESSION_ENDS = {
  user_closed: { cause: 'person', text: text('Closed by the user', '用户关闭', 'ユーザーが終了') },
  terminated: { cause: 'person', text: text('Ended by {by}', '被 {by} 终止', '{by} が終了') },
  component_revoked: { cause: 'person', text: text('The gateway was revoked', '网关被吊销', 'ゲートウェイの失効') },
  login_ended: { cause: 'person', text: text('The login of the user ended', '用户登录已结束', 'ユーザーのログインが終了') },
  rule_refused: { cause: 'rule', text: text('Refused by the rule "{rule}"', '被规则“{rule}”拒绝', 'ルール「{rule}」により拒否') },
  recording_failed: { cause: 'rule', text: text('It could not be recorded', '无法录像', '録画できない') },
  permission_expired: { cause: 'grant', text: text('The permission expired', '授权到期', '権限の期限切れ') },
  permission_removed: { cause: 'grant', text: text('The permission was taken away', '授权被收回', '権限の取り消し') },
  user_disabled: { cause: 'grant', text: text('The user was disabled or deleted', '用户被禁用或删除', 'ユーザーの無効化または削除') },
  user_expired: { cause: 'grant', text: text('The user expired', '用户已过期', 'ユーザーの期限切れ') },
  asset_disabled: { cause: 'grant', text: text('The asset was disabled or removed', '资产被禁用或移除', 'アセットの無効化または削除') },
  account_disabled: {
    cause: 'grant',
    text: text('The account was disabled or removed', '账号被禁用或移除', 'アカウントの無効化または削除'),
  },
  upload_refused: { cause: 'grant', text: text('Uploading is not permitted', '没有上传权限', 'アップロードの権限がない') },
  download_refused: { cause: 'grant', text: text('Downloading is not permitted', '没有下载权限', 'ダウンロードの権限がない') },
  files_disabled: {
    cause: 'grant',
    text: text('The platform offers no file transfer', '平台未启用文件传输', 'プラットフォームでファイル転送が無効'),
  },
  mosh_refused: {
    cause: 'rule',
    text: text('mosh would pass beside the recording', 'mosh 会绕过录像', 'mosh は録画を通らない'),
  },
  token_refused: { cause: 'grant', text: text('The token was refused', '令牌被拒绝', 'トークンを拒否') },
  join_refused: { cause: 'grant', text: text('Watching was refused', '监控被拒绝', '閲覧を拒否') },
  share_removed: { cause: 'person', text: text('Taken out of the shared session', '被移出分享会话', '共有セッションからの退出') },
  idle: { cause: 'limit', text: text('No input for {minutes} minutes', '{minutes} 分钟无输入', '{minutes} 分間入力なし') },
  target_closed: { cause: 'target', text: text('Ended on the asset', '在资产端结束', 'アセット側で終了') },
  target_unreachable: { cause: 'target', text: text('{address} could not be reached', '无法连接 {address}', '{address} に接続できない') },
  target_refused_login: {
    cause: 'target',
    text: text('The asset refused the login of {account}', '资产拒绝 {account} 登录', 'アセットが {account} のログインを拒否'),
  },
  target_algorithms: { cause: 'target', text: text('No common {kind}', '没有共同的 {kind}', '共通の {kind} がない') },
  host_key_changed: {
    cause: 'target',
    text: text('The host key of {address} had changed', '{address} 的主机密钥已变更', '{address} のホスト鍵が変更'),
  },
  protocol_error: { cause: 'target', text: text('It could not be carried: {detail}', '无法建立：{detail}', '確立できない：{detail}') },
  target_lost: { cause: 'network', text: text('The connection to the asset broke', '与资产的连接中断', 'アセットとの接続が切断') },
  client_lost: { cause: 'network', text: text('The connection to the user broke', '与用户的连接中断', 'ユーザーとの接続が切断') },
  gateway_unreachable: {
    cause: 'network',
    text: text('No gateway of {domain} could be passed', '无法通过 {domain} 的网关', '{domain} のゲートウェイを通れない'),
  },
  core_unavailable: { cause: 'network', text: text('The core did not answer', '核心服务无响应', 'コアが応答しない') },
  gateway_stopping: { cause: 'restart', text: text('The gateway was stopped', '网关停止', 'ゲートウェイの停止') },
  gateway_lost: { cause: 'restart', text: text('The gateway broke off', '网关异常中断', 'ゲートウェイの異常終了') },
  component_lost: { cause: 'restart', text: text('The component fell silent', '组件失去联系', 'コンポーネントの応答なし') },
} as const satisfies Record<string, End>;

export type EndReason = keyof typeof SESSION_ENDS;
export const END_REASONS = Object.keys(SESSION_ENDS) as EndReason[];

export const isEndReason = (value: unknown): value is EndReason => typeof value === 'string' && Object.hasOwn(SESSION_ENDS, value);

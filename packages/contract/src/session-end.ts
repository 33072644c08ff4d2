import { type Language, render, type Text, text } from './text.ts';

/** What kind of thing ended a session. */
export const END_CAUSES = ['person', 'rule', 'grant', 'limit', 'target', 'network', 'restart'] as const;
export type EndCause = (typeof END_CAUSES)[number];

interface End {
  cause: EndCause;
  /** Said of somebody else's session, for those who look at it afterwards. */
  text: Text;
  /** Said to the person whose session it was: a sentence, and what they can do. */
  told: Text;
  /** What else is known, in the order shown. One whose param is not there is left out. */
  facts?: readonly Text[];
}

/** A param as it is. */
const fact = (name: string): Text => text(`{${name}}`, `{${name}}`, `{${name}}`);

/**
 * Why a session ended: the one closed set, from the gateway to the row in the core, the page and the native client.
 * Params, all text: idle `minutes` · time_limit `hours` · session_limit `detail` · terminated `by`, `note` · target_unreachable `address`, `detail` · gateway_unreachable `domain`, `tried` ·
 * target_refused_login `account`, `methods` · target_algorithms `kind`, `ours`, `theirs`, `profile`, `platform` · host_key_changed `address`, `type`, `fingerprint`,
 * `expected` · token_refused, join_refused `detail` · rule_refused `rule` · protocol_error `detail`.
 */
export const SESSION_ENDS = {
  user_closed: {
    cause: 'person',
    text: text('Closed by the user', '用户关闭', 'ユーザーが終了'),
    told: text('You closed this session.', '你已关闭此会话。', 'このセッションを閉じました。'),
  },
  terminated: {
    cause: 'person',
    text: text('Ended by {by}', '被 {by} 终止', '{by} が終了'),
    told: text('This session was ended by {by}.', '此会话已被 {by} 终止。', 'このセッションは {by} により終了されました。'),
    facts: [text('They say: {note}', '说明：{note}', '理由：{note}')],
  },
  component_revoked: {
    cause: 'person',
    text: text('The gateway was revoked', '网关被吊销', 'ゲートウェイの失効'),
    told: text(
      'An administrator revoked the gateway of this session.',
      '管理员已吊销承载此会话的网关。',
      '管理者がこのセッションのゲートウェイを失効させました。',
    ),
  },
  login_ended: {
    cause: 'person',
    text: text('The login of the user ended', '用户登录已结束', 'ユーザーのログインが終了'),
    told: text('Your login has ended. Log in again.', '你的登录已结束，请重新登录。', 'ログインが終了しました。再度ログインしてください。'),
  },
  rule_refused: {
    cause: 'rule',
    text: text('Refused by the rule "{rule}"', '被规则“{rule}”拒绝', 'ルール「{rule}」により拒否'),
    told: text(
      'An access rule does not allow this session.',
      '访问规则不允许此会话。',
      'アクセスルールにより、このセッションは許可されていません。',
    ),
    facts: [fact('rule')],
  },
  recording_failed: {
    cause: 'rule',
    text: text('It could not be recorded', '无法录像', '録画できない'),
    told: text(
      'This session must be recorded, and the recording can no longer be written.',
      '此会话必须录像，但录像已无法写入。',
      'このセッションは録画が必須ですが、録画を書き込めなくなりました。',
    ),
  },
  permission_expired: {
    cause: 'grant',
    text: text('The permission expired', '授权到期', '権限の期限切れ'),
    told: text('Your permission for this asset has expired.', '你对该资产的授权已过期。', 'このアセットの権限は期限切れです。'),
  },
  permission_removed: {
    cause: 'grant',
    text: text('The permission was taken away', '授权被收回', '権限の取り消し'),
    told: text('Your permission for this asset was taken away.', '你对该资产的授权已被收回。', 'このアセットの権限が取り消されました。'),
  },
  user_disabled: {
    cause: 'grant',
    text: text('The user was disabled or deleted', '用户被禁用或删除', 'ユーザーの無効化または削除'),
    told: text('Your user has been disabled.', '你的用户已被禁用。', 'あなたのユーザーは無効化されました。'),
  },
  user_expired: {
    cause: 'grant',
    text: text('The user expired', '用户已过期', 'ユーザーの期限切れ'),
    told: text(
      'Your user has expired. Ask an administrator to extend it.',
      '你的用户已过期，请联系管理员延长有效期。',
      'あなたのユーザーは期限切れです。管理者に延長を依頼してください。',
    ),
  },
  asset_disabled: {
    cause: 'grant',
    text: text('The asset was disabled or removed', '资产被禁用或移除', 'アセットの無効化または削除'),
    told: text('The asset has been disabled or removed.', '该资产已被禁用或移除。', 'アセットが無効化または削除されました。'),
  },
  account_disabled: {
    cause: 'grant',
    text: text('The account was disabled or removed', '账号被禁用或移除', 'アカウントの無効化または削除'),
    told: text('The account has been disabled or removed.', '该账号已被禁用或移除。', 'アカウントが無効化または削除されました。'),
  },
  upload_refused: {
    cause: 'grant',
    text: text('Uploading is not permitted', '没有上传权限', 'アップロードの権限がない'),
    told: text('Your permission does not allow uploading here.', '你的授权不允许在此上传。', 'ここでのアップロードは許可されていません。'),
  },
  download_refused: {
    cause: 'grant',
    text: text('Downloading is not permitted', '没有下载权限', 'ダウンロードの権限がない'),
    told: text(
      'Your permission does not allow downloading here.',
      '你的授权不允许在此下载。',
      'ここでのダウンロードは許可されていません。',
    ),
  },
  files_disabled: {
    cause: 'grant',
    text: text('The platform offers no file transfer', '平台未启用文件传输', 'プラットフォームでファイル転送が無効'),
    told: text(
      'File transfer is switched off for this platform.',
      '此平台未启用文件传输。',
      'このプラットフォームではファイル転送が無効です。',
    ),
  },
  mosh_refused: {
    cause: 'rule',
    text: text('mosh would pass beside the recording', 'mosh 会绕过录像', 'mosh は録画を通らない'),
    told: text(
      'mosh is not carried here: its packets (UDP) would go to the target directly, beside the recording. Use ssh.',
      '此处不支持 mosh：其数据包（UDP）会直接发往目标，绕过录像。请使用 ssh。',
      'mosh は利用できません。パケット（UDP）が録画を通らずに接続先へ直接届くためです。ssh を使ってください。',
    ),
  },
  token_refused: {
    cause: 'grant',
    text: text('The token was refused', '令牌被拒绝', 'トークンを拒否'),
    told: text(
      'The server refused this connection. Start it again.',
      '服务器拒绝了此连接，请重新发起。',
      'サーバーがこの接続を拒否しました。もう一度開始してください。',
    ),
    facts: [fact('detail')],
  },
  join_refused: {
    cause: 'grant',
    text: text('Watching was refused', '监控被拒绝', '閲覧を拒否'),
    told: text('You may not watch this session.', '你无权查看此会话。', 'このセッションは閲覧できません。'),
    facts: [fact('detail')],
  },
  share_removed: {
    cause: 'person',
    text: text('Taken out of the shared session', '被移出分享会话', '共有セッションからの退出'),
    told: text('You were taken out of this session.', '你已被移出此会话。', 'このセッションから外されました。'),
  },
  idle: {
    cause: 'limit',
    text: text('No input for {minutes} minutes', '{minutes} 分钟无输入', '{minutes} 分間入力なし'),
    told: text(
      'The session ended after {minutes} min without input.',
      '会话因 {minutes} 分钟无输入而结束。',
      '{minutes} 分間入力がなかったため、セッションを終了しました。',
    ),
  },
  time_limit: {
    cause: 'limit',
    text: text('The longest time of a session: {hours} hours', '会话达到最长时间：{hours} 小时', 'セッションの最長時間：{hours} 時間'),
    told: text(
      'The session ended: none may last longer than {hours} h. Connect again to go on.',
      '会话已结束：单次会话最长 {hours} 小时，可重新连接。',
      'セッションを終了しました。最長は {hours} 時間です。続けるには再接続してください。',
    ),
  },
  session_limit: {
    cause: 'limit',
    text: text('More sessions at once than allowed', '同时会话数超过上限', '同時セッション数の上限'),
    told: text('No further session can be opened now.', '暂时无法打开更多会话。', 'これ以上セッションを開けません。'),
    facts: [fact('detail')],
  },
  target_closed: {
    cause: 'target',
    text: text('Ended on the asset', '在资产端结束', 'アセット側で終了'),
    told: text('The session ended on the asset.', '会话已在资产端结束。', 'セッションはアセット側で終了しました。'),
  },
  target_unreachable: {
    cause: 'target',
    text: text('{address} could not be reached', '无法连接 {address}', '{address} に接続できない'),
    told: text('The asset could not be reached.', '无法连接到该资产。', 'アセットに接続できませんでした。'),
    facts: [fact('address'), fact('detail')],
  },
  target_refused_login: {
    cause: 'target',
    text: text('The asset refused the login of {account}', '资产拒绝 {account} 登录', 'アセットが {account} のログインを拒否'),
    told: text('The asset refused this account.', '资产拒绝了此账号的登录。', 'アセットがこのアカウントでのログインを拒否しました。'),
    facts: [fact('account'), text('it takes: {methods}', '可用方式：{methods}', '使える方式：{methods}')],
  },
  target_algorithms: {
    cause: 'target',
    text: text('No common {kind}', '没有共同的 {kind}', '共通の {kind} がない'),
    told: text(
      'The asset and the gateway have no {kind} in common. What is offered is set in: platform {platform}, protocol SSH, Algorithms ({profile}).',
      '资产与网关没有共同支持的算法（{kind}）。设置位置：平台 {platform} → SSH 协议 → 算法（{profile}）。',
      'アセットとゲートウェイに共通のアルゴリズム（{kind}）がありません。設定場所：プラットフォーム {platform} → SSH プロトコル → アルゴリズム（{profile}）。',
    ),
    facts: [text('Ours: {ours}', '我方：{ours}', 'こちら：{ours}'), text('Theirs: {theirs}', '对方：{theirs}', '相手：{theirs}')],
  },
  host_key_changed: {
    cause: 'target',
    text: text('The host key of {address} had changed', '{address} 的主机密钥已变更', '{address} のホスト鍵が変更'),
    told: text(
      'The host key of the asset has changed, so the connection was refused. Ask an administrator to check it.',
      '资产的主机密钥已变更，连接被拒绝。请联系管理员核对。',
      'アセットのホスト鍵が変わったため、接続を拒否しました。管理者に確認を依頼してください。',
    ),
    facts: [
      fact('address'),
      fact('type'),
      text('now {fingerprint}', '现为 {fingerprint}', '現在 {fingerprint}'),
      text('expected {expected}', '应为 {expected}', '想定 {expected}'),
    ],
  },
  protocol_error: {
    cause: 'target',
    text: text('It could not be carried: {detail}', '无法建立：{detail}', '確立できない：{detail}'),
    told: text(
      'The connection broke off because of a protocol error.',
      '连接因协议错误而中断。',
      'プロトコルエラーのため接続が切れました。',
    ),
    facts: [fact('detail')],
  },
  target_lost: {
    cause: 'network',
    text: text('The connection to the asset broke', '与资产的连接中断', 'アセットとの接続が切断'),
    told: text('The connection to the asset was lost.', '与资产的连接已中断。', 'アセットとの接続が切れました。'),
  },
  client_lost: {
    cause: 'network',
    text: text('The connection to the user broke', '与用户的连接中断', 'ユーザーとの接続が切断'),
    told: text('The connection to you was lost.', '与你的连接已中断。', 'こちらとの接続が切れました。'),
  },
  gateway_unreachable: {
    cause: 'network',
    text: text('No gateway of {domain} could be passed', '无法通过 {domain} 的网关', '{domain} のゲートウェイを通れない'),
    told: text('No gateway of the domain could be passed.', '网域中没有可用的网关。', 'ドメインのどのゲートウェイも通れませんでした。'),
    facts: [fact('domain'), fact('tried')],
  },
  carried_elsewhere: {
    cause: 'network',
    text: text('Carried by another gateway', '由另一网关承载', '別のゲートウェイのセッション'),
    told: text(
      'Another gateway carries this session and cannot be reached from here. Ask an administrator to let the nodes reach each other (POSTERN_GATEWAY_ADDRESS, POSTERN_GATEWAY_NETWORKS).',
      '此会话由另一个网关承载，从这里无法到达。请联系管理员允许节点互相访问（POSTERN_GATEWAY_ADDRESS、POSTERN_GATEWAY_NETWORKS）。',
      'このセッションは別のゲートウェイにあり、ここからは届きません。ノードが互いに到達できるよう管理者に依頼してください（POSTERN_GATEWAY_ADDRESS、POSTERN_GATEWAY_NETWORKS）。',
    ),
  },
  carrier_silent: {
    cause: 'network',
    text: text('The gateway of the session did not answer', '承载会话的网关无响应', 'セッションのゲートウェイが応答しない'),
    told: text(
      'The gateway that carries this session did not answer. Try again in a moment; if it stays so, tell an administrator.',
      '承载此会话的网关无响应。请稍后重试；若仍无响应，请联系管理员。',
      'このセッションのゲートウェイが応答しません。少し待ってからやり直し、続く場合は管理者に連絡してください。',
    ),
  },
  core_unavailable: {
    cause: 'network',
    text: text('The core did not answer', '核心服务无响应', 'コアが応答しない'),
    told: text(
      'The server did not answer the gateway. Try again in a moment.',
      '服务器未响应网关，请稍后重试。',
      'サーバーがゲートウェイに応答しません。少し待ってからやり直してください。',
    ),
  },
  gateway_stopping: {
    cause: 'restart',
    text: text('The gateway was stopped', '网关停止', 'ゲートウェイの停止'),
    told: text(
      'The gateway is stopping. Connect again in a moment.',
      '网关正在停止，请稍后重新连接。',
      'ゲートウェイを停止しています。少し待ってから再接続してください。',
    ),
  },
  gateway_lost: {
    cause: 'restart',
    text: text('The gateway broke off', '网关异常中断', 'ゲートウェイの異常終了'),
    told: text(
      'The gateway broke off. Connect again in a moment.',
      '网关异常中断，请稍后重新连接。',
      'ゲートウェイが異常終了しました。少し待ってから再接続してください。',
    ),
  },
  component_lost: {
    cause: 'restart',
    text: text('The component fell silent', '组件失去联系', 'コンポーネントの応答なし'),
    told: text(
      'The gateway fell silent. Connect again in a moment.',
      '网关失去联系，请稍后重新连接。',
      'ゲートウェイの応答がありません。少し待ってから再接続してください。',
    ),
  },
} as const satisfies Record<string, End>;

export type EndReason = keyof typeof SESSION_ENDS;
export const END_REASONS = Object.keys(SESSION_ENDS) as EndReason[];

export const isEndReason = (value: unknown): value is EndReason => typeof value === 'string' && Object.hasOwn(SESSION_ENDS, value);

/** Params that a component may leave out. */
const UNTOLD = { by: text('an administrator', '管理员', '管理者') };

/**
 * What the person is told whose session has ended.
 * @param params see {@link SESSION_ENDS}
 * @returns a sentence, and the details that are known, '' where there are none
 */
export function endTold(
  reason: EndReason,
  params: Readonly<Record<string, string>>,
  language: Language,
): { sentence: string; facts: string } {
  const { told, facts = [] }: End = SESSION_ENDS[reason];
  const known = facts.map((one) => render(one, language, params)).filter((one) => !/\{\w+\}|^$/.test(one));
  return { sentence: render(told, language, { ...UNTOLD, ...params }), facts: known.join(' · ') };
}

import type { EndReason } from '@postern/contract/session-end';
import { type Text, text } from '@postern/contract/text';

/** What the gateway itself says on a person's terminal. Everything else on the screen comes from the target. */
export const MESSAGES = {
  gateway_passed: text('Through gateway {gateway}.', '经由网关 {gateway}。', 'ゲートウェイ {gateway} を経由します。'),
  gateway_failed: text(
    'Gateway {gateway} could not be passed ({detail}).',
    '无法通过网关 {gateway}({detail})。',
    'ゲートウェイ {gateway} を通れません({detail})。',
  ),
  terminated: text('This session was ended by {by}.', '此会话已被 {by} 终止。', 'このセッションは {by} により終了されました。'),
  terminated_note: text('They say: {note}', '说明：{note}', '理由：{note}'),
  locked: text(
    'This session was locked by {by}. Nothing is typed until it is unlocked. {note}',
    '此会话已被 {by} 锁定，解锁前无法输入。{note}',
    'このセッションは {by} によりロックされました。解除されるまで入力できません。{note}',
  ),
  unlocked: text('{by} unlocked this session.', '{by} 已解锁此会话。', '{by} がこのセッションのロックを解除しました。'),
  watched: text('{by} watches this session.', '{by} 正在监看此会话。', '{by} がこのセッションを閲覧しています。'),
  idle: text(
    'Ended after {minutes} minutes without input.',
    '已有 {minutes} 分钟没有输入，会话结束。',
    '{minutes} 分間入力がなかったため終了しました。',
  ),
  permission_expired: text('Your permission for this asset has ended.', '你对该资产的授权已到期。', 'このアセットの利用期限が切れました。'),
  permission_removed: text(
    'Your permission for this asset was taken away.',
    '你对该资产的授权已被收回。',
    'このアセットの権限が取り消されました。',
  ),
  user_disabled: text('Your user has been disabled.', '你的用户已被禁用。', 'あなたのユーザーは無効化されました。'),
  user_expired: text(
    'Your user has expired. Ask an administrator to extend it.',
    '你的用户已过期，请联系管理员延长有效期。',
    'あなたのユーザーは期限切れです。管理者に延長を依頼してください。',
  ),
  asset_disabled: text('This asset has been disabled.', '该资产已被禁用。', 'このアセットは無効化されました。'),
  account_disabled: text('This account has been disabled.', '该账号已被禁用。', 'このアカウントは無効化されました。'),
  login_ended: text('Your login has ended.', '你的登录已结束。', 'ログインが終了しました。'),
  rule_refused: text(
    'The access rule "{rule}" does not allow this session.',
    '访问规则“{rule}”不允许此会话。',
    'アクセスルール「{rule}」により、このセッションは許可されていません。',
  ),
  recording_failed: text(
    'This session must be recorded, and the recording can no longer be written.',
    '此会话必须录像，但录像已无法写入。',
    'このセッションは録画が必須ですが、録画を書き込めなくなりました。',
  ),
  component_revoked: text('An administrator revoked this gateway.', '管理员已吊销此网关。', '管理者がこのゲートウェイを失効させました。'),
  gateway_stopping: text('The gateway is stopping.', '网关正在停止。', 'ゲートウェイを停止しています。'),
  gateway_restarts: text(
    'This gateway restarts in {seconds} s. Your session ends then.',
    '此网关将在 {seconds} 秒后重启，届时会话将结束。',
    'このゲートウェイは {seconds} 秒後に再起動します。その時点でセッションは終了します。',
  ),
  command_rejected: text(
    'The command "{command}" is not allowed here.',
    '此处不允许执行命令“{command}”。',
    'コマンド「{command}」はここでは許可されていません。',
  ),
  command_unasked: text(
    'The command "{command}" needs an approval, which is not waited for without a terminal. It did not run.',
    '命令“{command}”需要审批，没有终端时不会等待审批，命令未执行。',
    'コマンド「{command}」には承認が必要ですが、端末がないため承認を待たず、実行しませんでした。',
  ),
  command_stands: text(
    'The target still holds the refused line. It was interrupted again; then try once more.',
    '目标仍保留着被拒绝的命令行。已再次中断，请稍后重试。',
    '拒否された行が接続先に残っています。もう一度中断したので、再度お試しください。',
  ),
  command_warned: text(
    'The command "{command}" has been reported.',
    '命令“{command}”已被上报。',
    'コマンド「{command}」は報告されました。',
  ),
  review_question: text(
    'The command "{command}" needs an approval. Ask for it? [Y/n]',
    '命令“{command}”需要审批，是否申请？ [Y/n]',
    'コマンド「{command}」には承認が必要です。申請しますか？ [Y/n]',
  ),
  review_waiting: text(
    'Waiting for approval by {assignees}. Ctrl+C withdraws the request.',
    '等待 {assignees} 审批，按 Ctrl+C 撤回申请。',
    '{assignees} の承認を待っています。Ctrl+C で取り下げます。',
  ),
  review_approved: text('Approved.', '已批准。', '承認されました。'),
  review_rejected: text('Not approved.', '未获批准。', '承認されませんでした。'),
  review_closed: text(
    'The request is closed: it was withdrawn, or nobody decided in time.',
    '申请已关闭：已被撤回，或无人按时处理。',
    '申請は終了しました。取り下げられたか、期限内に処理されませんでした。',
  ),
  review_cancelled: text('Request withdrawn.', '申请已撤回。', '申請を取り下げました。'),
  password_prompt: text('Password: ', '密码：', 'パスワード：'),
  factor_kinds: text('How do you want to show your second factor?', '请选择多因子认证方式。', '多要素認証の方法を選んでください。'),
  factor_prompt: text('Code ({kind}): ', '验证码（{kind}）：', 'コード（{kind}）：'),
  login_review: text(
    'Your login waits for approval by {assignees}. Ctrl+C gives up.',
    '你的登录正在等待 {assignees} 审批，按 Ctrl+C 放弃。',
    'ログインは {assignees} の承認を待っています。Ctrl+C で中止します。',
  ),
  target_missing: text(
    'Which machine? Name account and asset after your username: {username}@account@asset',
    '要连接哪台机器？请在用户名后写明账号和资产：{username}@账号@资产',
    'どのマシンですか。ユーザー名の後にアカウントとアセットを書いてください：{username}@アカウント@アセット',
  ),
  target_unknown: text(
    'There is no asset "{asset}" that you may use. Names, addresses and ids are known.',
    '没有你可用的资产“{asset}”。可使用名称、地址或 ID。',
    '利用できるアセット「{asset}」はありません。名前、アドレス、ID で指定できます。',
  ),
  target_ambiguous: text(
    'Several assets are called "{asset}". Use the id of one:{choices}',
    '有多个资产名为“{asset}”，请使用其中一个的 ID：{choices}',
    '「{asset}」というアセットが複数あります。ID で指定してください：{choices}',
  ),
  target_protocol: text(
    '{asset} does not speak {protocol} through this door.',
    '{asset} 不支持通过此入口使用 {protocol}。',
    '{asset} はこの入口では {protocol} を使えません。',
  ),
  account_unknown: text(
    'There is no account "{account}" with a stored secret on {asset} that you may use. There are:{choices}',
    '{asset} 上没有你可用且已托管密文的账号“{account}”。可用账号：{choices}',
    '{asset} には、利用できる、シークレットが保存されたアカウント「{account}」がありません。利用できるもの：{choices}',
  ),
  account_ambiguous: text(
    'Several accounts on {asset} are called "{account}". Use the name of one:{choices}',
    '{asset} 上有多个账号名为“{account}”，请使用其中一个的名称：{choices}',
    '{asset} に「{account}」というアカウントが複数あります。名前で指定してください：{choices}',
  ),
  right_missing: text(
    'Your permission does not allow this here: {right}.',
    '你的授权不允许此操作：{right}。',
    'この操作は許可されていません：{right}。',
  ),
  agent_refused: text(
    'Your permission does not allow forwarding your key agent. The session goes on without it.',
    '你的授权不允许转发密钥代理，会话将在没有代理的情况下继续。',
    '鍵エージェントの転送は許可されていません。エージェントなしで続けます。',
  ),
  x11_refused: text(
    'Windows of the target (X11) would pass beside the recording and are not shown. The session goes on without them.',
    '目标的图形窗口（X11）会绕过录像，因此不予转发，会话将在没有图形窗口的情况下继续。',
    '接続先のウィンドウ(X11)は録画を通らないため表示しません。ウィンドウなしで続けます。',
  ),
  review_failed: text(
    'The request could not be made. Try again later.',
    '申请提交失败，请稍后再试。',
    '申請できませんでした。後でやり直してください。',
  ),
} as const satisfies Record<string, Text>;
export type MessageKey = keyof typeof MESSAGES;

/** Why a session ended, for clients that have no page to say it (native SSH). */
export const END_TEXTS = {
  target_closed: text('The target closed the session.', '目标已关闭会话。', '接続先がセッションを閉じました。'),
  user_closed: text('Closed.', '已关闭。', '閉じました。'),
  client_lost: text('The connection was lost.', '连接已断开。', '接続が切れました。'),
  idle: MESSAGES.idle,
  permission_expired: MESSAGES.permission_expired,
  permission_removed: MESSAGES.permission_removed,
  user_disabled: MESSAGES.user_disabled,
  user_expired: MESSAGES.user_expired,
  asset_disabled: MESSAGES.asset_disabled,
  account_disabled: MESSAGES.account_disabled,
  login_ended: MESSAGES.login_ended,
  target_lost: text('The connection to the target was lost.', '与目标的连接已中断。', '接続先との接続が切れました。'),
  gateway_lost: text('The gateway broke off.', '网关异常中断。', 'ゲートウェイが異常終了しました。'),
  component_lost: text('The gateway fell silent.', '网关失去联系。', 'ゲートウェイの応答がなくなりました。'),
  rule_refused: MESSAGES.rule_refused,
  terminated: MESSAGES.terminated,
  target_unreachable: text(
    '{address} cannot be reached ({detail}).',
    '无法连接 {address}({detail})。',
    '{address} に接続できません({detail})。',
  ),
  gateway_unreachable: text(
    'No gateway of the domain {domain} could be passed: {tried}.',
    '网域 {domain} 中没有可用的网关：{tried}。',
    'ドメイン {domain} のどのゲートウェイも通れませんでした：{tried}。',
  ),
  target_refused_login: text(
    'The target refused the login of {account}. It accepts: {methods}.',
    '目标拒绝了 {account} 的登录。可用方式：{methods}。',
    '接続先が {account} のログインを拒否しました。使える方式：{methods}。',
  ),
  target_algorithms: text(
    'No common {kind}. Ours ("{profile}"): {ours}. Theirs: {theirs}. What we offer is set in: platform {platform}, protocol SSH, Algorithms.',
    '没有共同的 {kind}。我方（“{profile}”）：{ours}。对方：{theirs}。我方算法的设置位置：平台 {platform} → SSH 协议 → 算法。',
    '共通の {kind} がありません。こちら(「{profile}」)：{ours}。相手：{theirs}。こちらの設定場所：プラットフォーム {platform} → SSH プロトコル → アルゴリズム。',
  ),
  host_key_changed: text(
    'The host key of {address} has changed. Expected {expected}, got {fingerprint}. The connection was refused.',
    '{address} 的主机密钥已变更：应为 {expected}，实为 {fingerprint}。连接已拒绝。',
    '{address} のホスト鍵が変わっています。想定 {expected}、実際 {fingerprint}。接続を拒否しました。',
  ),
  recording_failed: MESSAGES.recording_failed,
  component_revoked: MESSAGES.component_revoked,
  gateway_stopping: MESSAGES.gateway_stopping,
  core_unavailable: text(
    'The core does not answer. Try again later.',
    '核心服务无响应，请稍后再试。',
    'コアが応答しません。後でやり直してください。',
  ),
  upload_refused: text(
    'Your permission does not allow uploading here.',
    '你的授权不允许在此上传。',
    'ここでのアップロードは許可されていません。',
  ),
  download_refused: text(
    'Your permission does not allow downloading here.',
    '你的授权不允许在此下载。',
    'ここでのダウンロードは許可されていません。',
  ),
  files_disabled: text(
    'File transfer is switched off for this platform.',
    '此平台未启用文件传输。',
    'このプラットフォームではファイル転送が無効です。',
  ),
  mosh_refused: text(
    'mosh is not carried here: its packets (UDP) would go to the target directly, beside the recording. Use ssh.',
    '此处不支持 mosh：其数据包（UDP）会直接发往目标，绕过录像。请使用 ssh。',
    'mosh は利用できません。パケット(UDP)が録画を通らずに接続先へ直接届くためです。ssh を使ってください。',
  ),
  token_refused: text('This token is not valid.', '令牌无效。', 'このトークンは無効です。'),
  share_removed: text('You were taken out of this session.', '你已被移出此会话。', 'このセッションから外されました。'),
  join_refused: text('You may not watch this session.', '你无权查看此会话。', 'このセッションは閲覧できません。'),
  protocol_error: text('The session could not be carried: {detail}.', '无法建立会话：{detail}。', 'セッションを開始できません：{detail}。'),
  command_rejected: MESSAGES.command_rejected,
  command_unasked: MESSAGES.command_unasked,
} as const satisfies Record<EndReason | 'command_rejected' | 'command_unasked', Text>;

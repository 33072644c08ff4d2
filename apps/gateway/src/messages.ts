import { endTold } from '@postern/contract/session-end';
import { type Language, type Text, text } from '@postern/contract/text';
import type { SessionEnd } from './pipeline/session-state.ts';

/** What the gateway itself says on a person's terminal. Everything else on the screen comes from the target. */
export const MESSAGES = {
  gateway_passed: text('Through gateway {gateway}.', '经由网关 {gateway}。', 'ゲートウェイ {gateway} を経由します。'),
  gateway_failed: text(
    'Gateway {gateway} could not be passed ({detail}).',
    '无法通过网关 {gateway}({detail})。',
    'ゲートウェイ {gateway} を通れません({detail})。',
  ),
  locked: text(
    'This session was locked by {by}. Nothing is typed until it is unlocked. {note}',
    '此会话已被 {by} 锁定，解锁前无法输入。{note}',
    'このセッションは {by} によりロックされました。解除されるまで入力できません。{note}',
  ),
  unlocked: text('{by} unlocked this session.', '{by} 已解锁此会话。', '{by} がこのセッションのロックを解除しました。'),
  watched: text('{by} watches this session.', '{by} 正在监看此会话。', '{by} がこのセッションを閲覧しています。'),
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
  factor_question: text(
    'A rule asks for a verification code before this connection. Type it (it is not shown), then Enter; Ctrl+C gives up.',
    '规则要求在此连接前输入验证码。请输入（不显示）并按 Enter，按 Ctrl+C 放弃。',
    'ルールにより、この接続の前に認証コードが必要です。入力して（表示されません）Enter を押してください。Ctrl+C で中止します。',
  ),
  factor_again: text(
    'This code is not right. Type another one, then Enter.',
    '验证码不正确，请重新输入并按 Enter。',
    'コードが正しくありません。もう一度入力して Enter を押してください。',
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
  password_or_browser: text(
    'Password, or Enter for your browser: ',
    '密码（直接回车则用浏览器登录）：',
    'パスワード（そのまま Enter でブラウザーからログイン）：',
  ),
  browser_prompt: text('Press Enter to log in by your browser: ', '按回车用浏览器登录：', 'Enter でブラウザーからログイン：'),
  login_browser: text(
    'Open this address in a browser and confirm that it is you:\n\n  {url}\n\nThe page shows the code {code}. Waiting for you. Ctrl+C gives up.',
    '请在浏览器中打开此地址并确认是你本人：\n\n  {url}\n\n页面会显示代码 {code}。正在等待确认，按 Ctrl+C 放弃。',
    'ブラウザーでこのアドレスを開き、本人であることを確認してください：\n\n  {url}\n\nページにコード {code} が表示されます。確認を待っています。Ctrl+C で中止します。',
  ),
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
  end_near: text(
    'This session ends in {minutes} min. Save your work.',
    '此会话将在 {minutes} 分钟后结束，请保存工作。',
    'このセッションはあと {minutes} 分で終了します。作業を保存してください。',
  ),
} as const satisfies Record<string, Text>;
export type MessageKey = keyof typeof MESSAGES;

/** Why a session ended, in one line for who has no page. */
export function endLine({ reason, params }: SessionEnd, language: Language): string {
  const { sentence, facts } = endTold(reason, params, language);
  return facts === '' ? sentence : `${sentence} ${facts}`;
}

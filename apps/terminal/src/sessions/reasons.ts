import type { EndReason } from '@postern/contract/session-end';
import { type Language, render, type Text, text } from '@postern/contract/text';
import type { Ending } from '../transport/connection-parts.ts';

/** Why a session ended, in the words of the page. One entry per reason of the contract; a missing one does not compile. */
export const END_WORDS = {
  target_closed: text('The session ended on the asset.', '会话已在资产端结束。', 'セッションはアセット側で終了しました。'),
  user_closed: text('You closed this session.', '你已关闭此会话。', 'このセッションを閉じました。'),
  client_lost: text(
    'The gateway lost the connection to this page.',
    '网关与此页面的连接已断开。',
    'ゲートウェイとこのページの接続が切れました。',
  ),
  idle: text(
    'The session ended because nothing was typed for too long.',
    '会话因长时间无操作而结束。',
    '長時間操作がなかったため、セッションを終了しました。',
  ),
  permission_expired: text('Your permission for this asset has expired.', '你对该资产的授权已过期。', 'このアセットの権限は期限切れです。'),
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
  asset_disabled: text('The asset has been disabled.', '该资产已被禁用。', 'アセットが無効化されました。'),
  account_disabled: text('The account has been disabled.', '该账号已被禁用。', 'アカウントが無効化されました。'),
  login_ended: text(
    'Your login has ended. Log in again.',
    '登录已结束，请重新登录。',
    'ログインが終了しました。再度ログインしてください。',
  ),
  target_lost: text('The connection to the asset was lost.', '与资产的连接已中断。', 'アセットとの接続が切れました。'),
  gateway_lost: text(
    'The gateway broke off. Reconnect in a moment.',
    '网关异常中断，请稍后重新连接。',
    'ゲートウェイが異常終了しました。少し待ってから再接続してください。',
  ),
  component_lost: text(
    'The gateway fell silent. Reconnect in a moment.',
    '网关失去联系，请稍后重新连接。',
    'ゲートウェイの応答がありません。少し待ってから再接続してください。',
  ),
  rule_refused: text(
    'An access rule does not allow this session.',
    '访问规则不允许此会话。',
    'アクセスルールにより、このセッションは許可されていません。',
  ),
  upload_refused: text('Your permission does not allow uploading.', '你的授权不允许上传。', 'アップロードは許可されていません。'),
  download_refused: text('Your permission does not allow downloading.', '你的授权不允许下载。', 'ダウンロードは許可されていません。'),
  mosh_refused: text(
    'mosh would pass beside the recording. Use ssh.',
    'mosh 会绕过录像，请使用 ssh。',
    'mosh は録画を通らないため使えません。ssh を使ってください。',
  ),
  files_disabled: text(
    'File transfer is switched off for this platform.',
    '此平台未启用文件传输。',
    'このプラットフォームではファイル転送が無効です。',
  ),
  terminated: text('An administrator ended this session.', '管理员已终止此会话。', '管理者がこのセッションを終了しました。'),
  target_unreachable: text('The asset could not be reached.', '无法连接到该资产。', 'アセットに接続できません。'),
  gateway_unreachable: text(
    'No gateway of the domain could be passed.',
    '网域中没有可用的网关。',
    'ドメインのどのゲートウェイも通れませんでした。',
  ),
  target_refused_login: text(
    'The asset refused this account.',
    '资产拒绝了此账号的登录。',
    'アセットがこのアカウントでのログインを拒否しました。',
  ),
  target_algorithms: text(
    'The asset and the gateway have no {kind} in common. What is offered is set in: platform {platform}, protocol SSH, Algorithms ({profile}).',
    '资产与网关没有共同支持的算法（{kind}）。设置位置：平台 {platform} → SSH 协议 → 算法（{profile}）。',
    'アセットとゲートウェイに共通のアルゴリズム（{kind}）がありません。設定場所：プラットフォーム {platform} → SSH プロトコル → アルゴリズム（{profile}）。',
  ),
  host_key_changed: text(
    'The host key of the asset has changed, so the connection was refused. Ask an administrator to check it.',
    '资产的主机密钥已变更，连接被拒绝。请联系管理员核对。',
    'アセットのホスト鍵が変わったため、接続を拒否しました。管理者に確認を依頼してください。',
  ),
  recording_failed: text(
    'The session could not be recorded and was ended, as its rule demands.',
    '会话无法录制，按规则已结束。',
    'セッションを記録できないため、規則に従って終了しました。',
  ),
  component_revoked: text(
    'An administrator revoked the gateway of this session.',
    '管理员已吊销承载此会话的网关。',
    '管理者がこのセッションのゲートウェイを失効させました。',
  ),
  gateway_stopping: text(
    'The gateway is restarting. Reconnect in a moment.',
    '网关正在重启，请稍后重新连接。',
    'ゲートウェイが再起動しています。少し待ってから再接続してください。',
  ),
  core_unavailable: text(
    'The server did not answer the gateway. Reconnect in a moment.',
    '服务器未响应网关，请稍后重新连接。',
    'サーバーがゲートウェイに応答しません。少し待ってから再接続してください。',
  ),
  token_refused: text('The server refused this connection.', '服务器拒绝了此连接。', 'サーバーがこの接続を拒否しました。'),
  join_refused: text('You may not watch this session.', '你不能查看此会话。', 'このセッションは閲覧できません。'),
  share_removed: text('You were taken out of this session.', '你已被移出此会话。', 'このセッションから外されました。'),
  protocol_error: text(
    'The connection broke off because of a protocol error.',
    '连接因协议错误而中断。',
    'プロトコルエラーのため接続が切れました。',
  ),
} as const satisfies Record<EndReason, Text>;

const LOST = text('The connection to the gateway was lost.', '与网关的连接已断开。', 'ゲートウェイとの接続が切れました。');
const TERMINATED_BY = text('{by} ended this session.', '{by} 已终止此会话。', '{by} がこのセッションを終了しました。');
const IDLE_MINUTES = text(
  'The session ended because nothing was typed for {minutes} minutes.',
  '会话因 {minutes} 分钟无操作而结束。',
  '{minutes} 分間操作がなかったため、セッションを終了しました。',
);

/** Params that add to a sentence what only the gateway can know, in the order shown. */
const FACTS = {
  target_unreachable: ['address', 'detail'],
  gateway_unreachable: ['domain', 'tried'],
  rule_refused: ['rule'],
  target_refused_login: ['account', 'methods'],
  target_algorithms: ['ours', 'theirs'],
  host_key_changed: ['address', 'type', 'fingerprint', 'expected'],
  token_refused: ['detail'],
  join_refused: ['detail'],
  protocol_error: ['detail'],
} as const satisfies Partial<Record<EndReason, readonly string[]>>;

function factsOf(reason: EndReason, params: Readonly<Record<string, string>>): string {
  const names: readonly string[] = reason in FACTS ? FACTS[reason as keyof typeof FACTS] : [];
  return names
    .map((name) => params[name])
    .filter(Boolean)
    .join(' · ');
}

/** What happened, and the details the gateway gave with it (empty when there are none). */
export interface EndingText {
  sentence: string;
  facts: string;
}

/** Says an ending: one sentence, and the facts that came with it. */
export function endingText(ending: Ending, language: Language): EndingText {
  const { close, detail } = ending;
  if (!close) return detail ? { sentence: detail, facts: '' } : { sentence: render(LOST, language), facts: '' };
  const { reason, params } = close;
  if (reason === 'terminated' && params.by) return { sentence: render(TERMINATED_BY, language, params), facts: params.note ?? '' };
  if (reason === 'idle' && params.minutes) return { sentence: render(IDLE_MINUTES, language, params), facts: '' };
  const sentence = render(END_WORDS[reason], language, params);
  const facts = factsOf(reason, params);
  const quiet = reason === 'user_closed' || reason === 'target_closed';
  return { sentence, facts: facts || (quiet ? '' : detail) };
}

/** True when the session ended the way sessions end, so the page need not warn. */
export function isQuietEnd(ending: Ending): boolean {
  return ending.close?.reason === 'user_closed' || ending.close?.reason === 'target_closed';
}

import { type Language, render, type Text, text } from '@postern/contract/text';

/** Why something could not be done on a machine, in words for its record and log. None of them carries a secret. */
export const REFUSALS = {
  unreachable: text(
    '{address} cannot be reached ({detail}).',
    '无法连接 {address}（{detail}）。',
    '{address} に接続できません（{detail}）。',
  ),
  login_refused: text(
    '{address} refused the login of {account}.',
    '{address} 拒绝了 {account} 的登录。',
    '{address} が {account} のログインを拒否しました。',
  ),
  host_key_changed: text(
    'The host key of {address} has changed. Nothing was sent to it.',
    '{address} 的主机密钥已变更，未发送任何内容。',
    '{address} のホスト鍵が変わっています。何も送信していません。',
  ),
  no_common_algorithm: text(
    '{address} and we have no common {kind}. Ours ("{profile}"): {ours}. Theirs: {theirs}. What we offer is set in: platform {platform}, protocol SSH, Algorithms.',
    '与 {address} 没有共同的 {kind}。我方（“{profile}”）：{ours}。对方：{theirs}。我方算法的设置位置：平台 {platform} → SSH 协议 → 算法。',
    '{address} との共通の {kind} がありません。こちら（「{profile}」）：{ours}。相手：{theirs}。こちらの設定場所：プラットフォーム {platform} → SSH プロトコル → アルゴリズム。',
  ),
  no_gateway: text(
    'The zone of this asset has no usable gateway.',
    '该资产所在网域没有可用的网关。',
    'このアセットのゾーンに使えるゲートウェイがありません。',
  ),
  no_login: text(
    'The asset has no account with a secret to log in with.',
    '该资产没有可用于登录且已托管密文的账号。',
    'ログインに使えるシークレット付きのアカウントがありません。',
  ),
  unconfirmed: text(
    'Where secrets of {asset} are sent is not confirmed. Nothing was sent.',
    '{asset} 的密文发送目标尚未确认，未发送任何内容。',
    '{asset} のシークレットの送信先が確認されていません。何も送信していません。',
  ),
  no_secret: text('The account has no secret.', '该账号没有托管密文。', 'アカウントにシークレットがありません。'),
  no_method: text(
    'Machines of the type {type} cannot be automated by this version.',
    '当前版本不支持对 {type} 类型自动化。',
    '種類 {type} はこのバージョンでは自動化できません。',
  ),
  switched_off: text(
    'The platform of this asset does not allow it.',
    '该资产所属平台未启用此功能。',
    'このアセットのプラットフォームで許可されていません。',
  ),
  no_protocol: text(
    'The asset has none of the protocols this is done by ({protocols}).',
    '该资产未启用执行此操作所需的协议（{protocols}）。',
    'このアセットには、この処理に使うプロトコル（{protocols}）がありません。',
  ),
  not_saved: text(
    'The new secret holds, but the target did not save it: it may forget it at its next restart ({detail}).',
    '新密文已生效，但目标未能保存，重启后可能失效（{detail}）。',
    '新しいシークレットは有効ですが、対象に保存できませんでした。再起動後に失われることがあります（{detail}）。',
  ),
  insecure: text(
    'Nothing was sent to {address}: {detail}',
    '未向 {address} 发送任何内容：{detail}',
    '{address} には何も送信していません：{detail}',
  ),
  wrong_secret: text(
    'The machine cannot take this kind of secret: {detail}',
    '目标不接受此类密文：{detail}',
    '対象で使えないシークレットです：{detail}',
  ),
  command_failed: text(
    'The machine refused the change (exit {code}): {detail}',
    '目标拒绝了更改（退出码 {code}）：{detail}',
    '対象が変更を拒否しました（終了コード {code}）：{detail}',
  ),
  timeout: text('{address} did not answer in time.', '{address} 响应超时。', '{address} が時間内に応答しませんでした。'),
  interrupted: text(
    'The connection broke after the change was sent; which secret is valid is still to be found out.',
    '更改发送后连接中断，正在确认哪个密文有效。',
    '変更の送信後に接続が切れました。どちらのシークレットが有効か確認中です。',
  ),
  still_old: text(
    'The machine still takes the former secret, which was kept.',
    '目标仍使用原密文，已保留原密文。',
    '対象は以前のシークレットのままです。以前のものを保持しています。',
  ),
  neither: text(
    'The machine takes neither the new nor the former secret; both are kept.',
    '目标不接受新密文也不接受原密文，两者均已保留。',
    '対象は新旧どちらのシークレットも受け付けません。両方を保持しています。',
  ),
  unsettled: text(
    'An earlier change of this account is not settled yet.',
    '该账号之前的更改尚未确认。',
    'このアカウントの以前の変更がまだ確定していません。',
  ),
  by_hand: text(
    'The machine took neither secret. One that was set by hand holds.',
    '目标不接受新旧密文，手动设置的密文有效。',
    '対象は新旧どちらのシークレットも受け付けませんでした。手動で設定したものが有効です。',
  ),
  not_started: text(
    'The run ended before the machine was changed.',
    '执行在更改目标之前已中断。',
    '対象を変更する前に実行が終了しました。',
  ),
} as const satisfies Record<string, Text>;
export type RefusalCode = keyof typeof REFUSALS;

/** Something a machine, or we, did not let happen. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, string>>;
  constructor(code: RefusalCode, params: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
  }
}

/** What was thrown as a refusal; an error that is none is a machine that cannot be reached. */
export const asRefusal = (error: unknown, address: string): Refusal =>
  error instanceof Refusal ? error : new Refusal('unreachable', { address, detail: 'error' }, error);

/** What a login is worth: false when the machine refuses it. What else goes wrong is thrown, because then nobody knows. */
export async function loginHolds(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'login_refused') return false;
    throw error;
  }
}

/** Whether a login opens what is closed again at once: all that most methods verify. */
export const verifiedBy =
  <R, L, C>(connect: (reach: R, login: L) => Promise<C>, close: (connection: C) => unknown) =>
  (reach: R, login: L): Promise<boolean> =>
    loginHolds(async () => {
      close(await connect(reach, login));
      return true;
    });

export const refusalText = (refusal: Refusal, language: Language): string => render(REFUSALS[refusal.code], language, refusal.params);

/** As a record keeps it, so that each reader gets it in their language. */
export const stored = (refusal: Refusal): string => JSON.stringify({ code: refusal.code, params: refusal.params });

/** A stored reason in words; null when there is none. */
export function storedText(kept: unknown, language: Language): string | null {
  if (typeof kept !== 'string') return null;
  const { code, params } = JSON.parse(kept) as { code: string; params: Record<string, string> };
  return code in REFUSALS ? render(REFUSALS[code as RefusalCode], language, params) : code;
}

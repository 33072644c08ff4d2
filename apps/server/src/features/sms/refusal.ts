import { type Language, render, type Text, text } from '@postern/contract/text';

/** Why a text message did not go out, in words for people who look after it. */
const REFUSALS = {
  not_set_up: text('Something in these settings is missing.', '设置不完整。', '設定が足りません。'),
  blocked: text('This server may not ask that address.', '本服务器不允许访问该地址。', 'このサーバーからそのアドレスへは接続できません。'),
  unreachable: text('The other side cannot be reached.', '无法连接对方服务器。', '相手に接続できません。'),
  no_trust: text('Its certificate cannot be trusted.', '对方证书不受信任。', '証明書を信頼できません。'),
  too_slow: text('It did not answer in time.', '对方响应超时。', '時間内に応答がありませんでした。'),
  login_refused: text(
    'It refused account or secret ({answer}).',
    '对方拒绝了账号或密钥（{answer}）。',
    'アカウントまたはシークレットが拒否されました（{answer}）。',
  ),
  refused: text('It refused the message ({answer}).', '对方拒绝了短信（{answer}）。', 'メッセージが拒否されました（{answer}）。'),
  unreadable: text('Its answer makes no sense.', '无法识别对方的应答。', '応答を読み取れません。'),
  too_long: text('The text does not fit into one message.', '内容超出一条短信的长度。', '文面が 1 通に収まりません。'),
  busy: text(
    'Too many messages are under way. Try again.',
    '正在发送的短信过多，请重试。',
    '送信中のメッセージが多すぎます。もう一度お試しください。',
  ),
} as const satisfies Record<string, Text>;
export type SmsRefusalCode = keyof typeof REFUSALS;

/** A text message that did not go out. */
export class SmsRefusal extends Error {
  readonly code: SmsRefusalCode;
  /** The other side's code for why. Never its words, which are anybody's. */
  readonly answer: string;
  constructor(code: SmsRefusalCode, answer: unknown = '', cause?: unknown) {
    super(code, { cause });
    this.name = 'SmsRefusal';
    this.code = code;
    this.answer = typeof answer === 'string' && /^[\w.:-]{1,64}$/.test(answer) ? answer : '';
  }
}

export const refusalWords = ({ code, answer }: Pick<SmsRefusal, 'code' | 'answer'>, language: Language): string =>
  render(REFUSALS[code], language, { answer: answer || '-' });

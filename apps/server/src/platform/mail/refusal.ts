import { type Language, render, type Text, text } from '@postern/contract/text';

/** Why a mail did not go out, in words for people who look after it. None of them repeats what a server said. */
const REFUSALS = {
  not_set_up: text('No mail server is set up.', '尚未配置邮件服务器。', 'メールサーバーが設定されていません。'),
  bad_address: text('This is not an email address.', '邮箱地址无效。', 'メールアドレスが正しくありません。'),
  unreachable: text('The mail server cannot be reached.', '无法连接邮件服务器。', 'メールサーバーに接続できません。'),
  no_trust: text(
    'The mail server has no certificate that can be trusted, or offers no encryption.',
    '邮件服务器证书不受信任，或不支持加密。',
    'メールサーバーの証明書を信頼できないか、暗号化に対応していません。',
  ),
  login_refused: text(
    'The mail server refused account or password.',
    '邮件服务器拒绝了账号或密码。',
    'メールサーバーがアカウントまたはパスワードを拒否しました。',
  ),
  refused: text(
    'The mail server refused the message ({code}).',
    '邮件服务器拒绝了邮件（{code}）。',
    'メールサーバーがメールを拒否しました（{code}）。',
  ),
  too_slow: text('The mail server did not answer in time.', '邮件服务器响应超时。', 'メールサーバーが時間内に応答しませんでした。'),
  failed: text('The message could not be written.', '无法生成邮件。', 'メールを作成できませんでした。'),
} as const satisfies Record<string, Text>;
export type MailRefusalCode = keyof typeof REFUSALS;

/** A mail that did not go out. `lasting`: trying again would end the same way. */
export class MailRefusal extends Error {
  readonly code: MailRefusalCode;
  readonly lasting: boolean;
  /** The server's answer by its number, 0 when it said nothing. */
  readonly answer: number;
  /** Nobody said no: once it was handed over it may have arrived all the same. */
  readonly open: boolean;
  constructor(
    code: MailRefusalCode,
    {
      lasting = false,
      answer = 0,
      open = answer === 0,
      cause,
    }: { lasting?: boolean; answer?: number; open?: boolean; cause?: unknown } = {},
  ) {
    super(code, { cause });
    this.name = 'MailRefusal';
    this.code = code;
    this.lasting = lasting;
    this.answer = answer;
    this.open = open;
  }
}

export const refusalWords = ({ code, answer }: Pick<MailRefusal, 'code' | 'answer'>, language: Language): string =>
  render(REFUSALS[code], language, { code: answer });

const UNTRUSTED = /certificate|self.signed|ssl|tls|altname/i;

/** What nodemailer threw, by what it means. The server's own words stay in `cause`, for the operator's log. */
export function refusalOf(error: unknown): MailRefusal {
  if (error instanceof MailRefusal) return error;
  const { code, responseCode: answer = 0, message = '' } = error as { code?: string; responseCode?: number; message?: string };
  const about = { answer, cause: error };
  if (code === 'ETLS' || ((code === 'ESOCKET' || code === undefined) && UNTRUSTED.test(message))) return new MailRefusal('no_trust', about);
  if (code === 'EAUTH' || code === 'ENOAUTH') return new MailRefusal(answer >= 400 && answer < 500 ? 'refused' : 'login_refused', about);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new MailRefusal('refused', { ...about, lasting: answer >= 500 });
  if (code === 'ETIMEDOUT') return new MailRefusal('too_slow', about);
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'EDNS' || code === 'EPROTOCOL') return new MailRefusal('unreachable', about);
  return new MailRefusal('failed', about);
}

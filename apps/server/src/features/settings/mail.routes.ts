import { CodedError, InvalidInput } from '@postern/contract/errors';
import { isMailAddress, type SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { can, ok, type Route } from '@postern/resource';
import { deliver, senderOf } from '../../platform/mail/deliver.ts';
import { refusalOf, refusalWords } from '../../platform/mail/refusal.ts';

const TRY = {
  subject: text('Test message', '测试邮件', 'テストメール'),
  line: text('The mail server is set up correctly.', '邮件服务器配置正确。', 'メールサーバーは正しく設定されています。'),
  sent: text('A test message was sent to {address}.', '测试邮件已发送至 {address}。', '{address} にテストメールを送りました。'),
};

/** An address of the form, which need not be saved yet. @throws InvalidInput */
function addressIn(body: unknown, name: string): string {
  const given = (body as Record<string, unknown> | null)?.[name];
  if (given === undefined || given === null || given === '') return '';
  if (typeof given !== 'string' || !isMailAddress(given.trim())) throw InvalidInput.on(name, 'invalid_email');
  return given.trim();
}

/**
 * `POST settings/mail/testing/` (docs/wire/settings.md#test-message): server and account are the saved ones, so that nobody has the
 * stored password sent to a server of their own choice.
 */
export const mailRoutes = (settings: SettingsReader): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/settings/mail/testing/',
    name: 'settings.mail.testing',
    policy: can('settings.change_email'),
    // The mail server may take its time; no connection to the database waits for it.
    transaction: false,
    async handle(ctx, { body }) {
      const from = addressIn(body, 'EMAIL_FROM') || senderOf(settings);
      const to = addressIn(body, 'EMAIL_RECIPIENT') || settings.get('EMAIL_RECIPIENT') || from;
      try {
        await deliver(settings, { to, subject: TRY.subject[ctx.language], lines: [TRY.line[ctx.language]] }, from);
      } catch (error) {
        const refusal = refusalOf(error);
        ctx.log.warn({ code: refusal.code, answer: refusal.answer, err: refusal.cause }, 'a test message was not sent');
        throw new CodedError('error', {}, { body: { error: refusalWords(refusal, ctx.language) } });
      }
      return ok({ msg: render(TRY.sent, ctx.language, { address: to }) });
    },
  },
];

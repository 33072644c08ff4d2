import { isMailAddress, type SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { type Context, can, type Field, ok, Problem, type Route, text as textField } from '@postern/resource';
import { deliver, senderOf } from '../../platform/mail/deliver.ts';
import { refusalOf, refusalWords } from '../../platform/mail/refusal.ts';
import { notSent, trial } from '../../platform/routes/trial.ts';
import { MESSAGE } from '../../platform/shown.ts';

const TRY = {
  subject: text('Test message', '测试邮件', 'テストメール'),
  line: text('The mail server is set up correctly.', '邮件服务器配置正确。', 'メールサーバーは正しく設定されています。'),
  sent: text('A test message was sent to {address}.', '测试邮件已发送至 {address}。', '{address} にテストメールを送りました。'),
};

/** An address of the form, which need not be saved yet; empty when it is left out. */
function address(): Field<string, 'always'> {
  const { kind, options } = textField({ label: text('Mail address', '邮箱地址', 'メールアドレス'), default: '', blank: true });
  const parse = (given: unknown): string => {
    const read = typeof given === 'string' ? given.trim() : undefined;
    // As the settings judge addresses, to which this mail goes in the end.
    if (read === undefined || (read !== '' && !isMailAddress(read))) throw new Problem('invalid_email');
    return read;
  };
  return { options, kind: { ...kind, type: 'email', parse } };
}

/**
 * `POST settings/mail/testing/` (docs/wire/settings.md#test-message): server and account are the saved ones, so that nobody has the
 * stored password sent to a server of their own choice.
 */
export const mailRoutes = (settings: SettingsReader, worked: (ctx: Context) => Promise<void>): readonly Route[] => [
  trial({
    path: '/api/v1/settings/mail/testing/',
    name: 'settings.mail.testing',
    answer: MESSAGE,
    who: can('settings.change_email'),
    rows: { none: 'the mail server of the settings' },
    bodyOptional: true,
    body: { EMAIL_FROM: address(), EMAIL_RECIPIENT: address() },
    async attempt(ctx, { body }) {
      const from = body.EMAIL_FROM || senderOf(settings);
      const to = body.EMAIL_RECIPIENT || settings.get('EMAIL_RECIPIENT') || from;
      try {
        await deliver(settings, { to, subject: TRY.subject[ctx.language], lines: [TRY.line[ctx.language]] }, { from });
        await worked(ctx);
      } catch (error) {
        const refusal = refusalOf(error);
        throw notSent(ctx, refusal, refusalWords(refusal, ctx.language));
      }
      return ok({ msg: render(TRY.sent, ctx.language, { address: to }) });
    },
  }),
];

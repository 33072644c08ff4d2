import { CodedError } from '@postern/contract/errors';
import { isMailAddress, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { type Context, can, type Field, objectSchema, ok, Problem, type Route, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { deliver, type Mail, senderOf, written } from '../../platform/mail/deliver.ts';
import { refusalOf, refusalWords } from '../../platform/mail/refusal.ts';
import { notSent, trial } from '../../platform/routes/trial.ts';
import { answerShape, MESSAGE } from '../../platform/shown.ts';
import { exampleWelcome } from '../users/index.ts';
import { formBody, settingsOfForm } from './form-over.ts';

const TRY = {
  subject: text('Test message', '测试邮件', 'テストメール'),
  line: text('The mail server is set up correctly.', '邮件服务器配置正确。', 'メールサーバーは正しく設定されています。'),
  // Whoever gets it must not take it for a mail that lets somebody in.
  sampleSent: text(
    'The mail was sent to {address}, with a link that opens nothing.',
    '邮件已发送至 {address}，其中的链接仅为示例，无法打开。',
    'メールを {address} に送りました。リンクは見本で、何も開きません。',
  ),
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

/** Words of the mail to new people. */
const WELCOME = [
  'EMAIL_CUSTOM_USER_CREATED_SUBJECT',
  'EMAIL_CUSTOM_USER_CREATED_HONORIFIC',
  'EMAIL_CUSTOM_USER_CREATED_BODY',
  'EMAIL_CUSTOM_USER_CREATED_SIGNATURE',
] as const satisfies readonly SettingKey[];
const WELCOME_FORM = formBody(WELCOME);
/** Mails that one person has sent to themselves to look at, and the minutes. */
const SAMPLES = { count: 20, minutes: 60 };

const WRITTEN = answerShape(
  objectSchema({ from: TEXT_SCHEMA, to: TEXT_SCHEMA, subject: TEXT_SCHEMA, text: TEXT_SCHEMA, html: TEXT_SCHEMA }),
);

/** The mail to new people as a form has its words, before they are saved: shown, or sent to whoever writes them (docs/wire/settings.md#mail). */
const welcomeRoutes = (settings: SettingsReader, worked: (ctx: Context) => Promise<void>): readonly Route[] => [
  trial({
    path: '/api/v1/settings/mail/welcome/preview/',
    name: 'settings.mail.preview',
    answer: WRITTEN,
    who: can('settings.change_email'),
    rows: { none: 'words of a form, and a person of no name' },
    body: WELCOME_FORM,
    async attempt(ctx, { body }) {
      const form = settingsOfForm(ctx, settings, WELCOME, body);
      const { to, ...mail } = exampleWelcome(form, ctx.language);
      return ok({ from: senderOf(form), to, ...written(form, mail) });
    },
  }),
  trial({
    path: '/api/v1/settings/mail/welcome/sample/',
    name: 'settings.mail.sample',
    answer: MESSAGE,
    who: can('settings.change_email'),
    rows: { none: 'words of a form; it goes to whoever asks and to nobody else' },
    errors: ['too_many_tests'],
    body: WELCOME_FORM,
    async attempt(ctx, { body }) {
      const form = settingsOfForm(ctx, settings, WELCOME, body);
      const { email } = await ctx.tx.selectFrom('users').select('email').where('id', '=', ctx.actor.id).executeTakeFirstOrThrow();
      if (!(await within(ctx.tx, 'welcome-sample', ctx.actor.id, SAMPLES))) throw new CodedError('too_many_tests');
      await sendNow(ctx, form, worked, { ...exampleWelcome(form, ctx.language), to: email });
      return ok({ msg: render(TRY.sampleSent, ctx.language, { address: email }) });
    },
  }),
];

/** Hands a mail over while whoever asked waits. @throws CodedError with what the mail server thinks of it */
async function sendNow(
  ctx: Context,
  settings: SettingsReader,
  worked: (ctx: Context) => Promise<void>,
  mail: Mail,
  from?: string,
): Promise<void> {
  try {
    await deliver(settings, mail, from ? { from } : {});
    await worked(ctx);
  } catch (error) {
    const refusal = refusalOf(error);
    throw notSent(ctx, refusal, refusalWords(refusal, ctx.language));
  }
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
      await sendNow(ctx, settings, worked, { to, subject: TRY.subject[ctx.language], lines: [TRY.line[ctx.language]] }, from);
      return ok({ msg: render(TRY.sent, ctx.language, { address: to }) });
    },
  }),
  ...welcomeRoutes(settings, worked),
];

import { CodedError } from '@postern/contract/errors';
import { isMailAddress, type SettingsReader } from '@postern/contract/settings';
import { type Language, render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { isMailConfigured } from '../../platform/mail/deliver.ts';
import type { MailContent } from '../../platform/mail/mail-content.ts';
import { post } from '../../platform/mail/outbox.ts';
import { issueLink, LINK_SECONDS, linkAddress, mayHaveLink } from './password-links.ts';
import { revokeAccess } from './passwords.ts';
import type { UserRow } from './user.resource.ts';

/** Letters that carry a link to set a password (docs/wire/users.md#links-by-mail). */

export interface MailDeps {
  settings: SettingsReader;
  jobs: Pick<Jobs, 'enqueue'>;
}

type Addressee = Pick<UserRow, 'id' | 'name' | 'username' | 'email'>;

/** People who may be sent a link. */
const addressees = (ctx: Context) =>
  ctx.tx.selectFrom('users as u').select(['u.id', 'u.name', 'u.username', 'u.email']).where(mayHaveLink(ctx));

/** Links that one person can have sent by asking, and the minutes that counts for: more would only void the last one. */
const ASKED = { count: 3, minutes: 60 };
/** Welcome mails that one person's creating sends, and the minutes: a table of people must not become a flood (decision 0057). */
const WELCOMED = { count: 500, minutes: 60 };

const MINUTES = LINK_SECONDS / 60;

const WORDS = {
  hello: text('Hello {name},', '{name}，你好：', '{name} 様'),
  good: text(
    'The link works once, within {minutes} minutes. A newer one takes its place.',
    '链接仅可使用一次，{minutes} 分钟内有效；如再次申请，以最新的链接为准。',
    'リンクは {minutes} 分以内に一度だけ使えます。新しいリンクが届いた場合は、そちらだけが有効です。',
  ),
  set: text('Set the password', '设置密码', 'パスワードを設定'),
  login: text('Log in', '登录', 'ログイン'),
  resetSubject: text('Set a new password', '设置新密码', '新しいパスワードの設定'),
  resetBody: text(
    'An administrator has reset the password of your account {username}. The former one no longer works.',
    '管理员已重置账号 {username} 的密码，原密码已失效。',
    '管理者がアカウント {username} のパスワードをリセットしました。以前のパスワードは使えません。',
  ),
  forgotBody: text(
    'Somebody asked to set a new password for your account {username}. If that was not you, do nothing: the password stays as it is.',
    '有人申请为账号 {username} 设置新密码。如非本人操作，请忽略此邮件，密码不会改变。',
    'アカウント {username} の新しいパスワード設定が申請されました。心当たりがなければ何もしないでください。パスワードは変わりません。',
  ),
  welcomeSubject: text('Your account is ready', '你的账号已创建', 'アカウントのご用意ができました'),
  welcomeBody: text(
    'An account was made for you. Your username is {username}.',
    '已为你创建账号，用户名为 {username}。',
    'アカウントが作成されました。ユーザー名は {username} です。',
  ),
};

const linkLines = (language: Language, user: Addressee, body: (typeof WORDS)[keyof typeof WORDS]): string[] =>
  [WORDS.hello, body, WORDS.good].map((line) => render(line, language, { ...user, minutes: MINUTES }));

/**
 * An administrator takes a password away and has its owner set another (docs/wire/users.md#actions-on-one-person). Refused before anything
 * changes when no link could arrive.
 * @throws CodedError mail_not_configured, no_password_link, own_account
 */
export async function mailReset(ctx: Context, deps: MailDeps, userId: string): Promise<void> {
  if (!isMailConfigured(deps.settings)) throw new CodedError('mail_not_configured');
  if (userId === ctx.actor.id) throw new CodedError('own_account');
  const user = await addressees(ctx).where('u.id', '=', userId).forUpdate().executeTakeFirst();
  if (!user || !isMailAddress(user.email)) throw new CodedError('no_password_link');
  await ctx.tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
  await revokeAccess(ctx, user.id);
  ctx.audit({
    action: 'change_password',
    resourceType: 'user',
    resourceId: user.id,
    resource: `${user.name}(${user.username})`,
    changes: [{ field: 'password', before: '******', after: '' }],
  });
  await post(ctx, deps.jobs, {
    to: user.email,
    subject: render(WORDS.resetSubject, ctx.language),
    lines: linkLines(ctx.language, user, WORDS.resetBody),
    link: { label: render(WORDS.set, ctx.language), address: await issueLink(ctx, deps.settings, user.id) },
  });
}

/**
 * Answers "I forgot my password" by mail, when there is somebody to answer: an active local user with this name or address.
 * Runs after the request has been answered, so that neither answer nor its time tells whether there is.
 */
export async function mailForgotten(ctx: Context, deps: MailDeps, asked: string, language: Language): Promise<void> {
  if (!isMailConfigured(deps.settings)) return;
  const user = await addressees(ctx)
    .where(({ eb: u, fn, val }) => u.or([u('u.username', '=', asked), u(fn('lower', ['u.email']), '=', fn('lower', [val(asked)]))]))
    .orderBy((u) => u('u.username', '=', asked), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!user || !isMailAddress(user.email) || !(await within(ctx.tx, 'forgot-user', user.id, ASKED))) return;
  await post(ctx, deps.jobs, {
    to: user.email,
    subject: render(WORDS.resetSubject, language),
    lines: linkLines(language, user, WORDS.forgotBody),
    link: { label: render(WORDS.set, language), address: await issueLink(ctx, deps.settings, user.id) },
  });
}

type Greeted = Pick<Addressee, 'name' | 'username' | 'email'>;

/**
 * What greets a new person, in the words of the settings or in ours.
 * @param link where they set the first password; without it they have one, and log in
 */
function welcomeMail(settings: SettingsReader, language: Language, { name, username, email }: Greeted, link?: string): MailContent {
  /** Words of the settings, or ours where there are none. */
  const ownOr = (own: string, ours: (typeof WORDS)[keyof typeof WORDS]): string =>
    own ? render({ en: own, zh: own, ja: own }, language, { name, username, email }) : render(ours, language, { name, username });
  const signature = settings.get('EMAIL_CUSTOM_USER_CREATED_SIGNATURE');
  return {
    subject: ownOr(settings.get('EMAIL_CUSTOM_USER_CREATED_SUBJECT'), WORDS.welcomeSubject),
    lines: [
      ownOr(settings.get('EMAIL_CUSTOM_USER_CREATED_HONORIFIC'), WORDS.hello),
      ownOr(settings.get('EMAIL_CUSTOM_USER_CREATED_BODY'), WORDS.welcomeBody),
      ...(link ? [render(WORDS.good, language, { minutes: MINUTES })] : []),
    ],
    link: link
      ? { label: render(WORDS.set, language), address: link }
      : { label: render(WORDS.login, language), address: `${settings.get('SITE_URL')}/core/auth/login/` },
    ...(signature ? { signature } : {}),
  };
}

/** Nobody: whom the mail to new people is shown for before it is used. */
const EXAMPLE = { name: text('Alex', '李明', '山田花子'), username: 'alex', email: 'alex@example.com' };

/** The mail to new people as an example, by settings that need not be saved. Its link opens nothing. */
export const exampleWelcome = (settings: SettingsReader, language: Language): MailContent & { to: string } => ({
  to: EXAMPLE.email,
  ...welcomeMail(settings, language, { ...EXAMPLE, name: EXAMPLE.name[language] }, linkAddress(settings, 'example')),
});

/**
 * Greets a new person and tells how to get in: by a link to set the first password, or, when the administrator has set one,
 * by the login page. Silent when it cannot arrive.
 */
export async function mailWelcome(ctx: Context, deps: MailDeps, userId: string): Promise<void> {
  const { settings } = deps;
  if (!isMailConfigured(settings)) return;
  const user = await addressees(ctx).select('u.password_hash').where('u.id', '=', userId).executeTakeFirst();
  if (!user || !isMailAddress(user.email) || !(await within(ctx.tx, 'welcome', ctx.actor.id, WELCOMED))) return;
  const link = user.password_hash ? undefined : await issueLink(ctx, settings, user.id);
  await post(ctx, deps.jobs, { to: user.email, ...welcomeMail(settings, ctx.language, user, link) });
}

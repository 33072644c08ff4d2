import { text } from '@postern/contract/text';
import type { Context, Write } from '@postern/resource';
import { asUser } from './user.resource.ts';
import type { UserDeps } from './user-guards.ts';
import { told, type WayInWords } from './way-in-words.ts';
import { identifyAtBrowser } from './ways-in.ts';

const MOVED: WayInWords = {
  subject: text('Your mail address was changed', '你的邮箱地址已变更', 'メールアドレスが変更されました'),
  message: told(
    text(
      'Mail of your account, also links to set a password, goes to another address from now on.',
      '你账号的邮件（包括设置密码的链接）今后将发送至新地址。',
      'アカウント宛てのメールは、パスワード設定のリンクも含め、今後は別のアドレスに届きます。',
    ),
  ),
};

/**
 * A forgotten password is answered by mail, so an address is a way in: whoever changes one in a browser shows first who they are, their own in any case,
 * and the person hears of it at the address of before (decision 0190). Forms send back what they were shown; that changes nothing.
 * @throws CodedError user_confirm_required
 */
export async function takeMail(
  ctx: Context,
  deps: Pick<UserDeps, 'identify' | 'wayInChanged'>,
  { values, before, imported }: Write,
): Promise<void> {
  if (!before || values.email === undefined || values.email === before.email) return;
  const { id } = asUser(before);
  if (id === ctx.actor.id) await deps.identify(ctx);
  // Of many rows the person cannot be asked in between; those whom it concerns are told all the same.
  else if (!imported) await identifyAtBrowser(ctx, deps);
  // Before the row is stored: the message goes where mail goes until then.
  await deps.wayInChanged(ctx, id, MOVED);
}

import { type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Messenger } from './messenger.ts';

const ABOUT = text(
  '<p>It was {before}, and now it is {after}. Codes for your logins are sent there. If you did not want this, tell an administrator.</p>',
  '<p>原号码：{before}，新号码：{after}。登录验证码将发送至新号码。如非你本人所愿，请联系管理员。</p>',
  '<p>変更前：{before}、変更後：{after}。ログインのコードはこの番号に送られます。心当たりがなければ管理者に連絡してください。</p>',
);
const CHANGED: Readonly<Record<'changed' | 'removed', { subject: Text; message: Text }>> = {
  changed: { subject: text('Your phone number was changed', '你的手机号已变更', '電話番号が変更されました'), message: ABOUT },
  removed: {
    subject: text('Your phone number was removed', '你的手机号已移除', '電話番号が削除されました'),
    message: text(
      '<p>It was {before}. No codes are sent there any more. If you did not want this, tell an administrator.</p>',
      '<p>原号码：{before}。验证码将不再发送至该号码。如非你本人所愿，请联系管理员。</p>',
      '<p>変更前：{before}。この番号にコードは送られません。心当たりがなければ管理者に連絡してください。</p>',
    ),
  },
};

/** Enough to know one's own number by, and too little to call a stranger. */
export const maskedPhone = (stored: string): string => `•••${stored.slice(-4)}`;

/** Tells a person that codes go elsewhere, in their box and by mail, whatever they subscribed to: whoever did it would not tell them. */
export const noticePhone = (
  ctx: Context,
  messenger: Messenger,
  userId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> => {
  const shown = (number: string | null): string => (number ? maskedPhone(number) : '-');
  const words = after ? CHANGED.changed : CHANGED.removed;
  return messenger.send(ctx, [userId], { ...words, params: { before: shown(before), after: shown(after) } }, ['site_msg', 'email']);
};

import { LANGUAGES, render, type Text, text } from '@postern/contract/text';
import type { MessageWords } from '../../notifications/index.ts';

/** What people are told of accounts at chat services that were bound to theirs, or taken away. */

const BOUND = text('{service} account bound', '已绑定{service}账号', '{service} アカウントを紐付けました');
const RELEASED = text('{service} account no longer bound', '已解绑{service}账号', '{service} アカウントの紐付けを解除しました');
const NOT_YOU = text(
  '<p>If this was not you, ask an administrator. <a href="/ui/profile/info">Open your profile</a></p>',
  '<p>如非本人操作，请联系管理员。<a href="/ui/profile/info">查看个人信息</a></p>',
  '<p>心当たりがない場合は管理者に連絡してください。<a href="/ui/profile/info">プロフィールを開く</a></p>',
);

const about =
  (subject: Text) =>
  (service: Text): MessageWords => ({
    subject: Object.fromEntries(
      LANGUAGES.map((language) => [language, render(subject, language, { service: service[language] })]),
    ) as unknown as Text,
    message: NOT_YOU,
  });

export const boundNotice = about(BOUND);
export const releasedNotice = about(RELEASED);

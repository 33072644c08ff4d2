import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Job } from '../../platform/feature.ts';
import type { MessageWords, Messenger } from './messenger.ts';
import { endingPasswords } from './password.queries.ts';

/** Days before the end of a password on which its owner is told (docs/behaviour/start-and-views.md#banners). */
const WARN_DAYS = 5;

const EXPIRING: MessageWords = {
  kind: 'reminders',
  subject: text('Your password expires soon', '你的密码即将过期', 'パスワードの期限が近づいています'),
  message: text(
    '<p>Your password expires in {days} days. Change it in <a href="/ui/profile/setting">your profile</a>.</p>',
    '<p>你的密码将在 {days} 天后过期，请在<a href="/ui/profile/setting">个人设置</a>中修改。</p>',
    '<p>パスワードの期限は残り {days} 日です。<a href="/ui/profile/setting">プロフィール</a>で変更してください。</p>',
  ),
};

/** Tells the owners of local passwords that end within five days, once a day (docs/wire/messages.md#reminders). */
export const passwordNotice = (settings: SettingsReader, messenger: Messenger): Job => ({
  name: 'password-expiry-notice',
  schedule: '0 10 * * *',
  task: { label: text('Remind of expiring passwords', '密码到期提醒', 'パスワード期限の通知') },
  async run(ctx, _data, output) {
    const rows = await endingPasswords(ctx, settings.get('SECURITY_PASSWORD_EXPIRATION_TIME'), WARN_DAYS);
    const byDays = Map.groupBy(rows, (row) => row.days);
    for (const [days, people] of byDays) {
      await messenger.send(
        ctx,
        people.map((person) => person.id),
        { ...EXPIRING, params: { days } },
      );
    }
    output.write(`users: ${rows.length}`);
  },
});

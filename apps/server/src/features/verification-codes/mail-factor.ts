import { CodedError } from '@postern/contract/errors';
import { isMailAddress, type SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { isMailConfigured } from '../../platform/mail/deliver.ts';
import { post } from '../../platform/mail/outbox.ts';
import type { Factor } from '../authentication/index.ts';
import { issueCode, useSentCode } from './codes.ts';

export interface MailFactorDeps {
  settings: SettingsReader;
  jobs: Pick<Jobs, 'enqueue'>;
}

const WAY = 'email';

const WORDS = {
  label: text('Code by mail', '邮件验证码', 'メールのコード'),
  hint: text('Six digits from the mail', '邮件中的 6 位数字', 'メールに記載された 6 桁の数字'),
  subject: text('Your verification code', '你的验证码', '認証コード'),
  hello: text('Hello {name},', '{name}，你好：', '{name} 様'),
  code: text('Your verification code is {code}.', '你的验证码是 {code}。', '認証コードは {code} です。'),
  good: text(
    'It works once, within {seconds} seconds, in the window where you asked for it.',
    '验证码仅可在申请它的页面使用一次，{seconds} 秒内有效。',
    'コードを申請した画面で、{seconds} 秒以内に一度だけ使えます。',
  ),
  stranger: text(
    'You did not ask for it? Then somebody knows your password. Change it and tell an administrator.',
    '如非本人操作，说明有人知道你的密码，请立即修改并联系管理员。',
    '心当たりがなければ、誰かがあなたのパスワードを知っています。変更して管理者に連絡してください。',
  ),
};

/** Enough to know one's own address by, and too little to learn a stranger's: `a•••@example.org`. */
const masked = (address: string): string => `${[...address].slice(0, 1).join('')}•••${address.slice(address.lastIndexOf('@'))}`;

/** A code by mail as second factor, where an administrator switched that on. */
export function mailFactor({ settings, jobs }: MailFactorDeps): Factor {
  return {
    name: WAY,
    label: WORDS.label,
    hint: WORDS.hint,
    bound: false,
    typed: true,
    available: ({ email }, now) => now.get('SECURITY_MFA_BY_EMAIL') && isMailConfigured(now) && isMailAddress(email),
    async send(ctx, { id, name, email }, purpose) {
      const { language } = ctx;
      if (!isMailAddress(email)) throw new CodedError('mail_not_configured');
      // Code and mail belong together: neither stands without the other.
      await inTransaction(ctx.tx, ctx, async (inner) => {
        const code = await issueCode(inner, settings, { userId: id, way: WAY, purpose, target: email });
        const words = { name, code, seconds: settings.get('VERIFY_CODE_TTL') };
        const lines = [WORDS.hello, WORDS.code, WORDS.good, WORDS.stranger].map((line) => render(line, language, words));
        await post(inner, jobs, { to: email, subject: render(WORDS.subject, language), lines });
      });
      return masked(email);
    },
    prove: (ctx, { id, email }, { code }, { purpose }) => useSentCode(ctx, { userId: id, way: WAY, purpose, target: email }, code),
  };
}

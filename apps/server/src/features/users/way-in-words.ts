import { type Text, text } from '@postern/contract/text';

/** What an administrator does to somebody's ways in. */
export type WayInChange = 'factors_reset' | 'password_set' | 'key_set' | 'keys_removed';

/** Words of a message about it. */
export interface WayInWords {
  subject: Text;
  /** HTML of ours. */
  message: Text;
}

const IF_NOT = text(
  'If you do not know why, ask an administrator.',
  '如不清楚原因，请联系管理员。',
  '心当たりがなければ管理者に確認してください。',
);
/** A line of ours about a way in, with whom to ask. */
export const told = (line: Text): Text =>
  text(`<p>${line.en} ${IF_NOT.en}</p>`, `<p>${line.zh}${IF_NOT.zh}</p>`, `<p>${line.ja}${IF_NOT.ja}</p>`);

/** What the person reads of each. */
export const WAY_IN_WORDS: Readonly<Record<WayInChange, WayInWords>> = {
  factors_reset: {
    subject: text('Your second factors were reset', '你的多因素登录已重置', '多要素ログインがリセットされました'),
    message: told(
      text(
        'Authenticator app, passkeys and recovery codes of your account no longer count: set them up again.',
        '你账号的身份验证器、通行密钥和恢复码均已失效，请重新设置。',
        '認証アプリ、パスキー、リカバリーコードは無効になりました。設定し直してください。',
      ),
    ),
  },
  password_set: {
    subject: text('An administrator set your password', '管理员为你设置了密码', '管理者がパスワードを設定しました'),
    message: told(text('The former one no longer works.', '原密码已失效。', '以前のパスワードは使えません。')),
  },
  key_set: {
    subject: text('An administrator set your SSH key', '管理员为你设置了 SSH 密钥', '管理者が SSH 鍵を設定しました'),
    message: told(text('It logs in as you.', '该密钥可以你的身份登录。', 'この鍵であなたとしてログインできます。')),
  },
  keys_removed: {
    subject: text('Your SSH keys were removed', '你的 SSH 密钥已移除', 'SSH 鍵が削除されました'),
    message: told(text('None of them logs in any more.', '这些密钥均已无法登录。', 'どの鍵でもログインできません。')),
  },
};

import { text } from '@postern/contract/text';

/** Why something that is there cannot be done now: a sentence beside its button. */
export const refusedWords = {
  empty: text('Enter something first.', '请先输入内容。', '先に入力してください。'),
  blanks: text('Fill in every field first.', '请先填写所有字段。', '先にすべての欄に入力してください。'),
  account: text('Choose an account and a way to connect first.', '请先选择账号和连接方式。', '先にアカウントと接続方法を選んでください。'),
  unchanged: text('Nothing has been changed.', '没有任何更改。', '変更はありません。'),
  fewSessions: text(
    'Choose more sessions: it takes {count} at least.',
    '请选择更多会话：至少需要 {count} 个。',
    'セッションをあと少し選んでください。{count} 件以上必要です。',
  ),
  noSessions: text('No session is chosen that it could go to.', '没有选择可发送的会话。', '送り先のセッションが選ばれていません。'),
  first: text('It is the first already.', '已经是第一个。', 'すでに先頭です。'),
  last: text('It is the last already.', '已经是最后一个。', 'すでに末尾です。'),
  nothing: text('There is no such session.', '没有这样的会话。', '該当するセッションはありません。'),
  twoPanes: text('It takes two terminals that you may type into.', '需要两个可以输入的终端。', '入力できるターミナルが 2 つ必要です。'),
  noFolder: text('The folder has not been read yet.', '尚未读取文件夹。', 'フォルダーをまだ読み込んでいません。'),
  top: text('This is the top folder.', '已是最上级文件夹。', '最上位のフォルダーです。'),
} as const;

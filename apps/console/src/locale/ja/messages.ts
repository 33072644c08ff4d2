import type { Words } from '../../i18n/words.ts';
import type { messages as en } from '../en/messages.ts';

export const messages: Words<typeof en> = {
  title: 'メッセージ',
  unread: 'メッセージ、未読{{count}}件',
  none: '未読のメッセージはありません',
  noneText: 'アカウント、タスク、申請についてのお知らせがここに届きます。',
  ways: '受け取る通知を選ぶ',
  markRead: '既読にする',
  markAll: 'すべて既読にする',
  markAllTitle: 'すべてのメッセージを既読にしますか？',
  markAllText: 'この一覧には表示されなくなります。',
  markedAll: 'すべて既読にしました',
  keepUnread: '未読のままにする',
  from: '{{sender}}から',
  more: 'さらに表示',
  failed: 'メッセージを読み込めませんでした',
  loading: 'メッセージを読み込み中',
  offline: '接続に失敗したため、新しいメッセージを受信できません。再接続しています。',
};

import type { Words } from '../../i18n/words.ts';
import type { messages as en } from '../en/messages.ts';

export const messages: Words<typeof en> = {
  title: '站内信',
  unread: '站内信，{{count}} 条未读',
  none: '没有未读消息',
  noneText: '与账户、任务和申请有关的消息会显示在这里。',
  ways: '选择接收哪些通知',
  markRead: '标为已读',
  markAll: '全部标为已读',
  markAllTitle: '将全部消息标为已读？',
  markAllText: '这些消息将不再显示在此列表中。',
  markedAll: '全部消息已标为已读',
  keepUnread: '保持未读',
  from: '来自{{sender}}',
  more: '显示更多',
  failed: '消息加载失败',
  loading: '正在加载消息',
  offline: '连接失败，暂时收不到新消息，正在重试。',
};

import { type Text, text } from '@postern/contract/text';

/**
 * Messages that may wait for others and come with them, by what they are about. What says none of these goes at once, whatever anybody chose: logins from
 * new addresses, changed numbers, commands that were refused.
 */
export const WAITING_KINDS = {
  tasks: text('Tasks that have ended', '任务执行结果', 'タスクの終了'),
  tickets: text('Decisions on your requests', '申请的审批结果', '申請の結果'),
  reminders: text('Reminders', '到期提醒', '期限の通知'),
  system: text('Messages of the system', '系统消息', 'システムの通知'),
} as const satisfies Record<string, Text>;
export type WaitingKind = keyof typeof WAITING_KINDS;
export const KIND_NAMES = Object.keys(WAITING_KINDS) as WaitingKind[];

/** How often messages come that wait. */
export const EVERY = ['hourly', 'daily'] as const;
export type Every = (typeof EVERY)[number];

import { text } from '@postern/contract/text';

/** What is told to receivers, by kind, and the log in which it stands. Bits are stored: a kind keeps its own. */
export const EVENT_KINDS = [
  { value: 'login', bit: 1, log: 'login_logs', label: text('Logins', '登录', 'ログイン') },
  { value: 'operate', bit: 2, log: 'operate_logs', label: text('Operations', '操作', '操作') },
  { value: 'password', bit: 4, log: 'operate_logs', label: text('Password changes', '改密', 'パスワード変更') },
  { value: 'session', bit: 8, log: 'sessions', label: text('Start and end of sessions', '会话开始与结束', 'セッションの開始と終了') },
  { value: 'command', bit: 16, log: 'commands', label: text('Commands', '命令', 'コマンド') },
  { value: 'file', bit: 32, log: 'ftp_logs', label: text('File transfers', '文件传输', 'ファイル転送') },
  { value: 'job', bit: 64, log: 'task_runs', label: text('Background tasks', '后台任务', 'バックグラウンドタスク') },
] as const;

export type EventKind = (typeof EVENT_KINDS)[number]['value'];
export type LogName = (typeof EVENT_KINDS)[number]['log'];

export const ALL_EVENTS: number = EVENT_KINDS.reduce((sum, { bit }) => sum | bit, 0);

/** Logs that bring numbers of their own: their hash chain's. */
export const CHAINED_LOGS = ['login_logs', 'operate_logs'] as const satisfies readonly LogName[];
/** Logs that are numbered in the feed. */
export const FED_LOGS = ['sessions', 'commands', 'ftp_logs', 'task_runs'] as const satisfies readonly LogName[];
export const LOGS: readonly LogName[] = [...CHAINED_LOGS, ...FED_LOGS];

export const isChained = (log: LogName): log is (typeof CHAINED_LOGS)[number] => (CHAINED_LOGS as readonly LogName[]).includes(log);

/** Whether a receiver takes a kind. */
export const takes = (events: number, kind: EventKind): boolean =>
  EVENT_KINDS.some(({ value, bit }) => value === kind && (events & bit) !== 0);

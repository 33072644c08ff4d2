import { type Language, render, type Text, text } from '@postern/contract/text';
import type { EndState } from './lease.ts';

/** What the log of every run says by itself. */
const SENTENCES = {
  STARTED: text('Task “{task}” started', '任务“{task}”开始执行', 'タスク「{task}」を開始しました'),
  AGAIN: text('Task “{task}” is taken up again', '任务“{task}”继续执行', 'タスク「{task}」を再開しました'),
  SUCCESS: text('Task “{task}” finished', '任务“{task}”执行完成', 'タスク「{task}」が完了しました'),
  FAILURE: text('Task “{task}” failed: {reason}', '任务“{task}”执行失败：{reason}', 'タスク「{task}」が失敗しました：{reason}'),
  REVOKED: text('Task “{task}” was cancelled', '任务“{task}”已取消', 'タスク「{task}」は取り消されました'),
} as const satisfies Record<EndState | 'STARTED' | 'AGAIN', Text>;

const INTERRUPTED = text('it was interrupted', '执行中断', '処理が中断されました');

/** A line of the log of a run. @param reason of a failure; without one it was interrupted */
export const sentence = (what: keyof typeof SENTENCES, task: Text, language: Language, reason: string = INTERRUPTED[language]): string =>
  render(SENTENCES[what], language, { task: task[language], reason });

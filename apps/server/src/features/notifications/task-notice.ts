import { LANGUAGES, render, type Text, text } from '@postern/contract/text';
import type { MessageWords } from './messenger.ts';

const DONE = text('Task finished: {task}', '任务执行完成：{task}', 'タスクが完了しました：{task}');
const FAILED = text('Task failed: {task}', '任务执行失败：{task}', 'タスクが失敗しました：{task}');
const LOG = text(
  '<p><a href="/ui/ops/celery/task/{id}/log/?type=celery">Show the log</a></p>',
  '<p><a href="/ui/ops/celery/task/{id}/log/?type=celery">查看日志</a></p>',
  '<p><a href="/ui/ops/celery/task/{id}/log/?type=celery">ログを表示</a></p>',
);

/** What the one who asked for a task reads when it has ended. */
export const taskNotice = (run: string, task: Text, succeeded: boolean): MessageWords => ({
  subject: Object.fromEntries(
    LANGUAGES.map((language) => [language, render(succeeded ? DONE : FAILED, language, { task: task[language] })]),
  ) as Text,
  message: LOG,
  params: { id: run },
  kind: 'tasks',
});

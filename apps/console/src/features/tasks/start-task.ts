import { queryClient } from '../../layout/query-client.ts';
import { socketAddress } from '../../session/reconnecting-socket.ts';
import { BASE } from '../../startup/start.ts';
import { followLog } from './follow-log.ts';
import { openLog, taskOf } from './task-log-page.ts';

/** What the run has changed shows in lists and pages without anybody loading them again. */
function loadAgain(): void {
  for (const shown of ['list', 'detail']) void queryClient.invalidateQueries({ queryKey: [shown] });
}

/** Loads what is shown again at the end of a task. The function it answers leaves. */
export const loadAtEnd = (task: string): (() => void) =>
  followLog(
    new WebSocket(socketAddress('/ws/ops/tasks/log/')),
    { id: task, type: 'celery' },
    { write: () => undefined, ended: loadAgain, lost: loadAgain },
  );

/** Follows a task by the call that starts it: opens its log in a window of its own, and loads what is shown again at its end. */
export async function startTask(started: Promise<unknown>): Promise<void> {
  const task = taskOf(await started);
  openLog(BASE, task);
  loadAtEnd(task);
}

/** The hidden log routes (docs/behaviour/start-and-views.md#task-logs): `/ops/{celery|ansible|task}/task/{id}/log/`. */
const PATTERN = /^\/ops\/(celery|ansible|task)\/task\/([0-9a-f-]{32,36})\/log\/?$/i;

/** Run and type of a log address; undefined for every other one. */
export function logAddress(pathname: string, search: string): { id: string; type: string } | undefined {
  const [, kind = '', id = ''] = PATTERN.exec(pathname) ?? [];
  return id ? { id, type: new URLSearchParams(search).get('type') || kind } : undefined;
}

/** The run of a task that a call started, as its answer names it. */
export function taskOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'task' in answer) return String(answer.task);
  throw new Error('The answer names no task');
}

export const logPath = (id: string): string => `/ops/celery/task/${id}/log/?type=celery`;

/** Opens the log of a run in a window of its own. */
export function openLog(base: string, id: string): void {
  const [width, height] = [900, 600];
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  window.open(base + logPath(id), `task-${id}`, `width=${width},height=${height},left=${left},top=${top}`);
}

/** The hidden log routes (docs/behaviour/start-and-views.md#task-logs): `/ops/{celery|ansible|task}/task/{id}/log/`. */
const PATTERN = /^\/ops\/(celery|ansible|task)\/task\/([0-9a-f-]{32,36})\/log\/?$/i;

/** Run and type of a log address; undefined for every other one. */
export function logAddress(pathname: string, search: string): { id: string; type: string } | undefined {
  const [, kind = '', id = ''] = PATTERN.exec(pathname) ?? [];
  return id ? { id, type: new URLSearchParams(search).get('type') || kind } : undefined;
}

export const logPath = (id: string): string => `/ops/celery/task/${id}/log/?type=celery`;

/** Opens the log of a run in a window of its own. */
export function openLog(base: string, id: string): void {
  const [width, height] = [900, 600];
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  window.open(base + logPath(id), `task-${id}`, `width=${width},height=${height},left=${left},top=${top}`);
}

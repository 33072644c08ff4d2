import { randomUUID } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, resource } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Feature, Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { taskLogSocket } from './log.socket.ts';
import { taskRetention } from './retention.job.ts';
import { taskSweep } from './sweep.job.ts';
import { periodicTasks, taskLogs } from './tables.ts';
import { backgroundTaskBehaviour, type TaskLabels, taskRunBehaviour } from './task.behaviour.ts';
import { backgroundTask, taskRun } from './task.resource.ts';
import { taskRoutes } from './task.routes.ts';
import { TRANSFERS } from './transfers.ts';

export { cancelRun } from './cancel.ts';
export { NOTHING_LEFT, runTask } from './run-task.ts';
export { reachedOf, startTask } from './runs.ts';
export { TASKS_USAGE, tasksCommand } from './tasks.command.ts';
export { createTransfers } from './transfers.ts';

/** What a task by the clock is called in the log of operations. */
export const TASK_WORDS = {
  periodictask: { label: text('periodic task', '定时任务', '定期タスク'), fields: { enabled: text('Enabled', '启用', '有効') } },
} as const;

export interface TasksDeps {
  settings: SettingsReader;
  events: EventBus;
  jobs: Pick<Jobs, 'enqueue'>;
  /** All jobs of the installed version; those with a `task` are shown. */
  known(): readonly Job[];
}

/** Brings the list of tasks in line with the jobs of this version; switches of periodic ones stay as they were set. */
async function syncTasks(ctx: Context, jobs: readonly Job[]): Promise<void> {
  const tasks = jobs.filter((job) => job.task);
  const names = [...tasks.map((job) => job.name), ...Object.keys(TRANSFERS)];
  await ctx.tx.deleteFrom('background_tasks').where('name', 'not in', names).execute();
  await ctx.tx
    .insertInto('background_tasks')
    .values(names.map((name) => ({ id: randomUUID(), name })))
    .onConflict((clash) => clash.column('name').doNothing())
    .execute();
  const periodic = tasks.filter((job) => job.schedule).map((job) => job.name);
  await ctx.tx.deleteFrom('periodic_tasks').where('name', 'not in', periodic).execute();
  await ctx.tx
    .insertInto('periodic_tasks')
    .values(periodic.map((name) => ({ name })))
    .onConflict((clash) => clash.column('name').doNothing())
    .execute();
}

/** Background tasks: leased runs and their sweep (decision 0087), and as people see them: which there are, their runs, their output (docs/wire/jobs.md). */
export function tasksFeature({ settings, events, jobs, known }: TasksDeps): Feature {
  const labels: TaskLabels = () =>
    new Map([
      ...known().flatMap((job) => (job.task ? [[job.name, job.task.label] as const] : [])),
      ...Object.entries(TRANSFERS).map(([name, { label }]) => [name, label] as const),
    ]);
  return {
    resources: [resource(backgroundTask, backgroundTaskBehaviour(labels)), resource(taskRun, taskRunBehaviour(labels))],
    tables: [taskLogs, periodicTasks],
    routes: taskRoutes({ labels, jobs, known }),
    sockets: [taskLogSocket(events)],
    jobs: [taskRetention(settings), taskSweep({ jobs, known })],
    seed: (ctx) => syncTasks(ctx, known()),
  };
}

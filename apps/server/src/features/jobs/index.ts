import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, resource } from '@postern/resource';
import type { Feature, Job } from '../../platform/feature.ts';
import { startDue } from '../automations/index.ts';
import type { JobDeps } from './deps.ts';
import { executionBehaviour } from './execution.behaviour.ts';
import { jobExecution } from './execution.resource.ts';
import { fingerprintOf } from './gateway.ts';
import { jobBehaviour } from './job.behaviour.ts';
import { type JobRow, job } from './job.resource.ts';
import { jobRoutes } from './job.routes.ts';
import { jobLog, jobLogBehaviour } from './job-log.resource.ts';
import { asOwner } from './owner.ts';
import { forgetOldRuns } from './retention.ts';
import { endRun, runJob, toldOf } from './run.ts';
import { RUN_JOB, startRun } from './start.ts';
import { executionHosts } from './tables.ts';
import { jobVersions } from './versions.routes.ts';

export type { JobDeps } from './deps.ts';
export { jobLogRows } from './job-log.resource.ts';
export { fingerprintOf };

/** Most jobs that one minute starts. */
const PER_SWEEP = 200;

/** Starts what the clock says, as its owner. What may not run now is passed over until its next time. */
async function startScheduled(deps: JobDeps, ctx: Context, row: JobRow): Promise<void> {
  try {
    await startRun(deps, await asOwner(ctx, row), row, { trigger: 'timing' });
  } catch (error) {
    if (!(error instanceof CodedError || error instanceof InvalidInput)) throw error;
    ctx.log.info({ job: row.id, why: error.message }, 'a job was not started by the clock');
  }
}

const background = (deps: JobDeps): readonly Job[] => [
  {
    name: RUN_JOB,
    task: { label: text('Run a job', '执行作业', 'ジョブの実行'), brokenOff: endRun, tells: toldOf },
    transaction: false,
    // They wait for machines; one that takes hours holds up nobody else's.
    atOnce: 50,
    awaited: true,
    run: (ctx, _data, run) => runJob(deps, ctx, run),
  },
  {
    name: 'jobs.schedule',
    schedule: '* * * * *',
    run: (ctx) => startDue(ctx, job, PER_SWEEP, (inner, row) => startScheduled(deps, inner, row)),
  },
  { name: 'jobs.retention', schedule: '20 2 * * *', run: (ctx) => forgetOldRuns(ctx, deps.settings) },
];

/** Jobs: commands that people run on machines through the gateway, and what came of it (docs/wire/jobs.md#jobs). */
export const jobsFeature = (deps: JobDeps): Feature => ({
  resources: [resource(job, jobBehaviour(deps)), resource(jobExecution, executionBehaviour(deps)), resource(jobLog, jobLogBehaviour)],
  tables: [executionHosts],
  routes: [...jobRoutes(deps), jobVersions],
  jobs: background(deps),
});

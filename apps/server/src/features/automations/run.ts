import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Run as LeasedRun } from '../../platform/feature.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import { onAccounts } from './account-runs.ts';
import { ASSET_RUNS, onAssets } from './asset-runs.ts';
import { notifyRecipients } from './notify-recipients.ts';
import { type Execution, type Run, type RunDeps, say } from './run-state.ts';
import type { Snapshot } from './snapshot.ts';

/** The execution that a worker has in hand, from now on under way. Undefined when it is over, or there is none. */
const begin = (system: SystemAccess, id: string): Promise<Execution | undefined> =>
  system.asSystem('run under way', ({ tx, clock }) =>
    tx
      .updateTable('automation_executions')
      .set(({ fn, val }) => ({ status: 'running', date_start: fn.coalesce('date_start', val(clock())) }))
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'running'])
      .returning(['id', 'org_id', 'type', 'snapshot', 'sealed_secret'])
      .executeTakeFirst(),
  );

/** Carries out one run, from its start or from where a worker that died left it: its records say where to go on. */
export async function runExecution(deps: RunDeps, ctx: Context, leased: LeasedRun): Promise<void> {
  const execution = await begin(deps.system, leased.id);
  if (!execution) {
    leased.write(render(NOTHING_LEFT, ctx.language));
    return;
  }
  const run: Run = { ...deps, execution, language: ctx.language, leased, tally: { ok: 0, bad: 0 }, failed: new Set() };
  const whole = ASSET_RUNS.find((type) => type === execution.type);
  await (whole ? onAssets(run, whole) : onAccounts(run));
  leased.signal.throwIfAborted();
  say(run, 'total', run.tally);
  leased.atEnd(async (write) => {
    const snapshot: Snapshot = { ...execution.snapshot, failed: [...run.failed] };
    await write.tx
      .updateTable('automation_executions')
      .set({
        status: run.tally.bad > 0 ? 'failed' : 'success',
        date_finished: write.clock(),
        sealed_secret: null,
        snapshot: JSON.stringify(snapshot),
      })
      .where('id', '=', execution.id)
      .execute();
    await notifyRecipients(write, deps.jobs, execution, run.tally, run.language);
  });
}

/** A run that did not come to its end. What it left open of changes is looked into from now on (record-store.ts). */
export async function endExecution(ctx: Context, id: string): Promise<void> {
  await ctx.tx
    .updateTable('automation_executions')
    .set({ status: 'failed', date_finished: ctx.clock(), sealed_secret: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
}

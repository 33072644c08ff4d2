import { CodedError } from '@postern/contract/errors';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { BrokenOff, Run as LeasedRun } from '../../platform/feature.ts';
import { inParallel } from '../automations/index.ts';
import type { UsableAccount } from '../permissions/index.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import { commandFor } from './command.ts';
import type { JobDeps } from './deps.ts';
import { countsOf } from './execution.queries.ts';
import type { ExecutionStatus } from './execution.resource.ts';
import { runThroughGateway, type Token } from './gateway.ts';
import { type HostStatus, reasonOf } from './host-status.ts';
import { type Live, liveOutput } from './live.ts';
import { allow, type Host, note, type Run } from './one-host.ts';
import { runPlaybook } from './playbook/run.ts';
import { secretPool } from './redaction.ts';
import { hostLine } from './sentences.ts';

/** Milliseconds after which a machine that takes long is only being waited for, and how many of those there may be for each one at work. */
const PATIENCE_MS = 60_000;
const WAITED_FOR = 4;

/** The run that a worker has in hand, from now on under way. Undefined when it is over, or there is none. */
const begin = ({ system }: JobDeps, id: string) =>
  system.asSystem('job under way', async ({ tx, clock }) => {
    const execution = await tx
      .updateTable('job_executions')
      .set(({ fn, val }) => ({ status: 'running', date_start: fn.coalesce('date_start', val(clock())) }))
      .where('id', '=', id)
      .where('is_finished', '=', false)
      .returningAll()
      .executeTakeFirst();
    if (!execution) return undefined;
    // Begun by a worker that is gone: whether it was done, nobody here knows.
    await tx
      .updateTable('job_execution_hosts')
      .set(
        execution.ordered.is_repeatable
          ? { status: 'waiting', output: '' }
          : { status: 'unknown', reason: JSON.stringify({ code: 'job_worker_died' }), date_finished: clock() },
      )
      .where('execution_id', '=', id)
      .where('status', '=', 'running')
      .execute();
    return execution;
  });

/** Lines of a machine for the log of the run, each with its name: many machines write at once. */
function liner(run: Run, host: Host): { heard(text: string): void; rest(): void } {
  let left = '';
  const write = (line: string): void => run.leased.write(`[${host.name}] ${line}`);
  return {
    heard(text) {
      const lines = (left + text).split(/\r?\n/);
      left = lines.pop() ?? '';
      for (const line of lines) write(line);
    },
    rest: () => {
      if (left !== '') write(left);
    },
  };
}

async function onHost(run: Run, live: Live, host: Host): Promise<void> {
  const { leased, execution } = run;
  const failed = async (error: unknown, status: HostStatus): Promise<void> => {
    if (!(error instanceof CodedError))
      run.system.systemContext('job').log.error({ err: error, run: execution.id }, 'a job failed on a machine');
    const reason = reasonOf(error) ?? { code: 'job_interrupted' as const };
    leased.write(hostLine(host.name, reason, run.language));
    await note(run, host, { status, reason: JSON.stringify(reason) });
  };
  let allowed: { token: Token; account: UsableAccount; made: string; secrets: string[] };
  try {
    allowed = await allow(run, host, (variables) => commandFor(execution.ordered, variables));
  } catch (error) {
    return failed(error, 'excluded');
  }
  const { token, account, made: line } = allowed;
  const pool = secretPool();
  pool.add(allowed.secrets);
  await note(run, host, { status: 'running', account: account.name });
  const lines = liner(run, host);
  try {
    const { timeout } = execution.ordered;
    const limit = timeout > 0 ? timeout * 1_000 : undefined;
    const heard = (text: string, output: string): void => {
      lines.heard(text);
      live.heard(host, output);
    };
    const answer = await runThroughGateway(run, { token, line, limit, signal: leased.signal, language: run.language, pool, heard });
    lines.rest();
    await live.leave(host);
    await note(run, host, { status: answer.status, answer });
  } catch (error) {
    await live.leave(host);
    await failed(error, 'unreachable');
  }
}

/** How a run went: well when it worked wherever it was run, and was run somewhere. */
export function outcome(counts: Partial<Record<HostStatus, number>>): Exclude<ExecutionStatus, 'waiting' | 'running'> {
  const n = (...names: HostStatus[]): number => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  if (n('failed', 'unreachable', 'stopped', 'unknown', 'waiting', 'running') > 0) return 'failed';
  if (n('timeout') > 0) return 'timeout';
  return n('ok') > 0 ? 'success' : 'failed';
}

async function end(ctx: Context, id: string): Promise<void> {
  const status = outcome((await countsOf(ctx, [id])).get(id) ?? {});
  await ctx.tx
    .updateTable('job_executions')
    .set({ status, is_finished: true, is_success: status === 'success', date_finished: ctx.clock() })
    .where('id', '=', id)
    .where('is_finished', '=', false)
    .execute();
}

/** Carries out one run, from its start or from where a worker that died left it: no machine is begun twice, unless the job says that it may be. */
export async function runJob(deps: JobDeps, ctx: Context, leased: LeasedRun): Promise<void> {
  const execution = await begin(deps, leased.id);
  if (!execution) {
    leased.write(render(NOTHING_LEFT, ctx.language));
    return;
  }
  const run: Run = { ...deps, execution, leased, language: ctx.language };
  const hosts = await ctx.tx
    .selectFrom('job_execution_hosts')
    .select(['asset_id', 'name', 'status'])
    .where('execution_id', '=', execution.id)
    .orderBy('name')
    .execute();
  const left = hosts.filter(({ status }) => status === 'waiting');
  let done = hosts.length - left.length;
  leased.progress(done, hosts.length);
  if (execution.ordered.type === 'playbook') {
    await runPlaybook(run, ctx, left);
    leased.progress(hosts.length, hosts.length);
    leased.atEnd((write) => end(write, execution.id));
    return;
  }
  const live = liveOutput(run);
  const width = execution.ordered.parallelism;
  await inParallel(
    left,
    async (host) => {
      await onHost(run, live, host);
      done += 1;
      leased.progress(done, hosts.length);
    },
    { width, patience: PATIENCE_MS, most: width * WAITED_FOR },
    leased.signal,
  );
  leased.atEnd((write) => end(write, execution.id));
}

/** Settles a run that did not come to its own end: what was not begun was not run, and of what was begun nobody knows. */
export async function endRun(ctx: Context, id: string, why: BrokenOff): Promise<void> {
  const settle = (from: HostStatus, to: HostStatus, code?: 'job_worker_died') =>
    ctx.tx
      .updateTable('job_execution_hosts')
      .set({ status: to, date_finished: ctx.clock(), ...(code && { reason: JSON.stringify({ code }) }) })
      .where('execution_id', '=', id)
      .where('status', '=', from)
      .execute();
  await settle('waiting', 'stopped');
  if (why === 'cancelled') await settle('running', 'stopped');
  else await settle('running', 'unknown', 'job_worker_died');
  await end(ctx, id);
}

/** Whether the owner of a run is told that it went well, as its job says; undefined where they want to hear nothing. */
export async function toldOf({ tx }: Context, id: string): Promise<boolean | undefined> {
  const run = await tx.selectFrom('job_executions').select(['is_success', 'ordered']).where('id', '=', id).executeTakeFirst();
  if (!run || run.ordered.notify === 'never' || (run.ordered.notify === 'failed' && run.is_success)) return undefined;
  return run.is_success;
}

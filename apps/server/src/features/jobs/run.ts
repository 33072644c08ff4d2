import { CodedError } from '@postern/contract/errors';
import type { Language } from '@postern/contract/text';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { BrokenOff, Run as LeasedRun } from '../../platform/feature.ts';
import { inParallel } from '../automations/index.ts';
import { tokenFor } from '../connection-tokens/index.ts';
import { type ReachedAsset, reachedNow } from '../permissions/index.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import { chooseAccount, PROTOCOL } from './choose-account.ts';
import { commandFor, hostVariables, type Variables } from './command.ts';
import type { JobDeps } from './deps.ts';
import { countsOf } from './execution.queries.ts';
import type { ExecutionRow, ExecutionStatus } from './execution.resource.ts';
import { type Answer, runThroughGateway } from './gateway.ts';
import { type HostStatus, reasonOf } from './host-status.ts';
import { asOwner } from './owner.ts';
import { hostLine } from './sentences.ts';

/** Milliseconds after which a machine that takes long is only being waited for, and how many of those there may be for each one at work. */
const PATIENCE_MS = 60_000;
const WAITED_FOR = 4;

/** The way of connecting that rules are asked about: jobs come to the SSH door. */
const METHOD = 'ssh';

interface Run extends JobDeps {
  execution: ExecutionRow;
  leased: LeasedRun;
  language: Language;
}
interface Host {
  asset_id: string;
  name: string;
}

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
          ? { status: 'waiting' }
          : { status: 'unknown', reason: JSON.stringify({ code: 'job_worker_died' }), date_finished: clock() },
      )
      .where('execution_id', '=', id)
      .where('status', '=', 'running')
      .execute();
    return execution;
  });

/** Writes what became of a machine. Once the run is to stop, that is for whoever ends it: then only what was heard is kept. */
const note = (
  { system, execution, leased }: Run,
  host: Host,
  { status, answer, ...more }: { status: HostStatus; account?: string; reason?: string; answer?: Answer },
): Promise<unknown> =>
  system.asSystem('job on a machine', ({ tx, clock }) => {
    const heard = answer && { output: answer.output, is_cut: answer.isCut };
    const over = status === 'running' ? { date_start: clock() } : { date_finished: clock(), exit_code: answer?.exitCode ?? null };
    return tx
      .updateTable('job_execution_hosts')
      .set(leased.signal.aborted ? { output: '', ...heard } : { status, ...more, ...over, ...heard })
      .where('execution_id', '=', execution.id)
      .where('asset_id', '=', host.asset_id)
      .where('status', 'in', ['waiting', 'running'])
      .execute();
  });

const variablesOf = (run: Run, owner: Context, asset: ReachedAsset): Variables => ({
  ...run.execution.parameters,
  ...hostVariables(owner.actor.username, asset),
  jms_job_id: run.execution.job_id ?? '',
  jms_job_name: run.execution.job_name,
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

/** Asks everything anew for one machine, as its owner stands at this moment, and takes a token of one session. @throws CodedError */
const allow = (run: Run, host: Host) =>
  run.system.asSystem('job asks to connect', async (ctx) => {
    const owner = await asOwner(ctx, run.execution, run.execution.origin_ip);
    const asset = await reachedNow(owner, owner.actor.id, host.asset_id);
    if (!asset) throw new CodedError('job_asset_gone');
    const account = await chooseAccount(owner, owner.actor, asset, run.execution.ordered);
    const token = await tokenFor(run.kernel(), owner, { asset: asset.id, account: account.alias, protocol: PROTOCOL, method: METHOD });
    return { token, account, line: commandFor(run.execution.ordered, variablesOf(run, owner, asset)) };
  });

async function onHost(run: Run, host: Host): Promise<void> {
  const { leased, execution } = run;
  const failed = async (error: unknown, status: HostStatus): Promise<void> => {
    if (!(error instanceof CodedError))
      run.system.systemContext('job').log.error({ err: error, run: execution.id }, 'a job failed on a machine');
    const reason = reasonOf(error) ?? { code: 'job_interrupted' as const };
    leased.write(hostLine(host.name, reason, run.language));
    await note(run, host, { status, reason: JSON.stringify(reason) });
  };
  let allowed: Awaited<ReturnType<typeof allow>>;
  try {
    allowed = await allow(run, host);
  } catch (error) {
    return failed(error, 'excluded');
  }
  const { token, account, line } = allowed;
  await note(run, host, { status: 'running', account: account.name });
  const lines = liner(run, host);
  try {
    const { timeout } = execution.ordered;
    const limit = timeout > 0 ? timeout * 1_000 : undefined;
    const answer = await runThroughGateway(run, { token, line, limit, signal: leased.signal, heard: lines.heard });
    lines.rest();
    await note(run, host, { status: answer.status, answer });
  } catch (error) {
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
  if (execution.ordered.type === 'playbook') throw new CodedError('playbooks_unavailable');
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
  const width = execution.ordered.parallelism;
  await inParallel(
    left,
    async (host) => {
      await onHost(run, host);
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

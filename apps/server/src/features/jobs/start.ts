import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, fetchRow, type Kernel } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { Trigger } from '../automations/index.ts';
import { reachedBy } from '../permissions/index.ts';
import { ordered } from '../playbooks/index.ts';
import { startTask } from '../tasks/index.ts';
import { type JobDeps, requireOn } from './deps.ts';
import { executionRows, type Order } from './execution.resource.ts';
import { NOT_DONE } from './host-status.ts';
import { type JobRow, job } from './job.resource.ts';
import { readParameters } from './parameters.ts';

/** The job that carries out a run; also the name of the task people see. */
export const RUN_JOB = 'run-job';
/** Runs that one person may have under way. */
export const MAX_UNDER_WAY = 10;
/** Rows of one insert. */
const CHUNK = 1_000;

const orderOf = ({ type, module, args, chdir, runas, runas_policy, timeout, parallelism, is_repeatable, notify }: JobRow): Order =>
  // Choices of the definition.
  ({ type, module, args, chdir, runas, runas_policy, timeout, parallelism, is_repeatable, notify }) as Order;

/** @throws CodedError job_command_refused for a first word that jobs may not run */
export function refuseListed({ settings }: Pick<JobDeps, 'settings'>, { module, args }: Pick<Order, 'module' | 'args'>): void {
  const first = args.trim().split(/\s+/, 1)[0]?.split('/').at(-1) ?? '';
  if (module === 'shell' && settings.get('SECURITY_COMMAND_BLACKLIST').includes(first))
    throw new CodedError('job_command_refused', { command: first });
}

/** Runs of a person that are not over, and among them those of a job. Whoever starts one waits for whoever does so at this moment. */
async function underWay(ctx: Context, jobId: string): Promise<{ all: number; ofJob: number }> {
  await lockByName(ctx.tx, `jobs:${ctx.actor.id}`);
  const rows = await ctx.tx
    .selectFrom('job_executions as e')
    .select('e.job_id')
    .where('e.creator_id', '=', ctx.actor.id)
    .where('e.is_finished', '=', false)
    .execute();
  return { all: rows.length, ofJob: rows.filter(({ job_id }) => job_id === jobId).length };
}

/** Of an earlier run of one's own the assets where it did not work. @throws InvalidInput, CodedError job_nothing_failed */
async function notDoneIn(ctx: Context, jobId: string, executionId: string): Promise<string[]> {
  const earlier = await ctx.tx
    .selectFrom('job_executions as e')
    .select('e.id')
    .where('e.id', '=', executionId)
    .where('e.job_id', '=', jobId)
    .where('e.is_finished', '=', true)
    .where(executionRows(ctx, 'e'))
    .executeTakeFirst();
  if (!earlier) throw InvalidInput.on('failed_of', 'does_not_exist', { value: executionId });
  const left = await ctx.tx
    .selectFrom('job_execution_hosts')
    .select('asset_id')
    .where('execution_id', '=', earlier.id)
    .where('status', 'in', NOT_DONE)
    .execute();
  if (left.length === 0) throw new CodedError('job_nothing_failed');
  return left.map((one) => one.asset_id);
}

/** What a run does, in a line that is searched. */
const materialOf = ({ org, actor }: Context, { module, args, playbook }: Order): string =>
  playbook ? `${org.name}:${actor.name}:${playbook.name}` : `${module}:${args}`;

interface Asked {
  trigger: Trigger;
  parameters?: unknown;
  /** Only these assets. */
  only?: readonly string[];
}

/**
 * Writes down a run of a job as it is now, with its machines, and sends it. For the owner, who is the actor of the context.
 * @returns the id of the run
 * @throws CodedError jobs_off, jobs_busy, job_running, job_command_refused, playbook_gone, playbook_no_entry, playbook_refused; InvalidInput under `parameters`
 */
export async function startRun(deps: JobDeps, ctx: Context, row: JobRow, { trigger, parameters, only }: Asked): Promise<string> {
  requireOn(deps.settings);
  const order = orderOf(row);
  if (order.type !== 'playbook') refuseListed(deps, order);
  const values = row.use_parameter_define ? readParameters(row.parameters_define, parameters) : {};
  const { all, ofJob } = await underWay(ctx, row.id);
  if (ofJob > 0 && row.concurrency !== 'parallel') throw new CodedError('job_running');
  if (all >= MAX_UNDER_WAY) throw new CodedError('jobs_busy', { max: MAX_UNDER_WAY });
  const chosen = only ? { assets: only } : { assets: row.assets, nodes: row.nodes };
  const reached = await reachedBy(ctx, ctx.actor.id, chosen);
  const known = new Set(reached.map(({ id }) => id));
  const id = randomUUID();
  if (order.type === 'playbook') order.playbook = await ordered(ctx, row.playbook_id);
  await ctx.tx
    .insertInto('job_executions')
    .values({
      id,
      org_id: ctx.org.id,
      job_id: row.id,
      job_name: row.name,
      job_named: row.is_named,
      creator_id: ctx.actor.id,
      material: materialOf(ctx, order),
      playbook_snapshot_id: order.playbook?.snapshot ?? null,
      job_type: row.type,
      job_version: row.version,
      parameters: JSON.stringify(values),
      ordered: JSON.stringify(order),
      trigger,
      origin_ip: ctx.origin.ip,
      date_created: ctx.clock(),
    })
    .execute();
  const hosts = [
    ...reached.map(({ id: asset_id, name }) => ({ execution_id: id, asset_id, name, status: 'waiting' as const, reason: null })),
    // What its owner does not reach has no name here.
    ...chosen.assets
      .filter((one) => !known.has(one))
      .map((one) => ({
        execution_id: id,
        asset_id: one,
        name: one,
        status: 'excluded' as const,
        reason: JSON.stringify({ code: 'job_asset_gone' }),
      })),
  ];
  for (let at = 0; at < hosts.length; at += CHUNK)
    await ctx.tx
      .insertInto('job_execution_hosts')
      .values(hosts.slice(at, at + CHUNK))
      .execute();
  return startTask(ctx, deps.jobs, RUN_JOB, { execution: id }, id);
}

/** Starts what somebody asks for by the id of a job. `failed_of`, an earlier run, is ours: only what did not work there is run again. */
export async function startByHand(
  deps: JobDeps,
  kernel: Kernel,
  ctx: Context,
  asked: { job: string; parameters?: unknown; failed_of?: string | null },
): Promise<string> {
  const row = (await fetchRow(kernel.byName(job.name), ctx, asked.job)) as JobRow;
  const only = asked.failed_of ? await notDoneIn(ctx, row.id, asked.failed_of) : undefined;
  return startRun(deps, ctx, row, { trigger: 'manual', parameters: asked.parameters, ...(only ? { only } : {}) });
}

import { INSTANCE_STATUS } from '@postern/contract/cloud';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { PROTOCOLS } from '@postern/contract/protocols';
import {
  among,
  at,
  type Behaviour,
  type Context,
  eb,
  fetchRows,
  idIn,
  type Kernel,
  list,
  narrowed,
  noContent,
  ok,
  type Row,
  remove,
  visible,
} from '@postern/resource';
import { isAddressEntry } from '../../platform/auth/address-list.ts';
import { refuseOtherSites } from '../../platform/http/other-sites.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { checkSchedule, countsOf, planNext, scheduleTexts } from '../automations/index.ts';
import { readProtocols } from './place.ts';
import { startRun } from './start.ts';
import type { SyncTask } from './task.resource.ts';

export interface TaskDeps {
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  licensed(now: Date): boolean;
}

/** Assets that one request clears up; the rest waits for the next. */
const MAX_RELEASED = 5_000;
const BATCH = 500;

const countOf = (ctx: Context, table: 'sync_instance_task_executions' | 'sync_instance_details', rows: readonly Row[]) =>
  countsOf(rows, (ids) =>
    ctx.tx
      .selectFrom(table)
      .select(({ fn }) => ['task_id as id', fn.countAll<number>().as('n')])
      .where(among(at(table)('task_id'), ids))
      .groupBy('task_id')
      .execute(),
  );

function checkFields(values: Row): void {
  if (typeof values.protocols === 'string') {
    const read = readProtocols(values.protocols);
    if (!read?.every(({ name }) => Object.hasOwn(PROTOCOLS, name))) throw InvalidInput.on('protocols', 'invalid_protocols');
  }
  const segments = values.ip_network_segment_group;
  if (Array.isArray(segments)) {
    const kept = segments.map(String).filter((one) => one !== '');
    const bad = kept.find((one) => !isAddressEntry(one));
    if (bad !== undefined) throw InvalidInput.on('ip_network_segment_group', 'invalid_addresses', { value: bad.slice(0, 64) });
    values.ip_network_segment_group = kept.length > 0 ? kept : ['*'];
  }
  if (Array.isArray(values.regions)) values.regions = values.regions.map(String).filter((one) => one !== '');
}

/** Deletes assets of released instances that no other task still sees, as the person who asks. */
async function deleteReleased(kernel: Kernel, ctx: Context, taskId: string): Promise<void> {
  const host = kernel.byName('asset');
  for (let done = 0; done < MAX_RELEASED; done += BATCH) {
    const rows = await ctx.tx
      .selectFrom('sync_instance_details')
      .select(['id', 'asset_id'])
      .where('task_id', '=', taskId)
      .where('status', '=', INSTANCE_STATUS.released)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.flatMap(({ asset_id }) => (asset_id ? [asset_id] : []));
    const managed = await ctx.tx
      .selectFrom('sync_instance_details as o')
      .select('o.asset_id')
      .distinct()
      .where(among(at('o')('asset_id'), ids))
      .where('o.task_id', 'is not', null)
      .where('o.status', '<>', INSTANCE_STATUS.released)
      .execute();
    const keep = new Set(managed.map(({ asset_id }) => asset_id));
    const going = ids.filter((id) => !keep.has(id));
    if (going.length > 0)
      await remove(host, ctx, await fetchRows(host, ctx, [...visible(host, ctx), idIn(host, going)], { lock: true }), { bulk: true });
    const seenTo = rows.map(({ id }) => id);
    await ctx.tx
      .deleteFrom('sync_instance_details as d')
      .where(among(at('d')('id'), seenTo))
      .execute();
  }
}

export const syncTaskBehaviour = ({ kernel, jobs, licensed }: TaskDeps): Behaviour => {
  /** A list of what belongs to one task. */
  const below =
    (name: string): NonNullable<Behaviour['actions']>[string] =>
    async (ctx, request, row) =>
      ok(
        await list(
          kernel(),
          narrowed(kernel().byName(name), (_ctx, t) => eb(t('task_id'), '=', row?.id)),
          ctx,
          request,
        ),
      );
  return {
    async prepare(ctx, write) {
      const { values, before } = write;
      checkSchedule(write);
      checkFields(values);
      planNext(ctx, write, { ...before, ...values });
    },
    computed: {
      periodic_display: scheduleTexts,
      history_count: (ctx, rows) => countOf(ctx, 'sync_instance_task_executions', rows),
      instance_count: (ctx, rows) => countOf(ctx, 'sync_instance_details', rows),
    },
    actions: {
      async run(ctx, request, row) {
        refuseOtherSites(request);
        if (!licensed(ctx.clock())) throw new CodedError('licence_required');
        return ok({ task: await startRun(ctx, jobs, row as SyncTask, 'manual') });
      },
      history: below('syncinstancetaskexecution'),
      instances: below('syncinstancedetail'),
      async released(ctx, _request, row) {
        await deleteReleased(kernel(), ctx, String(row?.id));
        return noContent;
      },
    },
  };
};

import { INSTANCE_STATUS } from '@postern/contract/cloud';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { PROTOCOLS } from '@postern/contract/protocols';
import {
  type Behaviour,
  type Context,
  defineBehaviour,
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
import { sql } from 'kysely';
import { isAddressEntry } from '../../platform/auth/address-list.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { checkSchedule, nextRun, scheduleOf, scheduleText } from '../automations/index.ts';
import { refuseOtherSites } from './other-sites.ts';
import { readProtocols } from './place.ts';
import { startRun } from './start.ts';

export interface TaskDeps {
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  licensed(now: Date): boolean;
}

/** Assets that one request clears up; the rest waits for the next. */
const MAX_RELEASED = 5_000;
const BATCH = 500;

/** Numbers of the lines of another table that belong to each row. One query. */
async function countOf(ctx: Context, table: string, rows: readonly Row[]): Promise<Map<string, number>> {
  const ids = rows.map((row) => String(row.id));
  const { rows: found } = await sql<{ id: string; n: number }>`
    select task_id as id, count(*)::int as n from ${sql.table(table)} where task_id = any(${ids}::uuid[]) group by task_id`.execute(ctx.tx);
  const counts = new Map(found.map(({ id, n }) => [id, n]));
  return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
}

function checkFields(values: Row): void {
  if (typeof values.protocols === 'string') {
    const read = readProtocols(values.protocols);
    if (!read?.every(({ name }) => Object.hasOwn(PROTOCOLS, name))) throw InvalidInput.on('protocols', 'invalid');
  }
  const segments = values.ip_network_segment_group;
  if (Array.isArray(segments)) {
    const kept = segments.map(String).filter((one) => one !== '');
    if (!kept.every(isAddressEntry)) throw InvalidInput.on('ip_network_segment_group', 'invalid');
    values.ip_network_segment_group = kept.length > 0 ? kept : ['*'];
  }
  if (Array.isArray(values.regions)) values.regions = values.regions.map(String).filter((one) => one !== '');
}

/** Deletes assets of released instances that no other task still sees, as the person who asks. */
async function deleteReleased(kernel: Kernel, ctx: Context, task: Row): Promise<void> {
  const host = kernel.byName('asset');
  for (let done = 0; done < MAX_RELEASED; done += BATCH) {
    const { rows } = await sql<{ id: string; asset_id: string | null }>`
      select d.id, d.asset_id from sync_instance_details d where d.task_id = ${task.id} and d.status = ${INSTANCE_STATUS.released}
      order by d.id limit ${BATCH}`.execute(ctx.tx);
    if (rows.length === 0) return;
    const ids = rows.flatMap(({ asset_id }) => (asset_id ? [asset_id] : []));
    const { rows: held } = await sql<{ asset_id: string }>`
      select distinct o.asset_id from sync_instance_details o
      where o.asset_id = any(${ids}::uuid[]) and o.task_id is not null and o.status <> ${INSTANCE_STATUS.released}`.execute(ctx.tx);
    const keep = new Set(held.map(({ asset_id }) => asset_id));
    const going = ids.filter((id) => !keep.has(id));
    if (going.length > 0)
      await remove(host, ctx, await fetchRows(host, ctx, [...visible(host, ctx), idIn(host, going)], { lock: true }), { bulk: true });
    await sql`delete from sync_instance_details where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(ctx.tx);
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
          narrowed(kernel().byName(name), () => sql<boolean>`t.task_id = ${(row as Row).id}`),
          ctx,
          request,
        ),
      );
  return defineBehaviour({
    async prepare(ctx, write) {
      const { values, before } = write;
      checkSchedule(write);
      checkFields(values);
      values.date_next_run = nextRun(scheduleOf({ ...before, ...values }), ctx.clock(), ctx.timeZone);
    },
    computed: {
      periodic_display: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), scheduleText(scheduleOf(row))])),
      history_count: (ctx, rows) => countOf(ctx, 'sync_instance_task_executions', rows),
      instance_count: (ctx, rows) => countOf(ctx, 'sync_instance_details', rows),
    },
    actions: {
      async run(ctx, request, row) {
        refuseOtherSites(request);
        if (!licensed(ctx.clock())) throw new CodedError('licence_required');
        const task = row as Row;
        return ok({ task: await startRun(ctx, jobs, { id: String(task.id), org_id: String(task.org_id) }, 'manual') });
      },
      history: below('syncinstancetaskexecution'),
      instances: below('syncinstancedetail'),
      async released(ctx, _request, row) {
        await deleteReleased(kernel(), ctx, row as Row);
        return noContent;
      },
    },
  });
};

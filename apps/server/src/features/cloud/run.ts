import { INSTANCE_STATUS, RUN_STATUS, type SyncSummary } from '@postern/contract/cloud';
import { render, type Text, text } from '@postern/contract/text';
import { among, at, type Context, eb, type Where } from '@postern/resource';
import type { Run as LeasedRun } from '../../platform/feature.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import { cloudErrorText, decryptedAttributes, noteValidity } from './account.behaviour.ts';
import { hostsOf, MAX_REGION, syncPage } from './hosts.ts';
import { readProtocols } from './place.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './providers/provider.ts';
import { inRun, type Run, type RunDeps, type TaskRow } from './run-state.ts';

/** A cloud that answers ever more slowly does not keep a worker for longer. */
const RUN_MS = 50 * 60_000;
const MAX_REGIONS = 200;
/** Machines of one run, and of one page that are dealt with together. */
const MAX_INSTANCES = 100_000;
const PAGE = 100;
const MAX_ID = 256;

const MESSAGES = {
  no_provider: text(
    'This version cannot read {provider}.',
    '当前版本不支持 {provider}。',
    'このバージョンは {provider} に対応していません。',
  ),
  region: text('Region {region}', '区域 {region}', 'リージョン {region}'),
  region_failed: text('failed: region {region}: {reason}', '失败：区域 {region}：{reason}', '失敗：リージョン {region}：{reason}'),
  failed: text('failed: {reason}', '失败：{reason}', '失敗：{reason}'),
  too_many: text('The run stops at {max} instances.', '实例超过 {max} 个，停止同步。', 'インスタンスが {max} 個に達したため停止します。'),
  released: text('released: {count} in region {region}', '已释放：区域 {region} 共 {count} 个', '解放：リージョン {region} で {count} 件'),
  total: text(
    '{new} new, {sync} synced, {unsync} not synced, {released} released',
    '新增 {new}，已同步 {sync}，未同步 {unsync}，已释放 {released}',
    '新規 {new}、同期済み {sync}、未同期 {unsync}、解放 {released}',
  ),
  late: text('the time of a run is over', '执行时间已到上限', '実行時間の上限に達しました'),
  unexpected: text('an unforeseen error', '意外错误', '想定外のエラー'),
} as const satisfies Record<string, Text>;

/** The task of a run that a worker has in hand, from now on under way. Undefined when the run is over, or there is none. */
const begin = (system: SystemAccess, id: string): Promise<TaskRow | undefined> =>
  system.asSystem('cloud sync under way', ({ tx, clock }) =>
    tx
      .with('mine', (db) =>
        db
          .updateTable('sync_instance_task_executions')
          .set(({ fn, val }) => ({ date_start: fn.coalesce('date_start', val(clock())) }))
          .where('id', '=', id)
          .where('status', '=', RUN_STATUS.running)
          .returning('task_id'),
      )
      .selectFrom('sync_instance_tasks as t')
      .innerJoin('mine', 'mine.task_id', 't.id')
      .leftJoin('organizations as o', 'o.id', 't.org_id')
      .selectAll('t')
      .select(({ fn, val }) => fn.coalesce('o.name', val('')).as('org_name'))
      .executeTakeFirst(),
  );

function reasonOf(error: unknown, { ctx, signal }: Run): string {
  if (signal.aborted) return render(MESSAGES.late, ctx.language);
  return error instanceof CloudError ? cloudErrorText(error, ctx.language) : render(MESSAGES.unexpected, ctx.language);
}

/** Tells what went wrong; what nobody foresaw goes to the operator's log with its details. */
function complain(run: Run, error: unknown, region?: string): void {
  run.failed = true;
  if (!(error instanceof CloudError) && !run.signal.aborted)
    run.ctx.log.error({ err: error, run: run.id }, 'a cloud sync met an unforeseen error');
  const reason = reasonOf(error, run);
  if (region === undefined) run.write(MESSAGES.failed, { reason });
  else run.write(MESSAGES.region_failed, { region, reason });
}

/** Marks what is no longer there, where (alias `d`) it was looked for. The assets stay until somebody deletes them. */
async function release(run: Run, where: Where, region: string): Promise<void> {
  const count = await inRun(run, async (ctx) => {
    const { numUpdatedRows } = await ctx.tx
      .updateTable('sync_instance_details as d')
      .set({ status: INSTANCE_STATUS.released, seen_in: run.id, date_sync: ctx.clock() })
      .where('d.task_id', '=', run.task.id)
      .where(where)
      .where('d.seen_in', 'is distinct from', run.id)
      .where('d.status', '<>', INSTANCE_STATUS.released)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
  if (count > 0) run.write(MESSAGES.released, { count, region });
}

const usable = (page: readonly CloudInstance[]): CloudInstance[] => page.filter(({ id }) => id.length > 0 && id.length <= MAX_ID);

async function syncRegion(run: Run, provider: CloudProvider, attrs: CloudAttrs, region: string): Promise<void> {
  run.write(MESSAGES.region, { region });
  for await (const page of provider.instances(attrs, region, run.signal)) {
    for (let at = 0; at < page.length; at += PAGE) {
      const part = usable(page.slice(at, at + PAGE)).slice(0, MAX_INSTANCES - run.count);
      run.count += part.length;
      if (part.length > 0) await syncPage(run, region, part);
      run.progress(run.count);
      if (run.count >= MAX_INSTANCES) {
        run.failed = true;
        run.write(MESSAGES.too_many, { max: MAX_INSTANCES });
        return;
      }
      run.signal.throwIfAborted();
    }
  }
  // Only a region that was read to its end says what is gone.
  await release(run, eb('d.region', '=', region.slice(0, MAX_REGION)), region);
}

async function syncAll(run: Run, provider: CloudProvider, attrs: CloudAttrs): Promise<void> {
  const { regions } = run.task;
  const wanted = regions.length > 0 ? regions : (await provider.regions(attrs, run.signal)).map(({ id }) => id);
  for (const region of wanted.slice(0, MAX_REGIONS)) {
    if (run.count >= MAX_INSTANCES) return;
    try {
      await syncRegion(run, provider, attrs, region);
    } catch (error) {
      // One region out of order does not keep the others; wrong credentials do.
      if (error instanceof CloudError && error.code === 'denied') throw error;
      complain(run, error, region);
    }
    if (run.signal.aborted) return;
  }
  // Regions the account has no longer had machines, too.
  if (regions.length === 0 && !run.failed && wanted.length <= MAX_REGIONS)
    await release(
      run,
      eb.not(
        among(
          at('d')('region'),
          wanted.map((region) => region.slice(0, MAX_REGION)),
        ),
      ),
      '-',
    );
}

const account = (ctx: Context, id: string) =>
  ctx.tx.selectFrom('cloud_accounts').select(['id', 'provider', 'attrs']).where('id', '=', id).executeTakeFirst();

const counted = (ctx: Context, run: Run): Promise<SyncSummary> =>
  ctx.tx
    .selectFrom('sync_instance_details')
    .select(({ fn }) => {
      const of = (status: number) => fn.countAll<number>().filterWhere('status', '=', status);
      return [
        of(INSTANCE_STATUS.fresh).as('new'),
        of(INSTANCE_STATUS.synced).as('sync'),
        of(INSTANCE_STATUS.unsynced).as('unsync'),
        of(INSTANCE_STATUS.released).as('released'),
      ];
    })
    .where('task_id', '=', run.task.id)
    .where('seen_in', '=', run.id)
    .executeTakeFirstOrThrow();

/** Writes down how the run ended and what came of it. */
async function conclude(ctx: Context, run: Run, summary: SyncSummary): Promise<void> {
  const now = ctx.clock();
  await ctx.tx
    .updateTable('sync_instance_task_executions')
    .set({ status: run.failed ? RUN_STATUS.failed : RUN_STATUS.ok, date_sync: now, summary: JSON.stringify(summary) })
    .where('id', '=', run.id)
    .execute();
  await ctx.tx.updateTable('sync_instance_tasks').set({ date_last_sync: now }).where('id', '=', run.task.id).execute();
}

/** A run that did not come to its end. What it has brought in stays, and the next one finds it done. */
export async function endSync(ctx: Context, id: string): Promise<void> {
  await ctx.tx
    .updateTable('sync_instance_task_executions')
    .set({ status: RUN_STATUS.failed, date_sync: ctx.clock() })
    .where('id', '=', id)
    .where('status', '=', RUN_STATUS.running)
    .execute();
}

/** Carries out one run, from its start or from where a worker that died left it: what is done is found done. */
export async function runSync(deps: RunDeps, ctx: Context, leased: LeasedRun): Promise<void> {
  const { system, providers } = deps;
  const task = await begin(system, leased.id);
  const write: Run['write'] = (words, params) => leased.write(render(words, ctx.language, params));
  if (!task) return write(NOTHING_LEFT);
  const late = AbortSignal.timeout(RUN_MS);
  const run: Run = {
    ...deps,
    id: leased.id,
    task,
    org: { id: task.org_id, name: task.org_name, isRoot: false, isDefault: false },
    protocols: readProtocols(task.protocols) ?? [],
    hosts: { byOs: new Map() },
    ctx,
    signal: AbortSignal.any([late, leased.signal]),
    mayCreate: true,
    failed: false,
    count: 0,
    write,
    progress: leased.progress,
  };
  try {
    const row = await account(system.systemContext('cloud sync'), task.account_id);
    const provider = row && Object.hasOwn(providers, row.provider) ? providers[row.provider] : undefined;
    if (row && provider) {
      const attrs = await decryptedAttributes(system.systemContext('cloud sync'), row);
      run.hosts = await hostsOf(system.systemContext('cloud sync'), provider, attrs);
      await syncAll(run, provider, attrs);
      if (!run.failed) await noteValidity(system, task.account_id, true);
    } else {
      run.failed = true;
      write(MESSAGES.no_provider, { provider: row?.provider ?? '-' });
    }
  } catch (error) {
    leased.signal.throwIfAborted();
    if (error instanceof CloudError && error.code === 'denied') await noteValidity(system, task.account_id, false);
    complain(run, error);
  }
  leased.signal.throwIfAborted();
  const summary = await counted(system.systemContext('cloud sync'), run);
  write(MESSAGES.total, { ...summary });
  leased.atEnd((end) => conclude(end, run, summary));
}

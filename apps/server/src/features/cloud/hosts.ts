import { INSTANCE_STATUS } from '@postern/contract/cloud';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { among, at, type Context, change, fetchRow, inOrg, insert, startingWith } from '@postern/resource';
import { translateError } from '../../platform/http/errors.ts';
import { type SyncDetail, storeSyncDetails } from './detail.queries.ts';
import { addressOf, freeName, hostnameOf, isNamedAfter, protocolsFor } from './place.ts';
import type { CloudAttrs, CloudInstance, CloudProvider } from './providers/provider.ts';
import { lineRows } from './run.resources.ts';
import { type HostPlatform, type Hosts, inRun, type Run } from './run-state.ts';

/** What becomes of instances: hosts through the ordinary write path, and a line about each. */

const MESSAGES = {
  made: text('new: {target}', '新增：{target}', '新規：{target}'),
  updated: text('updated: {target}', '更新：{target}', '更新：{target}'),
  no_address: text(
    'not synced: {target} has no address in the networks of the task',
    '未同步：{target} 没有符合网段的地址',
    '未同期：{target} には対象範囲のアドレスがありません',
  ),
  refused: text('not synced: {target}: {reason}', '未同步：{target}：{reason}', '未同期：{target}：{reason}'),
};

/** A name of a region is cut there when it is stored. */
export const MAX_REGION = 128;

const PLATFORM_OF: Readonly<Record<CloudInstance['os'], string>> = { linux: 'Linux', windows: 'Windows', other: 'Linux' };

/** Platforms for a run: the one the account names, else those of each system. */
export async function hostsOf(ctx: Context, { fields }: CloudProvider, attrs: CloudAttrs): Promise<Hosts> {
  const named = fields.find(({ kind }) => kind === 'platform')?.name;
  const given = named === undefined ? undefined : attrs[named];
  const rows = await ctx.tx
    .selectFrom('platforms')
    // What the form of a platform lets in.
    .select((eb) => ['id', 'name', eb.ref('protocols').$castTo<HostPlatform['protocols']>().as('protocols')])
    .where('category', '=', 'host')
    .where((eb) => eb.or([eb('name', 'in', Object.values(PLATFORM_OF)), ...(typeof given === 'number' ? [eb('id', '=', given)] : [])]))
    .execute();
  const own = rows.find(({ id }) => id === given);
  const linux = rows.find(({ name }) => name === PLATFORM_OF.linux);
  const entries = (Object.keys(PLATFORM_OF) as CloudInstance['os'][]).flatMap((os) => {
    const found = own ?? rows.find(({ name }) => name === PLATFORM_OF[os]) ?? linux;
    return found ? [[os, found] as const] : [];
  });
  return { byOs: new Map(entries) };
}

interface Known {
  instance_id: string;
  asset_id: string | null;
  made_in: string | null;
  mine: boolean | null;
}

/** What is known of some instances: this task's lines, and assets that other tasks of the account have made of them. */
async function knownOf(run: Run, ctx: Context, ids: readonly string[]): Promise<Map<string, Known>> {
  const rows: Known[] = await ctx.tx
    .selectFrom('sync_instance_details as d')
    .select((eb) => ['d.instance_id', 'd.asset_id', 'd.made_in', eb('d.task_id', '=', run.task.id).$castTo<boolean | null>().as('mine')])
    .where('d.account_id', '=', run.task.account_id)
    .where(lineRows({ ...ctx, org: run.org }, 'd'))
    .where(among(at('d')('instance_id'), ids))
    .where((eb) => eb.or([eb('d.task_id', '=', run.task.id), eb('d.asset_id', 'is not', null)]))
    .orderBy('mine', (order) => order.asc().nullsFirst())
    .orderBy('d.date_sync', (order) => order.asc().nullsFirst())
    .execute();
  const known = new Map<string, Known>();
  for (const row of rows) {
    const other = known.get(row.instance_id);
    known.set(row.instance_id, { ...row, asset_id: row.asset_id ?? other?.asset_id ?? null });
  }
  return known;
}

/** Names of the organisation that stand in the way of one. */
async function takenNames(ctx: Context, wanted: string): Promise<Set<string>> {
  const rows = await ctx.tx
    .selectFrom('assets as a')
    .select('a.name')
    .where(inOrg(ctx, at('a')))
    .where((eb) => eb.or([eb('a.name', '=', wanted), eb('a.name', 'like', startingWith(`${wanted}-`))]))
    .limit(10_000)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

async function make(run: Run, instance: CloudInstance, region: string, address: string): Promise<void> {
  const platform = run.hosts.byOs.get(instance.os);
  const wanted = hostnameOf(instance, address, run.task.hostname_strategy);
  const name = await inRun(run, async (ctx) => {
    const free = freeName(wanted, await takenNames(ctx, wanted));
    const protocols = platform && protocolsFor(run.protocols, platform.protocols);
    const row = await insert(run.kernel().byName('host'), ctx, {
      name: free,
      address,
      platform: platform?.id,
      nodes: [run.task.node_id],
      ...(protocols ? { protocols } : {}),
    });
    await storeSyncDetails(run, ctx, [
      { instance, region, address, status: INSTANCE_STATUS.fresh, assetId: String(row.id), madeIn: run.id },
    ]);
    return free;
  });
  run.write(MESSAGES.made, { target: `${name} (${address})` });
}

/** Brings name and address of a known machine up to date. A name that only carries a number stays. */
async function update(run: Run, instance: CloudInstance, address: string, assetId: string): Promise<void> {
  const changed = await inRun(run, async (ctx) => {
    // Whatever its platform is by now.
    const asset = run.kernel().byName('asset');
    const row = await fetchRow(asset, ctx, assetId, { lock: true });
    const wanted = hostnameOf(instance, address, run.task.hostname_strategy);
    const name = isNamedAfter(String(row.name), wanted) ? String(row.name) : freeName(wanted, await takenNames(ctx, wanted));
    if (name === row.name && address === row.address) return undefined;
    await change(asset, ctx, row, { name, address });
    return name;
  });
  if (changed) run.write(MESSAGES.updated, { target: `${changed} (${address})` });
}

/** Words of a refusal; undefined for what is none. */
function refusalOf(error: unknown, { ctx }: Run): string | undefined {
  if (!(error instanceof InvalidInput) && !(error instanceof CodedError)) return undefined;
  const { body } = translateError(error, ctx.language, '');
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body;
  return (typeof detail === 'string' ? detail : JSON.stringify(detail)).slice(0, 400);
}

const shown = ({ id, name }: CloudInstance): string => (name ? `${name} [${id}]` : id).slice(0, 200);

/** One instance that has no asset yet, or whose asset is to follow it. @returns its line, unless it is written already */
async function settle(run: Run, region: string, instance: CloudInstance, known: Known | undefined): Promise<SyncDetail | undefined> {
  const address = addressOf(instance, run.task);
  const detail = { instance, region, address, assetId: known?.asset_id ?? null, madeIn: known?.mine ? known.made_in : null };
  if (!address) {
    run.write(MESSAGES.no_address, { target: shown(instance) });
    return { ...detail, status: INSTANCE_STATUS.unsynced };
  }
  const status = detail.madeIn === run.id ? INSTANCE_STATUS.fresh : INSTANCE_STATUS.synced;
  try {
    if (known?.asset_id) {
      if (run.task.is_always_update) await update(run, instance, address, known.asset_id);
      return { ...detail, status };
    }
    if (!run.mayCreate) return { ...detail, status: INSTANCE_STATUS.unsynced };
    await make(run, instance, region, address);
    return undefined;
  } catch (error) {
    const reason = refusalOf(error, run);
    if (reason === undefined) throw error;
    if (error instanceof CodedError && error.code === 'asset_limit_reached') {
      run.mayCreate = false;
      run.failed = true;
    }
    run.write(MESSAGES.refused, { target: shown(instance), reason });
    return { ...detail, status: INSTANCE_STATUS.unsynced };
  }
}

/** A page of instances of one region. Each asset is a transaction of its own: cut off in between, the next run finds the rest. */
export async function syncPage(run: Run, region: string, page: readonly CloudInstance[]): Promise<void> {
  const place = region.slice(0, MAX_REGION);
  const unique = [...new Map(page.map((instance) => [instance.id, instance])).values()];
  const known = await knownOf(
    run,
    run.system.systemContext('cloud sync'),
    unique.map(({ id }) => id),
  );
  const details: SyncDetail[] = [];
  for (const instance of unique) {
    const detail = await settle(run, place, instance, known.get(instance.id));
    if (detail) details.push(detail);
  }
  await inRun(run, (ctx) => storeSyncDetails(run, ctx, details));
}

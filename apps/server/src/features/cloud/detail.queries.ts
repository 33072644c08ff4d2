import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { CloudInstance } from './providers/provider.ts';
import type { Run } from './run-state.ts';

/** How an instance stands. */
export interface SyncDetail {
  instance: CloudInstance;
  region: string;
  status: number;
  address?: string | undefined;
  assetId?: string | null;
  madeIn?: string | null;
}

/** Writes down how instances stand. One statement, however many. */
export async function storeSyncDetails(run: Run, ctx: Context, details: readonly SyncDetail[]): Promise<void> {
  if (details.length === 0) return;
  const column = <T>(value: (detail: SyncDetail) => T): T[] => details.map(value);
  await sql`
    insert into sync_instance_details
      (id, org_id, task_id, account_id, instance_id, name, asset_ip, region, asset_id, status, seen_in, made_in, date_sync)
    select gen_random_uuid(), ${run.org.id}, ${run.task.id}, ${run.task.account_id}, x.instance, x.name, x.ip, x.region, x.asset, x.status,
      ${run.id}, x.made, ${ctx.clock()}
    from unnest(${column(({ instance }) => instance.id)}::text[], ${column(({ instance }) => instance.name.slice(0, 128))}::text[],
      ${column(({ address }) => address ?? '')}::text[], ${column(({ region }) => region)}::text[],
      ${column(({ assetId }) => assetId ?? null)}::uuid[], ${column(({ status }) => status)}::int[],
      ${column(({ madeIn }) => madeIn ?? null)}::uuid[]) as x (instance, name, ip, region, asset, status, made)
    on conflict (org_id, task_id, instance_id) do update set name = excluded.name, asset_ip = excluded.asset_ip, region = excluded.region,
      asset_id = excluded.asset_id, status = excluded.status, seen_in = excluded.seen_in, made_in = excluded.made_in,
      account_id = excluded.account_id, date_sync = excluded.date_sync`.execute(ctx.tx);
}

import { at, type Context, inOrg } from '@postern/resource';
import { sql } from 'kysely';
import { allows } from './supported.queries.ts';

/** A new asset with an account to log in with, and what its platform wants done. */
export interface FreshAsset {
  id: string;
  ping: boolean;
  facts: boolean;
}

/** Assets of the organisation that were made since then, of platforms that are automated at all. */
export async function freshAssets(ctx: Context, since: Date, most: number): Promise<FreshAsset[]> {
  const { rows } = await sql<FreshAsset>`
    select a.id, ${allows('ping')} as ping, ${allows('gather_facts')} as facts
    from assets a join platforms p on p.id = a.platform_id
    where ${inOrg(ctx, at('a'))} and a.date_updated >= ${since} and a.date_created >= ${since}
      and a.is_active and p.automation->>'ansible_enabled' = 'true'
      and p.category not in ('gpt', 'custom')
      and exists (select 1 from accounts c where c.asset_id = a.id and c.is_active and c.secret is not null)
    order by a.id limit ${most}`.execute(ctx.tx);
  return rows;
}

/** Assets of the organisation that runs since then deal with. */
export async function checkedSince(ctx: Context, since: Date): Promise<{ type: 'ping' | 'gather_facts'; id: string }[]> {
  const { rows } = await sql<{ type: 'ping' | 'gather_facts'; id: string }>`
    select e.type, x.id from automation_executions e cross join jsonb_array_elements_text(e.snapshot->'assets') as x (id)
    where ${inOrg(ctx, at('e'))} and e.type in ('ping', 'gather_facts') and e.date_created >= ${since}`.execute(ctx.tx);
  return rows;
}

import { parseUuid } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** A machine, as far as a connection goes. */
export interface TargetAsset {
  id: string;
  name: string;
  address: string;
  org_id: string;
  category: string;
  type: string;
  protocols: { name: string; port: number }[];
}

/** An active asset by id; a missing one is answered like one that is not granted, so that ids tell nothing. */
export async function activeAsset(ctx: Context, id: unknown): Promise<TargetAsset | undefined> {
  const { rows } = await sql<TargetAsset>`
    select a.id, a.name, a.address, a.org_id, p.category, p.type, coalesce(a.protocols, '[]'::jsonb) as protocols
    from assets a join platforms p on p.id = a.platform_id
    where a.id = ${parseUuid(id) ?? null}::uuid and a.is_active`.execute(ctx.tx);
  return rows[0];
}

/** Whether the platform of an asset opens the administrator's session of a remote desktop. */
export async function wantsConsole(ctx: Context, assetId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from assets a join platforms p on p.id = a.platform_id, jsonb_array_elements(p.protocols) as o
    where a.id = ${assetId} and o ->> 'name' = 'rdp' and o -> 'setting' ->> 'console' = 'true'`.execute(ctx.tx);
  return rows.length > 0;
}

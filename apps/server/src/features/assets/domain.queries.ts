import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { assetRows } from './asset.resource.ts';

/**
 * Makes these the assets of a domain, and takes those out that were its own; gateways stay in. Only where the platform lets assets be
 * in a domain. @returns ids of those that came or went
 */
export async function moveInto(ctx: Context, domainId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = sql`case when a.id = any(${[...ids]}::uuid[]) then ${domainId}::uuid end`;
  const { rows } = await sql<{ id: string }>`
    update assets a set domain_id = ${wanted}
    from platforms p where p.id = a.platform_id and ${assetRows(ctx, 'a')} and p.domain_enabled
      and (a.id = any(${[...ids]}::uuid[]) or (a.domain_id = ${domainId} and p.name <> 'Gateway'))
      and a.domain_id is distinct from ${wanted} returning a.id`.execute(ctx.tx);
  return rows.map(({ id }) => id);
}

import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Names of the protocols that an asset offers, out of its document. */
export async function protocolNames(ctx: Context, assetId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from assets a, jsonb_to_recordset(coalesce(a.protocols, '[]'::jsonb)) as p(name text)
    where a.id = ${assetId}`.execute(ctx.tx);
  return rows.map((row) => row.name);
}

import { all, anyTable, type Context, mainTable, type Order, type ResolvedResource, type Where } from '@postern/resource';
import { sql } from 'kysely';

/** Ids one after the other, 16 bytes each: a quarter of what they take as text. */
export type PackedIds = Buffer;

const SIZE = 16;

export const countPacked = (ids: PackedIds): number => ids.length / SIZE;

export function unpacked(ids: PackedIds, { offset, limit }: { offset: number; limit: number }): string[] {
  const hex = ids.toString('hex', offset * SIZE, Math.min(ids.length, (offset + limit) * SIZE));
  return (hex.match(/.{32}/g) ?? []).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}

/** Ids of all rows that conditions leave, in an order. */
export async function idsInOrder(
  ctx: Context,
  resource: ResolvedResource,
  conditions: readonly Where[],
  order: readonly Order[],
): Promise<PackedIds> {
  let rows = anyTable(ctx).selectFrom(mainTable(resource)).select('t.id').where(all(conditions));
  for (const { by, how } of order) rows = rows.orderBy(by, how);
  const found = await sql<{ ids: Buffer | null }>`select string_agg(uuid_send(x.id), ''::bytea) as ids from (${rows}) x`.execute(ctx.tx);
  return found.rows[0]?.ids ?? Buffer.alloc(0);
}

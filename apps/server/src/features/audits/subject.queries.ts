import { parseUuid } from '@postern/contract/ids';
import { all, type Context, from, idIn, type Kernel, mayList, visible } from '@postern/resource';
import { sql } from 'kysely';

/**
 * Whether the actor could find an object in some list. What is told of an object, its history above all, is told to nobody
 * else: events of the whole installation are kept beside those of an organisation, and ids are no secret.
 */
export async function couldList(kernel: Kernel, ctx: Context, given: unknown): Promise<boolean> {
  const text = String(given ?? '');
  const number = /^\d{1,9}$/.test(text);
  if (!number && !parseUuid(text)) return false;
  const places = kernel.resources
    .filter((resource) => (resource.idType === 'integer') === number && mayList(resource, ctx))
    .map(
      (resource) =>
        sql`(select 1 as found from ${from(resource)} where ${all([...visible(resource, ctx), idIn(resource, [text])])} limit 1)`,
    );
  if (places.length === 0) return false;
  const { rows } = await sql`${sql.join(places, sql` union all `)} limit 1`.execute(ctx.tx);
  return rows.length > 0;
}

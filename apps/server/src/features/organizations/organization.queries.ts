import type { Context, TableName } from '@postern/resource';
import { sql } from 'kysely';

/** How many of one kind an organisation has: rows of a table, or members. */
interface Counted {
  org_id: string;
  what: TableName | 'members';
  n: number;
}

/** Members of organisations, service accounts aside, and their rows in these tables. One query for all of them. */
export async function countHoldings(ctx: Context, tables: readonly TableName[], orgIds: readonly string[]): Promise<Counted[]> {
  const members = sql`select b.org_id, 'members' as what, count(distinct b.user_id)::int as n
    from role_bindings b join users u on u.id = b.user_id and not u.is_service_account
    where b.org_id = any(${[...orgIds]}::uuid[]) group by b.org_id`;
  const others = tables.map(
    (table) =>
      sql`select h.org_id, ${table}::text as what, count(*)::int as n from ${sql.table(table)} h
        where h.org_id = any(${[...orgIds]}::uuid[]) group by h.org_id`,
  );
  const { rows } = await sql<Counted>`${sql.join([members, ...others], sql` union all `)}`.execute(ctx.tx);
  return rows;
}

import type { SelectQueryBuilder } from 'kysely';

/** Whether a query that selects nothing yet finds a row. */
export async function anyRow<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<boolean> {
  return (
    (await query
      .select((row) => row.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

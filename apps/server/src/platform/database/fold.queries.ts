import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/**
 * Makes one row of several for the same things in a table of sums: of those that triggers wrote since, and of what was made of those before. Whoever
 * reads meanwhile sees the ones or the other.
 *
 * @param same the columns that say what was counted; the number is `n`
 */
export function foldSums(ctx: Context, table: 'evidence_counts' | 'kept_counts', same: readonly string[]) {
  const [sums, what] = [sql.table(table), sql.join(same.map((name) => sql.ref(name)))];
  const older = sql.join(same.map((name) => sql.ref(`c.${name}`)));
  return sql`with fresh as (delete from ${sums} where not folded returning ${what}, n),
      older as (
        delete from ${sums} c where c.folded and (${older}) in (select ${what} from fresh) returning ${older}, c.n)
    insert into ${sums} (${what}, n, folded)
      select ${what}, sum(n), true from (select * from fresh union all select * from older) a
        group by ${what} having sum(n) <> 0`.execute(ctx.tx);
}

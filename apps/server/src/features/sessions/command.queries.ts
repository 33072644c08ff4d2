import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Removes commands that are older than so many days, and answers how many. The database's owner does it: the role of this process cannot. */
export async function cleanCommands(ctx: Context, days: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select clean_commands(${days}::integer) as n`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

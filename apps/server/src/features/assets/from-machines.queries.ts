import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** What is written of assets because a machine said so: beside the forms, and no change that people made. */

/** What a test of an asset has shown. */
export async function noteTest(ctx: Context, id: string, connectivity: 'ok' | 'err' | '-'): Promise<void> {
  await ctx.tx.updateTable('assets').set({ connectivity, date_verified: ctx.clock() }).where('id', '=', id).execute();
}

/** Puts what a machine said about itself over what is known of it; the rest stays as somebody wrote it down. */
export async function addFacts(ctx: Context, id: string, facts: object): Promise<void> {
  await sql`update assets set gathered_info = coalesce(gathered_info, '{}'::jsonb) || ${JSON.stringify(facts)}::jsonb where id = ${id}`.execute(
    ctx.tx,
  );
}

import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Any constant that is this lock's own. */
const KEY_LOCK = 7_301_004;

/** Whoever makes a key of this installation does so alone, until the transaction ends. */
export async function lockKeys(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(ctx.tx);
}

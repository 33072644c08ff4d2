import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/** Makes transactions that take the same lock go one after the other: held until the end of this one. */
export async function lockByName(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
}

/** The same by a number of 64 bits, for locks of which there are many. */
export async function lockByNumber(tx: Database, number: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${String(number)}::bigint)`.execute(tx);
}

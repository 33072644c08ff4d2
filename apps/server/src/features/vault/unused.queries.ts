import type { Database } from '@postern/resource';
import { sql } from 'kysely';
import { namedEntries } from '../../platform/secrets/external-columns.queries.ts';

/** Notes which entries no column names any more, and forgets it of those that are named again. */
export async function noteUnused(db: Database, now: Date): Promise<void> {
  await sql`
    update external_secrets e set date_unused = ${now}
    where date_unused is null and date_created < ${new Date(now.getTime() - 3_600_000)}
      and not exists (select from (${namedEntries}) u where u.stored = 'ev1.' || e.id::text)`.execute(db);
  await sql`
    update external_secrets e set date_unused = null
    where date_unused is not null and exists (select from (${namedEntries}) u where u.stored = 'ev1.' || e.id::text)`.execute(db);
}

import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/** What is known of a mark. */
export interface Seen {
  /** Nobody has come with it before. */
  first: boolean;
  /** Since it was first seen; 0 for now. */
  seconds: number;
}

/** Remembers a mark until its date is too old anyway (milliseconds since 1970). `xmax` is 0 of rows that no update has touched. */
export async function remember(db: Database, mark: string, goodUntil: number): Promise<Seen> {
  const { rows } = await sql<Seen>`
    insert into used_signatures as u (digest, expires_at) values (${mark}, ${new Date(goodUntil)})
    on conflict (digest) do update set expires_at = greatest(u.expires_at, excluded.expires_at)
    returning xmax = 0 as first, extract(epoch from now() - date_first)::float8 as seconds`.execute(db);
  return rows[0] ?? { first: false, seconds: Number.POSITIVE_INFINITY };
}

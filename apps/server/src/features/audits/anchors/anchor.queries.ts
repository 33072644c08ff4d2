import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** The head of a chain. */
export interface Head {
  name: string;
  seq: number;
  hash: string;
}

/** Heads that have moved since their last anchor, which is from before `due`. */
export async function movedHeads(ctx: Context, due: Date): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select c.name, c.seq, c.hash from audit_chains c
    left join lateral (select a.seq, a.date_made from audit_anchors a where a.chain = c.name order by a.id desc limit 1) last on true
    where c.seq > coalesce(last.seq, 0) and coalesce(last.date_made <= ${due}, true) order by c.name`.execute(ctx.tx);
  return rows;
}

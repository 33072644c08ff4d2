import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** An account that has got its template's secret. */
export interface Follower {
  id: string;
  name: string;
  username: string;
  org_id: string;
}

/** Gives the secret of a template to the accounts that still follow it: those of its organisation, its login and its type. */
export async function followTemplate(ctx: Context, id: string): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    update accounts c set secret = x.secret, ssh_fingerprint = x.ssh_fingerprint, date_updated = ${ctx.clock()},
      version = (select count(*)::int + 1 from accounts_history h where h.account_id = c.id)
    from account_templates x
    where x.id = ${id} and (c.source_id, c.org_id, c.username, c.secret_type) = (x.id::text, x.org_id, x.username, x.secret_type)
    returning c.id, c.name, c.username, c.org_id`.execute(ctx.tx);
  return rows;
}

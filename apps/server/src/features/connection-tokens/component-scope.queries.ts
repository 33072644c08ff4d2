import { ALIAS } from '@postern/contract/platforms';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Whom and what a session is about; each undefined where it was named by nothing that could be an id. */
interface Asked {
  user: string | undefined;
  asset: string | undefined;
  /** A stored account. */
  account: string | undefined;
  /** A login that is stored nowhere. */
  alias: string | undefined;
}

/** A connection, with how evidence names it and the stored account that was asked about, where it is of that. */
export interface Given {
  user: string;
  asset: string;
  org_id: string;
  id: string | null;
  stored: string | null;
  /** Name that is logged in with, where the server knows it. */
  login: string | null;
}

/** The last connection of this sort that a component was given. */
export async function lastGiven(ctx: Context, componentId: string, asked: Asked): Promise<Given | undefined> {
  const { rows } = await sql<Given>`
    select k.user_display as "user", k.asset_display as asset, k.org_id, a.id, a.name || '(' || a.username || ')' as stored,
      case k.account when ${ALIAS.USER} then u.username when ${ALIAS.ANON} then '' else nullif(k.input_username, '') end as login
    from connection_tokens k join users u on u.id = k.user_id
      left join accounts a on a.id = ${asked.account ?? null}::uuid and a.asset_id = k.asset_id and k.account in (a.name, a.username)
    where k.component_id = ${componentId} and k.user_id = ${asked.user ?? null}::uuid and k.asset_id = ${asked.asset ?? null}::uuid
      and (a.id is not null or k.account = ${asked.alias ?? null})
    order by k.date_updated desc limit 1`.execute(ctx.tx);
  return rows[0];
}

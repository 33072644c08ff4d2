import type { SecretType } from '@postern/contract/protocols';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { placed, unconfirmed } from '../destinations/index.ts';

export interface LeasedLogin {
  id: string;
  name: string;
  username: string;
  secret_type: SecretType;
  secret: string;
  privileged: boolean;
  domain_id: string | null;
}

/** A login that could be used: on, with a secret that goes where it was meant for. Aliases `a`, `p` and `c`. */
export const fit = sql<boolean>`(c.is_active and not c.privileged and c.secret is not null and not ${unconfirmed})`;

/** The login of a lease, unless its secret would go where nobody confirmed it. Asked of the state in which the address is read. */
export async function leasedLogin(ctx: Context, accountId: string): Promise<LeasedLogin | undefined> {
  const { rows } = await sql<LeasedLogin>`
    select c.id, c.name, c.username, c.secret_type, c.secret, c.privileged, case when p.domain_enabled then a.domain_id end as domain_id
    from ${placed} where c.id = ${accountId} and ${fit}`.execute(ctx.tx);
  return rows[0];
}

/** Live sessions that run over some hosts, or on them. Sessions name people and assets by text, as these may be gone. */
export async function sessionsOver(ctx: Context, hostIds: readonly string[]): Promise<{ id: string; terminal_id: string | null }[]> {
  const { rows } = await sql<{ id: string; terminal_id: string | null }>`
    select s.id, s.terminal_id from sessions s
    where not s.is_finished and (s.asset_id = any(${[...hostIds]}::text[]) or exists (
      select 1 from applet_leases l join applet_host_accounts h on h.account_id = l.account_id
      where h.host_id = any(${[...hostIds]}::uuid[]) and l.component_id = s.terminal_id and l.user_id::text = s.user_id
        and l.asset_id::text = s.asset_id))`.execute(ctx.tx);
  return rows;
}

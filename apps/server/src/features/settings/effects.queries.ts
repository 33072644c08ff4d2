import { ROLE } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** People who can log in. */
const PEOPLE = (now: Date) => sql`u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > ${now})`;

/** Of everybody, or of administrators alone: how many there are, and how many have no second factor. */
export async function withoutFactor(ctx: Context, administrators: boolean): Promise<{ total: number; without: number }> {
  const whom = administrators
    ? sql`exists (select from role_bindings b where b.user_id = u.id and b.role_id in (${ROLE.SYSTEM_ADMIN}, ${ROLE.ORG_ADMIN}))`
    : sql`true`;
  const { rows } = await sql<{ total: number; without: number }>`
    select count(*)::int as total,
      count(*) filter (where u.otp_secret is null and not exists (select from passkeys p where p.user_id = u.id))::int as without
    from users u where ${PEOPLE(ctx.clock())} and ${whom}`.execute(ctx.tx);
  return rows[0] ?? { total: 0, without: 0 };
}

/** Local passwords, and those that are older than so many days. */
export async function oldPasswords(ctx: Context, days: number): Promise<{ total: number; old: number; own: boolean }> {
  const limit = new Date(ctx.clock().getTime() - days * 86_400_000);
  const { rows } = await sql<{ total: number; old: number; own: boolean }>`
    select count(*)::int as total, count(*) filter (where u.date_password_last_updated < ${limit})::int as old,
      coalesce(bool_or(u.id = ${ctx.actor.id} and u.date_password_last_updated < ${limit}), false) as own
    from users u where ${PEOPLE(ctx.clock())} and u.source = 'local' and u.date_password_last_updated is not null`.execute(ctx.tx);
  return rows[0] ?? { total: 0, old: 0, own: false };
}

import { ORG, ROLE } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

export interface Person {
  id: string;
  name: string;
  username: string;
}

export const displayOf = ({ name, username }: Pick<Person, 'name' | 'username'>): string => `${name}(${username})`;

/**
 * Of the people a rule names, those who can decide now: there, not expired, in the organisation the ticket is about, and
 * not the one who asks. A sole reviewer does not approve their own either (decision 0046).
 */
export async function ableReviewers(ctx: Context, ids: readonly string[], orgId: string, applicantId: string): Promise<Person[]> {
  const inside =
    orgId === ORG.ROOT
      ? sql``
      : sql`and exists (select 1 from role_bindings b where b.user_id = u.id and (b.org_id = ${orgId} or b.role_id = ${ROLE.SYSTEM_ADMIN}))`;
  const { rows } = await sql<Person>`
    select u.id, u.name, u.username from users u
    where u.id = any(${[...ids]}::uuid[]) and u.id <> ${applicantId} and not u.is_service_account and u.is_active
      and (u.date_expired is null or u.date_expired > ${ctx.clock()}) ${inside}
    order by u.name, u.id`.execute(ctx.tx);
  return rows;
}

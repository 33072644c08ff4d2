import { ORG, ROLE } from '@postern/contract/ids';
import { among, at, type Context, eb, inOrg, or } from '@postern/resource';

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
  const able = ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.username'])
    .where(among(at('u')('id'), ids))
    .where('u.id', '<>', applicantId)
    .where('u.is_service_account', '=', false)
    .where('u.is_active', '=', true)
    .where((u) => u.or([u('u.date_expired', 'is', null), u('u.date_expired', '>', ctx.clock())]))
    .orderBy('u.name')
    .orderBy('u.id');
  if (orgId === ORG.ROOT) return able.execute();
  const there = inOrg({ org: { ...ctx.org, id: orgId, isRoot: false } }, at('b'));
  return able
    .where((u) =>
      u.exists(
        u
          .selectFrom('role_bindings as b')
          .select('b.id')
          .whereRef('b.user_id', '=', 'u.id')
          .where(or(there, eb('b.role_id', '=', ROLE.SYSTEM_ADMIN))),
      ),
    )
    .execute();
}

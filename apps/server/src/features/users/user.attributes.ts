import { parseUuids } from '@postern/contract/ids';
import type { Behaviour, Context, Where } from '@postern/resource';
import { sql } from 'kysely';

function holds(scope: Where, values: readonly string[]): Where {
  return sql<boolean>`exists (select 1 from role_bindings b
    where b.user_id = t.id and ${scope} and b.role_id = any(${parseUuids(values)}::uuid[]))`;
}

const inOrganisation = (ctx: Context): Where =>
  ctx.org.isRoot ? sql<boolean>`b.org_id is not null` : sql<boolean>`b.org_id = ${ctx.org.id}`;

/** Attributes that access rules ask of people and that are no field of theirs (docs/wire/access-rules.md#who-and-what). Main table alias is `t`. */
export const userAttributes: NonNullable<Behaviour['attributes']> = {
  groups: (ctx, values) =>
    sql<boolean>`exists (select 1 from user_group_members m join user_groups g on g.id = m.group_id
      where m.user_id = t.id and g.id = any(${parseUuids(values)}::uuid[]) and ${ctx.org.isRoot ? sql`true` : sql`g.org_id = ${ctx.org.id}`})`,
  system_roles: (_ctx, values) => holds(sql<boolean>`b.org_id is null`, values),
  org_roles: (ctx, values) => holds(inOrganisation(ctx), values),
};

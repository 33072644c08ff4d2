import { among, at, type Change, type Context } from '@postern/resource';
import { permissionRows } from './permission.resource.ts';
import { RELATIONS, type Relation, removeLinks } from './relation.queries.ts';

/** Somebody, or a group, whom a permission names. */
export interface NamedBy {
  permission_id: string;
  side: 'user' | 'group';
  subject_id: string;
}

const SIDES = { user: 'user', group: 'usergroup' } as const;
const keyOf = (permission: string, other: string): string => `${permission} ${other}`;

function relationOf(side: NamedBy['side']): Relation {
  const found = RELATIONS.find((one) => one.side === SIDES[side]);
  if (!found) throw new Error(`no relation ${side}`);
  return found;
}

/**
 * Takes people and groups off permissions, in the organisation of the context, as whoever changes a permission does: it counts from the commit on.
 * Each permission that loses somebody has one event.
 * @param why stands in that event
 * @returns of those given, the ones that were there until now
 */
export async function takeOff<N extends NamedBy>(ctx: Context, named: readonly N[], why: Change): Promise<Set<N>> {
  const ids = [...new Set(named.map((one) => one.permission_id))];
  // Whoever changes one of them at this moment comes before, or after.
  const permissions = await ctx.tx
    .selectFrom('asset_permissions as p')
    .select(['p.id', 'p.name', 'p.org_id'])
    .where(among(at('p')('id'), ids))
    .where(permissionRows(ctx, 'p'))
    .orderBy('p.id')
    .forUpdate()
    .execute();
  const known = new Set(permissions.map(({ id }) => id));
  const gone = new Set<string>();
  const changes = new Map<string, Change[]>(permissions.map(({ id }) => [id, []]));
  for (const side of ['user', 'group'] as const) {
    const relation = relationOf(side);
    const pairs = named.filter((one) => one.side === side && known.has(one.permission_id));
    const removed = await removeLinks(
      ctx,
      relation,
      pairs.map((one) => [one.permission_id, one.subject_id]),
    );
    for (const { permission, other, other_display } of removed) {
      gone.add(keyOf(permission, other));
      changes.get(permission)?.push({ field: relation.field, before: other_display, after: '' });
    }
  }
  const changed = permissions.filter(({ id }) => (changes.get(id)?.length ?? 0) > 0);
  await ctx.tx
    .updateTable('asset_permissions')
    .set({ date_updated: ctx.clock(), updated_by: ctx.actor.name })
    .where((on) =>
      among(
        on.ref('id'),
        changed.map(({ id }) => id),
      ),
    )
    .execute();
  for (const { id, name, org_id: orgId } of changed)
    ctx.audit({
      action: 'update',
      resourceType: 'assetpermission',
      resourceId: id,
      resource: name,
      orgId,
      changes: [...(changes.get(id) ?? []), why],
    });
  return new Set(named.filter((one) => gone.has(keyOf(one.permission_id, one.subject_id))));
}

import { parseUuids } from '@postern/contract/ids';
import { among, at, type Behaviour, type Context, eb, type Rows, type Where } from '@postern/resource';
import { orgBindingRows, systemBindingRows } from '../rbac/index.ts';
import { userGroupRows } from './user-group.ts';

/** Conditions on people of the main table (`t`), by what is said of them in other tables. */

/** Bindings that are the person's own. */
const bound = () => eb.selectFrom('role_bindings as b').select('b.id').whereRef('b.user_id', '=', 't.id');
const joined = () =>
  eb
    .selectFrom('user_group_members as m')
    .innerJoin('user_groups as g', 'g.id', 'm.group_id')
    .select('g.id')
    .whereRef('m.user_id', '=', 't.id');

/** Whether somebody holds one of some roles, by such bindings. */
export const holdsOneOf = (ctx: Context, bindings: Rows, roleIds: readonly string[]): Where =>
  eb.exists(
    bound()
      .where(bindings(ctx, 'b'))
      .where(among(at('b')('role_id'), roleIds)),
  );

/** Whether somebody is in a group, of whichever organisation. */
export const inGroup = (groupId: string): Where =>
  eb.exists(
    eb.selectFrom('user_group_members as m').select('m.group_id').whereRef('m.user_id', '=', 't.id').where('m.group_id', '=', groupId),
  );

/** Whether somebody is in a group of this name that the actor may see. */
export const inGroupNamed = (ctx: Context, name: string): Where =>
  eb.exists(joined().where('g.name', '=', name).where(userGroupRows(ctx, 'g')));

/** Attributes that access rules ask of people and that are no field of theirs (docs/wire/access-rules.md#who-and-what). */
export const userAttributes: NonNullable<Behaviour['attributes']> = {
  groups: (ctx, values) =>
    eb.exists(
      joined()
        .where(among(at('g')('id'), parseUuids(values)))
        .where(userGroupRows(ctx, 'g')),
    ),
  system_roles: (ctx, values) => holdsOneOf(ctx, systemBindingRows, parseUuids(values)),
  org_roles: (ctx, values) => holdsOneOf(ctx, orgBindingRows, parseUuids(values)),
};

import { InvalidInput } from '@postern/contract/errors';
import { among, type Behaviour, type Context, eb, type Row, type Values } from '@postern/resource';
import { removeAccessKeys } from '../../access-keys/index.ts';
import type { AssignedRole } from '../../rbac/index.ts';
import {
  assignedRoles,
  type BindingDeps,
  isEverywhere,
  refuseOutranking,
  roleDisplayName,
  rolesOfRow,
  setOrgRoles,
} from '../../rbac/index.ts';
import { insertAccount } from '../accounts.ts';
import { refuseSponsor } from '../outside/outside-rules.ts';
import { endPrivateToken } from '../private-tokens.ts';
import { asServiceAccount, type ServiceAccountRow, serviceAccountRows } from './service-account.resource.ts';

/** The right to change such accounts, which is that to make keys for them. */
export const MANAGES = 'users.change_serviceaccount';

/** What a program is called in logs, and nobody can type anywhere: two organisations may have programs of one name. */
const usernameOf = (id: string): string => `service-${id}`;

const roleNames = async (ctx: Context, { id, org_id: orgId }: Pick<ServiceAccountRow, 'id' | 'org_id'>): Promise<string> =>
  (await assignedRoles(ctx, [id], orgId)).map(({ name }) => name).join(', ');

/**
 * Checks what is written of an account.
 * @throws InvalidInput on `org_roles` (required), `sponsor` (required, sponsor_unfit), `date_expired` (in_the_past)
 */
async function judge(ctx: Context, { values, before }: { values: Values; before: ServiceAccountRow | undefined }): Promise<void> {
  const { org_roles: roles, sponsor, date_expired: end } = values;
  if (Array.isArray(roles) && roles.length === 0) throw InvalidInput.on('org_roles', 'required');
  if (sponsor !== undefined && sponsor !== before?.sponsor_id) {
    if (typeof sponsor !== 'string') throw InvalidInput.on('sponsor', 'required');
    await refuseSponsor(ctx, sponsor, undefined);
    values.sponsor_loss_told = false;
  }
  // An end that has come stays where somebody changes something else; forms send every field back.
  const moved = end instanceof Date && end.getTime() !== before?.date_expired?.getTime();
  if (moved && end <= ctx.clock()) throw InvalidInput.on('date_expired', 'in_the_past');
}

/** Whoever asks by the account: a user who is none of the people. Written here and nowhere else, from the row that people see. */
async function storeIdentity(ctx: Context, verb: 'create' | 'update', row: ServiceAccountRow): Promise<void> {
  const { id, name, is_active, date_expired } = row;
  const same = { name, is_active, date_expired };
  if (verb === 'update') {
    await ctx.tx.updateTable('users').set(same).where('id', '=', id).where('program', '=', true).execute();
    return;
  }
  const username = usernameOf(id);
  await insertAccount(ctx, {
    ...same,
    id,
    username,
    email: `${username}@local.domain`,
    is_service_account: true,
    program: true,
    created_by: row.created_by,
    updated_by: row.created_by,
  });
}

export function serviceAccountBehaviour(deps: BindingDeps): Behaviour {
  /** Roles before a write: the kernel's difference knows stored columns alone. */
  const rolesBefore = new WeakMap<Values, string>();
  return {
    rows: serviceAccountRows,
    joined: {
      org_roles: {
        expression: (ctx) => rolesOfRow(eb.ref('t.id'), ctx),
        wire: (value, ctx) =>
          (value as AssignedRole[])
            .filter((role) => !isEverywhere(role))
            .map((role) => ({
              id: role.role_id,
              display_name: roleDisplayName({ id: role.role_id, name: role.name, builtin: role.builtin }, ctx.language),
              name: role.name,
            })),
      },
    },
    async prepare(ctx, write) {
      const before = write.before && asServiceAccount(write.before);
      if (before) {
        await refuseOutranking(ctx, before.id, MANAGES);
        rolesBefore.set(write.values, await roleNames(ctx, before));
      }
      await judge(ctx, { values: write.values, before });
    },
    async written(ctx, { verb, values, row: stored }) {
      const row = asServiceAccount(stored);
      await storeIdentity(ctx, verb, row);
      // Nobody hands out more than they hold: the one place that binds roles asks that.
      if (Array.isArray(values.org_roles)) await setOrgRoles(ctx, deps, row.id, row.org_id, values.org_roles as string[]);
      const before = rolesBefore.get(values);
      const after = before === undefined ? undefined : await roleNames(ctx, row);
      if (before !== undefined && after !== undefined && before !== after)
        ctx.audit({
          action: 'update',
          resourceType: 'serviceaccount',
          resourceId: row.id,
          resource: row.name,
          orgId: row.org_id,
          changes: [{ field: 'org_roles', before, after }],
        });
      deps.identityChanged(ctx);
    },
    async deleting(ctx, rows) {
      for (const { id } of rows.map(asServiceAccount)) await refuseOutranking(ctx, id, 'users.delete_serviceaccount');
      return rows;
    },
    async deleted(ctx, rows: readonly Row[]) {
      const ids = rows.map((row) => asServiceAccount(row).id);
      for (const id of ids) {
        await removeAccessKeys(ctx, id);
        await endPrivateToken(ctx, id);
      }
      await ctx.tx
        .deleteFrom('users')
        .where(({ ref }) => among(ref('id'), ids))
        .where('program', '=', true)
        .execute();
      deps.identityChanged(ctx);
    },
  };
}

import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { PermissionScope } from '@postern/contract/permissions';
import { all, and, type Behaviour, type Context, defineBehaviour, eb, inOrg, or, type Row, rowsOf } from '@postern/resource';
import { sql } from 'kysely';
import { type BindingDeps, keepAnAdministrator, refuseAdministratorRole, refuseRolesBeyondOwn } from './bindings.ts';
import { type RoleRow, roleDisplayName } from './rights.ts';
import { ofRole, ofUser, roleBindingResource } from './role-binding.resource.ts';

type Text = Map<string, string>;
const like = (value: string): string => `%${value.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
const ids = (rows: readonly Row[], column: string): string[] => [
  ...new Set(rows.flatMap((row) => (row[column] ? [String(row[column])] : []))),
];
const byRow = (rows: readonly Row[], column: string, found: Text) =>
  new Map(rows.map((row) => [row.id as string, found.get(String(row[column])) ?? '']));
const asIs = async (_ctx: Context, given: readonly (string | number)[]) => new Map(given.map((id) => [id, id]));

/** A user keeps a system role, and stays in an organisation by some role until removed from it on purpose (docs/wire/roles.md#bindings). */
async function refuseLast(ctx: Context, rows: readonly Row[]): Promise<void> {
  const going = rows.map((row) => row.id);
  const users = ids(rows, 'user_id');
  const { rows: left } = await sql<{ user_id: string; org_id: string | null }>`
    select distinct user_id, org_id from role_bindings where user_id = any(${users}::uuid[]) and id <> all(${going}::uuid[])`.execute(
    ctx.tx,
  );
  const remains = new Set(left.map((one) => `${one.user_id}:${one.org_id ?? ''}`));
  for (const row of rows) {
    if (!remains.has(`${row.user_id}:${row.org_id ?? ''}`)) throw new CodedError(row.org_id ? 'last_org_role' : 'system_role_delete_error');
  }
}

/** Logic of the three binding views; `scope` undefined is both. */
export function roleBindingBehaviour(scope: PermissionScope | undefined, deps: BindingDeps): Behaviour {
  return defineBehaviour({
    rows: rowsOf(roleBindingResource, (ctx, t) => {
      const system = eb(t('scope'), '=', 'system');
      if (scope === 'system') return system;
      // Bindings of the system have no organisation, so that these are not scoped to one as a whole.
      const within = inOrg(ctx, t);
      return scope === 'org' ? and(eb(t('scope'), '=', 'org'), within) : or(system, within);
    }),
    filters: {
      user__name: (_ctx, value) => ofUser('name', like(value)),
      user__username: (_ctx, value) => ofUser('username', like(value)),
      role__name: (_ctx, value) => ofRole(like(value)),
      search: (_ctx, value) =>
        all(
          value
            .split(/[\s,]+/)
            .filter(Boolean)
            .slice(0, 10)
            .map((term) => sql<boolean>`(${ofUser('name', like(term))} or ${ofUser('username', like(term))} or ${ofRole(like(term))})`),
        ),
    },
    expand: { user: asIs, role: asIs, org: asIs },
    computed: {
      async user_display(ctx, rows) {
        const found = await sql<{
          id: string;
          text: string;
        }>`select id, name || '(' || username || ')' as text from users where id = any(${ids(rows, 'user_id')}::uuid[])`.execute(ctx.tx);
        return byRow(rows, 'user_id', new Map(found.rows.map((one) => [one.id, one.text])));
      },
      async role_display(ctx, rows) {
        const found = await sql<RoleRow>`select id, name, builtin from roles where id = any(${ids(rows, 'role_id')}::uuid[])`.execute(
          ctx.tx,
        );
        return byRow(rows, 'role_id', new Map(found.rows.map((one) => [one.id, roleDisplayName(one, ctx.language)])));
      },
      async org_name(ctx, rows) {
        const found = await sql<{
          id: string;
          name: string;
        }>`select id, name from organizations where id = any(${ids(rows, 'org_id')}::uuid[])`.execute(ctx.tx);
        return byRow(rows, 'org_id', new Map(found.rows.map((one) => [one.id, one.name])));
      },
    },
    async prepare(ctx, { values }) {
      const { rows } = await sql<RoleRow>`select id, name, scope, builtin, permissions from roles where id = ${values.role}`.execute(
        ctx.tx,
      );
      const role = rows[0];
      if (!role || (scope !== undefined && role.scope !== scope)) throw InvalidInput.on('role', 'does_not_exist', { value: values.role });
      if (role.scope === 'org' && ctx.org.isRoot) throw new CodedError('root_org_readonly');
      refuseAdministratorRole(ctx, [role.id]);
      values.scope = role.scope;
      const orgId = role.scope === 'org' ? ctx.org.id : null;
      await refuseRolesBeyondOwn(ctx, [role], orgId);
      values.org = orgId;
      const taken =
        await sql`select 1 from role_bindings where user_id = ${values.user} and role_id = ${role.id} and org_id is not distinct from ${orgId}::uuid`.execute(
          ctx.tx,
        );
      if (taken.rows.length > 0) throw InvalidInput.on('role', 'unique');
    },
    async written(ctx) {
      deps.identityChanged(ctx);
    },
    async deleting(ctx, rows) {
      const administrators = rows.filter((row) => row.role_id === ROLE.SYSTEM_ADMIN);
      if (administrators.length > 0) {
        refuseAdministratorRole(ctx, [ROLE.SYSTEM_ADMIN]);
        await keepAnAdministrator(ctx, ids(administrators, 'user_id'));
      }
      await refuseLast(ctx, rows);
      return rows;
    },
    async deleted(ctx) {
      deps.identityChanged(ctx);
    },
  });
}

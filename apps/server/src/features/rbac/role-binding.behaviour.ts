import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { PermissionScope } from '@postern/contract/permissions';
import {
  among,
  and,
  at,
  type Behaviour,
  type Context,
  containing,
  eb,
  or,
  type Row,
  type RowOf,
  type Tables,
  type Where,
} from '@postern/resource';
import { expressionBuilder, sql } from 'kysely';
import { anyRow } from '../../platform/database/any-row.ts';
import { organisationNames } from '../organizations/index.ts';
import { type BindingDeps, keepAnAdministrator, refuseAdministratorRole, refuseRolesBeyondOwn } from './bindings.ts';
import { ROLE_COLUMNS, roleDisplayName } from './rights.ts';
import type { roleBindingResource } from './role-binding.resource.ts';
import { bindingsIn, boundEverywhere, boundIn } from './rows.ts';

type Binding = RowOf<typeof roleBindingResource>;
/** The kernel, which knows resources by their definitions only, hands out rows of any; here they are bindings. */
const asBindings = (rows: readonly Row[]) => rows as readonly Binding[];
type Named = 'user_id' | 'role_id' | 'org_id';
const ids = (rows: readonly Row[], column: Named): string[] => [...new Set(asBindings(rows).flatMap((row) => row[column] ?? []))];
const byRow = (rows: readonly Row[], column: Named, found: ReadonlyMap<string, string>) =>
  new Map(asBindings(rows).map((row) => [row.id, found.get(row[column] ?? '') ?? '']));

const tables = expressionBuilder<Tables, never>();
/** Filters that look through the references of the main table (`t`). */
const ofUser = (column: 'name' | 'username', pattern: string): Where =>
  eb.exists(
    tables.selectFrom('users as u').select('u.id').where('u.id', '=', sql.ref<string>('t.user_id')).where(`u.${column}`, 'ilike', pattern),
  );
const ofRole = (pattern: string): Where =>
  eb.exists(
    tables.selectFrom('roles as r').select('r.id').where('r.id', '=', sql.ref<string>('t.role_id')).where('r.name', 'ilike', pattern),
  );
const asIs = async (_ctx: Context, given: readonly (string | number)[]) => new Map(given.map((id) => [id, id]));

/** A user keeps a system role, and stays in an organisation by some role until removed from it on purpose (docs/wire/roles.md#bindings). */
async function refuseLast(ctx: Context, rows: readonly Row[]): Promise<void> {
  const b = at('b');
  const going = asBindings(rows);
  const left = await ctx.tx
    .selectFrom('role_bindings as b')
    .distinct()
    .select(['b.user_id', 'b.org_id'])
    .where(among(b('user_id'), ids(rows, 'user_id')))
    .where(
      eb.not(
        among(
          b('id'),
          going.map((row) => row.id),
        ),
      ),
    )
    .execute();
  const remains = new Set(left.map((one) => `${one.user_id}:${one.org_id ?? ''}`));
  for (const row of going) {
    if (!remains.has(`${row.user_id}:${row.org_id ?? ''}`)) throw new CodedError(row.org_id ? 'last_org_role' : 'system_role_delete_error');
  }
}

/** Logic of the three binding views; `scope` undefined is both. */
export function roleBindingBehaviour(scope: PermissionScope | undefined, deps: BindingDeps): Behaviour {
  return {
    rows: bindingsIn(scope),
    filters: {
      user__name: (_ctx, value) => ofUser('name', containing(value)),
      user__username: (_ctx, value) => ofUser('username', containing(value)),
      role__name: (_ctx, value) => ofRole(containing(value)),
      search: (_ctx, value) =>
        and(
          ...value
            .split(/[\s,]+/)
            .filter(Boolean)
            .slice(0, 10)
            .map((term) => or(ofUser('name', containing(term)), ofUser('username', containing(term)), ofRole(containing(term)))),
        ),
    },
    expand: { user: asIs, role: asIs, org: asIs },
    computed: {
      async user_display(ctx, rows) {
        const found = await ctx.tx
          .selectFrom('users as u')
          .select(['u.id', 'u.name', 'u.username'])
          .where(among(at('u')('id'), ids(rows, 'user_id')))
          .execute();
        return byRow(rows, 'user_id', new Map(found.map(({ id, name, username }) => [id, `${name}(${username})`])));
      },
      async role_display(ctx, rows) {
        const found = await ctx.tx
          .selectFrom('roles as r')
          .select(['r.id', 'r.name', 'r.builtin'])
          .where(among(at('r')('id'), ids(rows, 'role_id')))
          .execute();
        return byRow(rows, 'role_id', new Map(found.map((one) => [one.id, roleDisplayName(one, ctx.language)])));
      },
      org_name: async (ctx, rows) => byRow(rows, 'org_id', await organisationNames(ctx, ids(rows, 'org_id'))),
    },
    async prepare(ctx, { values }) {
      const [user, wanted] = [String(values.user), String(values.role)];
      const role = await ctx.tx.selectFrom('roles as r').select(ROLE_COLUMNS).where('r.id', '=', wanted).executeTakeFirst();
      if (!role || (scope !== undefined && role.scope !== scope)) throw InvalidInput.on('role', 'does_not_exist', { value: wanted });
      if (role.scope === 'org' && ctx.org.isRoot) throw new CodedError('root_org_readonly');
      refuseAdministratorRole(ctx, [role.id]);
      values.scope = role.scope;
      const orgId = role.scope === 'org' ? ctx.org.id : null;
      await refuseRolesBeyondOwn(ctx, [role], orgId);
      values.org = orgId;
      const b = at('b');
      const taken = await anyRow(
        ctx.tx
          .selectFrom('role_bindings as b')
          .where('b.user_id', '=', user)
          .where('b.role_id', '=', role.id)
          .where(orgId === null ? boundEverywhere(b) : boundIn(orgId, b)),
      );
      if (taken) throw InvalidInput.on('role', 'unique');
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
  };
}

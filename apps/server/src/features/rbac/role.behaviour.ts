import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { BUILTIN_ROLES, type PermissionScope, permissionByCode } from '@postern/contract/permissions';
import { LANGUAGES } from '@postern/contract/text';
import {
  among,
  and,
  at,
  type Behaviour,
  type Context,
  containing,
  eb,
  holds,
  ok,
  or,
  pageOf,
  type Request,
  type Row,
  type RowOf,
  termsOf,
  type Where,
} from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { permissionWire } from './permission.routes.ts';
import { permissionTree } from './permission-tree.ts';
import { codesOfRole, codesOfScope, ROLE_COLUMNS, roleDisplayName } from './rights.ts';
import type { roleResource } from './role.resource.ts';
import { roleBindingRows, rolesIn } from './rows.ts';

type Role = RowOf<typeof roleResource>;
/** The kernel, which knows resources by their definitions only, hands out rows of any; here they are roles. */
const asRole = (row: Row): Role => row as Role;
/** What lives below one role is only reached through it: the kernel has found it. */
const ofRole = (row: Row | undefined): Role => row as Role;

/** Nobody hands out what they do not hold themselves; otherwise the right to edit roles would be the right to everything. */
function refuseBeyondOwn(ctx: Context, granted: readonly string[], already: readonly string[] = []): void {
  if (ctx.actor.superuser) return;
  const had = new Set(already);
  if (granted.some((code) => !had.has(code) && !ctx.actor.permissions.has(code))) throw new CodedError('beyond_own_rights');
}

/** Codes of the role a new one starts from: one that the actor may look at. @throws InvalidInput for any other */
async function sourceOfClone(ctx: Context, id: string, scope: PermissionScope): Promise<readonly string[]> {
  const known = parseUuid(id);
  const source = known && (await ctx.tx.selectFrom('roles as r').select(ROLE_COLUMNS).where('r.id', '=', known).executeTakeFirst());
  if (!source || !holds(ctx.actor, [`rbac.view_${source.scope}role`]))
    throw InvalidInput.on('clone_from', 'does_not_exist', { value: id.slice(0, 64) });
  const allowed = codesOfScope(scope);
  return codesOfRole(source).filter((code) => allowed.has(code));
}

async function refuseDuplicate(ctx: Context, name: string, scope: PermissionScope, id: string | null): Promise<void> {
  const namesake = await anyRow(
    ctx.tx.selectFrom('roles').where('name', '=', name).where('scope', '=', scope).where('id', 'is distinct from', id),
  );
  if (namesake) throw InvalidInput.on('non_field_errors', 'unique');
}

/** Ids of built-in roles whose name in any language holds the text. */
const builtinNamed = (text: string): string[] =>
  BUILTIN_ROLES.filter((role) => LANGUAGES.some((language) => role.label[language].toLowerCase().includes(text.toLowerCase()))).map(
    (role) => role.id,
  );

const t = at('t');
const named = (text: string): Where =>
  or(eb(t('name'), 'ilike', containing(text)), and(eb(t('builtin'), '=', true), among(t('id'), builtinNamed(text))));

/** Logic of the three role views; `scope` undefined is both. */
export function roleBehaviour(scope: PermissionScope | undefined, deps: { identityChanged(ctx: Context): void }): Behaviour {
  return {
    rows: rolesIn(scope),
    filters: {
      name: (_ctx, value) => named(value),
      // Built-in roles are shown in the words of the reader, and looked for by them.
      search: (_ctx, value) => and(...termsOf(value).map(named)),
    },
    computed: {
      display_name: async (ctx, rows) => new Map(rows.map(asRole).map((role) => [role.id, roleDisplayName(role, ctx.language)])),
      async users_amount(ctx, rows) {
        const ids = rows.map((row) => asRole(row).id);
        const counted = await ctx.tx
          .selectFrom('role_bindings as b')
          .select(({ fn }) => ['b.role_id', fn.count<number>('b.user_id').distinct().as('n')])
          .where(among(at('b')('role_id'), ids))
          .where(roleBindingRows(ctx, 'b'))
          .groupBy('b.role_id')
          .execute();
        const found = new Map(counted.map((row) => [row.role_id, row.n]));
        return new Map(ids.map((id) => [id, found.get(id) ?? 0]));
      },
    },
    async prepare(ctx, { verb, values, ...write }) {
      const { query } = write;
      const before = write.before && asRole(write.before);
      if (before?.builtin) throw new CodedError('builtin_role');
      const own = before ? before.scope : (values.scope as PermissionScope);
      await refuseDuplicate(ctx, typeof values.name === 'string' ? values.name : (before?.name ?? ''), own, before?.id ?? null);
      if (verb === 'create' && query.clone_from) values.permissions = await sourceOfClone(ctx, query.clone_from, own);
      const codes = values.permissions;
      if (!Array.isArray(codes)) return;
      const allowed = codesOfScope(own);
      const foreign = (codes as string[]).find((code) => !allowed.has(code));
      if (foreign) throw InvalidInput.on('permissions', 'does_not_exist', { value: permissionByCode(foreign)?.id ?? foreign });
      refuseBeyondOwn(ctx, codes as string[], before ? codesOfRole(before) : []);
    },
    async written(ctx) {
      deps.identityChanged(ctx);
    },
    async deleting(ctx, rows) {
      if (rows.some((row) => row.builtin)) throw new CodedError('builtin_role');
      const ids = rows.map((row) => asRole(row).id);
      const binding = await anyRow(ctx.tx.selectFrom('role_bindings as b').where(among(at('b')('role_id'), ids)));
      if (binding) throw new CodedError('role_in_use');
      return rows;
    },
    actions: {
      async users(ctx: Context, request: Request, row?: Row) {
        const people = await ctx.tx
          .selectFrom('users as u')
          .innerJoin('role_bindings as b', 'b.user_id', 'u.id')
          .distinct()
          .select(['u.id', 'u.name', 'u.username'])
          .where('b.role_id', '=', ofRole(row).id)
          .where(roleBindingRows(ctx, 'b'))
          .where('u.is_service_account', '=', false)
          .orderBy('u.name')
          .orderBy('u.id')
          .execute();
        return ok(pageOf(people, request));
      },
      async permissions(ctx: Context, request: Request, row?: Row) {
        const codes = codesOfRole(ofRole(row));
        return ok(
          pageOf(
            codes.flatMap((code) => permissionByCode(code) ?? []).map((one) => permissionWire(one, ctx.language)),
            request,
          ),
        );
      },
      async tree(ctx: Context, _request: Request, row?: Row) {
        const role = ofRole(row);
        return ok(
          permissionTree({
            scope: role.scope,
            checked: new Set(codesOfRole(role)),
            locked: role.builtin,
            language: ctx.language,
          }),
        );
      },
    },
  };
}

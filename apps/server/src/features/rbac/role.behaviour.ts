import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { BUILTIN_ROLES, type PermissionScope, permissionByCode } from '@postern/contract/permissions';
import { LANGUAGES } from '@postern/contract/text';
import { type Behaviour, type Context, defineBehaviour, eb, holds, ok, type Request, type Row, rowsOf } from '@postern/resource';
import { sql } from 'kysely';
import { slicePage } from './page.ts';
import { permissionWire } from './permission.routes.ts';
import { permissionTree } from './permission-tree.ts';
import { codesOfRole, codesOfScope, type RoleRow, roleDisplayName } from './rights.ts';
import { roleResource } from './role.resource.ts';

const asRole = (row: Row): RoleRow => row as unknown as RoleRow;

/** Nobody hands out what they do not hold themselves; otherwise the right to edit roles would be the right to everything. */
function refuseBeyondOwn(ctx: Context, granted: readonly string[], already: readonly string[] = []): void {
  if (ctx.actor.superuser) return;
  const had = new Set(already);
  if (granted.some((code) => !had.has(code) && !ctx.actor.permissions.has(code))) throw new CodedError('beyond_own_rights');
}

/** Codes of the role a new one starts from: one that the actor may look at. @throws InvalidInput for any other */
async function sourceOfClone(ctx: Context, id: string, scope: PermissionScope): Promise<readonly string[]> {
  const { rows } = await sql<RoleRow>`select id, name, scope, builtin, permissions from roles where id = ${parseUuid(id) ?? null}`.execute(
    ctx.tx,
  );
  const source = rows[0];
  if (!source || !holds(ctx.actor, [`rbac.view_${source.scope}role`]))
    throw InvalidInput.on('clone_from', 'does_not_exist', { value: id.slice(0, 64) });
  const allowed = codesOfScope(scope);
  return codesOfRole(source).filter((code) => allowed.has(code));
}

async function refuseDuplicate(ctx: Context, name: unknown, scope: PermissionScope, id: unknown): Promise<void> {
  const { rows } =
    await sql`select 1 from roles where name = ${name} and scope = ${scope} and id is distinct from ${id ?? null} limit 1`.execute(ctx.tx);
  if (rows.length > 0) throw InvalidInput.on('non_field_errors', 'unique');
}

/** Ids of built-in roles whose name in any language holds the text. */
const builtinNamed = (text: string): string[] =>
  BUILTIN_ROLES.filter((role) => LANGUAGES.some((language) => role.label[language].toLowerCase().includes(text.toLowerCase()))).map(
    (role) => role.id,
  );

const escapeLike = (value: string): string => `%${value.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;

/** Logic of the three role views; `scope` undefined is both. */
export function roleBehaviour(scope: PermissionScope | undefined, deps: { identityChanged(ctx: Context): void }): Behaviour {
  return defineBehaviour({
    rows: rowsOf(roleResource, (_ctx, t) => (scope === undefined ? undefined : eb(t('scope'), '=', scope))),
    filters: {
      name: (_ctx, value) =>
        sql<boolean>`(t.name ilike ${escapeLike(value)} or (t.builtin and t.id = any(${builtinNamed(value)}::uuid[])))`,
    },
    computed: {
      display_name: async (ctx, rows) => new Map(rows.map((row) => [row.id as string, roleDisplayName(asRole(row), ctx.language)])),
      async users_amount(ctx, rows) {
        const ids = rows.map((row) => row.id as string);
        const within = ctx.org.isRoot ? sql`` : sql`and (b.org_id is null or b.org_id = ${ctx.org.id})`;
        const counted = await sql<{ role_id: string; n: number }>`
          select b.role_id, count(distinct b.user_id)::int as n from role_bindings b where b.role_id = any(${ids}::uuid[]) ${within} group by b.role_id`.execute(
          ctx.tx,
        );
        const found = new Map(counted.rows.map((row) => [row.role_id, row.n]));
        return new Map(ids.map((id) => [id, found.get(id) ?? 0]));
      },
    },
    async prepare(ctx, { verb, values, before, query }) {
      if (before?.builtin) throw new CodedError('builtin_role');
      const own = before ? asRole(before).scope : (values.scope as PermissionScope);
      await refuseDuplicate(ctx, values.name ?? before?.name, own, before?.id);
      if (verb === 'create' && query.clone_from) values.permissions = await sourceOfClone(ctx, query.clone_from, own);
      const codes = values.permissions;
      if (!Array.isArray(codes)) return;
      const allowed = codesOfScope(own);
      const foreign = (codes as string[]).find((code) => !allowed.has(code));
      if (foreign) throw InvalidInput.on('permissions', 'does_not_exist', { value: permissionByCode(foreign)?.id ?? foreign });
      refuseBeyondOwn(ctx, codes as string[], before ? codesOfRole(asRole(before)) : []);
    },
    async written(ctx) {
      deps.identityChanged(ctx);
    },
    async deleting(ctx, rows) {
      if (rows.some((row) => row.builtin)) throw new CodedError('builtin_role');
      const bound = await sql`select 1 from role_bindings where role_id = any(${rows.map((row) => row.id)}::uuid[]) limit 1`.execute(
        ctx.tx,
      );
      if (bound.rows.length > 0) throw new CodedError('role_in_use');
      return rows;
    },
    actions: {
      async users(ctx: Context, request: Request, row?: Row) {
        const within = ctx.org.isRoot ? sql`` : sql`and (b.org_id is null or b.org_id = ${ctx.org.id})`;
        const { rows } = await sql<{ id: string; name: string; username: string }>`
          select distinct u.id, u.name, u.username from users u join role_bindings b on b.user_id = u.id
          where b.role_id = ${row?.id} ${within} and not u.is_service_account order by u.name, u.id`.execute(ctx.tx);
        return ok(slicePage(request, rows));
      },
      async permissions(ctx: Context, request: Request, row?: Row) {
        const codes = row ? codesOfRole(asRole(row)) : [];
        return ok(
          slicePage(
            request,
            codes.flatMap((code) => permissionByCode(code) ?? []).map((one) => permissionWire(one, ctx.language)),
          ),
        );
      },
      async tree(ctx: Context, _request: Request, row?: Row) {
        const role = row ? asRole(row) : undefined;
        return ok(
          permissionTree({
            scope: role?.scope ?? 'org',
            checked: new Set(role ? codesOfRole(role) : []),
            locked: role?.builtin === true,
            language: ctx.language,
          }),
        );
      },
    },
  });
}

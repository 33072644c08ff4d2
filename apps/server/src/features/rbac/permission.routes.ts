import { parseUuid } from '@postern/contract/ids';
import { grantable, type Permission, type PermissionScope } from '@postern/contract/permissions';
import { type Language, render } from '@postern/contract/text';
import { can, holds, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { slicePage } from './page.ts';
import { permissionTree } from './permission-tree.ts';
import { codesOfRole, type RoleRow } from './rights.ts';
import { permissionShape, permissionTreeShape } from './shapes.ts';

/** A permission on the wire (docs/wire/roles.md#permissions-of-a-role). */
export const permissionWire = (one: Permission, language: Language) => ({
  id: one.id,
  name: render(one.label, language),
  content_type: { id: one.contentType, app_label: one.app, model: one.model },
  codename: one.codename,
});

const scopeOf = (value: string | undefined): PermissionScope => (value === 'system' ? 'system' : 'org');
const policy = can('rbac.view_permission');

export const permissionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/rbac/permissions/',
    policy,
    name: 'rbac.permission.list',
    shape: permissionShape,
    async handle(ctx, request) {
      const { scope, role, codename } = request.query;
      let chosen = grantable(scopeOf(scope));
      if (role) {
        const { rows } =
          await sql<RoleRow>`select id, name, scope, builtin, permissions from roles where id = ${parseUuid(role) ?? null}`.execute(ctx.tx);
        const held = new Set(rows[0] && holds(ctx.actor, [`rbac.view_${rows[0].scope}role`]) ? codesOfRole(rows[0]) : []);
        chosen = grantable('system').filter((one) => held.has(one.code));
      }
      if (codename) chosen = chosen.filter((one) => one.codename === codename);
      return ok(
        slicePage(
          request,
          chosen.map((one) => permissionWire(one, ctx.language)),
        ),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/rbac/permissions/tree/',
    policy,
    name: 'rbac.permission.tree',
    shape: permissionTreeShape,
    async handle(ctx, { query }) {
      return ok(permissionTree({ scope: scopeOf(query.scope), checked: new Set(), locked: false, language: ctx.language }));
    },
  },
];

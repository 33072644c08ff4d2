import { parseUuid } from '@postern/contract/ids';
import { grantable, type Permission, type PermissionScope } from '@postern/contract/permissions';
import { type Language, render, text } from '@postern/contract/text';
import { type Context, can, holds, type Route, text as textField } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { tree } from '../../platform/routes/tree.ts';
import { permissionTree } from './permission-tree.ts';
import { codesOfRole, ROLE_COLUMNS } from './rights.ts';
import { roleResource } from './role.resource.ts';
import { roleRows } from './rows.ts';
import { PERMISSIONS, permissionShape } from './shapes.ts';

/** A permission on the wire (docs/wire/roles.md#permissions-of-a-role). */
export const permissionWire = (one: Permission, language: Language) => ({
  id: one.id,
  name: render(one.label, language),
  content_type: { id: one.contentType, app_label: one.app, model: one.model },
  codename: one.codename,
});

/** Words of a query; an empty one asks for nothing, as forms send it. */
const asked = (en: string, zh: string, ja: string) => textField({ label: text(en, zh, ja), nullable: true, max: 8_192 });
const scope = asked('Scope', '范围', '範囲');
const scopeOf = (value: string | null | undefined): PermissionScope => (value === 'system' ? 'system' : 'org');

/** Codes of a role that the actor may look at; none of any other. */
async function permissionsOf(ctx: Context, role: string): Promise<ReadonlySet<string>> {
  const id = parseUuid(role);
  const found =
    id && (await ctx.tx.selectFrom('roles as r').select(ROLE_COLUMNS).where('r.id', '=', id).where(roleRows(ctx, 'r')).executeTakeFirst());
  return new Set(found && holds(ctx.actor, [`rbac.view_${found.scope}role`]) ? codesOfRole(found) : []);
}

const who = can('rbac.view_permission');

export const permissionRoutes: readonly Route[] = [
  ownList({
    path: '/api/v1/rbac/permissions/',
    name: 'rbac.permission.list',
    who,
    rows: { of: [roleResource] },
    query: { scope, role: asked('Role', '角色', 'ロール'), codename: asked('Code', '代码', 'コード') },
    answer: permissionShape,
    async items(ctx, { query: { scope, role, codename } }) {
      const granted = role ? await permissionsOf(ctx, role) : undefined;
      const chosen = granted ? grantable('system').filter((one) => granted.has(one.code)) : grantable(scopeOf(scope));
      return codename ? chosen.filter((one) => one.codename === codename) : chosen;
    },
    wire: (one, ctx) => permissionWire(one, ctx.language),
  }),
  tree({
    path: '/api/v1/rbac/permissions/tree/',
    name: 'rbac.permission.tree',
    title: PERMISSIONS,
    who,
    rows: { none: 'the rights that there are, none of which is checked' },
    query: { scope },
    nodes: (ctx, { query }) => permissionTree({ scope: scopeOf(query.scope), checked: new Set(), locked: false, language: ctx.language }),
  }),
];

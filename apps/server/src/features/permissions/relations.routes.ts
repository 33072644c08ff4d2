import { InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, can, fetchRow, type Route, type RowOf, readReference, reference } from '@postern/resource';
import type { Page } from '../../platform/routes/list.ts';
import { relation } from '../../platform/routes/relation.ts';
import { WORDS } from '../../platform/shown.ts';
import { untilChanged } from '../../platform/until-changed/until-changed.ts';
import { searched, word } from '../nodes/index.ts';
import { assetPermission } from './permission.resource.ts';
import { addLink, countLinks, type Link, type LinksAsked, linksOf, RELATIONS, type Relation, removeLink } from './relation.queries.ts';
import { linkShape } from './shapes.ts';

/** Who and what a permission links, row by row (docs/wire/permissions.md#links-of-a-permission). */

const LABEL = { user: WORDS.user, usergroup: WORDS.group, asset: WORDS.asset, node: WORDS.node };

const wire =
  ({ side }: Relation) =>
  ({ other, other_display, ...permission }: Link) => ({ ...permission, [side]: other, [`${side}_display`]: other_display });

function record(ctx: Context, { field }: Relation, row: Link, added: boolean): void {
  ctx.audit({
    action: 'update',
    resourceType: 'assetpermission',
    resourceId: row.assetpermission,
    resource: row.assetpermission_display,
    changes: [{ field, before: added ? '' : row.other_display, after: added ? row.other_display : '' }],
  });
}

/** How many there are is kept where all are asked for; what narrows them leaves few. */
async function pageOfLinks(ctx: Context, side: Relation, which: LinksAsked, page: Page) {
  const narrowed = Object.values(which).some((part) => part !== '');
  const counted = async () => ({ value: await countLinks(ctx, side, which), bytes: 8 });
  const count = narrowed ? (await counted()).value : (await untilChanged(ctx, `links ${side.side}`, counted)).value;
  return { count, results: await linksOf(ctx, side, which, page) };
}

function routesOf(side: Relation): Route[] {
  const { side: named } = side;
  const permission = text('Asset permission', '资产授权', 'アセット権限');
  const asked = (given: Readonly<Record<string, string>>): LinksAsked => ({
    id: given.id ?? '',
    permission: given.assetpermission ?? '',
    other: given[named] ?? '',
    search: given.search ?? '',
  });
  return relation({
    path: `/api/v1/perms/asset-permissions-${side.path}-relations/`,
    rows: { of: [assetPermission] },
    query: { assetpermission: word(permission), [named]: word(LABEL[named]), id: word(WORDS.id), search: searched },
    answer: linkShape(named),
    list: {
      name: `perms.relation.${named}.list`,
      who: can('perms.view_assetpermission'),
      items: (ctx, { query, page }) => (page ? pageOfLinks(ctx, side, asked(query), page) : linksOf(ctx, side, asked(query))),
      wire: wire(side),
    },
    add: {
      name: `perms.relation.${named}.create`,
      who: can('perms.add_assetpermission | perms.change_assetpermission'),
      body: {
        assetpermission: reference('assetpermission', { label: permission, required: true }),
        [named]: reference(named, { label: LABEL[named], required: true, judged: 'by the resource' }),
      },
      async make(ctx, { body, kernel }) {
        const row = await fetchRow(kernel.byName('assetpermission'), ctx, String(body.assetpermission), { lock: true });
        const { id, org_id: orgId } = row as RowOf<typeof assetPermission>;
        // Of the organisation of the permission, which in the root one is not that of the request.
        const other = String(await readReference(kernel.byName(named), ctx, named, body[named], { orgId }));
        if (!(await addLink(ctx, side, id, other))) throw InvalidInput.on('non_field_errors', 'unique');
        const [made] = await linksOf(ctx, side, { id: '', permission: id, other, search: '' });
        if (!made) throw InvalidInput.on(named, 'does_not_exist', { value: other });
        record(ctx, side, made, true);
        return wire(side)(made);
      },
    },
    remove: {
      name: `perms.relation.${named}.destroy`,
      who: can('perms.delete_assetpermission | perms.change_assetpermission'),
      async take(ctx, query) {
        const which = asked(query);
        if (!which.permission && !which.id) return false;
        for (const link of await linksOf(ctx, side, which)) {
          await removeLink(ctx, side, link);
          record(ctx, side, link, false);
        }
        return true;
      },
    },
  });
}

export const relationRoutes: readonly Route[] = RELATIONS.flatMap(routesOf);

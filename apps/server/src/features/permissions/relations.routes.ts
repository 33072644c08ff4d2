import { InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, can, fetchRow, noContent, ok, type Route, type RowOf, readReference, reference, route } from '@postern/resource';
import { WORDS } from '../../platform/shown.ts';
import { paged, searched, word } from '../nodes/index.ts';
import { assetPermission } from './permission.resource.ts';
import { addLink, type Link, type LinksAsked, linksOf, RELATIONS, type Relation, removeLink } from './relation.queries.ts';
import { linkShape } from './shapes.ts';

/** Who and what a permission links, row by row (docs/wire/permissions.md#links-of-a-permission). */

/** Rows that one request may add. */
const MAX_ROWS = 1_000;
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

/** A route that takes one object as one that takes a list of them as well, and answers the list of what became of them. */
const oneOrMany = (one: Route): Route => ({
  ...one,
  async handle(ctx, request, kernel) {
    const { body } = request;
    if (!Array.isArray(body)) return one.handle(ctx, request, kernel);
    if (body.length > MAX_ROWS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_ROWS });
    const made: unknown[] = [];
    for (const item of body as unknown[]) made.push((await one.handle(ctx, { ...request, body: item }, kernel)).body);
    return ok(made, 201);
  },
});

function routesOf(relation: Relation): Route[] {
  const { side } = relation;
  const common = {
    path: `/api/v1/perms/asset-permissions-${relation.path}-relations/`,
    rows: { of: [assetPermission] },
  } as const;
  const answer = linkShape(side);
  const permission = text('Asset permission', '资产授权', 'アセット権限');
  const query = { assetpermission: word(permission), [side]: word(LABEL[side]), id: word(WORDS.id), search: searched };
  const asked = (given: Readonly<Record<string, string>>): LinksAsked => ({
    id: given.id ?? '',
    permission: given.assetpermission ?? '',
    other: given[side] ?? '',
    search: given.search ?? '',
  });
  return [
    route({
      ...common,
      method: 'GET',
      name: `perms.relation.${side}.list`,
      who: can('perms.view_assetpermission'),
      query,
      answer,
      handle: async (ctx, asking) => ok(paged(asking.request, (await linksOf(ctx, relation, asked(asking.query))).map(wire(relation)))),
    }),
    oneOrMany(
      route({
        ...common,
        method: 'POST',
        name: `perms.relation.${side}.create`,
        who: can('perms.add_assetpermission | perms.change_assetpermission'),
        body: {
          assetpermission: reference('assetpermission', { label: permission, required: true }),
          [side]: reference(side, { label: LABEL[side], required: true, judged: 'by the resource' }),
        },
        answer,
        async handle(ctx, { body, kernel }) {
          const row = await fetchRow(kernel.byName('assetpermission'), ctx, String(body.assetpermission), { lock: true });
          const { id, org_id: orgId } = row as RowOf<typeof assetPermission>;
          // Of the organisation of the permission, which in the root one is not that of the request.
          const other = String(await readReference(kernel.byName(side), ctx, side, body[side], { orgId }));
          if (!(await addLink(ctx, relation, id, other))) throw InvalidInput.on('non_field_errors', 'unique');
          const [made] = await linksOf(ctx, relation, { id: '', permission: id, other, search: '' });
          if (!made) throw InvalidInput.on(side, 'does_not_exist', { value: other });
          record(ctx, relation, made, true);
          return ok(wire(relation)(made), 201);
        },
      }),
    ),
    route({
      ...common,
      method: 'DELETE',
      name: `perms.relation.${side}.destroy`,
      who: can('perms.delete_assetpermission | perms.change_assetpermission'),
      query,
      async handle(ctx, asking) {
        const which = asked(asking.query);
        // A lost parameter must not empty the table: at least the permission or the row has to be named.
        if (!which.permission && !which.id) return { status: 400 };
        for (const link of await linksOf(ctx, relation, which)) {
          await removeLink(ctx, relation, link);
          record(ctx, relation, link, false);
        }
        return noContent;
      },
    }),
  ];
}

export const relationRoutes: readonly Route[] = RELATIONS.flatMap(routesOf);

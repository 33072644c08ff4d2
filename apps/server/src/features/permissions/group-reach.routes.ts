import { CodedError } from '@postern/contract/errors';
import {
  at,
  type BodyOf,
  type Context,
  can,
  type Fields,
  inOrg,
  type Kernel,
  ok,
  type Request,
  type Route,
  route,
  uuid,
} from '@postern/resource';
import { WORDS } from '../../platform/shown.ts';
import { type CountedNode, nodeTreeNode, start } from '../nodes/index.ts';
import { type Grant, grantedAssets, grantOf } from './grant.ts';
import { grantedAssetList } from './granted-assets.ts';
import { inSubtree, visibleChildren, visibleNodes } from './granted-tree.ts';
import { assetPermission } from './permission.resource.ts';
import { keyOf, wireNode } from './reached.ts';
import { shapeOf } from './shapes.ts';

/** What a group can reach (docs/wire/permissions.md#what-a-group-reaches). */

interface Asked {
  ctx: Context;
  request: Request;
  kernel: Kernel;
  grant: Grant;
}

/** A list or tree of what one group reaches. */
const ofGroup = <const Q extends Fields>(
  path: string,
  name: string,
  query: Q,
  work: (asked: Asked & { query: BodyOf<Q> }) => Promise<unknown>,
): Route =>
  route({
    method: 'GET',
    path: `/api/v1/perms/user-groups/:group/${path}`,
    name: `perms.group.${name}`,
    who: can('perms.view_usergroupassets'),
    rows: { of: [assetPermission] },
    params: { group: uuid({ label: WORDS.group, required: true }) },
    query,
    answer: shapeOf(path),
    errors: ['object_does_not_exist'],
    async handle(ctx, { params: { group }, query, request, kernel }) {
      const known = await ctx.tx
        .selectFrom('user_groups as g')
        .select('g.id')
        .where('g.id', '=', group)
        .where(inOrg(ctx, at('g')))
        .executeTakeFirst();
      if (!known) throw new CodedError('object_does_not_exist', { resource: 'user group' });
      return ok(await work({ ctx, request, kernel, grant: await grantOf(ctx, { group }), query }));
    },
  });

async function children({ ctx, grant, query }: Asked & { query: BodyOf<typeof start> }): Promise<CountedNode[]> {
  const key = await keyOf(ctx, query.key || query.id);
  if (key !== undefined) return visibleChildren(ctx, grant, key);
  return (await visibleNodes(ctx, grant)).filter((row) => row.parent_key === '');
}

export const groupReachRoutes: readonly Route[] = [
  ofGroup('assets/', 'assets', {}, ({ ctx, request, kernel, grant }) => grantedAssetList(kernel, ctx, request, grantedAssets(ctx, grant))),
  ofGroup('nodes/', 'nodes', {}, async ({ ctx, grant }) => (await visibleNodes(ctx, grant)).map(wireNode)),
  ofGroup('nodes/children/', 'nodeChildren', start, async (asked) => (await children(asked)).map(wireNode)),
  ofGroup('nodes/children/tree/', 'nodeTree', start, async (asked) =>
    (await children(asked)).map((row) => nodeTreeNode(row, { counted: false })),
  ),
  ofGroup('nodes/:node/assets/', 'nodeAssets', {}, async ({ ctx, request, kernel, grant }) => {
    const key = await keyOf(ctx, request.params.node);
    return grantedAssetList(kernel, ctx, request, key ? inSubtree(ctx, grant, '', key) : grantedAssets(ctx, grant));
  }),
];

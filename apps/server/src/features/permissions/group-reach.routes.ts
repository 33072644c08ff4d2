import { CodedError } from '@postern/contract/errors';
import { at, type BodyOf, type Context, can, inOrg, type Route, uuid } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { ownList } from '../../platform/routes/list.ts';
import { tree } from '../../platform/routes/tree.ts';
import { WORDS } from '../../platform/shown.ts';
import { type CountedNode, nodeTreeNode, start } from '../nodes/index.ts';
import { type Grant, grantOf } from './grant.ts';
import { grantedAssetList, MOST_GRANTED } from './granted-assets.ts';
import { visibleChildren, visibleNodes } from './granted-tree.ts';
import { assetPermission } from './permission.resource.ts';
import { keyOf, listedIn, wireNode } from './reached.ts';
import { GRANTED_TREE, grantedAssetShape, grantedNodeShape } from './shapes.ts';

/** What a group can reach (docs/wire/permissions.md#what-a-group-reaches). */

/** What an address of one group is declared with; `found` is what the group reaches. */
const ofGroup = (path: string, name: string) =>
  ({
    path: `/api/v1/perms/user-groups/:group/${path}`,
    name: `perms.group.${name}`,
    who: can('perms.view_usergroupassets'),
    rows: { of: [assetPermission] },
    params: { group: uuid({ label: WORDS.group, required: true }) },
    errors: ['object_does_not_exist'],
    async find(ctx: Context, { params: { group } }: { params: { group: string } }) {
      const known = await anyRow(
        ctx.tx
          .selectFrom('user_groups as g')
          .where('g.id', '=', group)
          .where(inOrg(ctx, at('g'))),
      );
      if (!known) throw new CodedError('object_does_not_exist', { resource: 'user group' });
      return grantOf(ctx, { group });
    },
  }) as const;

async function childrenOf(ctx: Context, grant: Grant, query: BodyOf<typeof start>): Promise<readonly CountedNode[]> {
  const key = await keyOf(ctx, query.key || query.id);
  if (key !== undefined) return visibleChildren(ctx, grant, key);
  return (await visibleNodes(ctx, grant)).filter((row) => row.parent_key === '');
}

const assets = { answer: grantedAssetShape, maximum: MOST_GRANTED } as const;
const nodes = { answer: grantedNodeShape, whole: true, wire: wireNode } as const;
const below = { ...nodes, query: start } as const;

export const groupReachRoutes: readonly Route[] = [
  ownList({
    ...ofGroup('assets/', 'assets'),
    ...assets,
    items: (ctx, { found, request, kernel }) => grantedAssetList(kernel, ctx, request, listedIn(ctx, found, undefined, undefined)),
  }),
  ownList({ ...ofGroup('nodes/', 'nodes'), ...nodes, items: (ctx, { found }) => visibleNodes(ctx, found) }),
  ownList({
    ...ofGroup('nodes/children/', 'nodeChildren'),
    ...below,
    items: (ctx, { found, query }) => childrenOf(ctx, found, query),
  }),
  tree({
    ...ofGroup('nodes/children/tree/', 'nodeTree'),
    title: GRANTED_TREE,
    query: start,
    nodes: async (ctx, { found, query }) => (await childrenOf(ctx, found, query)).map((row) => nodeTreeNode(row, { counted: false })),
  }),
  ownList({
    ...ofGroup('nodes/:node/assets/', 'nodeAssets'),
    ...assets,
    async items(ctx, { found, request, kernel }) {
      const key = await keyOf(ctx, request.params.node);
      return grantedAssetList(kernel, ctx, request, listedIn(ctx, found, undefined, key));
    },
  }),
];

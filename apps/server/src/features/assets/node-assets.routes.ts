import { type Context, can, listSchema, manyToMany, objectSchema, type Route, TEXT_SCHEMA } from '@postern/resource';
import { links } from '../../platform/routes/links.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { type NodeRow, needNode, node } from '../nodes/index.ts';
import { addAssets, removeAssets, replaceAssets } from './node-assets.ts';

/** The assets that hang on a node (docs/wire/assets.md#nodes). */

type Change = (ctx: Context, on: NodeRow, assets: readonly string[]) => Promise<void>;

/** A change of the assets on a node; unknown and foreign ones are a 404 (node-assets.ts). */
const ofAssets = (path: string, name: string, change: Change): Route[] =>
  links({
    path: `/api/v1/assets/nodes/:id/assets/${path}/`,
    name: `assets.node.${name}`,
    answer: answerShape(objectSchema({ assets: listSchema(TEXT_SCHEMA), org_id: TEXT_SCHEMA, org_name: TEXT_SCHEMA }), 'node.assets'),
    who: can('assets.change_assetnodes'),
    on: node,
    ids: {
      assets: manyToMany('asset', {
        label: WORDS.asset,
        required: true,
        through: { table: 'asset_nodes', mine: 'node_id', theirs: 'asset_id' },
        judged: 'by the resource',
      }),
    },
    errors: ['object_does_not_exist'],
    async link(ctx, { row, body: { assets } }) {
      await change(ctx, await needNode(ctx, row.id), assets);
      return { assets, org_id: ctx.org.id, org_name: ctx.org.name };
    },
  });

export const nodeAssetRoutes: readonly Route[] = [
  ...ofAssets('add', 'addAssets', addAssets),
  ...ofAssets('remove', 'removeAssets', removeAssets),
  ...ofAssets('replace', 'replaceAssets', replaceAssets),
];

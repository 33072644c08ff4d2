import { render, text } from '@postern/contract/text';
import { can, eb, NOBODY, ok, type Route, retrieve, route } from '@postern/resource';
import { narrowedList } from '../../platform/narrowed-list.ts';
import { needNode, node, word } from '../nodes/index.ts';
import { platform } from '../platforms/index.ts';
import { inNode } from './asset.filters.ts';
import { asset, gateway } from './asset.resource.ts';

const useCategory = text(
  'Create assets at the address of their category, for example hosts.',
  '请在对应类别的地址下创建资产，例如 hosts。',
  'アセットは種別ごとのアドレス（hosts など）で作成してください。',
);

export const assetRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/assets/assets/',
    name: 'assets.asset.create',
    who: can('assets.add_asset'),
    rows: { none: 'says where assets are made' },
    handle: async (ctx) => ok({ error: render(useCategory, ctx.language) }, 400),
  }),
  route({
    method: 'GET',
    path: '/api/v1/assets/assets/:id/platform/',
    name: 'assets.asset.platform',
    who: can('assets.view_platform'),
    rows: { one: asset, of: [platform] },
    answer: { rows: 'platform', view: 'detail' },
    handle: async (ctx, { row, request, kernel }) =>
      ok(await retrieve(kernel, kernel.byName('platform'), ctx, String(row.platform_id), request.query)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/assets/assets/:id/gateways/',
    name: 'assets.asset.gateways',
    who: can('assets.view_gateway'),
    rows: { one: asset, of: [gateway] },
    answer: { rows: 'gateway' },
    handle: (ctx, { row, request, kernel }) =>
      narrowedList(kernel, 'gateway', row.domain_id ? eb('t.domain_id', '=', row.domain_id) : NOBODY, ctx, request),
  }),
  route({
    method: 'GET',
    path: '/api/v1/assets/nodes/:id/assets/',
    name: 'assets.node.assets',
    who: can('assets.view_asset'),
    // Not `one`: a node is found by its key as well.
    rows: { of: [asset, node] },
    query: { all: word(text('With all below', '包含下级', '下位を含む')) },
    answer: { rows: 'asset' },
    async handle(ctx, { query, request, kernel }) {
      const { id } = await needNode(ctx, String(request.params.id));
      const below = ['1', 'true', 'all'].includes(query.all.toLowerCase());
      const { all: _all, ...rest } = request.query;
      return narrowedList(kernel, 'asset', await inNode(ctx, id, !below), ctx, { ...request, query: rest });
    },
  }),
];

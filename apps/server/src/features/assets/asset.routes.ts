import { CodedError } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { can, eb, NOBODY, type Route, retrieve } from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { subList } from '../../platform/routes/list.ts';
import { refused } from '../../platform/routes/refused.ts';
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
  refused({
    method: 'POST',
    path: '/api/v1/assets/assets/',
    name: 'assets.asset.create',
    who: can('assets.add_asset'),
    rows: { none: 'says where assets are made' },
    why: (ctx) => new CodedError('error', {}, { body: { error: render(useCategory, ctx.language) } }),
  }),
  detail({
    path: '/api/v1/assets/assets/:id/platform/',
    name: 'assets.asset.platform',
    who: can('assets.view_platform'),
    rows: { one: asset, of: [platform] },
    answer: { rows: 'platform' },
    show: (ctx, { row, request, kernel }) => retrieve(kernel, kernel.byName('platform'), ctx, String(row.platform_id), request.query),
  }),
  subList({
    path: '/api/v1/assets/assets/:id/gateways/',
    name: 'assets.asset.gateways',
    who: can('assets.view_gateway'),
    rows: { one: asset, of: [gateway] },
    lists: 'gateway',
    where: (_ctx, { row }) => (row.domain_id ? eb('t.domain_id', '=', row.domain_id) : NOBODY),
  }),
  subList({
    path: '/api/v1/assets/nodes/:id/assets/',
    name: 'assets.node.assets',
    who: can('assets.view_asset'),
    // Not `one`: a node is found by its key as well.
    rows: { of: [asset, node] },
    query: { all: word(text('With all below', '包含下级', '下位を含む')) },
    lists: 'asset',
    async where(ctx, { query, request }) {
      const { id } = await needNode(ctx, String(request.params.id));
      return inNode(ctx, id, !['1', 'true', 'all'].includes(query.all.toLowerCase()));
    },
  }),
];

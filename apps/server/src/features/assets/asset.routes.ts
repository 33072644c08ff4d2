import { render, text } from '@postern/contract/text';
import { can, fetchRow, type Kernel, list, narrowed, ok, type Route, retrieve } from '@postern/resource';
import { sql } from 'kysely';
import { needNode } from '../nodes/index.ts';
import { inNode } from './asset.filters.ts';

const useCategory = text(
  'Create assets at the address of their category, for example hosts.',
  '请在对应类别的地址下创建资产，例如 hosts。',
  'アセットは種別ごとのアドレス（hosts など）で作成してください。',
);

export const assetRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/assets/assets/',
    name: 'assets.asset.create',
    policy: can('assets.add_asset'),
    handle: async (ctx) => ok({ error: render(useCategory, ctx.language) }, 400),
  },
  {
    method: 'GET',
    path: '/api/v1/assets/assets/:id/platform/',
    name: 'assets.asset.platform',
    shape: { rows: 'platform', view: 'detail' },
    policy: can('assets.view_platform'),
    async handle(ctx, { params, query }) {
      const row = await fetchRow(kernel().byName('asset'), ctx, String(params.id));
      return ok(await retrieve(kernel(), kernel().byName('platform'), ctx, String(row.platform_id), query));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/assets/assets/:id/gateways/',
    name: 'assets.asset.gateways',
    shape: { rows: 'gateway' },
    policy: can('assets.view_gateway'),
    async handle(ctx, request) {
      const { domain_id } = await fetchRow(kernel().byName('asset'), ctx, String(request.params.id));
      const where = domain_id ? sql<boolean>`t.domain_id = ${domain_id}` : sql<boolean>`false`;
      return ok(
        await list(
          kernel(),
          narrowed(kernel().byName('gateway'), () => where),
          ctx,
          request,
        ),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/:id/assets/',
    name: 'assets.node.assets',
    shape: { rows: 'asset' },
    policy: can('assets.view_asset'),
    async handle(ctx, request) {
      const node = await needNode(ctx, String(request.params.id));
      const below = ['1', 'true', 'all'].includes((request.query.all ?? '').toLowerCase());
      const where = await inNode(ctx, node.id, !below);
      const { all: _all, ...query } = request.query;
      return ok(
        await list(
          kernel(),
          narrowed(kernel().byName('asset'), () => where),
          ctx,
          { ...request, query },
        ),
      );
    },
  },
];

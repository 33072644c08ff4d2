import { render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import { dropLeftovers, organisationsToSettle, recount, settleCounts } from './node-counts.ts';

export const RECOUNT = 'nodes.recount';

const mended = text(
  '{organisation}: {amount} counts brought up to date',
  '{organisation}：更新了 {amount} 个计数',
  '{organisation}：{amount} 件の数を更新しました',
);

const organisations = async (ctx: Context): Promise<{ id: string; name: string }[]> =>
  ctx.org.isRoot ? ctx.tx.selectFrom('organizations').select(['id', 'name']).orderBy('id').execute() : [ctx.org];

export const countJobs: readonly Job[] = [
  {
    name: 'nodes.settle-counts',
    schedule: '* * * * *',
    async run(ctx) {
      for (const orgId of await organisationsToSettle(ctx)) await settleCounts(ctx, orgId);
    },
  },
  {
    name: RECOUNT,
    schedule: '40 3 * * *',
    task: { label: text('Recount the assets of all nodes', '重新统计各节点的资产数量', '全ノードのアセット数を数え直す') },
    async run(ctx, _data, output) {
      for (const organisation of await organisations(ctx)) {
        const amount = await recount(ctx, organisation.id);
        output.write(render(mended, ctx.language, { organisation: organisation.name, amount }));
      }
      if (ctx.org.isRoot) await dropLeftovers(ctx);
    },
  },
];

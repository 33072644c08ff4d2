import { text } from '@postern/contract/text';
import type { Job } from '../feature.ts';
import { foldKept, recountKept } from './kept-counts.queries.ts';

export const keptCountJobs: readonly Job[] = [
  { name: 'kept-counts.fold', schedule: '* * * * *', run: async (ctx) => void (await foldKept(ctx)) },
  {
    name: 'kept-counts.recount',
    schedule: '30 3 * * *',
    task: { label: text('Recount assets and accounts', '重新统计资产和账号', 'アセットとアカウントを数え直す') },
    run: async (ctx) => void (await recountKept(ctx)),
  },
];

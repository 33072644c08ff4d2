import { text } from '@postern/contract/text';
import type { Job } from '../feature.ts';
import { fold, recount } from './evidence-counts.queries.ts';

export const countJobs: readonly Job[] = [
  { name: 'evidence.fold-counts', schedule: '* * * * *', run: async (ctx) => void (await fold(ctx)) },
  {
    name: 'evidence.recount',
    schedule: '20 3 * * *',
    task: { label: text('Recount the audit logs', '重新统计审计日志', '監査ログを数え直す') },
    run: async (ctx) => void (await recount(ctx)),
  },
];

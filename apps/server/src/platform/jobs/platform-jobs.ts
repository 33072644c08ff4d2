import { EVIDENCE_FLOOR_DAYS } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { cleanEvidence } from '../audit/chain.ts';
import { removeExpired } from '../auth/session-store.ts';
import { countJobs } from '../evidence-counts/fold.job.ts';
import type { Job } from '../feature.ts';
import { forgetImports } from '../imports/imports.ts';
import { keptCountJobs } from '../kept-counts/kept-counts.job.ts';
import type { Platform } from '../platform.ts';
import { pruneJobs } from '../until-changed/prune.job.ts';

/** What is cleaned, after how many days (transfers by their own feature, with their copies), and what its rows are called in the operation log. */
const CLEANED = [
  { table: 'operate_logs', days: 'OPERATE_LOG_KEEP_DAYS', type: 'operatelog' },
  { table: 'login_logs', days: 'LOGIN_LOG_KEEP_DAYS', type: 'userloginlog' },
  { table: 'activity_logs', days: 'ACTIVITY_LOG_KEEP_DAYS', type: 'activitylog' },
] as const;

/** What the platform cleans up by itself (docs/wire/audits.md#retention). */
export function platformJobs({ systemSettings }: Platform): Job[] {
  return [
    {
      name: 'platform.expire',
      schedule: '*/10 * * * *',
      async run(ctx) {
        await removeExpired(ctx.tx);
        await forgetImports(ctx.tx);
      },
    },
    {
      name: 'platform.retention',
      schedule: '0 2 * * *',
      task: { label: text('Clean up old log records', '清理历史日志', '古いログの整理') },
      async run(ctx, _data, output) {
        for (const { table, days, type } of CLEANED) {
          const gone = await cleanEvidence(ctx.tx, table, Math.max(systemSettings.get(days), EVIDENCE_FLOOR_DAYS));
          for (const { from, to, rows } of gone) {
            output.write(`${table}: -${rows}${to ? ` (${from}–${to})` : ''}`);
            if (rows)
              ctx.audit({
                action: 'delete',
                resourceType: type,
                resourceId: to ? `${from}-${to}` : '',
                resource: to ? `${from}–${to}` : `${rows}`,
              });
          }
        }
      },
    },
    ...countJobs,
    ...keptCountJobs,
    ...pruneJobs,
  ];
}

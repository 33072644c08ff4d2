import { text } from '@postern/contract/text';
import { trimChain } from '../audit/chain.ts';
import { loginChain } from '../audit/login-log.ts';
import { operateChain } from '../audit/operate-log.ts';
import { removeExpired } from '../auth/session-store.ts';
import type { Job } from '../feature.ts';
import { forgetImports } from '../imports/imports.ts';
import type { Platform } from '../platform.ts';

const DAY_MS = 86_400_000;

/** What the platform cleans up by itself (contract/audits.md §4). */
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
        const before = (days: number): Date => new Date(ctx.clock().getTime() - days * DAY_MS);
        const operate = await trimChain(ctx.tx, operateChain, before(systemSettings.get('OPERATE_LOG_KEEP_DAYS')));
        const login = await trimChain(ctx.tx, loginChain, before(systemSettings.get('LOGIN_LOG_KEEP_DAYS')));
        ctx.log.info({ operate, login }, 'old log rows were removed');
        output.write(`operate_logs: -${operate}, login_logs: -${login}`);
      },
    },
  ];
}

import { EVIDENCE_FLOOR_DAYS } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { ElasticError } from './elastic.ts';
import { commandLogs } from './logs.store.ts';
import { cleanLog, keptSessions } from './retention.ts';
import { type ShipDeps, shipTo } from './ship.ts';

const SHIP = 'command-log-ship';
/** Seconds until it looks again, while there are storages of this kind. */
const AGAIN_S = 3;
const DAY_MS = 86_400_000;

const SUBJECT = text('A command storage takes no commands', '命令存储未接收命令', 'コマンドの保存先がコマンドを受け取りません');
const MESSAGE = text(
  '<p>{storage} takes no commands: {reason}. They are kept by the server and sent again.</p>',
  '<p>{storage} 无法接收命令：{reason}。命令已由服务器保留，将重新发送。</p>',
  '<p>{storage} がコマンドを受け取りません：{reason}。コマンドはサーバーに保管し、送り直します。</p>',
);

export interface LogJobDeps {
  platform: Pick<Platform, 'asSystem' | 'outbound' | 'settings' | 'systemSettings' | 'jobs'>;
  tellSubscribers(
    ctx: Context,
    notice: { subject: typeof SUBJECT; message: typeof MESSAGE; params: Record<string, string> },
  ): Promise<void>;
}

/** Takes commands into their storages. Every minute, and again after seconds while there is one. */
const shipJob = ({ platform, tellSubscribers }: LogJobDeps): Job => ({
  name: SHIP,
  schedule: '* * * * *',
  transaction: false,
  async run() {
    const logs = await platform.asSystem('command log', commandLogs);
    if (logs.length === 0) return;
    const warn: ShipDeps['warn'] = (ctx, storage, reason) =>
      tellSubscribers(ctx, { subject: SUBJECT, message: MESSAGE, params: { storage, reason } });
    // One that hangs does not keep the others from theirs.
    await Promise.all(logs.map((log) => shipTo({ platform, warn }, log)));
    await platform.asSystem('command log', async (ctx) => platform.jobs.enqueue(ctx, SHIP, {}, { after: AGAIN_S, once: SHIP }));
  },
});

/** Removes what is older than sessions are kept, after their own retention has run. A storage that does not answer is asked the next night. */
const retentionJob = ({ platform }: LogJobDeps): Job => ({
  name: 'command-log-retention',
  schedule: '30 3 * * *',
  task: { label: text('Clean up old commands in search engines', '清理搜索引擎中的历史命令', '検索エンジンの古いコマンドの整理') },
  transaction: false,
  async run(ctx, _data, output) {
    const days = Math.max(platform.systemSettings.get('TERMINAL_SESSION_KEEP_DURATION'), EVIDENCE_FLOOR_DAYS);
    const before = new Date(ctx.clock().getTime() - days * DAY_MS);
    for (const log of await commandLogs(ctx)) {
      output.signal.throwIfAborted();
      try {
        const { commands, indexes } = await cleanLog(platform, log, before, await keptSessions(ctx, before));
        output.write(`${log.name}: commands: -${commands}, indexes: -${indexes}`);
        if (commands > 0)
          await platform.asSystem('command log', async (own) =>
            own.audit({ action: 'delete', resourceType: 'command', resourceId: '', resource: `${log.name}: ${commands}` }),
          );
      } catch (error) {
        if (!(error instanceof ElasticError)) throw error;
        output.write(`${log.name}: ${error.detail}`);
        ctx.log.warn({ storage: log.id, reason: error.detail }, 'retention could not be done in a command storage');
      }
    }
  },
});

export const logJobs = (deps: LogJobDeps): readonly Job[] => [shipJob(deps), retentionJob(deps)];

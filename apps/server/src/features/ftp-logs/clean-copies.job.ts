import { EVIDENCE_FLOOR_DAYS, type SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Job } from '../../platform/feature.ts';
import type { ReplayStore } from '../sessions/index.ts';
import type { Elsewhere } from '../storages/index.ts';

/** Kept copies go with the rows that they belong to; those are removed by the platform's own cleaning, which runs before. */
export const cleanCopiesJob = (settings: SettingsReader, store: ReplayStore, elsewhere: Elsewhere): Job => ({
  name: 'ftp-logs.clean-copies',
  schedule: '20 2 * * *',
  task: { label: text('Clean up kept files', '清理留存文件', '保存ファイルの整理') },
  async run(ctx, _data, output) {
    const days = Math.max(settings.get('FTP_LOG_KEEP_DAYS'), EVIDENCE_FLOOR_DAYS);
    const oldest = new Date(ctx.clock().getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const away = await elsewhere.leaveOrphans(ctx);
    if (away > 0) output.write(`in storages: -${away}`);
    for (const day of await store.days()) {
      if (day >= oldest) continue;
      await store.removeDay(day);
      output.write(`-${day}`);
      ctx.audit({ action: 'delete', resourceType: 'ftplog', resourceId: '', resource: day });
    }
  },
});

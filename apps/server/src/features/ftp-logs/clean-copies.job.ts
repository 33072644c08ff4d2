import { EVIDENCE_FLOOR_DAYS, type SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { cleanEvidence } from '../../platform/audit/chain.ts';
import { keepDigests } from '../../platform/audit/kept-digests.ts';
import type { Job } from '../../platform/feature.ts';
import type { ReplayStore } from '../sessions/index.ts';
import type { Elsewhere } from '../storages/index.ts';
import { leavingCopies } from './ftp-log.queries.ts';

/** Digests read and written at a time. */
const BATCH = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Keeps what proves the copies of transfers that are about to go (decision 0179). @returns how many */
async function digestsKept(ctx: Context, days: number): Promise<number> {
  let kept = 0;
  let after = BEFORE_ALL;
  while (true) {
    const rows = await leavingCopies(ctx, days, after, BATCH);
    const digests = rows.map(({ filename, size, file_sha256, ...told }) => ({
      ...told,
      ...{ kind: 'file' as const, user_id: '', asset_id: '', account_id: '', protocol: '', date_end: null },
      ...{ name: filename, bytes: size, sha256: file_sha256, chain_links: null, chain_end: null },
    }));
    await keepDigests(ctx.tx, digests, ctx.clock());
    kept += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return kept;
    after = last.id;
  }
}

/**
 * Removes transfers that are older than the setting says, with their copies; digests of the copies stay. Copies go once the rows are gone for good; what a
 * crash left of them goes the next night.
 */
export const cleanCopiesJob = (settings: SettingsReader, store: ReplayStore, elsewhere: Elsewhere): Job => ({
  name: 'ftp-logs.clean-copies',
  schedule: '20 2 * * *',
  task: { label: text('Clean up kept files', '清理留存文件', '保存ファイルの整理') },
  async run(ctx, _data, output) {
    const days = Math.max(settings.get('FTP_LOG_KEEP_DAYS'), EVIDENCE_FLOOR_DAYS);
    const oldest = new Date(ctx.clock().getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const kept = await digestsKept(ctx, days);
    for (const { rows } of await cleanEvidence(ctx.tx, 'ftp_logs', days)) {
      output.write(`ftp_logs: -${rows}, digests kept: ${kept}`);
      if (rows) ctx.audit({ action: 'delete', resourceType: 'ftplog', resourceId: '', resource: `${rows}` });
    }
    const away = await elsewhere.leaveOrphans(ctx);
    if (away > 0) output.write(`in storages: -${away}`);
    const gone = (await store.days()).filter((day) => day < oldest);
    for (const day of gone) {
      output.write(`-${day}`);
      ctx.audit({ action: 'delete', resourceType: 'ftplog', resourceId: '', resource: day });
    }
    ctx.afterCommit(async () => {
      for (const day of gone) await store.removeDay(day);
    });
  },
});

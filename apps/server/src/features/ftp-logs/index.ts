import { parseUuid } from '@postern/contract/ids';
import { eb, resource } from '@postern/resource';
import { tallyOf } from '../../platform/evidence-counts/tally.ts';
import type { Feature } from '../../platform/feature.ts';
import { createKeptStore, createReplayCache, createReplayStore } from '../sessions/index.ts';
import { cleanCopiesJob } from './clean-copies.job.ts';
import { ftpLog, ftpLogRows } from './ftp-log.resource.ts';
import { type FtpLogDeps, ftpLogRoutes } from './ftp-log.routes.ts';

export { ftpLog, ftpLogRows } from './ftp-log.resource.ts';
export { keepPastTransfer } from './past-transfer.ts';

/** Files that were moved in sessions: a row for each, and a copy of those that components hand in. */
export function ftpLogsFeature({ dir, cacheDir, ...given }: Omit<FtpLogDeps, 'store'> & { dir: string; cacheDir: string }): Feature {
  const store = createKeptStore(createReplayStore(dir), given.elsewhere, createReplayCache(cacheDir));
  return {
    resources: [
      resource(ftpLog, {
        rows: ftpLogRows,
        tally: tallyOf({ log: 'ftp_logs', rows: ftpLogRows, column: 'date_start' }),
        // Those of one session, for its page.
        filters: { session_id: (_ctx, value) => eb('t.session_id', '=', parseUuid(value) ?? null) },
      }),
    ],
    routes: ftpLogRoutes({ ...given, store }),
    jobs: [cleanCopiesJob(given.settings, store, given.elsewhere)],
  };
}

import type { Job } from '../../platform/feature.ts';
import { packagePath, picturePath, removeLeftovers } from './package-files.ts';

/** An upload is over long before. */
const UNDER_WAY_MS = 3_600_000;

/** Once a night: files that no application has, as a crash in the middle of an upload leaves them. @param dir folder of the packages */
export const leftoversJob = (dir: string): Job => ({
  name: 'applets.leftovers',
  schedule: '40 2 * * *',
  async run(ctx) {
    const before = new Date(ctx.clock().getTime() - UNDER_WAY_MS);
    const rows = await ctx.tx.selectFrom('applets').select(['id', 'package_sha256 as sum']).execute();
    const kept = new Set(rows.flatMap(({ id, sum }) => [packagePath(id, sum), picturePath(id, sum)]));
    const removed = await removeLeftovers(dir, kept, before);
    if (removed > 0) ctx.log.info({ removed }, 'files of packages that were never taken in were removed');
  },
});

import type { Context } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { startChecks } from './asset-tasks.ts';
import { checkedSince, freshAssets } from './fresh-assets.queries.ts';

const FRESH = 'automations.fresh-assets';
/** Seconds in which new assets of an organisation are collected (docs/wire/assets.md#tests-and-refreshes). */
const COLLECT = 5;
/** Assets are new for so many minutes; more than this many of them are an import, and nobody logs in on thousands of machines unasked. */
const WINDOW = 5;
const MOST = 500;

/** Sees to assets that were just made, a little later and all of an organisation together. */
export const checkNewAssets = (ctx: Context, jobs: Pick<Jobs, 'enqueue'>, orgId: string): void =>
  jobs.enqueue(ctx, FRESH, { org: orgId }, { after: COLLECT, once: orgId });

/**
 * Tests new assets, and gathers their facts, where the platform does that and there is an account to log in with. Those
 * that a run has in hand already are left to it.
 */
export const freshAssetsJob = (jobs: Pick<Jobs, 'enqueue'>): Job => ({
  name: FRESH,
  async run(ctx, { org }) {
    const since = new Date(ctx.clock().getTime() - WINDOW * 60_000);
    const here = inOrganisation(ctx, String(org));
    const fresh = await freshAssets(here, since, MOST + 1);
    if (fresh.length > MOST) return;
    const runs = await checkedSince(here, since);
    const inHand = new Set(runs.map(({ type, id }) => `${type} ${id}`));
    for (const [type, wanted] of [
      ['ping', fresh.filter(({ ping }) => ping)],
      ['gather_facts', fresh.filter(({ facts }) => facts)],
    ] as const) {
      const assets = wanted.filter(({ id }) => !inHand.has(`${type} ${id}`)).map(({ id }) => id);
      if (assets.length > 0) await startChecks(ctx, jobs, type, here.org.id, { assets });
    }
  },
});

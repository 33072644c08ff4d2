import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { startChecks } from './asset-tasks.ts';

const FRESH = 'automations.fresh-assets';
/** Seconds in which new assets of an organisation are collected (docs/wire/assets.md#tests-and-refreshes). */
const COLLECT = 5;
/** Assets are new for so many minutes; more than this many of them are an import, and nobody logs in on thousands of machines unasked. */
const WINDOW = 5;
const MOST = 500;

/** Sees to assets that were just made, a little later and all of an organisation together. */
export const seeToFresh = (ctx: Context, jobs: Pick<Jobs, 'enqueue'>, orgId: string): void =>
  jobs.enqueue(ctx, FRESH, { org: orgId }, { after: COLLECT, once: orgId });

/**
 * Tests new assets, and gathers their facts, where the platform does that and there is an account to log in with. Those
 * that a run has in hand already are left to it.
 */
export const freshAssetsJob = (jobs: Pick<Jobs, 'enqueue'>): Job => ({
  name: FRESH,
  async run(ctx, { org }) {
    const since = new Date(ctx.clock().getTime() - WINDOW * 60_000);
    const { rows } = await sql<{ id: string; ping: boolean; facts: boolean }>`
      select a.id, p.automation->>'ping_enabled' = 'true' as ping, p.automation->>'gather_facts_enabled' = 'true' as facts
      from assets a join platforms p on p.id = a.platform_id
      where a.org_id = ${String(org)} and a.date_updated >= ${since} and a.date_created >= ${since}
        and a.is_active and p.automation->>'ansible_enabled' = 'true'
        and p.category not in ('gpt', 'custom')
        and exists (select 1 from accounts c where c.asset_id = a.id and c.is_active and c.secret is not null)
      order by a.id limit ${MOST + 1}`.execute(ctx.tx);
    if (rows.length > MOST) return;
    const { rows: runs } = await sql<{ type: string; id: string }>`
      select e.type, x.id from automation_executions e cross join jsonb_array_elements_text(e.snapshot->'assets') as x (id)
      where e.org_id = ${String(org)} and e.type in ('ping', 'gather_facts') and e.date_created >= ${since}`.execute(ctx.tx);
    const inHand = new Set(runs.map(({ type, id }) => `${type} ${id}`));
    for (const [type, wanted] of [
      ['ping', rows.filter(({ ping }) => ping)],
      ['gather_facts', rows.filter(({ facts }) => facts)],
    ] as const) {
      const assets = wanted.filter(({ id }) => !inHand.has(`${type} ${id}`)).map(({ id }) => id);
      if (assets.length > 0) await startChecks(ctx, jobs, type, String(org), { assets });
    }
  },
});

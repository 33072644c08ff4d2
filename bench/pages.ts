import { ORG } from '@postern/contract/ids';
import { type Caller, createCaller } from './http-client.ts';
import { interleaved, median, ms, patient, percentile, timed, times } from './measure.ts';
import { ADMIN_PASSWORD, type Product } from './product.ts';
import type { Row } from './report.ts';
import type { World } from './section.ts';
import { replayer, statementsOf } from './sql-log.ts';

export interface Page {
  what: string;
  path: string;
  /** Milliseconds. */
  p50?: number;
  p95?: number;
  /** p50 over that of the same statements through bare `pg`. */
  ratio?: number;
  /** Throws when the answer is not what is meant to be measured. */
  check?: (body: { count?: number; results?: unknown[] } & unknown[]) => boolean;
}

const ROUNDS = 6;
const EACH = 20;
/** Answers slower than this are asked for less often. */
const SLOW_MS = 50;
const EACH_SLOW = 6;
const WARM = 15;

export async function adminCaller(product: Product): Promise<Caller> {
  return createCaller(product, await product.login('admin', ADMIN_PASSWORD), ORG.DEFAULT);
}

/** Measures answers of the API in turns with their own statements run bare. */
export async function measurePages(product: Product, caller: Caller, pages: readonly Page[], say: World['say']): Promise<Row[]> {
  const rows: Row[] = [];
  for (const page of pages) {
    const body = await caller.json<Parameters<NonNullable<Page['check']>>[0]>(page.path);
    if (page.check && !page.check(body))
      throw new Error(`${page.path} does not answer what is measured: ${JSON.stringify(body).slice(0, 300)}`);
    const warm: number[] = [];
    for (let run = 0; run < WARM; run += 1) warm.push(await caller.time(page.path));
    const rounds = { rounds: ROUNDS, each: median(warm) > SLOW_MS ? EACH_SLOW : EACH };
    const statements = await statementsOf(product, () => caller.time(page.path));
    const bare = await replayer(product, statements);
    try {
      const figures = () =>
        interleaved({ product: () => caller.time(page.path), bare: () => timed(bare.run) }, rounds).then((samples) => ({
          p50: median(samples.product),
          p95: percentile(samples.product, 0.95),
          bare: median(samples.bare),
          bare95: percentile(samples.bare, 0.95),
        }));
      const passes = (found: Awaited<ReturnType<typeof figures>>): boolean =>
        (page.p50 === undefined || found.p50 <= page.p50) &&
        (page.p95 === undefined || found.p95 <= page.p95) &&
        (page.ratio === undefined || found.p50 / found.bare <= page.ratio);
      const found = await patient(figures, passes);
      rows.push({
        what: page.what,
        budget: [
          page.ratio === undefined ? '' : `p50 ≤ ${page.ratio}× bare`,
          page.p50 === undefined ? '' : `p50 ≤ ${page.p50} ms`,
          page.p95 === undefined ? '' : `p95 ≤ ${page.p95} ms`,
        ]
          .filter(Boolean)
          .join(', '),
        measured: `p50 ${ms(found.p50)}, p95 ${ms(found.p95)}`,
        baseline: `bare pg, ${statements.length} statements: p50 ${ms(found.bare)}, p95 ${ms(found.bare95)}`,
        ratio: times(found.p50 / found.bare),
        pass: passes(found),
      });
      say(`${page.what}: p50 ${ms(found.p50)}, p95 ${ms(found.p95)}, bare ${ms(found.bare)} (${statements.length} statements)`);
    } finally {
      await bare.close();
    }
  }
  return rows;
}

export const bareNote =
  'Baseline: every statement PostgreSQL logged for one such request (authentication, transaction, count and relations included), with the same parameters, one after the other on one connection through `pg`, nothing else. Samples: 120 each (36 of answers that take more than 50 ms), in six turns, after a warm-up.';

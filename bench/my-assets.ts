import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { clientOf } from '@postern/testkit/client';
import { PASSWORD, PEOPLE } from '@postern/testkit/dataset';
import { grantMany, MANY } from './grant-data.ts';
import { type Caller, createCaller } from './http-client.ts';
import { ms } from './measure.ts';
import { bareNote, measurePages, type Page } from './pages.ts';
import { countsSettled, openDatabase, type Product } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

const BUDGET_MS = 150;
/** At one client. */
const PAGE_P50_MS = 30;
const TREE_P50_MS = 20;
const CHANGE_MS = 2_000;

const filled: Page['check'] = (body) => body.length > 0;
const all: Page['check'] = (body) => body.results?.length === 15 && (body.count ?? 0) >= 100_000;
const some: Page['check'] = (body) => body.results?.length === 15 && (body.count ?? 0) >= 200;

const GRANTED: Readonly<Record<string, string>> = {
  everything: 'granted everything',
  some: 'granted 3 departments, 20 teams, 200 assets, 5 groups',
  many: 'granted 26,200 assets by 1,000 permissions: 2,000 teams, 10,000 single ones',
};

/** What people see of 100,000 assets, 10,000 nodes and 5,000 permissions. */
export const measureMyAssets: Measure = async ({ product, say }) => {
  const running = await product();
  const database = await openDatabase(running);
  try {
    await grantMany(await running.admin(), database);
  } finally {
    await database.end();
  }
  await countsSettled(running);
  const rows: Row[] = [];
  for (const [kind, username] of Object.entries({ ...PEOPLE, many: MANY })) {
    const caller = createCaller(running, await running.login(username, PASSWORD), ORG.DEFAULT);
    const whole = kind === 'everything';
    const who = GRANTED[kind] ?? '';
    try {
      rows.push(
        ...(await measurePages(
          running,
          caller,
          [
            {
              what: `tree, top (${who})`,
              path: addressOf('permsUsers', 'stepWithAssets', 'self'),
              p50: TREE_P50_MS,
              p95: BUDGET_MS,
              check: filled,
            },
            {
              what: 'tree, one step down',
              path: addressOf('permsUsers', 'stepWithAssets', 'self', { key: '1:1' }),
              p50: TREE_P50_MS,
              p95: BUDGET_MS,
            },
            {
              what: 'page of 15 with count',
              path: addressOf('permsUsers', 'assets', 'self', { limit: 15, offset: 0 }),
              p50: PAGE_P50_MS,
              p95: BUDGET_MS,
              check: whole ? all : some,
            },
            {
              what: 'page of a department',
              path: addressOf('permsUsers', 'nodeAssets', 'self', '1:1', { limit: 15, offset: 0 }),
              p95: BUDGET_MS,
            },
            {
              what: 'search in it',
              path: addressOf('permsUsers', 'assets', 'self', { limit: 15, offset: 0, search: 'cache-osaka' }),
              p95: BUDGET_MS,
            },
          ].map((page) => ({ ...page, what: page.what.startsWith('tree, top') ? page.what : `${page.what} (${kind})` })),
          say,
        )),
      );
      if (kind === 'some') rows.push(await measureChange(running, caller));
    } finally {
      caller.close();
    }
  }
  return { rows, notes: [bareNote] };
};

/** From the answer to the administrator's change until the person's list shows it; the slowest of ten. */
async function measureChange(product: Product, caller: Caller): Promise<Row> {
  const { assetPermissions } = clientOf((await product.admin()).inOrg(ORG.DEFAULT));
  const { results } = await assetPermissions.list({ limit: 1, name: `Of ${PEOPLE.some}` });
  const id = results[0]?.id;
  if (!id) throw new Error('The permission to change was not found');
  const count = async () =>
    (await caller.json<{ count: number }>(addressOf('permsUsers', 'assets', 'self', { limit: 1, offset: 0 }))).count;
  const before = await count();
  const delays: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const active = turn % 2 === 1;
    await assetPermissions.partialUpdate(id, { is_active: active });
    const start = performance.now();
    while (((await count()) === before) !== active) {
      if (performance.now() - start > 10 * CHANGE_MS) throw new Error('The change never showed');
      await wait(5);
    }
    delays.push(performance.now() - start);
  }
  const slowest = Math.max(...delays);
  return {
    what: 'a permission change shows',
    budget: `≤ ${CHANGE_MS / 1000} s`,
    measured: `slowest of ${delays.length}: ${ms(slowest)}`,
    baseline: 'the next request asks whether anything has changed',
    ratio: '–',
    pass: slowest <= CHANGE_MS,
  };
}

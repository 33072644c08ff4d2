import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { clientOf } from '@postern/testkit/client';
import type pg from 'pg';
import { type Caller, createCaller } from './http-client.ts';
import { ms, patient, percentile, timed, times } from './measure.ts';
import { ADMIN_PASSWORD, openDatabase, type Product } from './product.ts';
import type { Measure } from './section.ts';

/** One account on many assets at once (docs/wire/accounts.md#an-account-on-many-assets), and what others feel of it meanwhile. */

/** As many as one request takes. */
const ASSETS = 5_000;
const LIST = addressOf('assets', 'list', { display: 1, draw: 1, limit: 15, offset: 0 });
const SAMPLES = 60;
/** Rows a second that a budget of this size needs, and how much slower a list may be while it is used. */
const BUDGET = 500;
const SLOWER = 4;
const USERNAME = 'bench-bulk';

async function create(product: Product, ids: readonly string[]): Promise<void> {
  const admin = clientOf((await product.admin()).inOrg(ORG.DEFAULT));
  const asked = { assets: ids, username: USERNAME, name: USERNAME, secret: 'Bench-secret-1' };
  const answer = await admin.accounts.bulk(asked);
  const made = answer.filter(({ state }) => state === 'created').length;
  if (made !== ids.length) throw new Error(`Only ${made} of ${ids.length} accounts: ${JSON.stringify(answer).slice(0, 300)}`);
}

/** The same rows and their history, as SQL alone would write them: the secret is encrypted already, nothing is checked or audited. */
async function bare(client: pg.Client, ids: readonly string[], encrypted: string): Promise<void> {
  await client.query(
    `with made as (
        insert into accounts (id, org_id, name, username, asset_id, secret, secret_type, created_by, date_created, date_updated)
        select gen_random_uuid(), $2, $3, $3, x, $4, 'password', 'Bench', now(), now() from unnest($1::uuid[]) x returning id, secret, secret_type, version)
       insert into accounts_history (account_id, secret, secret_type, version, history_date) select id, secret, secret_type, version, now() from made`,
    [ids, ORG.DEFAULT, USERNAME, encrypted],
  );
}

const clear = (client: pg.Client): Promise<unknown> => client.query('delete from accounts where username = $1', [USERNAME]);

/** Times of a list, one after the other, for as long as something else runs. */
async function whileRunning(caller: Caller, work: () => Promise<unknown>): Promise<{ took: number; list: number[] }> {
  const list: number[] = [];
  let running = true;
  const others = (async () => {
    while (running) list.push(await caller.time(LIST));
  })();
  const took = await timed(work).finally(() => {
    running = false;
  });
  await others;
  return { took, list };
}

export const measureBulkAccounts: Measure = async ({ product, say }) => {
  const running = await product();
  const client = await openDatabase(running);
  const caller = createCaller(running, await running.login('admin', ADMIN_PASSWORD), ORG.DEFAULT);
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from assets where org_id = $1 and protocols @> '[{"name": "ssh"}]' order by id limit ${ASSETS}`,
      [ORG.DEFAULT],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length < ASSETS) throw new Error(`Only ${ids.length} assets`);
    await create(running, ids.slice(0, 10));
    const { rows: encrypted } = await client.query<{ secret: string }>('select secret from accounts where username = $1 limit 1', [
      USERNAME,
    ]);
    await clear(client);
    for (let warm = 0; warm < 40; warm += 1) await caller.time(LIST);
    const measure = async () => {
      const idle: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) idle.push(await caller.time(LIST));
      const plain = await timed(() => bare(client, ids, encrypted[0]?.secret ?? ''));
      await clear(client);
      const busy = await whileRunning(caller, () => create(running, ids));
      await clear(client);
      const alone = await timed(() => create(running, ids));
      await clear(client);
      const figures = {
        plain,
        alone,
        busy: busy.took,
        idle: percentile(idle, 0.95),
        list: percentile(busy.list, 0.95),
        samples: busy.list.length,
      };
      say(`  ${JSON.stringify(figures)}`);
      return figures;
    };
    const perSecond = (milliseconds: number): number => (ASSETS / milliseconds) * 1_000;
    const speed = (milliseconds: number): string => `${Math.round(perSecond(milliseconds)).toLocaleString('en')} rows/s`;
    const found = await patient(measure, ({ alone, idle, list }) => perSecond(alone) >= BUDGET && list / idle <= SLOWER);
    return {
      rows: [
        {
          what: `one account on ${ASSETS.toLocaleString('en')} assets`,
          budget: `≥ ${BUDGET} rows/s`,
          measured: `${speed(found.alone)}; ${speed(found.busy)} while a list is asked for`,
          baseline: `the same rows and their history in SQL alone: ${speed(found.plain)}`,
          ratio: times(found.alone / found.plain),
          pass: perSecond(found.alone) >= BUDGET,
        },
        {
          what: 'first page of 15 of 100,000 assets meanwhile',
          budget: `p95 ≤ ${SLOWER}× idle`,
          measured: `p95 ${ms(found.list)} (${found.samples} in a row)`,
          baseline: `idle: p95 ${ms(found.idle)}`,
          ratio: times(found.list / found.idle),
          pass: found.list / found.idle <= SLOWER,
        },
      ],
      notes: [
        'One request. Each account is checked, encrypted, written with its history and has its audit event; all of it is stored or nothing.',
      ],
    };
  } finally {
    caller.close();
    await client.end();
  }
};

import { ORG } from '@postern/contract/ids';
import { AMOUNTS, type Amounts, fillDataset, grant, PASSWORD } from '@postern/testkit/dataset';
import { createUser } from '@postern/testkit/factories';
import type pg from 'pg';
import { type EvidenceAmounts, fillLogs } from './audit-data.ts';
import { countsSettled, type Product, startProduct, withDatabase } from './product.ts';
import type { World } from './section.ts';
import { fillTickets } from './ticket-data.ts';

/** An installation as issue reports describe one: much of everything that lists are made of, and what its people left behind. */
export interface Estate extends Amounts {
  evidence: EvidenceAmounts;
  tickets: number;
}

/** A folder whose data stays: filled by the first run, found there by the next ones. The million has one of its own beside it. */
const KEPT = process.env.ESTATE_DATA;

/** Somebody who is granted a good part of it: whole departments, and single assets up to this number. */
export const PERSON = 'bench-estate';
export const GRANTED = 28_255;
const GRANTED_DEPARTMENTS = 25;

/** Ids of rows follow from their numbers (`packages/testkit/src/dataset.ts`). */
const idOf = (table: string, number: number): string => `${table}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
export const DEPARTMENT = idOf('be000001', 5);
export const ASSET = idOf('be000005', 54_320);

/** With the people who are measured, and the administrator, there are 500 people and 1,000 permissions. */
export const ESTATE: Estate = {
  ...AMOUNTS,
  assets: 100_000,
  categories: ['host'],
  onSecondNode: 9_000,
  accounts: 20_000,
  nodes: 1_000,
  departments: 100,
  permissions: 997,
  users: 496,
  evidence: { sessions: 100_000, commands: 1_000_000, days: 200 },
  tickets: 10_000,
};

/** Ten times the assets on ten times the nodes; a department is as large as before. */
export const MILLION: Estate = {
  ...ESTATE,
  assets: 1_000_000,
  onSecondNode: 90_000,
  accounts: 100_000,
  nodes: 10_000,
  departments: 1_000,
  evidence: { sessions: 1_000_000, commands: 10_000_000, days: 200 },
  tickets: 100_000,
};

/** The product with an estate in it: the kept one where there is one. */
export async function startEstate(say: World['say'], estate: Estate = ESTATE): Promise<Product> {
  const folder = KEPT && `${KEPT}-${estate.assets}`;
  say(`Starting the product with ${estate.assets.toLocaleString('en')} assets`);
  const product = await startProduct({ collectable: true, ...(folder ? { dataDir: folder } : {}) });
  try {
    await withDatabase(product, async (client) => {
      if (!(await isFilled(client, estate))) await fillEstate(product, client, estate, say);
    });
    await countsSettled(product);
    return product;
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function isFilled(client: pg.Client, { assets }: Estate): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from assets');
  return (rows[0]?.n ?? 0) >= assets;
}

async function fillEstate(product: Product, client: pg.Client, estate: Estate, say: World['say']): Promise<void> {
  const started = performance.now();
  const admin = await product.admin();
  await fillDataset(admin, client, estate);
  await createUser(admin.inOrg(ORG.DEFAULT), { username: PERSON, password: PASSWORD });
  const departments = `select id from nodes where org_id = $1 and parent_key = '1' order by key limit ${GRANTED_DEPARTMENTS}`;
  const below = `select an.asset_id from asset_nodes an join nodes n on n.id = an.node_id
    where n.id in (${departments}) or n.parent_key in (select key from nodes where id in (${departments}))`;
  await grant(
    client,
    PERSON,
    departments,
    `select id from assets where org_id = $1 and id not in (${below}) order by id
     limit (select ${GRANTED} - count(distinct x.asset_id) from (${below}) x)`,
  );
  say(`assets and people: ${Math.round((performance.now() - started) / 1000)} s`);
  await fillLogs(client, estate.evidence, say);
  await fillTickets(client, estate.tickets, say);
  await client.query('vacuum analyze');
}

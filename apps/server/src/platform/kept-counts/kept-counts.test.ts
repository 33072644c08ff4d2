import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ownerOfFile, serverOfFile } from '../../../test/harness.ts';
import { foldKept, recountKept } from './kept-counts.queries.ts';

/** Lists of assets and accounts say how long they are without counting: as long as counting would say, to the row (decision 0156). */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const other = forThisFile(() => createOrganisation(admin));
const owner = ownerOfFile(server);

const LISTS: Readonly<Record<string, string>> = {
  'assets/assets/': 'from assets t where true',
  'accounts/accounts/': 'from accounts t where true',
  'assets/gateways/': `from assets t join platforms p on p.id = t.platform_id where p.name = 'Gateway'`,
  ...Object.fromEntries(
    ['host', 'device', 'database', 'web', 'cloud', 'custom'].map((category) => [
      `assets/${category}s/`,
      `from assets t join platforms p on p.id = t.platform_id where p.category = '${category}'`,
    ]),
  ),
};

async function sameAsCounted(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const org of [ORG.DEFAULT, other.id, ORG.ROOT])
    for (const [path, rows] of Object.entries(LISTS)) {
      const { body } = await admin.inOrg(org).get<Json>(path, { query: { limit: 1 } });
      const counted = await sql<{ n: number }>`select count(*)::int as n ${sql.raw(rows)}
        ${org === ORG.ROOT ? sql`` : sql`and t.org_id = ${org}`}`.execute(server.db);
      expect([path, org, body.count]).toEqual([path, org, counted.rows[0]?.n]);
      found[`${path}${org === ORG.ROOT ? 'root' : org === other.id ? 'there' : ''}`] = counted.rows[0]?.n ?? 0;
    }
  return found;
}

const platform = async (name: string): Promise<number> =>
  (await server.db.selectFrom('platforms').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const fold = () => server.db.transaction().execute(async (tx) => void (await foldKept({ tx } as never)));

test('single writes, many at once, a change of platform and of category, deletion: every list says its number', async () => {
  const hosts = [await createHost(admin), await createHost(admin), await createHost(admin)];
  await createHost(admin.inOrg(other.id));
  await createAccount(admin, String(hosts[0]?.id));
  const many = Array.from({ length: 7 }, () => ({ name: uniqueName('db'), address: '192.0.2.9', platform: { pk: 17 }, db_name: 'x' }));
  const mysql = await platform('MySQL');
  const made = await admin.post<Json[]>('assets/databases/', many.map((one) => ({ ...one, platform: { pk: mysql } })) as never);
  expect(made.status).toBe(201);
  expect(await sameAsCounted()).toMatchObject({ 'assets/databases/': 7, 'accounts/accounts/': 1, 'assets/hosts/there': 1 });

  // To another platform of the same category, and its gateways with it.
  const changed = await admin.patch(`assets/hosts/${hosts[1]?.id}/`, { platform: { pk: await platform('Gateway') } });
  expect([changed.status, (await sameAsCounted())['assets/gateways/']]).toEqual([200, 1]);

  expect((await admin.delete(`assets/databases/${made.body[0]?.id}/`)).status).toBe(204);
  expect((await admin.delete(`assets/hosts/${hosts[0]?.id}/`)).status).toBe(204);
  expect(await sameAsCounted()).toMatchObject({ 'assets/databases/': 6, 'accounts/accounts/': 0 });
});

test('sums are made of many changes by a job, and nobody reads another number meanwhile', async () => {
  await fold();
  const before = await sameAsCounted();
  const reading = Promise.all(
    Array.from({ length: 5 }, async () => (await admin.get<Json>('assets/hosts/', { query: { limit: 1 } })).body.count),
  );
  await fold();
  expect(await reading).toEqual(Array.from({ length: 5 }, () => before['assets/hosts/']));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from kept_counts where not folded`.execute(server.db);
  expect(rows[0]?.n).toBe(0);
  await createHost(admin);
  expect((await sameAsCounted())['assets/hosts/']).toBe((before['assets/hosts/'] ?? 0) + 1);
});

test('what is undone was never counted; what went past the triggers is counted anew', async () => {
  const before = await sameAsCounted();
  const twice = { name: uniqueName('twin'), address: '192.0.2.7', platform: { pk: 1 } };
  expect((await admin.post('assets/hosts/', [twice, twice] as never)).status).toBe(400);
  expect(await sameAsCounted()).toEqual(before);
  await owner.query('delete from kept_counts');
  expect((await admin.get<Json>('assets/hosts/', { query: { limit: 1 } })).body.count).toBe(0);
  await recountKept({ tx: server.db } as never);
  expect(await sameAsCounted()).toEqual(before);
});

test('the category of an asset is that of its platform, whoever writes either', async () => {
  const custom =
    await owner.query(`insert into platforms (name, category, type, charset, protocols, automation, comment, internal, domain_enabled, su_enabled)
    select 'Turning', 'web', 'website', charset, protocols, automation, '', false, false, false from platforms where id = 1 returning id`);
  const id = custom.rows[0].id as number;
  const { id: host } = await createHost(admin);
  const categories = async () => (await owner.query('select category from assets where id = $1', [host])).rows[0].category;
  await owner.query('update assets set platform_id = $1 where id = $2', [id, host]);
  expect(await categories()).toBe('web');
  await owner.query(`update platforms set category = 'device' where id = $1`, [id]);
  expect(await categories()).toBe('device');
  await owner.query(`update assets set category = 'host' where id = $1`, [host]);
  expect(await categories()).toBe('device');
  await sameAsCounted();
});

import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createOrganisation } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ownerOfFile, serverOfFile } from '../../../test/harness.ts';
import { fold, recount } from './evidence-counts.queries.ts';

/** Lists of logs say how long they are without counting them: as long as counting would say, to the row (decision 0106). */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const other = forThisFile(() => createOrganisation(admin));
const owner = ownerOfFile(server);

const START = Date.UTC(2026, 2, 3, 9, 50);
/** A row every seven minutes and a bit, over three hours of the clock, in two organisations in turns. */
const TIMES = Array.from({ length: 24 }, (_, at) => ({ at: new Date(START + at * 437_000), there: at % 3 === 2 }));

async function write(rows: typeof TIMES): Promise<void> {
  for (const { at, there } of rows) {
    const org_id = there ? other.id : ORG.DEFAULT;
    const person = { user: 'Mei(mei)', asset: 'db-01', account: 'root' };
    await server.db
      .insertInto('commands')
      .values({ id: randomUUID(), org_id, ...person, session: 's', input: 'ls', timestamp: Math.floor(at.getTime() / 1000) })
      .execute();
    const session = { id: randomUUID(), org_id, ...person, account_id: '', protocol: 'ssh', date_start: at };
    await server.db
      .insertInto('sessions')
      .values({ ...session, is_finished: at.getMinutes() % 2 === 0 })
      .execute();
  }
}

const LISTS = { 'terminal/commands/': 'timestamp', 'terminal/sessions/': 'date_start' } as const;

async function sameAsCounted(): Promise<void> {
  // At the edge of an hour, in the middle of two, and beyond all.
  const moments = [undefined, START + 437_000, START + 600_000, START + 5_000_000, START + 90_000_000];
  for (const [path, column] of Object.entries(LISTS))
    for (const [at, since] of moments.entries())
      for (const until of [undefined, ...moments.slice(Math.max(at, 1))])
        for (const org of [ORG.DEFAULT, other.id, ORG.ROOT])
          for (const past of path.includes('sessions') ? [undefined, '1', '0'] : [undefined]) {
            const query = {
              limit: 1,
              ...(since ? { date_from: new Date(since).toISOString() } : {}),
              ...(until ? { date_to: new Date(until).toISOString() } : {}),
              ...(past ? { is_finished: past } : {}),
            };
            const { body } = await admin.inOrg(org).get<Json>(path, { query });
            const time = (moment: number) => (column === 'timestamp' ? Math.floor(moment / 1000) : new Date(moment));
            const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(path.split('/')[1] ?? '')} where true
              ${org === ORG.ROOT ? sql`` : sql`and org_id = ${org}`} ${past ? sql`and is_finished = ${past === '1'}` : sql``}
              ${since ? sql`and ${sql.ref(column)} >= ${time(since)}` : sql``} ${until ? sql`and ${sql.ref(column)} <= ${time(until)}` : sql``}`.execute(
              server.db,
            );
            expect([path, query, org, body.count]).toEqual([path, query, org, rows[0]?.n]);
          }
}

test('a list says how long it is as counting would, between any two moments, before and after sums are made of sums', async () => {
  await write(TIMES.slice(0, 16));
  await sameAsCounted();
  await server.db.transaction().execute(async (tx) => void (await fold({ tx } as never)));
  const { rows } = await sql<{
    n: number;
    sums: number;
  }>`select sum(n)::int as n, count(*)::int as sums from evidence_counts where log = 'commands'`.execute(server.db);
  expect(rows[0]?.n).toBe(16);
  expect(rows[0]?.sums).toBeLessThan(8);
  await write(TIMES.slice(16));
  await sameAsCounted();
  await fold({ tx: server.db } as never);
  await sameAsCounted();
});

test('where fields or words narrow a log it is counted as far as ten thousand, and then there are more', async () => {
  await server.db.transaction().execute(async (tx) => {
    await sql`insert into commands (id, org_id, "user", asset, account, session, input, "timestamp")
      select gen_random_uuid(), ${ORG.DEFAULT}, 'Bo(bo)', 'many', 'root', 's', 'uptime', 1600000000 + i from generate_series(1, 10002) i`.execute(
      tx,
    );
  });
  const page = async (query: Json) =>
    (await admin.get<Json>('terminal/commands/', { query: { limit: 2, count: 'capped', ...query } })).body;
  expect(await page({ asset: 'many' })).toMatchObject({ count: 10_000, count_capped: true, next: expect.stringContaining('offset=2') });
  expect(await page({ search: 'uptime' })).toMatchObject({ count: 10_000, count_capped: true });
  // Pages go on behind what was counted, to the last row and no further.
  expect(await page({ asset: 'many', offset: 9_999 })).toMatchObject({ results: [{}, {}], next: expect.stringContaining('offset=10001') });
  expect(await page({ asset: 'many', offset: 10_001 })).toMatchObject({ results: [{ timestamp: 1_600_000_001 }], next: null });
  const exact = await page({ asset: 'many', date_to: '2020-09-13T12:30:00Z' });
  expect([exact.count, exact.count_capped]).toEqual([200, undefined]);
  // Whoever does not ask so is told how many there are.
  expect(await page({ asset: 'many', count: '' })).toMatchObject({ count: 10_002 });
  expect((await page({ asset: 'many', count: '' })).count_capped).toBeUndefined();
  // Unnarrowed it is as long as it is.
  expect((await page({})).count).toBeGreaterThan(10_002);
});

test('what retention removes is counted no more, and a recount says the same', async () => {
  await owner.query(`select set_config('postern.retention', 'on', false)`);
  await owner.query(`delete from commands where "timestamp" < $1`, [Math.floor(START / 1000) + 3_000]);
  await sameAsCounted();
  await fold({ tx: server.db } as never);
  await sameAsCounted();
  // A table that was restored past its triggers.
  await owner.query('delete from evidence_counts');
  await recount({ tx: server.db } as never);
  await sameAsCounted();
});

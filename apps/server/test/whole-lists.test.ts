import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createOrganisation } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** Lists that somebody asks for without a limit: all of it, however much, and the same as by pages. */

const ROWS = 1_203;
let elsewhere: string;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  elsewhere = (await createOrganisation(admin)).id;
  await admin.get('assets/nodes/children/tree/');
  for (const [org, rows] of [
    [ORG.DEFAULT, ROWS],
    [elsewhere, 3],
  ] as const)
    await sql`insert into assets (id, org_id, name, address, platform_id, protocols)
      select gen_random_uuid(), ${org}, 'web-' || lpad(i::text, 5, '0'), '192.0.2.1', 1, '[]' from generate_series(1, ${rows}::int) i`.execute(
      server.db,
    );
});

async function byPages(path: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let offset = 0; ; offset += 100) {
    const { body } = await admin.get<{ results: Json[] }>(path, { query: { limit: 100, offset } });
    if (body.results.length === 0) return found;
    found.push(...body.results);
  }
}

test('a long list is the same as its pages, in their order, and JSON of one organisation', async () => {
  const answer = await admin.get<Json[]>('assets/hosts/');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.body).toHaveLength(ROWS);
  expect(answer.body).toEqual(await byPages('assets/hosts/'));
  expect((await admin.inOrg(elsewhere).get<Json[]>('assets/hosts/')).body).toHaveLength(3);
  const falling = (await admin.get<Json[]>('assets/hosts/', { query: { order: '-name' } })).body;
  expect([falling[0]?.name, falling.at(-1)?.name]).toEqual(['web-01203', 'web-00001']);
});

test('it is narrowed and cut as any other', async () => {
  expect((await admin.get<Json[]>('assets/hosts/', { query: { search: 'web-01' } })).body).toHaveLength(204);
  const few = (await admin.get<Json[]>('assets/assets/', { query: { fields: 'id,name' } })).body;
  expect([few.length, Object.keys(few[700] ?? {})]).toEqual([ROWS, ['id', 'name']]);
  expect((await admin.get('assets/databases/')).body).toEqual([]);
});

test('more than anybody reads in one piece is refused, with what to do', async () => {
  await sql`insert into commands (id, org_id, "user", asset, account, session, input, "timestamp")
    select gen_random_uuid(), ${ORG.DEFAULT}, 'Bo(bo)', 'many', 'root', 's', 'uptime', 1600000000 + i from generate_series(1, 200001) i`.execute(
    server.db,
  );
  const answer = await admin.get<Json>('terminal/commands/');
  expect([answer.status, answer.body.error ?? answer.body.detail ?? answer.body.msg]).toEqual([
    400,
    'A list without a limit has at most 200000 rows. Ask for pages, with limit and offset.',
  ]);
  expect((await admin.get<Json>('terminal/commands/', { query: { limit: 1 } })).body.count).toBe(200_001);
});

test('rows that go while it is written are left out, and what is written stays a list', async () => {
  const asked = admin.get<Json[]>('assets/hosts/');
  await server.db.deleteFrom('assets').where('name', '>', 'web-01100').execute();
  const { status, body } = await asked;
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThanOrEqual(1_100);
  expect(body.length).toBeLessThanOrEqual(ROWS);
});

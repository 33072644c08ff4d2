import { ORG } from '@postern/contract/ids';
import type { Page } from '@postern/contract/wire';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** `count_by`: how many rows of a list each choice of a field has. */

let elsewhere: string;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  elsewhere = (await createOrganisation(admin)).id;
  for (const [org, platform, rows] of [
    [ORG.DEFAULT, 1, 5],
    [elsewhere, 1, 3],
  ] as const)
    await sql`insert into assets (id, org_id, name, address, platform_id, protocols, is_active)
      select gen_random_uuid(), ${org}, 'web-' || i, '192.0.2.1', ${platform}, '[]', i > 2 from generate_series(1, ${rows}::int) i`.execute(
      server.db,
    );
});

const numbers = ({ counts = [] }: Page<Json>) =>
  Object.fromEntries(counts.filter(({ count }) => count > 0).map((one) => [one.value, one.count]));
const counted = async (api: Api, path: string, query: Record<string, string>) => {
  const { status, body } = await api.get<Page<Json>>(path, { query: { ...query, limit: 1 } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test('each choice has its number, zero included, and no row is answered', async () => {
  const body = await counted(admin, 'assets/hosts/', { count_by: 'is_active' });
  expect(body).toEqual({
    count: 5,
    next: null,
    previous: null,
    results: [],
    counts: [
      { value: 'true', count: 3 },
      { value: 'false', count: 2 },
    ],
  });
});

test('all other conditions hold, and none on the field itself', async () => {
  expect(numbers(await counted(admin, 'assets/hosts/', { count_by: 'is_active', search: 'web-1' }))).toEqual({ false: 1 });
  expect(numbers(await counted(admin, 'assets/hosts/', { count_by: 'is_active', is_active: 'true' }))).toEqual({ true: 3, false: 2 });
});

test('every number is that of the list with this filter, for every field that has choices', async () => {
  const metadata = await admin.options<{ actions: { GET: Record<string, Json> } }>('users/users/');
  const fields = Object.entries(metadata.body.actions.GET).filter(
    ([, info]) => info.filter && (info.type === 'boolean' || ['choice', 'labeled_choice'].includes(String(info.type))),
  );
  expect(fields.length).toBeGreaterThan(2);
  await createUser(admin);
  for (const [field] of fields) {
    const { counts = [] } = await counted(admin, 'users/users/', { count_by: field });
    expect(counts.length, field).toBeGreaterThan(1);
    for (const { value, count } of counts)
      expect([field, value, (await counted(admin, 'users/users/', { [field]: value })).count]).toEqual([field, value, count]);
  }
});

describe('what it does not tell', () => {
  test('another organisation has its own numbers', async () => {
    expect(numbers(await counted(admin.inOrg(elsewhere), 'assets/hosts/', { count_by: 'is_active' }))).toEqual({ true: 1, false: 2 });
  });

  test('a person is told of no row that their list has not', async () => {
    const person = await server.as((await createUser(admin)).username);
    expect((await person.get('assets/hosts/', { query: { count_by: 'is_active' } })).status).toBe(403);
    const [mine, all] = await Promise.all([person, admin].map((api) => counted(api, 'settings/saved-views/', {})));
    expect(mine?.count).toBe(all?.count);
    const tickets = await counted(person, 'tickets/tickets/', { count_by: 'type' });
    expect(tickets.count).toBe((await counted(person, 'tickets/tickets/', {})).count);
  });

  test.each(['password', 'no_such_field', 'name', 'constructor', '__proto__', 'comment', 'is_active,name'])(
    'by %s nothing is counted, in the same words',
    async (field) => {
      const { status, body } = await admin.get('users/users/', { query: { count_by: field } });
      expect([status, Object.keys(body as object)]).toEqual([400, ['count_by']]);
    },
  );

  test('suggestions, exports and one object count nothing', async () => {
    const { body } = await admin.get('users/users/suggestions/', { query: { count_by: 'source' } });
    expect(Array.isArray(body)).toBe(true);
  });
});

test('where there are too many rows the numbers are of the first ones, and it says so', async () => {
  await sql`insert into commands (id, org_id, "user", asset, account, session, input, risk_level, "timestamp")
    select gen_random_uuid(), ${ORG.DEFAULT}, 'Bo(bo)', 'many', 'root', 's', 'uptime', 0, 1600000000 + i from generate_series(1, 10001) i`.execute(
    server.db,
  );
  const { count, count_capped, counts } = await counted(admin, 'terminal/commands/', { count_by: 'risk_level' });
  expect([count, count_capped, counts?.find(({ value }) => value === '0')?.count]).toEqual([10_000, true, 10_000]);
});

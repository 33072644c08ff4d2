import type { Json } from '@postern/testkit/api';
import { createPermission } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accessReviewsOfFile, LINES, OWN_LINES, REVIEWS } from '../../../test/access-reviews-world.ts';

/** A review of ten thousand lines: it opens, is read by pages, decided, ended and taken away, and nothing of it grows with what it holds beside its answers. */

const PEOPLE = 1_000;
const PERMISSIONS = 10;
const ALL = PEOPLE * PERMISSIONS;
/** Lines of one decision, and rows of one page. */
const AT_ONCE = 500;
const PAGE = 100;
/** Bytes that the process may take more than before; a review held whole in several places would not do. */
const MEMORY = 400 * 2 ** 20;

const world = accessReviewsOfFile();
const ren = forThisFile(() => world.person());

async function fill(): Promise<Json[]> {
  const permissions: Json[] = [];
  for (let n = 0; n < PERMISSIONS; n += 1) permissions.push(await createPermission(world.admin, {}));
  await sql`insert into users (id, name, username, email, from_outside)
    select gen_random_uuid(), 'many-' || n, 'many-' || n, 'many-' || n || '@example.com', false from generate_series(1, ${PEOPLE}) n`.execute(
    world.server.db,
  );
  await sql`insert into asset_permission_users (permission_id, user_id)
    select p.id, u.id from unnest(${permissions.map(({ id }) => id)}::uuid[]) p(id), users u where u.username like 'many-%'`.execute(
    world.server.db,
  );
  return permissions;
}

/** Ids of the lines of a review as those who decide page through them. */
async function pagedIds(review: Json): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; offset < ALL; offset += PAGE) {
    const { status, body } = await ren.api.get<Json>(`${OWN_LINES}?review=${review.id}&limit=${PAGE}&offset=${offset}`);
    expect([status, body.count, body.results.length]).toEqual([200, ALL, PAGE]);
    ids.push(...body.results.map((one: Json) => one.id));
  }
  return ids;
}

test('opens, pages, is decided, ended and taken away in bounded memory', { timeout: 600_000 }, async () => {
  const permissions = await fill();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  try {
    const review = await world.review(permissions, [ren]);
    expect(review).toMatchObject({ state: { value: 'open' }, progress: { all: ALL, undecided: ALL } });
    const ids = await pagedIds(review);
    expect(new Set(ids).size).toBe(ALL);
    const revoked = new Set(ids.slice(0, AT_ONCE));
    for (let from = 0; from < ALL; from += AT_ONCE) {
      const lines = ids.slice(from, from + AT_ONCE).map((id) => ({ id }));
      const { status, body } = await world.decide(ren, review, lines, from === 0 ? 'revoke' : 'keep');
      expect([status, body.decided]).toEqual([200, AT_ONCE]);
    }
    await world.due(review);
    const ended = (await world.admin.get<Json>(`${REVIEWS}${review.id}/`)).body;
    expect(ended.progress).toMatchObject({ all: ALL, undecided: 0, keep: ALL - AT_ONCE, revoke: AT_ONCE });
    const left = await sql<{ n: number }>`select count(*)::int as n from asset_permission_users x
      where x.permission_id = any(${permissions.map(({ id }) => id)}::uuid[])`.execute(world.server.db);
    expect(left.rows[0]?.n).toBe(ALL - AT_ONCE);

    const evidence = (await world.admin.get<Json>(`${REVIEWS}${review.id}/evidence/`)).body;
    expect(evidence.lines).toHaveLength(ALL);
    const done = evidence.lines.filter((one: Json) => one.outcome === 'revoked').map((one: Json) => one.id);
    expect(new Set(done)).toEqual(revoked);
    const csv = (await world.admin.get<string>(`${LINES}?review=${review.id}&format=csv`)).body;
    expect(csv.trimEnd().split('\n')).toHaveLength(ALL + 1);
    const xlsx = await world.admin.get<string>(`${LINES}?review=${review.id}&format=xlsx`);
    expect([xlsx.status, String(xlsx.body).slice(0, 2)]).toEqual([200, 'PK']);
  } finally {
    clearInterval(watch);
  }
  expect(most - before).toBeLessThan(MEMORY);
});

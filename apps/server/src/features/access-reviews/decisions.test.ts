import type { Json } from '@postern/testkit/api';
import { createPermission } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accessReviewsOfFile, LINES, REVIEWS, refusal } from '../../../test/access-reviews-world.ts';

/** What is decided in reviews of access, and what comes of it. */

const world = accessReviewsOfFile();
const { person } = world;
const ren = forThisFile(() => person());
const rio = forThisFile(() => person());

const called = ({ username }: { username: string }): string => `${username}(${username})`;
const read = async ({ id }: Json): Promise<Json> => (await world.admin.get<Json>(`${REVIEWS}${id}/`)).body;
const line = async (review: Json): Promise<Json> => (await world.lines(review))[0] ?? {};
const ends = (review: Json, body: Json = {}) => world.admin.post<Json>(`${REVIEWS}${review.id}/end/`, body);
/** Events of the operation log about something, the first first. */
const events = async (resourceId: string): Promise<Json[]> =>
  (await sql<Json>`select * from operate_logs where resource_id = ${resourceId} order by seq`.execute(world.server.db)).rows;

/** Somebody with a machine of their own, and a review of it. */
async function one(more: Json = {}) {
  const mia = await person();
  const { permission, host } = await world.grant({ users: [mia] });
  const review = await world.review([permission], [ren, rio], more);
  return { mia, permission, host, review };
}

describe('a decision', () => {
  test('is changed by whoever made it until the review ends, and each leaves one event', async () => {
    const { review } = await one();
    const mine = await world.lines(review, ren);
    expect((await world.decide(ren, review, mine, 'revoke', { comment: 'left the team' })).body).toEqual({ decided: 1 });
    expect(await line(review)).toMatchObject({ decision: { value: 'revoke' }, decided_by: called(ren), comment: 'left the team' });
    expect((await world.decide(ren, review, mine, 'keep')).status).toBe(200);
    expect((await world.decide(ren, review, mine, 'undecided')).status).toBe(200);
    expect(await line(review)).toMatchObject({ decision: { value: 'undecided' }, decided_by: '', date_decided: null });
    expect((await world.decide(ren, review, mine, 'keep')).status).toBe(200);
    const told = await events(mine[0]?.id);
    expect(told).toHaveLength(4);
    expect(JSON.stringify(told[0]?.diff)).toContain('revoke');
    expect((await ends(review)).status).toBe(204);
    expect(refusal(await world.decide(ren, review, mine, 'revoke'))).toEqual([409, 'review_closed']);
    expect(await line(review)).toMatchObject({ decision: { value: 'keep' }, outcome: { value: 'kept' } });
    expect(await events(mine[0]?.id)).toHaveLength(4);
  });

  test('of two at the same moment counts once, and the other is told whose it was', async () => {
    const { review } = await one();
    const mine = await world.lines(review, ren);
    const answers = await Promise.all([world.decide(ren, review, mine, 'keep'), world.decide(rio, review, mine, 'revoke')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    const first = answers[0]?.status === 200 ? ren : rio;
    expect(lost?.body).toMatchObject({ code: 'review_line_decided', detail: expect.stringContaining(called(first)) });
    expect(await line(review)).toMatchObject({ decided_by: called(first) });
    expect(await events(mine[0]?.id)).toHaveLength(1);
    const second = first === ren ? rio : ren;
    expect((await world.decide(second, review, mine, 'keep', { overrule: true })).status).toBe(200);
    expect(await line(review)).toMatchObject({ decision: { value: 'keep' }, decided_by: called(second) });
  });

  test('about many counts for all or for none', async () => {
    const { permission } = await world.grant({ users: [await person(), await person(), await person()] });
    const review = await world.review([permission], [ren, rio]);
    const mine = await world.lines(review, ren);
    await world.decide(rio, review, mine.slice(2), 'keep');
    expect(refusal(await world.decide(ren, review, mine, 'revoke'))).toEqual([409, 'review_line_decided']);
    expect((await read(review)).progress).toMatchObject({ undecided: 2, keep: 1, revoke: 0 });
    expect((await world.decide(ren, review, mine.slice(0, 2), 'revoke')).body).toEqual({ decided: 2 });
    for (const lines of [[], [{ id: 'x' }]]) expect((await world.decide(ren, review, lines, 'keep')).status).toBe(400);
    expect((await world.decide(ren, review, mine, 'burn')).status).toBe(400);
  });

  test('after the due date does not count, although the clock has not come by yet', async () => {
    const { review } = await one();
    const mine = await world.lines(review, ren);
    await sql`update access_reviews set date_due = now() - interval '1 second' where id = ${review.id}`.execute(world.server.db);
    expect(refusal(await world.decide(ren, review, mine, 'revoke'))).toEqual([409, 'review_closed']);
  });
});

describe('what is revoked', () => {
  test('goes at the end, off the permission, with the review named in the log; what is kept stays', async () => {
    const { mia, host, permission, review } = await one();
    const { permission: kept, host: other } = await world.grant({ users: [mia] });
    const both = await world.review([permission, kept], [ren]);
    const mine = await world.lines(both, ren);
    const about = (name: unknown) => mine.filter((each) => each.permission === name);
    await world.decide(ren, both, about(permission.name), 'revoke');
    await world.decide(ren, both, about(kept.name), 'keep');
    expect(await world.reaches(mia, host)).toBe(true);
    await world.due(both);
    expect([await world.reaches(mia, host), await world.reaches(mia, other)]).toEqual([false, true]);
    expect(await read(both)).toMatchObject({ state: { value: 'ended' }, progress: { revoked: 1, gone: 0, keep: 1 } });
    const told = (await events(permission.id)).at(-1);
    expect(told).toMatchObject({ action: 'update', resource: permission.name, org_id: world.org.id });
    for (const words of [both.name, called(mia)]) expect(JSON.stringify(told?.diff)).toContain(words);
    expect((await world.admin.get<Json>(`perms/asset-permissions/${permission.id}/`)).body.users).toEqual([]);
    // Another review of the same finds it gone, and says so.
    expect(await line(review)).toMatchObject({ since: { value: 'gone' } });
    await world.decide(rio, review, await world.lines(review, rio), 'revoke');
    await world.due(review);
    expect(await line(review)).toMatchObject({ outcome: { value: 'gone' } });
    expect((await events(permission.id)).at(-1)?.id).toBe(told?.id);
  });

  test('goes at once where the review says so, and does not come back by deciding anew', async () => {
    const { mia, host, review } = await one({ revokes: 'once' });
    const mine = await world.lines(review, ren);
    expect(await world.reaches(mia, host)).toBe(true);
    expect((await world.decide(ren, review, mine, 'revoke')).status).toBe(200);
    expect(await world.reaches(mia, host)).toBe(false);
    expect(await line(review)).toMatchObject({ outcome: { value: 'revoked' } });
    expect(refusal(await world.decide(ren, review, mine, 'keep'))).toEqual([409, 'review_line_applied']);
    await world.due(review);
    expect((await read(review)).progress).toMatchObject({ revoked: 1 });
  });

  test('of a group is the group, off this permission: its members lose what they had by it, and keep the rest', async () => {
    const [mia, otto] = [await person(), await person()];
    const team = await world.group(mia, otto);
    const { permission, host } = await world.grant({ users: [otto], groups: [team.id] });
    const { host: elsewhere } = await world.grant({ groups: [team.id] });
    const review = await world.review([permission], [ren], { revokes: 'once' });
    const group = (await world.lines(review, ren)).filter((each) => each.side.value === 'group');
    expect(group[0]?.members).toEqual([called(mia), called(otto)].sort());
    await world.decide(ren, review, group, 'revoke');
    expect([await world.reaches(mia, host), await world.reaches(otto, host), await world.reaches(mia, elsewhere)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await world.admin.get<Json>(`users/groups/${team.id}/`)).body.users).toHaveLength(2);
  });

  test('is told of a permission that changed since, or of a group that did', async () => {
    const [mia, otto] = [await person(), await person()];
    const team = await world.group(mia);
    const { permission } = await world.grant({ users: [otto], groups: [team.id] });
    const review = await world.review([permission], [ren]);
    const since = async () => Object.fromEntries((await world.lines(review)).map((each) => [each.side.value, each.since.value]));
    expect(await since()).toEqual({ user: 'same', group: 'same' });
    await world.admin.patch(`perms/asset-permissions/${permission.id}/`, { comment: 'nothing that gives anything' });
    expect(await since()).toEqual({ user: 'same', group: 'same' });
    await world.admin.patch(`users/groups/${team.id}/`, { users: [mia.id, otto.id] });
    expect(await since()).toEqual({ user: 'same', group: 'changed' });
    await world.admin.patch(`perms/asset-permissions/${permission.id}/`, { accounts: ['root'] });
    expect(await since()).toEqual({ user: 'changed', group: 'changed' });
    await world.admin.delete(`perms/asset-permissions/${permission.id}/`);
    expect(await since()).toEqual({ user: 'gone', group: 'gone' });
    await world.decide(ren, review, await world.lines(review, ren), 'revoke');
    await world.due(review);
    expect((await read(review)).progress).toMatchObject({ revoked: 0, gone: 2 });
  });
});

describe('silence', () => {
  test('revokes nothing, unless that was said when the review was made', async () => {
    const [quiet, strict] = [await one(), await one({ silence: 'revoke' })];
    // Neither is changed later.
    await world.admin.patch(`${REVIEWS}${quiet.review.id}/`, { silence: 'revoke' });
    for (const { review } of [quiet, strict]) await world.due(review);
    expect(await line(quiet.review)).toMatchObject({ decision: { value: 'undecided' }, outcome: { value: 'none' }, by_silence: false });
    expect(await line(strict.review)).toMatchObject({ decision: { value: 'revoke' }, outcome: { value: 'revoked' }, by_silence: true });
    expect([await world.reaches(quiet.mia, quiet.host), await world.reaches(strict.mia, strict.host)]).toEqual([true, false]);
  });

  test('means nothing when a review is ended before its time', async () => {
    const { mia, host, review } = await one({ silence: 'revoke' });
    expect((await ends(review)).status).toBe(204);
    expect(await world.reaches(mia, host)).toBe(true);
  });
});

describe('evidence', () => {
  test('stays: a review that is over is not changed, ended again or deleted, nor one in which something was decided', async () => {
    const { review, host, mia } = await one();
    await world.decide(ren, review, await world.lines(review, ren), 'revoke');
    expect(refusal(await world.admin.delete<Json>(`${REVIEWS}${review.id}/`))).toEqual([409, 'review_is_evidence']);
    expect((await ends(review, { call_off: true })).status).toBe(204);
    expect(await world.reaches(mia, host)).toBe(true);
    expect((await read(review)).state.value).toBe('called_off');
    expect(refusal(await world.admin.patch<Json>(`${REVIEWS}${review.id}/`, { comment: 'never was' }))).toEqual([409, 'review_closed']);
    expect(refusal(await ends(review))).toEqual([409, 'review_closed']);
    expect(refusal(await world.admin.delete<Json>(`${REVIEWS}${review.id}/`))).toEqual([409, 'review_is_evidence']);
    const { review: unused } = await one();
    expect((await world.admin.delete(`${REVIEWS}${unused.id}/`)).status).toBe(204);
  });

  test('is a table whose cells are no formulas, and a file of everything', async () => {
    const mia = await person();
    const team = await world.group(mia);
    const permission = await createPermission(world.admin, {
      name: `=cmd|'/c calc'!A${Date.now()}`,
      users: [mia.id],
      user_groups: [team.id],
    });
    const review = await world.review([permission], [ren], { revokes: 'once' });
    const mine = await world.lines(review, ren);
    await world.decide(
      ren,
      review,
      mine.filter((each) => each.side.value === 'user'),
      'revoke',
      { comment: '@SUM(1+1)' },
    );
    const csv = await world.admin.get<string>(`${LINES}?review=${review.id}&format=csv`);
    expect(csv.status).toBe(200);
    expect(csv.body).toContain(called(ren));
    expect(csv.body).not.toMatch(/(^|,|")[=@](cmd|SUM)/m);
    const { status, body } = await world.admin.get<Json>(`${REVIEWS}${review.id}/evidence/`);
    expect([status, body.name, body.state, body.revokes, body.silence]).toEqual([200, review.name, 'open', 'once', 'keep']);
    expect(body.reviewers).toMatchObject([{ id: ren.id }]);
    expect(body.lines).toHaveLength(2);
    const [user, group] = ['user', 'group'].map((side) => body.lines.find((each: Json) => each.given_to.type === side));
    expect(user).toMatchObject({
      permission: { id: permission.id },
      given_to: { id: mia.id },
      decision: 'revoke',
      decided_by: { id: ren.id, name: called(ren) },
      comment: '@SUM(1+1)',
      outcome: 'revoked',
      date_done: expect.stringMatching(/Z$/),
    });
    expect(group).toMatchObject({ decision: 'undecided', decided_by: null, given_to: { members: [called(mia)] } });
    expect((await ren.api.get(`${REVIEWS}${review.id}/evidence/`)).status).toBe(403);
  });

  test('goes when its time is over, like the operation log', async () => {
    const [{ review: old }, { review: young }, { review: open }] = [await one(), await one(), await one()];
    for (const review of [old, young]) await ends(review);
    await sql`update access_reviews set date_ended = now() - interval '201 days' where id = ${old.id}`.execute(world.server.db);
    await world.run('access-reviews.retention');
    const statuses = [old, young, open].map(async ({ id }) => (await world.admin.get(`${REVIEWS}${id}/`)).status);
    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  });
});

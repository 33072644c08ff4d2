import type { Json } from '@postern/testkit/api';
import { createNode, createOrganisation, createPermission, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accessReviewsOfFile, LINES, OWN, OWN_LINES, REVIEWS, refusal } from '../../../test/access-reviews-world.ts';
import type { Person } from '../../../test/reviews-world.ts';

/** Reviews of access, as whoever makes them, decides in them and is reviewed sees them. */

const world = accessReviewsOfFile();
const { person } = world;
const ren = forThisFile(() => person());
const rio = forThisFile(() => person());

const soon = new Date(Date.now() + 86_400_000).toISOString();
const called = ({ username }: { username: string }): string => `${username}(${username})`;
const read = async (review: Json): Promise<Json> => (await world.admin.get<Json>(`${REVIEWS}${review.id}/`)).body;

describe('a review begins', () => {
  test('with a line for each person and group that a permission names, what it gives, and when it was used', async () => {
    const [mia, otto] = [await person(), await person()];
    const team = await world.group(otto);
    const node = await createNode(world.admin);
    const { permission, host } = await world.grant({
      users: [mia],
      groups: [team.id],
      more: { nodes: [node.id], accounts: ['root', '@USER'], actions: ['connect', 'upload'] },
    });
    await sql`insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, date_start)
      values (gen_random_uuid(), ${world.org.id}, 'x', ${mia.id}, 'x', ${host.id}, 'root', '', 'ssh', '2026-01-02 03:04:05+00')`.execute(
      world.server.db,
    );
    const review = await world.review([permission], [ren]);
    expect(review).toMatchObject({ state: { value: 'open' }, progress: { all: 2, undecided: 2, keep: 0, revoke: 0 } });
    const lines = await world.lines(review);
    const [direct, through] = ['user', 'group'].map((side) => lines.find((one) => one.side.value === side));
    expect(direct).toMatchObject({
      permission: permission.name,
      subject: called(mia),
      assets: [host.name],
      assets_amount: 1,
      nodes: [expect.stringContaining(node.value)],
      accounts: ['root', '@USER'],
      actions: [{ value: 'connect' }, { value: 'upload' }],
      since: { value: 'same' },
      decision: { value: 'undecided' },
      members: [],
    });
    expect(new Date(direct?.date_last_used).toISOString()).toBe('2026-01-02T03:04:05.000Z');
    expect(through).toMatchObject({ subject: team.name, members: [called(otto)], members_amount: 1, date_last_used: null });
    expect((await world.subjects(ren))[0]).toBe(`Review who has access: ${review.name}`);
    expect((await world.admin.get<Json>(`perms/asset-permissions/${permission.id}/`)).body.users).toHaveLength(1);
  });

  test('of what was chosen: assets and nodes, people by themselves and through groups, only what was not used', async () => {
    const [mia, otto, eve] = [await person(), await person(), await person()];
    const team = await world.group(otto, eve);
    const { permission, host } = await world.grant({ users: [mia], groups: [team.id] });
    const node = await createNode(world.admin);
    const below = await createNode(world.admin, { parent: node.id });
    const whole = await createPermission(world.admin, { users: [eve.id], nodes: [node.id] });
    const subjects = async (scope: Json) => (await world.lines(await world.review([], [ren], scope))).map((one) => one.subject);
    expect(await subjects({ assets: [host.id] })).toEqual([team.name, called(mia)].sort());
    expect(await subjects({ nodes: [below.id] })).toEqual([called(eve)]);
    expect(await subjects({ assets: [host.id], users: [otto.id] })).toEqual([team.name]);
    expect(await subjects({ users: [eve.id] })).toEqual([team.name, called(eve)].sort());
    expect(await subjects({ user_groups: [team.id] })).toEqual([team.name]);
    await sql`insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, date_start)
      values (gen_random_uuid(), ${world.org.id}, 'x', ${eve.id}, 'x', ${host.id}, 'root', '', 'ssh', now() - interval '3 days')`.execute(
      world.server.db,
    );
    expect(await subjects({ permissions: [permission.id], unused_days: 7 })).toEqual([called(mia)]);
    expect(await subjects({ permissions: [permission.id], unused_days: 2 })).toEqual([team.name, called(mia)].sort());
    // All of it was used: it ends by itself, and the owner hears of it.
    const all = await world.review([whole], [ren], { unused_days: 1 });
    expect(all.progress.all).toBe(1);
  });

  test.each<[string, () => Promise<Json> | Json, unknown]>([
    ['no reviewers', () => ({ reviewers: [] }), ['reviewers']],
    ['a due date that has passed', () => ({ date_due: '2020-01-01T00:00:00Z' }), ['date_due']],
    ['one years away', () => ({ date_due: '2099-01-01T00:00:00Z' }), ['date_due']],
    ['a permission that is not there', () => ({ permissions: ['8b2b1a6e-0000-4000-8000-000000000000'] }), ['permissions']],
    ['nobody in scope', async () => ({ permissions: [(await createPermission(world.admin)).id] }), 'review_empty'],
    ['a meaning of silence that there is not', () => ({ silence: 'burn' }), ['silence']],
  ])('never with %s', async (_, wrong, code) => {
    const name = uniqueName('wrong');
    const { permission } = await world.grant({ users: [ren] });
    const body = { name, reviewers: [ren.id], date_due: soon, permissions: [permission.id], ...(await wrong()) };
    expect(refusal(await world.admin.post<Json>(REVIEWS, body))).toEqual([400, code]);
    expect((await world.admin.get<Json[]>(`${REVIEWS}?name=${name}`)).body).toEqual([]);
  });

  test('nor with people, permissions or machines of another organisation', async () => {
    const other = world.root.inOrg((await createOrganisation(world.root)).id);
    const stranger = await person(other);
    const foreign = await createPermission(other, { users: [stranger.id] });
    for (const wrong of [{ reviewers: [stranger.id] }, { permissions: [foreign.id] }, { users: [stranger.id] }])
      expect(refusal(await world.admin.post<Json>(REVIEWS, { name: 'x', reviewers: [ren.id], date_due: soon, ...wrong }))).toEqual([
        400,
        Object.keys(wrong),
      ]);
  });

  test('its owner is whoever made it, stays so, and is otherwise somebody of its organisation', async () => {
    const { permission } = await world.grant({ users: [ren] });
    const review = await world.review([permission], [ren]);
    expect(review.owner.name).toBe('Administrator');
    const at = `${REVIEWS}${review.id}/`;
    expect((await world.admin.patch<Json>(at, { owner: review.owner, comment: 'again' })).status).toBe(200);
    expect((await world.admin.patch<Json>(at, { owner: rio.id })).body.owner.id).toBe(rio.id);
    const stranger = await person(world.root.inOrg((await createOrganisation(world.root)).id));
    for (const api of [world.admin, world.root])
      expect(refusal(await api.patch<Json>(at, { owner: stranger.id }))).toEqual([400, ['owner']]);
  });

  test('a run that another worker left is taken up, and writes each line once', async () => {
    const { permission } = await world.grant({ users: [await person(), await person()] });
    const review = await world.review([permission], [ren]);
    await world.prepare(review);
    expect(await world.lines(review)).toHaveLength(2);
  });

  test('what was chosen stays chosen when it goes: a review of one permission is never one of all', async () => {
    const { permission } = await world.grant({ users: [await person()] });
    const made = await world.admin.post<Json>(REVIEWS, {
      name: uniqueName('review'),
      permissions: [permission.id],
      reviewers: [ren.id],
      date_due: soon,
    });
    await world.admin.delete(`perms/asset-permissions/${permission.id}/`);
    await world.prepare(made.body);
    expect((await read(made.body)).state.value).toBe('failed');
    expect(await world.lines(made.body)).toEqual([]);
  });
});

describe('whose a review is', () => {
  test('whoever is named sees it and decides without any right; nobody else does, nor another organisation', async () => {
    const mia = await person();
    const { permission } = await world.grant({ users: [mia] });
    const review = await world.review([permission], [ren]);
    const [line] = await world.lines(review, ren);
    expect(refusal(await ren.api.get<Json>(`${REVIEWS}${review.id}/`))[0]).toBe(403);
    expect((await ren.api.get<Json[]>(`${OWN}?waiting=1`)).body.map(({ id }) => id)).toContain(review.id);
    for (const stranger of [mia, rio]) {
      expect((await stranger.api.get<Json[]>(OWN)).body.map(({ id }) => id)).not.toContain(review.id);
      expect((await stranger.api.get(`${OWN}${review.id}/`)).status).toBe(404);
      expect(await world.lines(review, stranger)).toEqual([]);
      expect((await stranger.api.get(`${OWN_LINES}${line?.id}/`)).status).toBe(404);
      expect((await world.decide(stranger, review, [line ?? {}], 'keep')).status).toBe(404);
    }
    const elsewhere = world.root.inOrg((await createOrganisation(world.root)).id);
    for (const path of [`${REVIEWS}${review.id}/`, `${LINES}${line?.id}/`, `${REVIEWS}${review.id}/evidence/`])
      expect((await elsewhere.get(path)).status, path).toBe(404);
    for (const path of ['end/', '']) expect((await elsewhere.post(`${REVIEWS}${review.id}/${path}`, {})).status, path).toBeGreaterThan(403);
    expect((await elsewhere.delete(`${REVIEWS}${review.id}/`)).status).toBe(404);
  });

  test('a line of another review is none of this one', async () => {
    const { permission } = await world.grant({ users: [await person()] });
    const [one, two] = [await world.review([permission], [ren]), await world.review([permission], [ren, rio])];
    expect((await world.decide(ren, one, await world.lines(two, ren), 'keep')).status).toBe(404);
    expect((await read(two)).progress.undecided).toBe(1);
    expect((await world.decide(rio, two, await world.lines(one), 'keep')).status).toBe(400);
  });
});

describe('nobody reviews their own access', () => {
  test('neither by name, nor through a group that they were in or have joined since; the others do, or the owner', async () => {
    const [mia, zoe] = [await person(), await person()];
    const team = await world.group(rio);
    const { permission } = await world.grant({ users: [ren, mia], groups: [team.id] });
    const review = await world.review([permission], [ren, rio], { owner: zoe.id });
    const subjects = async (who: Person) => (await world.lines(review, who)).map((one) => one.subject);
    expect(await subjects(ren)).toEqual([team.name, called(mia)].sort());
    expect(await subjects(rio)).toEqual([called(ren), called(mia)].sort());
    expect(await subjects(zoe)).toEqual([]);
    const own = (await world.lines(review)).find((one) => one.subject === called(ren));
    expect(refusal(await world.decide(ren, review, [own ?? {}], 'keep'))).toEqual([400, ['lines']]);

    await world.admin.patch(`users/groups/${team.id}/`, { users: [rio.id, ren.id] });
    expect(await subjects(ren)).toEqual([called(mia)]);
    // Neither reviewer may decide about the group: it is the owner's.
    expect(await subjects(zoe)).toEqual([team.name]);
    expect((await world.decide(zoe, review, await world.lines(review, zoe), 'keep')).status).toBe(200);
    await world.admin.patch(`users/groups/${team.id}/`, { users: [] });
    expect(await subjects(rio)).not.toContain(team.name);
  });

  test('what nobody may decide is not revoked by silence', async () => {
    const { permission, host } = await world.grant({ users: [ren] });
    const review = await world.review([permission], [ren], { owner: ren.id, silence: 'revoke' });
    await world.due(review);
    expect((await world.lines(review))[0]).toMatchObject({ decision: { value: 'undecided' }, outcome: { value: 'none' } });
    expect(await world.reaches(ren, host)).toBe(true);
  });
});

describe('messages', () => {
  test('remind those who have something left before the end, and tell the owner the result', async () => {
    const zoe = await person();
    const late = await person();
    const { permission } = await world.grant({ users: [await person(), await person()] });
    const { permission: other } = await world.grant({ users: [late] });
    const review = await world.review([permission, other], [ren, late], { owner: zoe.id });
    await world.decide(ren, review, await world.lines(review, ren), 'keep');
    const remind = async () => {
      await sql`update access_reviews set date_reminds = now() - interval '1 second' where id = ${review.id}`.execute(world.server.db);
      await world.run('access-reviews.remind');
    };
    await remind();
    expect((await world.subjects(ren))[0]).not.toContain('Still waits');
    expect((await world.decide(late, review, await world.lines(review, late), 'undecided', { overrule: true })).status).toBe(200);
    await remind();
    expect((await world.subjects(late))[0]).toBe(`Still waits for you: ${review.name}`);
    await world.run('access-reviews.remind');
    expect((await world.subjects(late)).filter((one) => one.startsWith('Still'))).toHaveLength(1);
    await world.due(review);
    expect((await world.subjects(late))[0]).toBe(`The review has ended: ${review.name}`);
    expect((await world.subjects(zoe))[0]).toBe(`Review ended: ${review.name}`);
  });
});

import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';

/** Sessions that are shown to others, and who comes to see them. */

const SHARES = 'terminal/session-sharings/';
const JOINS = 'terminal/session-join-records/';
let koko: Component;
let other: Component;
let mei: Json;
let host: Json;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  [koko, other] = [await registerComponent(server), await registerComponent(server)];
  [mei, host] = [await createUser(admin, { name: 'Mei', username: 'mei' }), await createHost(admin)];
  await exchanged(server, koko.terminalId, { user_id: mei.id, asset_id: host.id });
});

async function live(change: Json = {}): Promise<string> {
  const id = randomUUID();
  const facts = {
    id,
    user: 'u',
    user_id: mei.id,
    asset: 'a',
    asset_id: host.id,
    account: 'c',
    account_id: TYPED_IN,
    protocol: 'ssh',
    ...change,
  };
  const made = await koko.api.post('terminal/sessions/', { ...facts, org_id: ORG.DEFAULT });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return id;
}
async function shared(change: Json = {}): Promise<Json> {
  const made = await koko.api.post<Json>(SHARES, { session: await live(), expired_time: 10, users: [], ...change });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}
const join = (share: Json, joiner: Json, change: Json = {}, api = koko.api) =>
  api.post<Json>(JOINS, { sharing: share.id, verify_code: share.verify_code, joiner: joiner.id, remote_addr: '192.0.2.4', ...change });
const records = async (share: Json) => (await admin.get<Json[]>(`${JOINS}?sharing=${share.id}`)).body;

describe('sharing', () => {
  test('is done by the component that carries the session, for people of its organisation', async () => {
    const session = await live();
    const ask = (change: Json, api = koko.api) => api.post<Json>(SHARES, { session, expired_time: 5, users: [], ...change });
    const stranger = await createUser(admin.inOrg((await createOrganisation(admin)).id));
    expect((await ask({}, other.api)).status).toBe(400);
    expect((await ask({}, admin)).status).toBe(403);
    for (const change of [{ session: randomUUID() }, { expired_time: -1 }, { expired_time: 999_999 }, { action_permission: 'root' }])
      expect((await ask(change)).status, JSON.stringify(change)).toBe(400);
    const crowd = Array.from({ length: 1_001 }, () => randomUUID());
    for (const users of [[stranger.id], [randomUUID()], ['x'], crowd]) expect((await ask({ users })).body).toHaveProperty('users');
    expect((await ask({ session: await live({ type: 'sftp' }) })).status).toBe(400);
    const made = await ask({ users: [mei.id], session: { id: session } });
    expect(made.body).toMatchObject({ creator: { id: mei.id }, users_display: ['Mei(mei)'], expired_time: 5, is_active: true });
    expect(made.body.verify_code).toMatch(/^[A-Za-z0-9]{8}$/);
    const { rows } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'sessionsharing' and resource_id = ${made.body.id}`.execute(server.db);
    expect(rows).toEqual([{ action: 'create' }]);
    await koko.api.patch(`terminal/sessions/${session}/`, { is_finished: true });
    expect((await ask({})).status).toBe(400);
  });

  test('is seen by whoever shares and by their component, and by nobody else', async () => {
    const { id } = await shared();
    const own = await server.as('mei');
    expect((await own.get<Json[]>(SHARES)).body.map((one) => one.id)).toContain(id);
    expect((await own.get<Json>(`${SHARES}${id}/`)).status).toBe(200);
    expect((await koko.api.get<Json>(`${SHARES}${id}/`)).status).toBe(200);
    for (const api of [admin, other.api, await server.as((await createUser(admin)).username)])
      expect((await api.get(`${SHARES}${id}/`)).status).toBe(404);
    expect((await own.delete(`${SHARES}${id}/`)).status).toBe(405);
    expect(JSON.stringify((await sql`select * from session_sharings where id = ${id}`.execute(server.db)).rows)).not.toContain(
      (await own.get<Json>(`${SHARES}${id}/`)).body.verify_code,
    );
  });

  test('is taken back by whoever shared', async () => {
    const share = await shared();
    expect((await admin.post(`${SHARES}${share.id}/withdraw/`)).status).toBe(404);
    expect((await (await server.as('mei')).post(`${SHARES}${share.id}/withdraw/`)).status).toBe(204);
    expect((await join(share, await createUser(admin))).status).toBe(400);
  });

  test('is taken back by whoever may end the session, all of it at once, and nobody who came stays', async () => {
    const session = await live();
    const [share, kept] = [await shared({ session }), await shared()];
    await shared({ session, action_permission: 'readonly' });
    const came = (await join(share, await createUser(admin))).body;
    const stays = async () => (await koko.api.post<Json>(`${JOINS}standing/`, { records: [{ id: came.id }] })).body[came.id];
    const all = `terminal/sessions/${session}/withdraw-shares/`;
    expect(await stays()).toBe(true);
    expect((await (await server.as('mei')).post(all)).status).toBe(403);
    const abroad = admin.inOrg((await createOrganisation(admin)).id);
    expect((await abroad.post(all)).status).toBe(404);
    expect(await stays()).toBe(true);
    expect((await admin.post<Json>(all)).body).toEqual({ withdrawn: 2 });
    expect(await stays()).toBe(false);
    expect((await join(share, await createUser(admin))).status).toBe(400);
    expect((await join(kept, await createUser(admin))).status).toBe(201);
    expect((await admin.post<Json>(all)).body).toEqual({ withdrawn: 0 });
    const { rows } = await sql<{ by: string; what: string }>`
      select user_text as by, action as what from operate_logs where resource_type = 'sessionsharing' and resource_id = ${share.id} order by seq`.execute(
      server.db,
    );
    expect(rows).toEqual([
      { by: expect.not.stringContaining('admin'), what: 'create' },
      { by: expect.stringContaining('admin'), what: 'update' },
    ]);
  });

  test('finds members of the organisation of the session, and nobody else, for its own component', async () => {
    const session = await live();
    const [bo] = [
      await createUser(admin, { name: 'Bo 100%_sure' }),
      await createUser(admin, { name: 'Bo switched off', is_active: false }),
    ];
    await createUser(admin.inOrg((await createOrganisation(admin)).id), { name: 'Bo abroad' });
    const find = async (search: string, api = koko.api, of = session) =>
      (await api.get<Json[]>(`${SHARES}people/?session=${of}&search=${encodeURIComponent(search)}`)).body;
    expect(await find('bo')).toEqual([{ id: bo.id, name: bo.name, username: bo.username }]);
    expect(await find('100%_s')).toHaveLength(1);
    expect(await find('B%o')).toEqual([]);
    // Nobody shares with themselves.
    expect(await find('mei')).toEqual([]);
    expect(await find('bo', other.api)).toEqual([]);
    expect(await find('bo', koko.api, randomUUID())).toEqual([]);
    expect((await admin.get(`${SHARES}people/?session=${session}&search=bo`)).status).toBe(403);
    await koko.api.patch(`terminal/sessions/${session}/`, { is_finished: true });
    expect(await find('bo')).toEqual([]);
  });

  test('is off where the setting says so', async () => {
    const share = await shared();
    const came = await join(share, await createUser(admin));
    const set = (on: boolean) =>
      server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_SESSION_SHARE: on }));
    await set(false);
    try {
      expect((await koko.api.post(SHARES, { session: await live() })).status).toBe(405);
      expect((await koko.api.get(`${SHARES}people/?session=${await live()}`)).status).toBe(405);
      expect((await (await server.as('mei')).get(SHARES)).status).toBe(405);
      expect((await koko.api.get(`${SHARES}${share.id}/`)).status).toBe(404);
      expect((await join(share, await createUser(admin))).status).toBe(405);
      const asked = await koko.api.post<Json>(`${JOINS}standing/`, { records: [{ id: came.body.id }] });
      expect(asked.body).toEqual({ [came.body.id]: false });
    } finally {
      await set(true);
    }
  });
});

describe('joining', () => {
  test('takes the code, once, and is written down for auditors', async () => {
    const share = await shared({ action_permission: { value: 'readonly' } });
    const guest = await createUser(admin, { name: 'Guest' });
    const joined = await join(share, guest);
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({ is_success: true, reason: '-', action_permission: { value: 'readonly' }, is_finished: false });
    expect((await join(share, guest)).body).toEqual({ error: 'You have used this link before.' });
    const read = (await admin.get<Json[]>(`${JOINS}?session=${share.session.id}`)).body;
    expect(read.map((one) => [one.is_success, one.joiner.id, one.verify_code])).toEqual([
      [false, guest.id, ''],
      [true, guest.id, ''],
    ]);
    expect((await (await server.as('mei')).get(JOINS)).status).toBe(403);
    await createUser(admin, { username: 'auditor', system_roles: [ROLE.SYSTEM_AUDITOR] });
    expect((await (await server.as('auditor')).get<Json[]>(`${JOINS}?session=${share.session.id}`)).body).toHaveLength(2);
    const { rows } = await sql<{ resource: string }>`
      select resource from operate_logs where action = 'view' and resource_id = ${share.session.id}`.execute(server.db);
    expect(rows.map((row) => row.resource.includes('Guest'))).toEqual([true]);
    for (let round = 0; round < 2; round += 1)
      expect((await koko.api.patch<Json>(`${JOINS}${joined.body.id}/finished/`)).body).toEqual({ msg: 'ok' });
    expect((await other.api.patch(`${JOINS}${joined.body.id}/finished/`)).status).toBe(404);
    expect((await records(share)).find((one) => one.id === joined.body.id)).toMatchObject({
      is_finished: true,
      date_left: expect.any(String),
    });
    // Told twice, left once: who it was, and for how long.
    const ends = await sql<{ user_text: string; diff: Json }>`
      select user_text, diff from operate_logs where resource_id = ${share.session.id} and diff @> '[{"field": "watched_for"}]'`.execute(
      server.db,
    );
    expect(ends.rows).toEqual([
      { user_text: `Guest(${guest.username})`, diff: [{ field: 'watched_for', before: '', after: expect.stringMatching(/^0:00:\d\d$/) }] },
    ]);
    const activities = (await admin.get<Json[]>(`audits/activities/?resource_id=${share.session.id}`)).body;
    expect(activities.map(({ content }) => content)).toContainEqual(
      expect.stringMatching(/^Guest\(.*\) stopped watching Mei\(mei\) .* after 0:00:\d\d$/),
    );
  });

  test('lasts as long as the right to it: not beyond the membership, the account, the share or the setting', async () => {
    const standing = async (ids: string[], api = koko.api) =>
      (await api.post<Record<string, boolean>>(`${JOINS}standing/`, { records: ids.map((id) => ({ id })) })).body;
    const [leaver, blocked, late, guest] = [
      await createUser(admin),
      await createUser(admin),
      await createUser(admin),
      await createUser(admin),
    ];
    const share = await shared();
    const [first, second, third, other_] = [
      await join(share, leaver),
      await join(share, blocked),
      await join(share, late),
      await join(await shared(), guest),
    ];
    const ids = [first, second, third, other_].map(({ body }) => String(body.id));
    const told = async (api = koko.api) => Object.values(await standing(ids, api));
    expect(await told()).toEqual([true, true, true, true]);
    expect(await told(other.api)).toEqual([false, false, false, false]);
    expect((await admin.post(`${JOINS}standing/`, { records: [] })).status).toBe(403);
    await sql`delete from role_bindings where user_id = ${leaver.id}`.execute(server.db);
    await admin.patch(`users/users/${blocked.id}/`, { is_active: false });
    expect(await told()).toEqual([false, false, true, true]);
    // A stranger who guesses at the code ends the joining, not the presence of others.
    const guesser = await createUser(admin);
    for (let at = 0; at < 10; at += 1) await join(share, guesser, { verify_code: `guess${at}` });
    expect((await join(share, await createUser(admin))).body).toEqual({ error: 'This share is over.' });
    expect(await told()).toEqual([false, false, true, true]);
    await (await server.as('mei')).post(`${SHARES}${share.id}/withdraw/`);
    expect(await told()).toEqual([false, false, false, true]);
    await koko.api.patch(`${JOINS}${ids[3]}/finished/`);
    expect(await told()).toEqual([false, false, false, false]);
  });

  test('is refused with a reason that stays: wrong code, not listed, another organisation, too late, over', async () => {
    const [guest, listed] = [await createUser(admin), await createUser(admin)];
    const stranger = await createUser(admin.inOrg((await createOrganisation(admin)).id));
    const open = await shared();
    expect((await join(open, guest, { verify_code: 'guess' })).body).toEqual({ error: 'The code is wrong.' });
    // A try with a wrong code was the one try.
    expect((await join(open, guest)).status).toBe(400);
    expect((await join(open, stranger)).body).toEqual({ error: 'This share is not for you.' });
    const closed = await shared({ users: [listed.id] });
    expect((await join(closed, guest)).status).toBe(400);
    expect((await join(closed, listed)).status).toBe(201);
    const late = await shared({ expired_time: 0 });
    expect((await join(late, guest)).body).toEqual({ error: 'This share has expired.' });
    const over = await shared();
    await koko.api.patch(`terminal/sessions/${over.session.id}/`, { is_finished: true });
    expect((await join(over, guest)).body).toEqual({ error: 'This share is over.' });
    expect((await records(open)).map((one) => [one.is_success, one.reason !== '-', one.is_finished])).toEqual(
      Array.from({ length: 3 }, () => [false, true, true]),
    );
    expect((await join(open, { id: randomUUID() })).status).toBe(400);
    expect((await join(await shared(), guest, {}, other.api)).status).toBe(404);
    await admin.patch(`users/users/${guest.id}/`, { is_active: false });
    expect((await join(await shared(), guest)).status).toBe(400);
  });

  test('by a door that nobody knows is written down as by a browser; who is deleted since is no name any more', async () => {
    const guest = await createUser(admin);
    const share = await shared({ users: [guest.id] });
    const joined = await join(share, guest, { login_from: 'XX' });
    expect(joined.body.login_from.value).toBe('WT');
    expect((await join(share, guest, { login_from: 'ST', verify_code: 'guess' })).status).toBe(400);
    expect((await records(share)).map((one) => [one.is_success, one.login_from.value])).toEqual([
      [false, 'ST'],
      [true, 'WT'],
    ]);
    await admin.delete(`users/users/${guest.id}/`);
    expect((await (await server.as('mei')).get<Json>(`${SHARES}${share.id}/`)).body.users_display).toEqual([]);
    expect((await records(share)).map((one) => [one.joiner, one.joiner_display.startsWith(guest.name)])).toEqual([
      [null, true],
      [null, true],
    ]);
    for (const query of ['sharing=x', 'session=x', `joiner=${randomUUID()}`])
      expect((await admin.get<Json[]>(`${JOINS}?${query}`)).body, query).toEqual([]);
  });

  test('of somebody whose account has expired is refused', async () => {
    const [share, guest] = [await shared(), await createUser(admin)];
    await admin.patch(`users/users/${guest.id}/`, { date_expired: '2020-01-01 00:00:00 +0000' });
    expect((await join(share, guest)).body).toHaveProperty('joiner');
    expect(await records(share)).toEqual([]);
  });

  test('of two at the same moment, one person joins once', async () => {
    const share = await shared();
    const guest = await createUser(admin);
    const answers = await Promise.all([join(share, guest), join(share, guest), join(share, guest)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400]);
  });

  test('is over after ten refused tries', async () => {
    const share = await shared();
    const guest = await createUser(admin);
    for (let at = 0; at < 10; at += 1) await join(share, guest, { verify_code: `guess${at}` });
    expect((await join(share, await createUser(admin))).body).toEqual({ error: 'This share is over.' });
  });
});

import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';
import { type ReportedSessions, reportedSessions } from '../../../test/reported-sessions.ts';

/** The log of commands, what components say of a session as it goes on, and who watches and ends it. */

let server: TestServer;
let admin: Api;
let koko: Component;
let mei: Json;
let session: ReportedSessions['session'];

beforeAll(async () => {
  ({ server, admin, koko, mei, session } = await reportedSessions());
});
afterAll(() => server?.close());

const read = async (id: string) => (await admin.get<Json>(`terminal/sessions/${id}/`)).body;
const tell = (id: string, change: Json) => koko.api.patch<Json>(`terminal/sessions/${id}/`, change);

describe('commands', () => {
  const COMMANDS = 'terminal/commands/';
  const entry = (id: string, change: Json = {}): Json => ({
    session: id,
    user: 'Mei(mei)',
    asset: 'db-01',
    account: 'root',
    input: 'ls',
    output: '',
    timestamp: 1_700_000_000,
    ...change,
  });
  const give = (body: unknown) => koko.api.post<Json>(COMMANDS, body);
  const found = async (query: string, api = admin) => (await api.get<Json[]>(`${COMMANDS}?order=timestamp&${query}`)).body;

  test('that cannot be read are refused as a whole', async () => {
    const id = await session();
    for (const body of [
      entry(id),
      'text',
      [null],
      [entry(id, { session: 'x' })],
      [entry(id, { timestamp: -1 })],
      [entry(id, { timestamp: 1.5 })],
      [entry(id, { timestamp: 4_102_444_801 })],
      [entry(id, { risk_level: 9 })],
      [entry(id, { user: 'u'.repeat(513) })],
      [entry(id, { input: 'i'.repeat(65_537) })],
      [entry(id), { session: id }],
      Array.from({ length: 1_001 }, () => entry(id)),
    ])
      expect(await give(body), JSON.stringify(body).slice(0, 80)).toMatchObject({ status: 401, body: { msg: expect.any(String) } });
    // One of a session that is not the component's keeps all of them with the sender.
    expect((await give([entry(id), entry(randomUUID())])).status).toBe(400);
    expect(await found(`session=${id}`)).toEqual([]);
    expect((await read(id)).has_command).toBe(false);
    expect(await give([])).toMatchObject({ status: 201, body: 'ok' });
    expect((await give(Array.from({ length: 1_000 }, () => entry(id)))).status).toBe(201);
    expect(await read(id)).toMatchObject({ command_amount: 1_000, has_command: true });
  });

  test('that come again are there once, and take nothing from a row of somebody else', async () => {
    const [id, other] = [await session(), await session()];
    const [one, two, three] = [1, 2, 3].map((n) => entry(id, { id: randomUUID(), input: `echo ${n}`, timestamp: 1_700_000_000 + n }));
    expect((await give([one, two])).status).toBe(201);
    expect((await give([one, two, three, three])).status).toBe(201);
    const inputs = async () => (await found(`session=${id}`)).map(({ input }) => input);
    expect(await inputs()).toEqual(['echo 1', 'echo 2', 'echo 3']);
    // A known id under another session changes nothing here, and says nothing of it there.
    expect((await give([entry(other, { id: one?.id, input: 'forged' })])).status).toBe(201);
    expect(await inputs()).toEqual(['echo 1', 'echo 2', 'echo 3']);
    expect(await found(`session=${other}`)).toEqual([]);
    expect((await give([entry(id, { id: 'x' })])).status).toBe(401);
  });

  test('of one second stay in the order in which they were told, though nobody gave them ids', async () => {
    const id = await session();
    const lines = Array.from({ length: 300 }, (_, n) => `echo ${n}`);
    for (const part of [lines.slice(0, 150), lines.slice(150)])
      expect((await give(part.map((input) => entry(id, { input, timestamp: 1_700_000_000 })))).status).toBe(201);
    expect((await found(`session=${id}`)).map(({ input }) => input)).toEqual(lines);
  });

  test('are kept at the length they are read in, without what no text can hold, under the organisation of their session', async () => {
    const id = await session();
    const long = {
      user: `${'u'.repeat(300)}end`,
      asset: `${'a'.repeat(300)}end`,
      account: 'c'.repeat(65),
      input: `${'i'.repeat(500)}tail`,
    };
    const lies = { org_id: ORG.ROOT, cmd_filter_acl: 'x', cmd_group: 7, output: `\0${'o'.repeat(2_000)}` };
    expect((await give([entry(id, { ...long, ...lies, input: `\0${long.input}` })])).status).toBe(201);
    const [kept] = await found(`session=${id}`);
    expect(kept).toMatchObject({ org_id: ORG.DEFAULT, output: 'o'.repeat(1_024), cmd_filter_acl: null, cmd_group: null });
    expect(['user', 'asset', 'account', 'input'].map((name) => kept?.[name].length)).toEqual([64, 128, 64, 128]);
    expect([kept?.user, kept?.input]).toEqual([expect.stringMatching(/^u+…u+end$/), expect.stringMatching(/^i+…i+tail$/)]);
  });

  test('are found by session, person, words and time, and never in another organisation', async () => {
    const id = await session({ remote_addr: '192.0.2.9' });
    const at = 1_600_000_000;
    const inputs = ['SELECT 100%', 'select 100', 'rm -rf /'];
    await give(inputs.map((input, n) => entry(id, { input, user: n === 2 ? 'Mo(mo)' : 'Mei(mei)', timestamp: at + n * 60 })));
    const inputsOf = async (query: string) => (await found(`session_id=${id}&${query}`)).map((one) => one.input);
    expect(await inputsOf('')).toEqual(inputs);
    const { GET: described } = (await admin.options(COMMANDS)).body.actions;
    for (const name of ['user', 'asset', 'account', 'session', 'risk_level', 'input'])
      expect([name, described[name].filter]).toEqual([name, true]);
    expect(await inputsOf('user=Mei')).toEqual(inputs.slice(0, 2));
    // No sign of a pattern means anything.
    for (const query of ['user=%25', 'user=ei', 'input=_elect', 'input=.*']) expect(await inputsOf(query), query).toEqual([]);
    expect(await inputsOf('input=sELECT')).toEqual(inputs.slice(0, 2));
    expect(await inputsOf('input=100%25')).toEqual(inputs.slice(0, 1));
    const iso = (n: number) => encodeURIComponent(new Date((at + n * 60) * 1_000).toISOString());
    expect(await inputsOf(`date_from=${iso(1)}`)).toEqual(inputs.slice(1));
    expect(await inputsOf(`date_to=${iso(1)}`)).toEqual(inputs.slice(0, 2));
    expect(await inputsOf('date_from=yesterday')).toEqual(inputs);
    for (const storage of ['x', randomUUID()]) expect(await inputsOf(`command_storage_id=${storage}`), storage).toEqual([]);
    expect((await found(`session_id=${id}`)).map((one) => one.remote_addr)).toEqual(Array.from({ length: 3 }, () => '192.0.2.9'));
    const [one] = await found(`session_id=${id}`);
    const other = admin.inOrg((await createOrganisation(admin)).id);
    expect(await found(`session_id=${id}`, other)).toEqual([]);
    expect((await other.get(`${COMMANDS}${one?.id}/`)).status).toBe(404);
    await sql`delete from sessions where id = ${id}`.execute(server.db);
    expect((await found(`session_id=${id}`))[0]?.remote_addr).toBe('');
  });
});

describe('a session as it goes on', () => {
  test('ends once, at the time it is said, or now', async () => {
    const [timed, untimed] = [await session(), await session()];
    await tell(timed, { is_finished: true, date_end: '2026-01-02T03:04:05Z' });
    expect(new Date((await read(timed)).date_end).toISOString()).toBe('2026-01-02T03:04:05.000Z');
    const before = Date.now();
    await tell(untimed, { is_finished: true });
    const end = new Date((await read(untimed)).date_end).getTime();
    expect(Math.abs(end - before)).toBeLessThan(60_000);
    await tell(untimed, { is_finished: false });
    expect((await read(untimed)).is_finished).toBe(true);
  });

  test('keeps of a reason a few short words, whatever a component sends', async () => {
    const params = async (end_params: unknown): Promise<Json> => {
      const id = await session();
      await tell(id, { is_finished: true, end_reason: 'terminated', end_params });
      const { rows } = await sql<{ end_params: Json }>`select end_params from sessions where id = ${id}`.execute(server.db);
      expect((await read(id)).end_reason.value).toBe('terminated');
      return rows[0]?.end_params as Json;
    };
    for (const nothing of ['"by"', 7, []]) expect((await params(nothing)) ?? {}, JSON.stringify(nothing)).toEqual({});
    expect(await params({ by: 'x'.repeat(600), ['n'.repeat(40)]: 'v', deep: { by: 'y' }, n: 1 })).toEqual({
      by: 'x'.repeat(512),
      ['n'.repeat(32)]: 'v',
    });
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`k${n}`, 'v']));
    expect(Object.keys(await params(many))).toHaveLength(8);
  });

  test('is found by the component that carries it, by its id and its name', async () => {
    const id = await session();
    const { terminal } = await read(id);
    const by = async (value: string) =>
      (await admin.get<Json[]>(`terminal/sessions/?terminal=${encodeURIComponent(value)}`)).body.map((one) => one.id);
    expect(await by(koko.terminalId)).toContain(id);
    expect(await by(terminal.name)).toContain(id);
    for (const none of [randomUUID(), 'nobody', '%']) expect(await by(none)).toEqual([]);
  });
});

test('an auditor sees every kind of evidence of the own organisation, and none of another', async () => {
  const id = await session();
  const told = { session: id, user: 'x', asset: 'y', account: 'root' };
  await koko.api.post('terminal/commands/', [{ ...told, input: 'only here', output: '', timestamp: 1_700_000_000 }]);
  const file = { ...told, operate: 'upload', filename: '/tmp/only-here', is_success: true, org_id: ORG.DEFAULT };
  expect((await koko.api.post('audits/ftp-logs/', file)).status).toBe(201);
  await server.anyone.post('authentication/auth/', { username: mei.username, password: 'Wrong-password-1!' });
  await admin.patch(`users/users/${mei.id}/password/`, { password: 'Another-Gate-3344!' });
  const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
  const far = (await elsewhere.get<Json>('orgs/orgs/current/')).body.id;
  const auditorIn = async (api: Api) => server.as(String((await createUser(api, { org_roles: [ROLE.ORG_AUDITOR] })).username));
  const [own, stranger] = [await auditorIn(admin), (await auditorIn(elsewhere)).inOrg(far)];
  const kinds: [path: string, query: Record<string, string>][] = [
    ['terminal/sessions/', { user: 'Mei(mei)' }],
    ['terminal/commands/', { session_id: id }],
    ['audits/ftp-logs/', { session_id: id }],
    ['audits/login-logs/', { username: 'mei' }],
    ['audits/operate-logs/', { resource: 'Mei(mei)' }],
    ['audits/password-change-logs/', { user: 'Mei(mei)' }],
  ];
  for (const [path, query] of kinds) {
    const mine = (await own.get<Json[]>(path, { query })).body;
    expect(mine.length, path).toBeGreaterThan(0);
    expect((await stranger.get<Json[]>(path, { query })).body, path).toEqual([]);
    if (path === 'audits/password-change-logs/') continue;
    const one = `${path}${mine[0]?.id}/`;
    expect([(await own.get(one)).status, (await stranger.get(one)).status], one).toEqual([200, 404]);
  }
  expect((await stranger.get('audits/activities/', { query: { resource_id: id } })).body).toEqual([]);
  // Naming an organisation one is no auditor of does not help.
  for (const [path] of kinds) expect((await stranger.inOrg(ORG.DEFAULT).get(path)).status, path).toBe(403);
});

test('evidence that leaves as a file is written down: who took how many rows of which', async () => {
  const auditor = await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] });
  const api = await server.as(String(auditor.username));
  for (const path of ['terminal/commands/', 'terminal/sessions/', 'audits/ftp-logs/', 'audits/login-logs/', 'audits/password-change-logs/'])
    expect((await api.get(`${path}?format=csv`)).status, path).toBe(200);
  const mine = `${auditor.name}(${auditor.username})`;
  const rows = (await api.get<Json[]>('audits/operate-logs/', { query: { user: mine, action: 'view' } })).body;
  const names = rows.map(({ resource }) => String(resource).split('_')[0]);
  expect(names.sort()).toEqual(['command', 'ftplog', 'passwordchangelog', 'session', 'userloginlog']);
  const [one] = rows;
  const { diff } = (await api.get<Json>(`audits/operate-logs/${one?.id}/?type=action_detail`)).body;
  expect(diff).toEqual([{ field: 'Exported rows', before: '', after: expect.stringMatching(/^\d+$/) }]);
});

describe('who watches', () => {
  const ask = (body: unknown) => koko.api.post<Json>('terminal/sessions/join/validate/', body);
  const watch = (user: Json, session_id: string, more: Json = {}) => ask({ user_id: user.id, session_id, ...more });
  const refused = (msg: unknown) => ({ status: 401, body: { ok: false, msg } });
  const views = async (id: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from operate_logs where action = 'view' and resource_id = ${id}`.execute(server.db))
      .rows[0]?.n;

  test('is somebody who may in the organisation of the session', async () => {
    const id = await session();
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    const [auditor, stranger] = [
      await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] }),
      await createUser(elsewhere, { org_roles: [ROLE.ORG_AUDITOR, ROLE.ORG_ADMIN] }),
    ];
    expect(await watch(auditor, id)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await views(id)).toBe(1);
    // Who watched is in the log by name, for other auditors of the organisation and for nobody elsewhere.
    const colleague = await server.as((await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] })).username);
    const [entry] = (await colleague.get<Json[]>('audits/operate-logs/', { query: { action: 'view', search: 'Mei(mei) db-01' } })).body;
    expect(entry).toMatchObject({ user: `${auditor.name}(${auditor.username})`, action: { value: 'view' } });
    const detail = `audits/operate-logs/${entry?.id}/?type=action_detail`;
    expect((await colleague.get<Json>(detail)).body.diff).toEqual([{ field: 'Watched', before: '', after: 'live' }]);
    const far = (await server.as(String(stranger.username))).inOrg((await elsewhere.get<Json>('orgs/orgs/current/')).body.id);
    expect((await far.get<Json>(detail)).status).toBe(404);
    // Asked again while they watch: it is the same look.
    expect((await watch(auditor, id, { again: true })).status).toBe(200);
    expect(await views(id)).toBe(1);
    for (const nobody of [stranger, { id: randomUUID() }, { id: koko.userId }])
      expect(await watch(nobody, id)).toMatchObject(refused('permission_denied'));
    expect(await views(id)).toBe(1);
  });

  test('leaves an end, with how long it was, in the log and among the activities', async () => {
    const id = await session();
    const auditor = await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] });
    const end = (body: Json, api = koko.api) => api.post<Json>('terminal/sessions/join/ended/', body);
    const watched = { user_id: auditor.id, session_id: id, seconds: 3_725 };
    expect((await end(watched)).body).toEqual({ ok: true, msg: '' });
    const other = await registerComponent(server);
    expect((await end(watched, other.api)).body.ok).toBe(false);
    expect((await end({ ...watched, user_id: randomUUID() })).body.ok).toBe(false);
    expect((await end({ ...watched, seconds: -1 })).status).toBe(400);
    expect((await end(watched, admin)).status).toBe(403);
    const who = `${auditor.name}(${auditor.username})`;
    const [entry, ...more] = (await admin.get<Json[]>('audits/operate-logs/', { query: { user: who, action: 'view' } })).body;
    expect([entry?.resource_type, more]).toEqual([expect.anything(), []]);
    const detail = (await admin.get<Json>(`audits/operate-logs/${entry?.id}/?type=action_detail`)).body;
    expect(detail.diff).toEqual([{ field: 'Watched for', before: '', after: '1:02:05' }]);
    const contents = (await admin.get<Json[]>(`audits/activities/?resource_id=${id}`)).body.map(({ content }) => content);
    expect(contents).toContain(`${who} stopped watching Mei(mei) db-01(127.0.0.1) after 1:02:05`);
  });

  test('is nobody whose account ended, also while they watch', async () => {
    const id = await session();
    for (const end of [{ is_active: false }, { date_expired: '2020-01-01 00:00:00 +0000' }]) {
      const auditor = await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] });
      expect((await watch(auditor, id)).status).toBe(200);
      expect((await admin.patch(`users/users/${auditor.id}/`, end)).status).toBe(200);
      for (const again of [{}, { again: true }])
        expect(await watch(auditor, id, again), JSON.stringify(end)).toMatchObject(refused('permission_denied'));
    }
  });

  test('is asked by people of their own organisation only', async () => {
    const id = await session();
    const me = (await admin.get<Json>('users/profile/')).body;
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    const stranger = await createUser(elsewhere, { org_roles: [ROLE.ORG_AUDITOR] });
    const of = async (org: string) =>
      (await server.as(stranger.username)).inOrg(org).post<Json>('terminal/sessions/join/validate/', { user_id: me.id, session_id: id });
    const home = (await elsewhere.get<Json>('orgs/orgs/current/')).body.id;
    expect(await of(home)).toMatchObject(refused('object_does_not_exist'));
    expect((await of(ORG.DEFAULT)).status).toBe(403);
    expect(await views(id)).toBe(0);
  });

  test('is not asked of what cannot be watched', async () => {
    const me = (await admin.get<Json>('users/profile/')).body;
    for (const body of [undefined, [], 'x', { user_id: me.id }, { user_id: 'x', session_id: await session() }])
      expect(await ask(body)).toMatchObject(refused(expect.stringMatching(/\.$/)));
    expect(await watch(me, randomUUID())).toMatchObject(refused('object_does_not_exist'));
    const over = await session();
    await tell(over, { is_finished: true });
    for (const id of [over, await session({ login_from: 'RT' }), await session({ type: 'sftp' })]) {
      expect(await watch(me, id)).toMatchObject(refused('not_joinable'));
      expect([(await read(id)).can_join, await views(id)]).toEqual([false, 0]);
    }
    // Another component may not ask about it either.
    const other = await registerComponent(server);
    const asked = await other.api.post('terminal/sessions/join/validate/', { user_id: me.id, session_id: await session() });
    expect(asked).toMatchObject(refused('object_does_not_exist'));
  });
});

describe('who ends', () => {
  test('somebody of the organisation, what is alive; whatever else is named stays without a word', async () => {
    const [live, over] = [await session(), await session()];
    await tell(over, { is_finished: true });
    const end = async (api: Api, ids: unknown) => (await api.post<Json>('terminal/tasks/kill-session/', ids)).body;
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    expect(await end(elsewhere, [live])).toEqual({ ok: [] });
    const person = await server.as((await createUser(admin)).username);
    expect((await person.post('terminal/tasks/kill-session/', [live])).status).toBe(403);
    expect(await end(admin, [over, randomUUID(), 'x', null, { id: live }])).toEqual({ ok: [] });
    const events = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from operate_logs where resource_id = ${live}`.execute(server.db)).rows[0]?.n;
    expect(await events()).toBe(0);
    expect(await end(admin, [live, over])).toEqual({ ok: [live] });
    expect(await events()).toBe(1);
  });

  test('locks, unlocks and ends what is alive with a reason, which goes to the component and into the log', async () => {
    const [live, files, over] = [await session(), await session({ type: 'sftp' }), await session()];
    await tell(over, { is_finished: true });
    const order = (api: Api, id: string, body: Json) => api.post<Json>(`terminal/sessions/${id}/order/`, body);
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    const person = await server.as((await createUser(admin)).username);
    expect((await order(person, live, { order: 'lock' })).status).toBe(403);
    expect((await order(elsewhere, live, { order: 'lock' })).status).toBe(404);
    expect((await order(admin, over, { order: 'terminate' })).status).toBe(404);
    expect((await order(admin, files, { order: 'lock' })).status).toBe(404);
    expect((await order(admin, live, { order: 'explode' })).status).toBe(400);
    expect((await order(admin, live, { order: 'lock', reason: 'x'.repeat(257) })).body).toHaveProperty('reason');
    for (const body of [{ order: 'lock', reason: 'Look first' }, { order: 'unlock' }, { order: 'terminate', reason: 'Done' }])
      expect((await order(admin, live, body)).status).toBe(204);
    const { rows } = await sql<{ name: string; kwargs: Json }>`
      select name, kwargs from terminal_tasks where args = ${live} order by date_created`.execute(server.db);
    expect(rows.map(({ name, kwargs }) => [name, kwargs.note])).toEqual([
      ['lock_session', 'Look first'],
      ['unlock_session', ''],
      ['kill_session', 'Done'],
    ]);
    expect(rows[0]?.kwargs.terminated_by).toMatch(/\(admin\)$/);
    const { rows: events } = await sql<{ diff: Json }>`
      select diff from operate_logs where resource_id = ${live} order by datetime`.execute(server.db);
    expect(events.map(({ diff }) => diff.map((one: Json) => one.after))).toEqual([
      ['lock', 'Look first'],
      ['unlock'],
      ['terminate', 'Done'],
    ]);
  });

  test('several are ended with one reason, which goes to the component and into the log of each', async () => {
    const ids = [await session(), await session()];
    const end = (body: unknown) => admin.post<Json>('terminal/tasks/kill-session/', body);
    expect((await end({ sessions: ids, reason: 'x'.repeat(257) })).body).toHaveProperty('reason');
    expect((await end({ sessions: ids, reason: 7 })).body).toHaveProperty('reason');
    expect((await end({ reason: 'Nobody' })).status).toBe(400);
    const named = sql.join(ids);
    const orders = async () =>
      (await sql<{ kwargs: Json }>`select kwargs from terminal_tasks where args in (${named})`.execute(server.db)).rows;
    expect(await orders()).toEqual([]);
    const { body } = await end({ sessions: [...ids, 'x'], reason: '  Maintenance at noon ' });
    expect(body.ok.toSorted()).toEqual(ids.toSorted());
    expect((await orders()).map(({ kwargs }) => kwargs.note)).toEqual(['Maintenance at noon', 'Maintenance at noon']);
    for (const id of ids) {
      const [event] = (await admin.get<Json[]>('audits/activities/', { query: { resource_id: id } })).body;
      const { diff } = (await admin.get<Json>(event?.detail_url.replace('/api/v1/', ''))).body;
      expect(diff.map((one: Json) => [one.field, one.after])).toEqual([
        ['Ended by', expect.stringMatching(/\(admin\)$/)],
        ['Reason', 'Maintenance at noon'],
      ]);
    }
  });

  test('my own sessions are mine alone', async () => {
    const id = await session();
    const mine = async (name: string) => (await (await server.as(name)).get<Json[]>('terminal/my-sessions/')).body.map((one) => one.id);
    expect(await mine('mei')).toContain(id);
    expect(await mine((await createUser(admin)).username)).toEqual([]);
  });

  test('somebody ends their own session, and no one else’s', async () => {
    const id = await session();
    const end = async (name: string, of = id) => (await (await server.as(name)).post(`terminal/my-sessions/${of}/end/`)).status;
    expect([await end((await createUser(admin)).username), await end('admin'), await end('mei', randomUUID())]).toEqual([404, 404, 404]);
    expect(await end('mei')).toBe(204);
    const { rows } = await sql<{ name: string; kwargs: Json }>`select name, kwargs from terminal_tasks where args = ${id}`.execute(
      server.db,
    );
    expect(rows.map(({ name, kwargs }) => [name, kwargs.terminated_by])).toEqual([['kill_session', `${mei.name}(mei)`]]);
    const [event] = (await admin.get<Json[]>('audits/activities/', { query: { resource_id: id } })).body;
    expect(event?.content).toContain('(mei)');
    await tell(id, { is_finished: true, date_end: '2026-11-01T00:00:00Z' });
    expect(await end('mei')).toBe(404);
  });
});

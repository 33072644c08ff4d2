import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { attributesOf, dnOf, personOf, READER, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { Attribute, Change, Client } from 'ldapts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';
import { runJob } from '../../app.ts';
import { keepPeople } from './people.queries.ts';

// Tests of the settings, the list of people, importing and following, against a real OpenLDAP server of two thousand people.

const PASSWORD = 'a-word-of-the-directory';
const MANY = 2_000;
const LDAP = 'settings/ldap/';
const STAFF = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'jon'];

let client: Client;

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const slapd = forThisFile(
  () =>
    startSlapd({
      people: [
        personOf('twin', { ou: 'people' }),
        personOf('twin', { ou: 'groups', mail: 'other@corp.example' }),
        ...STAFF.map((uid) => personOf(uid, { ou: 'staff', password: PASSWORD, groups: uid === 'ann' ? ['ops', 'dba'] : ['ops'] })),
        ...Array.from({ length: MANY }, (_, n) => personOf(`p${n}`)),
      ],
    }),
  (it) => it.stop(),
);
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
  await client.bind(READER.dn, READER.password);
});
afterAll(async () => {
  await client?.unbind();
});

const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const staff = `ou=staff,${SUFFIX}`;
const USUAL = {
  AUTH_LDAP: true,
  AUTH_LDAP_START_TLS: false,
  AUTH_LDAP_BIND_DN: READER.dn,
  AUTH_LDAP_BIND_PASSWORD: READER.password,
  AUTH_LDAP_SEARCH_OU: staff,
  AUTH_LDAP_SEARCH_FILTER: '(&(objectClass=inetOrgPerson)(uid=%(user)s))',
  AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn', email: 'mail', groups: 'memberOf' },
  AUTH_LDAP_SEARCH_PAGED_SIZE: 300,
  AUTH_LDAP_SYNC_ORG_IDS: [ORG.DEFAULT],
  AUTH_LDAP_SYNC_IS_PERIODIC: false,
  AUTH_LDAP_SYNC_CRONTAB: '',
  AUTH_LDAP_SYNC_INTERVAL: 24,
};
beforeEach(async () => {
  await set({ ...USUAL, AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}` });
  await sql`delete from directory_states`.execute(server.db);
});

const users = async (): Promise<Json[]> =>
  (await sql<Json>`select username, name, email, is_active from users where source = 'ldap' order by username`.execute(server.db)).rows;
const named = async (username: string): Promise<Json | undefined> => (await users()).find((user) => user.username === username);
/** The task that was asked for last. */
async function lastTask(): Promise<unknown> {
  const { rows } = await sql<Json>`select id from task_runs where name = 'sync-directory' order by date_published desc limit 1`.execute(
    server.db,
  );
  return rows[0]?.id;
}
/** The same, done as a worker does it. */
const workedLast = async (): Promise<string> => worked(server, await lastTask());
async function follow(force = false): Promise<string> {
  const started = await admin.post<Json>(`${LDAP}sync/`, { force });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  return worked(server, started.body.task);
}
/** How far a task has said that it came. */
const progressOf = async (task: unknown): Promise<unknown> =>
  (await sql<Json>`select done from task_runs where id = ${task}`.execute(server.db)).rows[0]?.done;
/** What the form of the test sends. */
const FORM: ReadonlySet<string> = new Set([
  ...['AUTH_LDAP', 'AUTH_LDAP_SERVER_URI', 'AUTH_LDAP_BIND_DN', 'AUTH_LDAP_BIND_PASSWORD', 'AUTH_LDAP_USER_ATTR_MAP'],
  ...['AUTH_LDAP_SEARCH_OU', 'AUTH_LDAP_SEARCH_FILTER'],
]);
async function tested(given: Json): Promise<[number, Json]> {
  const form = { ...USUAL, AUTH_LDAP_BIND_PASSWORD: '', AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}` };
  const body = { ...Object.fromEntries(Object.entries(form).filter(([name]) => FORM.has(name))), ...given };
  const first = await admin.post<Json>(`${LDAP}testing/config/?refresh=1`, body);
  if (first.status !== 200) return [first.status, first.body];
  expect(first.body).toEqual({ status: 'running' });
  const last = await until('the test is over', 20_000, async () => {
    const answer = await admin.post<Json>(`${LDAP}testing/config/`, body);
    return answer.body?.status === 'running' ? undefined : answer;
  });
  return [last.status, last.body];
}

test('a test of the settings runs by itself, and says each step that was done', async () => {
  const [status, message] = await tested({});
  expect([status, String(message)]).toEqual([200, expect.stringContaining(`10 people below ${staff}`)]);
  expect(String(message).split('\n')[0]).toMatch(/^✓ Connected to ldap:\/\/127\.0\.0\.1/);
});

test.each<[string, Json, RegExp]>([
  ['nobody listens there', { AUTH_LDAP_SERVER_URI: 'ldap://127.0.0.1:1', AUTH_LDAP_BIND_PASSWORD: READER.password }, /^✗ No connection/],
  ['the password is wrong', { AUTH_LDAP_BIND_PASSWORD: 'another word' }, /✗ The server refuses the name or the password/],
  ['the attributes name no mail address', { AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn' } }, /✗ The attributes name no/],
  ['nobody is below one of the places', { AUTH_LDAP_SEARCH_OU: `${staff}|ou=empty,${SUFFIX}` }, /✗ Nobody was found below ou=empty/],
  ['one of the places is not there', { AUTH_LDAP_SEARCH_OU: `ou=moon,${SUFFIX}` }, /✗ There is no such entry/],
  ['the filter has no place for a name', { AUTH_LDAP_SEARCH_FILTER: '(uid=ann)' }, /✗ The filter cannot be read/],
  ['logging in by it is switched off', { AUTH_LDAP: false }, /✗ Logging in by the directory is switched off/],
  [
    'it cannot be spoken to encrypted',
    { AUTH_LDAP_START_TLS: true, AUTH_LDAP_BIND_PASSWORD: READER.password },
    /✗ The server does not take part in StartTLS/,
  ],
])('a test says when %s', async (_, given, words) => {
  const [status, message] = await tested(given);
  expect([status, String(message)]).toEqual([400, expect.stringMatching(words)]);
});

test('the stored password is not sent to a server that the form names in place of the stored one', async () => {
  const [status, message] = await tested({ AUTH_LDAP_SERVER_URI: `ldap://localhost:${slapd.port}` });
  expect([status, String(message)]).toEqual([400, expect.stringContaining('has no password')]);
});

test('a test of a login says whether this person may', async () => {
  const ask = (username: string, password: string) => admin.post<Json>(`${LDAP}testing/login/`, { username, password });
  expect((await ask('ann', PASSWORD)).body).toBe('ann of the directory may log in');
  const wrong = await ask('ann', 'another word');
  expect([wrong.status, wrong.body]).toEqual([400, 'The directory does not confirm this name and password.']);
});

test('all of it is for those who may change how people log in', async () => {
  const nobody = await server.as((await createUser(admin)).username as string);
  for (const [method, path] of [
    ['post', 'testing/config/'],
    ['post', 'testing/login/'],
    ['get', 'users/'],
    ['get', 'cache/refresh/'],
    ['post', 'users/import/'],
    ['get', 'sync/preview/'],
    ['post', 'sync/'],
  ] as const)
    expect((await (method === 'get' ? nobody.get(`${LDAP}${path}`) : nobody.post(`${LDAP}${path}`, {}))).status, path).toBe(403);
});

test('people are listed once the directory was read, and imported by name, with groups, into the organisations that were chosen', async () => {
  await createUser(admin, { username: 'bob' });
  const org = await createOrganisation(admin);
  expect((await admin.get(`${LDAP}users/?cache_police=1`)).status).toBe(409);
  await workedLast();
  expect(await progressOf(await lastTask())).toBe(STAFF.length);
  const listed = await admin.get<Json>(`${LDAP}users/?limit=3&offset=0`);
  expect(listed.body).toMatchObject({
    count: 10,
    results: [{ id: 'ann', username: 'ann', groups: ['ops', 'dba'], existing: false }, { id: 'cat' }, { id: 'dan' }],
  });
  expect((await admin.get<Json[]>(`${LDAP}users/?search=BOB`)).body).toEqual([
    expect.objectContaining({ username: 'bob', existing: true }),
  ]);
  const asked = await admin.post<Json>(`${LDAP}users/import/`, { org_ids: [org.id], username_list: ['ann', 'bob', 'cat'] });
  expect(asked.body).toMatchObject({ msg: 'The import has started.' });
  const log = await worked(server, asked.body.task);
  expect(log).toContain('2 created');
  expect(log).toContain('not taken over: bob');
  // Nothing was read for it: these are those that were looked at.
  expect(await progressOf(asked.body.task)).toBe(3);
  expect((await users()).map(({ username }) => username)).toEqual(['ann', 'cat']);
  const inOrg = admin.inOrg(String(org.id));
  expect((await inOrg.get<Json[]>('users/users/')).body.map(({ username }) => username).sort()).toEqual(['ann', 'cat']);
  const groups = (await inOrg.get<Json[]>('users/groups/')).body;
  expect(groups.map(({ name, users: members }) => [name, (members as Json[]).length]).sort()).toEqual([
    ['AD dba', 1],
    ['AD ops', 2],
  ]);
  // Whoever was imported logs in to that account.
  const { body } = await createApi({ origin: server.url, cookies: createCookieJar() }).post<Json>('authentication/tokens/', {
    username: 'ann',
    password: PASSWORD,
  });
  expect(body.user).toMatchObject({ username: 'ann', name: 'ann of the directory' });
  expect(
    (await admin.post<Json>(`${LDAP}users/import/`, { org_ids: ['00000000-0000-4000-8000-000000000000'], username_list: ['*'] })).status,
  ).toBe(400);
});

test('a sync makes, changes and disables; whoever is gone loses session, token and key with it', async () => {
  const far = admin.inOrg(String((await createOrganisation(admin)).id));
  const opsThere = async () => {
    const [group] = (await far.get<Json[]>('users/groups/?name=AD ops')).body;
    return ((group?.users ?? []) as Json[]).map(({ name }) => String(name).slice(0, 3)).sort();
  };
  await set({ AUTH_LDAP_SYNC_ORG_IDS: [(await far.get<Json>('orgs/orgs/current/')).body.id] });
  expect(await follow()).toContain('7 created');
  expect(await opsThere()).toEqual(['dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'jon']);
  // Two who leave in two ways, one who is renamed, one who leaves a group.
  const leaver = createApi({ origin: server.url, cookies: createCookieJar() });
  await leaver.get('/core/auth/login/');
  expect((await leaver.post<Json>('/core/auth/login/', { username: 'dan', password: PASSWORD })).body).toEqual({});
  const { body } = await createApi({ origin: server.url, cookies: createCookieJar() }).post<Json>('authentication/tokens/', {
    username: 'dan',
    password: PASSWORD,
  });
  const bearer = createApi({ origin: server.url, headers: { authorization: `Bearer ${body.token}` } });
  const works = async () => [(await leaver.get('users/profile/')).status, (await bearer.get('users/profile/')).status];
  expect(await works()).toEqual([200, 200]);
  const keys = async () =>
    (await sql`select 1 from access_keys k join users u on u.id = k.user_id where u.username = 'dan'`.execute(server.db)).rows.length;
  await sql`insert into access_keys (id, user_id, sealed_secret) select gen_random_uuid(), id, 'x' from users where username = 'dan'`.execute(
    server.db,
  );
  expect(await keys()).toBe(1);
  await client.del(dnOf({ uid: 'dan', ou: 'staff' }));
  await client.modify(dnOf({ uid: 'cat', ou: 'staff' }), [
    new Change({ operation: 'replace', modification: new Attribute({ type: 'cn', values: ['Cat Married'] }) }),
  ]);
  await client.modify(dnOf({ uid: 'ivy', ou: 'staff' }), [
    new Change({ operation: 'delete', modification: new Attribute({ type: 'memberOf', values: [] }) }),
  ]);
  await admin.get(`${LDAP}cache/refresh/`);
  expect((await admin.get(`${LDAP}sync/preview/`)).status).toBe(409);
  await workedLast();
  expect((await admin.get<Json>(`${LDAP}sync/preview/`)).body).toEqual({
    create: { count: 0, names: [] },
    update: { count: 1, names: ['cat'] },
    disable: { count: 1, names: ['dan'] },
    too_many: false,
  });
  expect(await works()).toEqual([200, 200]);
  const log = await follow();
  expect(log).toContain('0 created, 1 updated');
  expect(log).toContain('1 disabled');
  expect(await works()).toEqual([401, 401]);
  expect(await named('dan')).toMatchObject({ is_active: false });
  expect(await named('cat')).toMatchObject({ name: 'Cat Married', is_active: true });
  expect(await keys()).toBe(0);
  expect(await opsThere()).toEqual(['dan', 'eve', 'fay', 'gus', 'hal', 'jon']);
});

test('who is switched off there is switched off here, by the word of the settings', async () => {
  await client.modify(
    dnOf({ uid: 'eve', ou: 'staff' }),
    new Change({ operation: 'add', modification: new Attribute({ type: 'userAccountControl', values: ['514'] }) }),
  );
  await follow();
  expect(await named('eve')).toMatchObject({ is_active: false });
});

test('a sync that would disable too many changes nothing, says so to administrators, and goes on when a person wants it', async () => {
  for (const uid of ['fay', 'gus', 'hal']) await client.del(dnOf({ uid, ou: 'staff' }));
  await client.add(dnOf({ uid: 'new', ou: 'staff' }), attributesOf(personOf('new')));
  const active = async () => (await users()).filter(({ is_active }) => is_active).map(({ username }) => username);
  const before = await active();
  expect(await follow()).toMatch(/Would disable 3 people: fay, gus, hal/);
  expect(await active()).toEqual(before);
  const { body } = await admin.get<Json[]>('notifications/site-messages/');
  expect(JSON.stringify(body)).toContain('would disable 3 people');
  expect(await follow(true)).toContain('3 disabled');
  expect(await active()).toEqual([...before.filter((name) => !['fay', 'gus', 'hal'].includes(String(name))), 'new'].sort());
});

test('a directory in which nobody is found, or that breaks off, disables nobody', async () => {
  const before = await users();
  await set({ AUTH_LDAP_SEARCH_OU: `ou=empty,${SUFFIX}` });
  expect(await follow(true)).toContain('Nobody was found');
  await set({ AUTH_LDAP_SEARCH_OU: `${staff}|ou=moon,${SUFFIX}` });
  expect(await follow(true)).toMatch(/failed: There is no such entry/);
  expect(await users()).toEqual(before);
  expect((await admin.get<Json>(`${LDAP}users/`)).body).toMatchObject({ error: expect.stringContaining('There is no such entry') });
});

test('two runs do not read at once: each would forget whom the other has read', async () => {
  const before = await users();
  const other = (await admin.post<Json>(`${LDAP}sync/`, {})).body.task;
  await sql`insert into directory_states (name, state, message) values ('people', 'running', ${other})
    on conflict (name) do update set state = 'running', message = ${other}`.execute(server.db);
  expect(await follow(true)).toContain('Another run reads the directory');
  expect(await users()).toEqual(before);
  expect(await worked(server, other)).toContain('people in the directory');
});

test('the clock starts a sync by the settings, and by new ones once they are there', async () => {
  const tick = async () => {
    const job = server.assembly.jobs.find(({ name }) => name === 'directory.schedule');
    if (!job) throw new Error('no such job');
    await runJob(server.platform, job, {});
  };
  const next = async () =>
    (
      await sql<{ hours: number }>`
    select extract(epoch from date - now())::float / 3600 as hours from directory_states where name = 'next sync'`.execute(server.db)
    ).rows[0]?.hours;
  const runs = async () =>
    Number((await sql<Json>`select count(*) n from task_runs where name = 'sync-directory'`.execute(server.db)).rows[0]?.n);
  await tick();
  expect(await next()).toBeUndefined();
  await set({ AUTH_LDAP_SYNC_IS_PERIODIC: true, AUTH_LDAP_SYNC_INTERVAL: 5 });
  await tick();
  expect(await next()).toBeCloseTo(5, 1);
  await set({ AUTH_LDAP_SYNC_CRONTAB: '* * * * *' });
  await tick();
  expect(await next()).toBeLessThan(0.02);
  const before = await runs();
  await sql`update directory_states set date = now() - interval '1 minute' where name = 'next sync'`.execute(server.db);
  await tick();
  expect(await runs()).toBe(before + 1);
  await workedLast();
});

test('two thousand people are read in pages of the settings and imported', async () => {
  await set({ AUTH_LDAP_SEARCH_OU: `ou=people,${SUFFIX}|ou=groups,${SUFFIX}` });
  const asked = await admin.post<Json>(`${LDAP}users/import/`, { username_list: ['*'] });
  const begun = performance.now();
  const log = await worked(server, asked.body.task);
  expect(log).toContain(`${MANY} created`);
  process.stdout.write(`${Math.round(MANY / ((performance.now() - begun) / 1_000))} people/s\n`);
  const { rows } =
    await sql<Json>`select count(*)::int n from users u join external_identities e on e.user_id = u.id where u.username ~ '^p[0-9]+$'`.execute(
      server.db,
    );
  expect(rows[0]?.n).toBe(MANY);
  // Two entries have this name: nobody knows which of them an account would be.
  expect(log).toContain('not taken over: twin');
  expect(await named('twin')).toBeUndefined();
});

test('a name that was cut within a sign stops no reading', async () => {
  const run = randomUUID();
  const person = (name: string) => ({
    subject: 'cut',
    username: 'cut',
    name,
    email: '',
    phone: '',
    groups: [name],
    attributes: { title: [name] },
    active: false,
  });
  for (const name of ['Kim \u{1f511}'.slice(0, 5), 'Kim Doe'])
    await server.platform.asSystem('test', (ctx) => keepPeople(ctx, run, [person(name)]));
  const { rows } = await sql<Json>`select name, groups, attributes, seen_in from directory_people where subject = 'cut'`.execute(server.db);
  expect(rows).toEqual([{ name: 'Kim Doe', groups: ['Kim Doe'], attributes: { title: ['Kim Doe'] }, seen_in: run }]);
  await sql`delete from directory_people where subject = 'cut'`.execute(server.db);
});

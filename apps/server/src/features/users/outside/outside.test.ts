import type { Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { runJob } from '../../../app.ts';

/** People from outside: a sponsor, an end within a bound, a question before it, and the end itself. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeEach(() => set({ SECURITY_OUTSIDE_MAX_DAYS: 90, SECURITY_OUTSIDE_REVIEW_DAYS: 10 }));

const set = (values: Readonly<Record<string, number>>) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const at = (user: Json) => `users/users/${user.id}/`;
async function sweep(): Promise<void> {
  const job = server.assembly.jobs.find(({ name }) => name === 'people.ends');
  if (!job) throw new Error('There is no such job');
  await runJob(server.platform, job, {});
}
const told = async (username: string): Promise<string[]> =>
  (await (await server.as(username)).get<Json>('notifications/site-messages/?limit=50&offset=0')).body.results.map(
    (one: Json) => one.content.subject,
  );
const outsider = async (sponsor: Json, days = 60) =>
  createUser(admin, { from_outside: true, sponsor: { pk: sponsor.id }, date_expired: inDays(days) });
const endNow = (user: Json) => sql`update users set date_expired = now() - interval '1 second' where id = ${user.id}`.execute(server.db);
const problems = (answer: { body: Json }, field: string) => answer.body[field];

describe('somebody from outside', () => {
  test('has a sponsor: somebody else, of the organisation, who can log in', async () => {
    const [sponsor, gone] = [await createUser(admin), await createUser(admin, { is_active: false })];
    const made = await outsider(sponsor);
    expect([made.from_outside, made.sponsor]).toEqual([true, { id: sponsor.id, name: sponsor.name, username: sponsor.username }]);
    const plain = await createUser(admin);
    const mark = (body: object) => admin.patch(at(plain), { from_outside: true, date_expired: inDays(5), ...body });
    expect((await mark({})).status).toBe(400);
    for (const unfit of [gone, made, plain]) {
      const answer = await mark({ sponsor: unfit.id });
      expect([answer.status, problems(answer, 'sponsor')]).toEqual([400, [expect.stringContaining('A sponsor is somebody else')]]);
    }
    expect((await mark({ sponsor: sponsor.id })).status).toBe(200);
    // A client that does not know the fields leaves them.
    const { id, name, username, email } = plain;
    const put = await admin.put(at(plain), { id, name, username, email, date_expired: inDays(5) });
    expect([put.status, put.body.from_outside, put.body.sponsor?.id]).toEqual([200, true, sponsor.id]);
  });

  test('gets in until a date within the bound of the settings, and no longer', async () => {
    const sponsor = await createUser(admin);
    const body = { name: 'Out', username: 'out-bound', email: 'out-bound@example.com', from_outside: true, sponsor: sponsor.id };
    for (const date_expired of [undefined, null, inDays(91), inDays(-1)]) {
      const answer = await admin.post('users/users/', { ...body, ...(date_expired === undefined ? {} : { date_expired }) });
      expect([answer.status, problems(answer, 'date_expired')]).toEqual([400, [expect.stringContaining('within 90 days')]]);
    }
    const made = await admin.post('users/users/', { ...body, date_expired: inDays(89) });
    expect(made.status).toBe(201);
    await set({ SECURITY_OUTSIDE_MAX_DAYS: 30 });
    // What stands stays; only what is changed is held to it, and an earlier end is in order.
    expect((await admin.patch(at(made.body), { comment: 'welder', date_expired: made.body.date_expired })).status).toBe(200);
    expect((await admin.patch(at(made.body), { date_expired: inDays(95) })).status).toBe(400);
    expect((await admin.patch(at(made.body), { date_expired: inDays(70) })).status).toBe(200);
  });

  test('is found by the mark and by the sponsor', async () => {
    const sponsor = await createUser(admin);
    const made = await outsider(sponsor);
    const found = await admin.get<Json[]>(`users/users/?from_outside=true&sponsor=${sponsor.id}`);
    expect(found.body.map(({ id }) => id)).toEqual([made.id]);
    expect((await admin.get<Json[]>(`users/users/?from_outside=false&sponsor=${sponsor.id}`)).body).toEqual([]);
  });

  test('is asked about before the end, once, and renews it', async () => {
    const [sponsor, other] = [await createUser(admin), await createUser(admin)];
    const made = await outsider(sponsor, 12);
    const subject = `Access from outside ends soon: ${made.name}(${made.username})`;
    await sweep();
    expect(await told(sponsor.username)).not.toContain(subject);
    await set({ SECURITY_OUTSIDE_REVIEW_DAYS: 13 });
    await sweep();
    await sweep();
    expect((await told(sponsor.username)).filter((one) => one === subject)).toHaveLength(1);

    const mine = await server.as(sponsor.username);
    const list = await mine.get<Json[]>('users/sponsored/');
    expect(list.body).toEqual([expect.objectContaining({ id: made.id, is_due: true, is_let_end: false })]);
    const path = `users/sponsored/${made.id}/`;
    expect((await mine.post(`${path}renew/`, { date_expired: inDays(91) })).status).toBe(400);
    // Nobody else's: not of another person, nor of an administrator while the sponsor can answer.
    for (const who of [other.username, 'admin', made.username]) {
      const api = await server.as(who);
      expect((await api.post(`${path}renew/`, { date_expired: inDays(80) })).status).toBe(404);
      expect((await api.post(`${path}let-end/`)).status).toBe(404);
    }
    expect((await mine.post(`${path}renew/`, { date_expired: inDays(80) })).status).toBe(204);
    expect((await mine.get<Json[]>('users/sponsored/')).body[0]).toMatchObject({ is_due: false });
    const query = { resource: made.username, limit: 20, offset: 0, oid: 'ROOT' };
    const { results } = (await admin.get<Json>('audits/operate-logs/', { query })).body;
    const logged = await Promise.all(
      results.map(async ({ id, user }: Json) => {
        const detail = await admin.get(`audits/operate-logs/${id}/`, { query: { type: 'action_detail', oid: 'ROOT' } });
        return `${user} ${JSON.stringify(detail.body)}`;
      }),
    );
    expect(logged.filter((line: string) => line.startsWith(sponsor.name) && line.includes('Expires'))).toHaveLength(1);
  });

  test('is let end: nobody is asked again', async () => {
    const sponsor = await createUser(admin);
    const made = await outsider(sponsor, 9);
    const mine = await server.as(sponsor.username);
    expect((await mine.post(`users/sponsored/${made.id}/let-end/`)).status).toBe(204);
    await sweep();
    expect((await told(sponsor.username)).filter((one) => one.includes(made.username))).toEqual([]);
    expect((await mine.get<Json[]>('users/sponsored/')).body[0]).toMatchObject({ is_due: false, is_let_end: true });
  });

  test('ends by itself: nothing opens any more, and the login says why', async () => {
    const sponsor = await createUser(admin);
    const made = await outsider(sponsor);
    const browser = await server.browser(made.username);
    const token = await server.as(made.username);
    expect((await token.get('users/profile/')).status).toBe(200);
    expect((await sql`select 1 from login_sessions where user_id = ${made.id}`.execute(server.db)).rows).toHaveLength(1);
    await endNow(made);
    await sweep();
    expect((await token.get('users/profile/')).status).toBe(401);
    expect((await browser.get('users/profile/')).status).toBe(401);
    for (const table of ['login_sessions', 'bearer_tokens', 'access_keys', 'private_tokens', 'known_devices'])
      expect((await sql`select 1 from ${sql.table(table)} where user_id = ${made.id}`.execute(server.db)).rows).toEqual([]);
    const login = await server.anyone.post('authentication/auth/', { username: made.username, password: TEST_PASSWORD });
    expect([login.status, login.body.error]).toEqual([400, 'outside_ended']);
    // The sponsor revives nobody.
    const mine = await server.as(sponsor.username);
    expect((await mine.post(`users/sponsored/${made.id}/renew/`, { date_expired: inDays(5) })).status).toBe(404);
  });

  test('is answered for by administrators when the sponsor is blocked, who are told once', async () => {
    const sponsor = await createUser(admin);
    const made = await outsider(sponsor, 30);
    const subject = 'People from outside without a sponsor: 1';
    const before = (await told('admin')).filter((one) => one === subject).length;
    await admin.patch(at(sponsor), { is_active: false });
    await sweep();
    await sweep();
    expect((await told('admin')).filter((one) => one === subject)).toHaveLength(before + 1);
    expect((await admin.get<Json[]>('users/sponsored/')).body).toEqual([expect.objectContaining({ id: made.id, sponsor: sponsor.name })]);
    expect((await admin.post(`users/sponsored/${made.id}/let-end/`)).status).toBe(204);
    // Back, and gone for good: told again.
    await admin.patch(at(sponsor), { is_active: true });
    await sweep();
    expect((await admin.get<Json[]>('users/sponsored/')).body).toEqual([]);
    expect((await admin.delete(at(sponsor))).status).toBe(204);
    await sweep();
    expect((await told('admin')).filter((one) => one === subject)).toHaveLength(before + 2);
    expect((await admin.get<Json[]>('users/sponsored/')).body).toEqual([expect.objectContaining({ id: made.id, sponsor: null })]);
  });
});

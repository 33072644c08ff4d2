import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startOpenidProvider } from '@postern/testkit/openid-provider';
import { settingsOf, startSmtp } from '@postern/testkit/smtp';
import { createWalker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { signOnOf } from '../../../test/sign-on.ts';
import { runJob } from '../../app.ts';

/** New people whom a real provider vouches for, and who wait until somebody lets them in. */

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const provider = forThisFile(
  () => startOpenidProvider(server.url),
  (it) => it.close(),
);
const smtp = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const admin = forThisFile(() => server.as('admin'));
const { confirmed, profile, set } = signOnOf(() => server, 'OpenID Connect');
beforeEach(() =>
  set({
    SITE_URL: server.url,
    AUTH_OPENID: true,
    AUTH_OPENID_CLIENT_ID: provider.clientId,
    AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
    AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
    SECURITY_MFA_AUTH: 0,
    ONLY_ALLOW_EXIST_USER_AUTH: false,
    SECURITY_NEW_PEOPLE_APPROVAL: true,
    ...settingsOf(smtp),
  }),
);

/** Signs in at the provider and comes back: the person's browser. */
async function signIn(name: string) {
  const walker = createWalker();
  const page = await walker.go(`${server.url}/core/auth/openid/login/`);
  await walker.go(page.url.href, { login: name });
  return walker;
}
const why = async (name: string) => (await confirmed(await signIn(name))).error;
let count = 0;
/** Somebody new who has tried to get in. */
async function newPerson(): Promise<Json> {
  count += 1;
  const username = `new${count}`;
  provider.people.set(username, { name: `New ${count}`, email: `${username}@corp.example` });
  expect(await why(username)).toBe('external_waiting');
  return (await admin.get<Json[]>('users/users/', { query: { username } })).body[0] as Json;
}
const stateOf = async ({ id }: Json) => {
  const { is_active, is_waiting, is_valid } = (await admin.get(`users/users/${id}/`)).body;
  return { is_active, is_waiting, is_valid };
};
const WAITS = { is_active: false, is_waiting: true, is_valid: false };
const IN = { is_active: true, is_waiting: false, is_valid: true };
const OUT = { is_active: false, is_waiting: false, is_valid: false };
/** Sends what waits, as a worker would, and looks for a mail. */
async function mailOf({ email }: Json, subject: string): Promise<string[]> {
  const job = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (!job) throw new Error('There is no such job');
  await runJob(server.platform, job, {});
  return smtp.mails.filter(({ to, text }) => to.includes(email) && text.includes(subject)).map(({ to }) => String(to));
}
const mailsTo = ({ email }: Json) => smtp.mails.filter(({ to }) => to.includes(email)).length;
const told = async (username: string): Promise<string[]> =>
  (await (await server.as(username)).get<Json>('notifications/site-messages/?limit=50&offset=0')).body.results.map(
    (one: Json) => one.content.subject,
  );
const written = async ({ id }: Json) =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from operate_logs where resource_id = ${id} and diff::text like '%is_waiting%'`.execute(server.db)
  ).rows[0]?.n;

describe('somebody new', () => {
  test('waits in a state of their own, which the list filters by; disabled people do not', async () => {
    const [person, disabled] = [await newPerson(), await createUser(admin, { is_active: false })];
    expect(await stateOf(person)).toEqual(WAITS);
    expect(await stateOf(disabled)).toEqual(OUT);
    const names = async (waiting: boolean) =>
      (await admin.get<Json[]>('users/users/', { query: { is_waiting: String(waiting) } })).body.map(({ username }) => username);
    expect(await names(true)).toContain(person.username);
    expect(await names(true)).not.toContain(disabled.username);
    expect(await names(false)).not.toContain(person.username);
  });

  test('is told of once, to the administrators of the system and of where they belong, with a link', async () => {
    const org = await createOrganisation(admin);
    const elsewhere = await createUser(admin.inOrg(String(org.id)), { org_roles: [ROLE.ORG_ADMIN] });
    const here = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
    const plain = await createUser(admin);
    const person = await newPerson();
    expect(await why(person.username)).toBe('external_waiting');
    const subject = `Waiting for approval: ${person.name}`;
    const times = async (username: string) => (await told(username)).filter((one) => one === subject).length;
    expect(await Promise.all(['admin', here.username, elsewhere.username, plain.username].map(times))).toEqual([1, 1, 0, 0]);
  });

  test('gets in once somebody lets them in, and hears of it by mail', async () => {
    const person = await newPerson();
    expect((await admin.post(`users/users/${person.id}/let-in/`, {})).status).toBe(204);
    expect(await stateOf(person)).toEqual(IN);
    expect(await mailOf(person, 'You can log in now')).toEqual([person.email]);
    expect((await profile(await signIn(person.username))).body.username).toBe(person.username);
    expect(await written(person)).toBe(1);
    const again = await admin.post<Json>(`users/users/${person.id}/turn-away/`, {});
    expect([again.status, again.body.error ?? again.body.detail]).toEqual([409, expect.stringContaining('it has been decided')]);
    expect(await stateOf(person)).toEqual(IN);
  });

  test('is turned away for good: another try asks nobody, and says that the account is disabled', async () => {
    const person = await newPerson();
    const before = (await told('admin')).length;
    expect((await admin.post(`users/users/${person.id}/turn-away/`, {})).status).toBe(204);
    expect(await stateOf(person)).toEqual(OUT);
    expect(await mailOf(person, 'Your account was not approved')).toEqual([person.email]);
    expect(await why(person.username)).toBe('user_inactive');
    expect(await told('admin')).toHaveLength(before);
    expect(await written(person)).toBe(1);
  });

  test('is let in by switching the account on as well, and hears of it', async () => {
    const person = await newPerson();
    expect((await admin.patch(`users/users/${person.id}/`, { comment: 'Asked the team' })).status).toBe(200);
    expect(await stateOf(person)).toEqual(WAITS);
    expect((await admin.patch(`users/users/${person.id}/`, { is_active: true })).status).toBe(200);
    expect(await stateOf(person)).toEqual(IN);
    expect(await mailOf(person, 'You can log in now')).toEqual([person.email]);
    // Once in, switching off and on is what it always was.
    for (const is_active of [false, true]) await admin.patch(`users/users/${person.id}/`, { is_active });
    expect([await stateOf(person), mailsTo(person)]).toEqual([IN, 1]);
  });

  test('is decided on with others; whoever does not wait stays as they are, and without a choice nothing happens', async () => {
    const [one, other, left] = [await newPerson(), await newPerson(), await newPerson()];
    const disabled = await createUser(admin, { is_active: false });
    expect((await admin.post('users/users/let-in/', {})).status).toBe(400);
    expect((await admin.post(`users/users/let-in/?ids=${disabled.id}`, {})).status).toBe(409);
    expect((await admin.post(`users/users/let-in/?ids=${one.id},${other.id},${disabled.id}`, {})).status).toBe(204);
    expect(await Promise.all([one, other, left, disabled].map(stateOf))).toEqual([IN, IN, WAITS, OUT]);
    expect((await admin.post(`users/users/turn-away/?ids=${left.id}`, {})).status).toBe(204);
    expect(await stateOf(left)).toEqual(OUT);
  });

  test('is decided on by nobody of another organisation, and by nobody without the right', async () => {
    const org = await createOrganisation(admin);
    const elsewhere = await createUser(admin.inOrg(String(org.id)), { org_roles: [ROLE.ORG_ADMIN] });
    const plain = await createUser(admin);
    const person = await newPerson();
    const stranger = (await server.as(elsewhere.username)).inOrg(String(org.id));
    for (const verb of ['let-in', 'turn-away']) {
      expect((await stranger.post(`users/users/${person.id}/${verb}/`, {})).status).toBe(404);
      expect((await stranger.post(`users/users/${verb}/?ids=${person.id}`, {})).status).toBe(409);
      expect((await (await server.as(plain.username)).post(`users/users/${person.id}/${verb}/`, {})).status).toBe(403);
    }
    expect(await stateOf(person)).toEqual(WAITS);
    expect(mailsTo(person)).toBe(0);
  });
});

test('only whom the provider has proved learns that an account waits', async () => {
  const person = await newPerson();
  const answer = await server.anyone.post<Json>('authentication/auth/', { username: person.username, password: 'Not-Theirs-1!' });
  expect(JSON.stringify(answer.body)).not.toMatch(/waiting|waits/);
});

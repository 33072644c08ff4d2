import { createUser } from '@postern/testkit/factories';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import type { AdmissionDeps } from './admission.ts';
import { type Admission, admit, type ExternalPerson } from './index.ts';

// People whom another place vouches for, on a real database: who they are here, and who they never become.

let deps: AdmissionDeps;
/** Of whom others were told that they wait. */
const waiting: string[] = [];
const server = serverOfFile();
beforeAll(async () => {
  const { platform } = server;
  deps = {
    settings: platform.systemSettings,
    system: platform,
    newcomer: { identityChanged: () => undefined, leaving: [], joined: async () => undefined },
    waits: async (_ctx, person) => void waiting.push(person.username),
  };
});

const set = (values: Record<string, unknown>): Promise<void> =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
beforeEach(() =>
  set({
    ONLY_ALLOW_EXIST_USER_AUTH: false,
    ONLY_ALLOW_AUTH_FROM_SOURCE: true,
    SECURITY_NEW_PEOPLE_APPROVAL: false,
    EMAIL_SUFFIX: 'corp.example',
  }),
);

let count = 0;
const person = (given: Partial<ExternalPerson> = {}): ExternalPerson => {
  count += 1;
  const username = given.username ?? `pat${count}`;
  return { provider: 'openid', source: 'openid', subject: `s-${username}`, username, name: 'Pat', email: '', update: true, ...given };
};
const ask = (given: ExternalPerson): Promise<Admission> => admit(deps, given);
const idOf = (admission: Admission): string => {
  if ('refused' in admission) throw new Error(`refused: ${admission.refused}`);
  return admission.userId;
};
async function userOf(id: string): Promise<Record<string, unknown>> {
  const admin = await server.as('admin');
  const { body } = await admin.get<Record<string, unknown>>(`users/users/${id}/`, { query: { oid: 'ROOT' } });
  return body;
}

test('a stranger gets an account of its own, with the roles of everybody, once', async () => {
  const given = person({ name: 'Pat Doe' });
  const [one, other] = await Promise.all([ask(given), ask(given)]);
  expect(idOf(one)).toBe(idOf(other));
  expect([one, other].filter((each) => 'created' in each && each.created)).toHaveLength(1);
  const user = await userOf(idOf(one));
  expect(user).toMatchObject({ username: given.username, name: 'Pat Doe', source: { value: 'openid' }, is_superuser: false });
  expect((user.system_roles as { display_name: string }[]).map((role) => role.display_name)).toEqual(['User']);
});

test('of whom another place says no address, the mail domain of the settings is taken', async () => {
  const given = person();
  expect(await userOf(idOf(await ask(given)))).toMatchObject({ email: `${given.username}@corp.example` });
});

test('where only people with an account may log in, no account is made', async () => {
  await set({ ONLY_ALLOW_EXIST_USER_AUTH: true });
  expect(await ask(person())).toEqual({ refused: 'external_unknown' });
});

test('where new people wait, their account is made and disabled, and somebody is told once', async () => {
  await set({ SECURITY_NEW_PEOPLE_APPROVAL: true });
  const given = person();
  expect(await ask(given)).toEqual({ refused: 'external_waiting' });
  const { body } = await (await server.as('admin')).get<{ id: string; is_active: boolean; is_waiting: boolean }[]>('users/users/', {
    query: { username: given.username, oid: 'ROOT' },
  });
  expect(body).toMatchObject([{ is_active: false, is_waiting: true }]);
  // They are known from now on; the login looks whether they are in.
  expect(idOf(await ask(given))).toBe(body[0]?.id);
  expect(waiting).toEqual([given.username]);
});

test('an account of another source is not opened by its name, unless the settings say so, and that of an administrator never', async () => {
  const local = await createUser(await server.as('admin'), { username: 'lee' });
  expect(await ask(person({ username: 'lee' }))).toEqual({ refused: 'external_taken' });
  await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
  expect(idOf(await ask(person({ username: 'lee' })))).toBe(local.id);
  expect(await ask(person({ username: 'admin' }))).toEqual({ refused: 'external_taken' });
});

test('a name that a place gives to somebody else does not open the account of the former', async () => {
  const given = person();
  idOf(await ask(given));
  expect(await ask({ ...given, subject: 'somebody else' })).toEqual({ refused: 'external_taken' });
});

test('the person stays the same when the place renames them, and what it says is taken over', async () => {
  const given = person();
  const id = idOf(await ask(given));
  const renamed = { ...given, username: `${given.username}.new`, name: 'Pat Married', email: 'pat.married@corp.example' };
  expect(idOf(await ask(renamed))).toBe(id);
  expect(await userOf(id)).toMatchObject({ username: given.username, name: 'Pat Married', email: 'pat.married@corp.example' });
  expect(idOf(await ask({ ...renamed, name: 'Not taken', update: false }))).toBe(id);
  expect(await userOf(id)).toMatchObject({ name: 'Pat Married' });
});

test('nobody is found by a mail address, and nobody gets that of somebody else', async () => {
  await createUser(await server.as('admin'), { username: 'kim', email: 'kim@corp.example' });
  expect(await ask(person({ email: 'kim@corp.example' }))).toEqual({ refused: 'external_taken' });
  const given = person();
  const id = idOf(await ask(given));
  expect(idOf(await ask({ ...given, email: 'kim@corp.example' }))).toBe(id);
  expect(await userOf(id)).toMatchObject({ email: `${given.username}@corp.example` });
});

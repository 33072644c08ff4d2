import { ORG, ROLE } from '@postern/contract/ids';
import type { Answer, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { loginRulesCommand } from './login-rules.command.ts';

// Nobody shuts themselves out with a login rule unasked, whichever way it is written.

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
afterEach(async () => {
  await sql`delete from login_acls`.execute(server.db);
});

const RULES = 'acls/login-acls/';
const everyone = { type: 'all' };
const anywhere = { ip_group: ['*'], time_period: [] };
const here = { ip_group: ['127.0.0.0/8'], time_period: [] };
const elsewhere = { ip_group: ['192.0.2.0/24'], time_period: [] };
const closed = (given: Json = {}): Json => ({ name: uniqueName('closed'), users: everyone, action: 'reject', rules: anywhere, ...given });

const allowed = async (given: Json): Promise<Json> => {
  const answer = await admin.post<Json>(RULES, closed(given));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const stored = async (): Promise<Json[]> =>
  (await sql<Json>`select name, action, priority, is_active, users, rules from login_acls order by name`.execute(server.db)).rows;
const adminGetsIn = async (): Promise<boolean> =>
  server.browser('admin').then(
    () => true,
    () => false,
  );

/** What stands already, and the write that would shut its author out. */
const WAYS: Record<string, () => Promise<Answer<Json>>> = {
  'a new rule': () => admin.post<Json>(RULES, closed()),
  'a new rule about this address': () => admin.post<Json>(RULES, closed({ rules: here })),
  'a new rule about themselves': async () => {
    const me = (await admin.get<Json>('users/profile/')).body;
    return admin.post<Json>(RULES, closed({ users: { type: 'ids', ids: [me.id] } }));
  },
  'a new rule about an attribute of theirs': () =>
    admin.post<Json>(RULES, closed({ users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: 'admin' }] } })),
  'several new rules at once': () => admin.post<Json>(RULES, [closed({ rules: elsewhere }), closed()]),
  'a review that nobody else can give': async () => {
    const me = (await admin.get<Json>('users/profile/')).body;
    return admin.post<Json>(RULES, closed({ action: 'review', reviewers: [me.id] }));
  },
  'a whole update': async () => {
    const rule = await allowed({ rules: elsewhere });
    return admin.put<Json>(`${RULES}${rule.id}/`, closed({ name: rule.name }));
  },
  'another address': async () => admin.patch<Json>(`${RULES}${(await allowed({ rules: elsewhere })).id}/`, { rules: anywhere }),
  'another action': async () => admin.patch<Json>(`${RULES}${(await allowed({ action: 'accept' })).id}/`, { action: 'reject' }),
  'switching it on': async () => admin.patch<Json>(`${RULES}${(await allowed({ is_active: false })).id}/`, { is_active: true }),
  'a change of several': async () => {
    const [one, other] = [await allowed({ is_active: false }), await allowed({ rules: elsewhere })];
    return admin.patch<Json>(RULES, [
      { id: other.id, comment: 'as well' },
      { id: one.id, is_active: true },
    ]);
  },
  'a higher priority': async () => {
    await allowed({ action: 'accept', priority: 60 });
    return admin.patch<Json>(`${RULES}${(await allowed({ priority: 50 })).id}/`, { priority: 70 });
  },
  'a lower priority of what lets them in': async () => {
    const accept = await allowed({ action: 'accept', priority: 60 });
    await allowed({ priority: 50 });
    return admin.patch<Json>(`${RULES}${accept.id}/`, { priority: 40 });
  },
  'switching off what lets them in': async () => {
    const accept = await allowed({ action: 'accept', priority: 60 });
    await allowed({ priority: 50 });
    return admin.patch<Json>(`${RULES}${accept.id}/`, { is_active: false });
  },
  'deleting what lets them in': async () => {
    const accept = await allowed({ action: 'accept', priority: 60 });
    await allowed({ priority: 50 });
    return admin.delete<Json>(`${RULES}${accept.id}/`);
  },
  'deleting several, of which one lets them in': async () => {
    const accept = await allowed({ action: 'accept', priority: 60 });
    await allowed({ priority: 50 });
    const beside = await allowed({ rules: elsewhere });
    return admin.delete<Json>(RULES, { query: { ids: `${beside.id},${accept.id}` } });
  },
  'switching several off, of which one lets them in': async () => {
    const accept = await allowed({ action: 'accept', priority: 60 });
    await allowed({ priority: 50 });
    const beside = await allowed({ rules: elsewhere });
    return admin.patch<Json>(RULES, [
      { id: beside.id, is_active: false },
      { id: accept.id, is_active: false },
    ]);
  },
  'a file': () =>
    admin.post<Json>(
      RULES,
      `Name,Action,Users,Where and when\r\n${uniqueName('filed')},reject,"{""type"":""all""}","{""ip_group"":[""*""],""time_period"":[]}"\r\n`,
      { headers: { 'content-type': 'text/csv' } },
    ),
};

describe('what would shut out whoever saves it is refused:', () => {
  test.each(Object.entries(WAYS))('%s', async (_, write) => {
    const answer = await write();
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(/locks_you_out|could not log in again/);
    expect(await adminGetsIn()).toBe(true);
  });

  test('and leaves nothing behind', async () => {
    const rule = await allowed({ rules: elsewhere });
    const before = await stored();
    expect((await admin.patch(`${RULES}${rule.id}/`, { rules: anywhere })).status).toBe(400);
    expect((await admin.post(RULES, closed())).body).toMatchObject({ code: 'locks_you_out' });
    expect(await stored()).toEqual(before);
  });
});

describe('a rule about others', () => {
  test('is saved as before', async () => {
    const user = await createUser(admin);
    await allowed({ users: { type: 'ids', ids: [user.id] } });
    await allowed({ rules: elsewhere });
    await allowed({ is_active: false });
    await allowed({ rules: { ip_group: ['*'], time_period: [{ id: (new Date().getDay() + 3) % 7, value: '00:00~00:00' }] } });
  });

  test('goes as before, and so does one that kept its author out', async () => {
    const rule = await allowed({ rules: elsewhere });
    expect((await admin.delete(`${RULES}${rule.id}/`)).status).toBe(204);
    const accept = await allowed({ action: 'accept', priority: 60 });
    const reject = await allowed({ priority: 50 });
    // What closes goes together with what opens, or first.
    expect((await admin.delete(RULES, { query: { ids: `${accept.id},${reject.id}` } })).status).toBe(204);
    const kept = await admin.post<Json>(RULES, closed(), { query: { lock_me_out: 1 } });
    expect((await admin.delete(`${RULES}${kept.body.id}/`)).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  test('is judged for whoever saves it, not for the first administrator', async () => {
    const boss = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN], password: 'Strong-Gate-1234!' });
    const me = (await admin.get<Json>('users/profile/')).body;
    const about = closed({ users: { type: 'ids', ids: [me.id] } });
    expect((await admin.post(RULES, about)).status).toBe(400);
    expect((await (await server.as(boss.username as string)).post(RULES, about)).status).toBe(201);
    // Whoever is out already may still work on the other rules.
    const rule = await allowed({ rules: elsewhere });
    expect((await admin.patch(`${RULES}${rule.id}/`, { comment: 'later' })).status).toBe(200);
  });
});

describe('with consent', () => {
  test('what lets its author in may be deleted, alone or among others', async () => {
    for (const many of [false, true]) {
      const accept = await allowed({ action: 'accept', priority: 60 });
      const reject = await allowed({ priority: 50 });
      const path = many ? RULES : `${RULES}${accept.id}/`;
      const query: Record<string, string> = many ? { ids: accept.id } : {};
      expect((await admin.delete<Json>(path, { query })).body).toMatchObject({ code: 'locks_you_out' });
      expect((await admin.delete(path, { query: { ...query, lock_me_out: 1 } })).status).toBe(204);
      expect(await adminGetsIn()).toBe(false);
      expect((await admin.delete(`${RULES}${reject.id}/`)).status).toBe(204);
    }
  });

  test('it is saved, and the machine switches it off again', async () => {
    const made = await admin.post<Json>(RULES, closed(), { query: { lock_me_out: 1 } });
    expect(made.status).toBe(201);
    expect(await adminGetsIn()).toBe(false);
    const lines: string[] = [];
    const command = (...words: string[]) =>
      loginRulesCommand(words, server.platform.asSystem, server.assembly.kernel, (line) => void lines.push(line));
    expect(await command('list')).toBe(0);
    expect(lines.join('\n')).toContain(`${made.body.id}  active`);
    expect(await command('disable', made.body.id)).toBe(0);
    expect(await adminGetsIn()).toBe(true);
    const logged = await admin
      .inOrg(ORG.ROOT)
      .get<Json[]>('audits/operate-logs/', { query: { resource: made.body.name, action: 'update' } });
    expect(logged.body).toHaveLength(1);
    expect(logged.body[0]).toMatchObject({ action: { value: 'update' } });

    const again = await admin.patch(`${RULES}${made.body.id}/`, { is_active: true }, { query: { lock_me_out: 1 } });
    expect(again.status).toBe(200);
    await allowed({ rules: elsewhere });
    expect(await command('disable-all')).toBe(0);
    expect((await stored()).map((rule) => rule.is_active)).toEqual([false, false]);
    expect(await adminGetsIn()).toBe(true);
    expect(lines.filter((line) => line.startsWith('Switched off'))).toHaveLength(3);

    expect(await command('disable', '00000000-0000-4000-8000-000000000000')).toBe(1);
    for (const words of [[], ['disable'], ['disable', 'x'], ['enable', made.body.id]]) expect(await command(...words)).toBeUndefined();
  });

  test('what a draft would do is still told', async () => {
    const me = (await admin.get<Json>('users/profile/')).body;
    const answer = await admin.post<Json>('perms/access/effect/', { draft: { resource: 'loginacl', body: closed() }, users: [me.id] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.rows[0].after.verdict).toBe('refused');
    expect(await stored()).toEqual([]);
  });
});

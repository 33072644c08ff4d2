import type { Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { ENDLESS_PATTERN, HOSTILE_PATTERNS } from '@postern/testkit/hostile-patterns';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

// One person's pattern must not stop the others: neither this process nor PostgreSQL (decision 0063).

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const api = forThisFile(async () => admin.inOrg((await createOrganisation(admin)).id));
beforeAll(async () => {
  await createHost(api, { name: 'victim', comment: `${'a'.repeat(2_000)}!` });
});

const DEADLINE_MS = 15_000;

const rule = (name: string, value: string) => ({ type: 'attrs', attrs: [{ name, match: 'regex', value }] });
const query = (matcher: object) => ({ attr_rules: Buffer.from(JSON.stringify(matcher)).toString('base64'), limit: 100 });
const words = (answer: { body: Json }, field: string): string => String(answer.body[field]);

/** Answers of the server, or `frozen`; what still runs in PostgreSQL then is ended, because it would not end by itself. */
async function within<T>(work: Promise<T>): Promise<T | 'frozen'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'frozen'>((resolve) => {
    timer = setTimeout(() => resolve('frozen'), DEADLINE_MS);
  });
  const answer = await Promise.race([work, late]);
  clearTimeout(timer);
  if (answer === 'frozen')
    await sql`select pg_cancel_backend(pid) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
      and datname = current_database()`.execute(server.db);
  return answer;
}

describe('attribute rules', () => {
  test('of a list do not freeze the database', async () => {
    const answer = await within(api.get<Json>('assets/hosts/', { query: query(rule('comment', ENDLESS_PATTERN)) }));
    if (answer === 'frozen') throw new Error('frozen');
    expect(answer.status).toBe(400);
    expect(words(answer, 'attr_rules')).toContain('\\2');
  });

  test.each(HOSTILE_PATTERNS)('of a list are matched in linear time: $pattern', async ({ pattern, text }) => {
    await createHost(api, { comment: text });
    const answer = await within(api.get<Json>('assets/hosts/', { query: query(rule('comment', `(?:${pattern})|^needle`)) }));
    expect(answer === 'frozen' ? answer : answer.status).toBe(200);
    const found = await api.get<Json>('assets/hosts/', { query: query(rule('comment', `^${text.slice(0, 9)}`)) });
    expect(found.body.count).toBeGreaterThan(0);
  });

  test('of access rules are refused on save, with the construct and its place', async () => {
    const refused = async (path: string, body: object, field: string) => {
      const answer = await api.post<Json>(path, { name: 'x', users: { type: 'all' }, ...body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(400);
      return words(answer, field);
    };
    const rules = { ip_group: ['*'], time_period: [] };
    expect(await refused('acls/login-acls/', { rules, users: rule('username', '^(?!admin)') }, 'users')).toMatch(/\(\?!.* 2\b/);
    expect(await refused('acls/login-acls/', { rules, users: rule('username', '(a)\\1') }, 'users')).toMatch(/\\1.* 4\b/);
    const assets = { accounts: ['*'], assets: rule('name', 'a([') };
    expect(await refused('acls/login-asset-acls/', { rules, ...assets }, 'assets')).toMatch(/\[.* 3\b/);
    expect(await refused('acls/command-groups/', { type: 'regex', content: 'rm(?! -i)' }, 'content')).toMatch(/\(\?!.* 3\b/);
    expect(await refused('acls/command-groups/', { type: 'regex', content: 'a{1,1000}b{1,1000}c{1,1000}' }, 'content')).toContain('5000');
    const chinese = await api.post<Json>(
      'acls/command-groups/',
      { name: 'x', type: 'regex', content: 'a(?=b)' },
      { headers: { 'accept-language': 'zh' } },
    );
    expect(words(chinese, 'content')).toMatch(/[一-鿿].*\(\?=/);
  });

  test('nothing in the database matches patterns for us', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_proc where proname = 'matches_pattern'`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });
});

test('a pattern over many objects finds all of them, fresh ones too, and lets others go first', async () => {
  const other = admin.inOrg((await createOrganisation(admin)).id);
  const host = await createHost(other, { name: 'fresh-7', comment: 'one' });
  await sql`insert into assets select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'name', 'web-' || n,
      'comment', case when n % 1000 = 7 then repeat('long', 100) || n else '' end))).*
    from assets a, generate_series(1, 5000) n where a.id = ${host.id}`.execute(server.db);
  const asked = other.get<Json>('assets/hosts/', { query: query(rule('name', '-\\d*7$')) });
  const [found, listed] = await Promise.all([asked, other.get<Json>('assets/hosts/', { query: { limit: 15 } })]);
  expect([found.body.count, listed.body.count]).toEqual([501, 5_001]);
  expect((await other.get<Json>('assets/hosts/', { query: query(rule('comment', '^(long)+\\d*7$')) })).body.count).toBe(5);
  await createHost(other, { name: 'fresh-17' });
  expect((await other.get<Json>('assets/hosts/', { query: query(rule('name', '-\\d*7$')) })).body.count).toBe(502);
});

describe('rules from before that cannot be read', () => {
  const logIn = (username: string) => server.anyone.post<Json>('authentication/auth/', { username, password: TEST_PASSWORD });
  const former = (action: string, name: string, priority: number, users: object) =>
    sql`insert into login_acls (id, name, action, priority, users, rules, is_active)
      values (gen_random_uuid(), ${name}, ${action}, ${priority}, ${JSON.stringify(users)}::jsonb,
        '{"ip_group":["*"],"time_period":[]}'::jsonb, true)`.execute(server.db);

  test('refuse whom they might mean, and permit nobody', async () => {
    const [user, other] = [await createUser(admin, { username: 'pat' }), await createUser(admin, { username: 'sam' })];
    const might = (name: string) => ({
      type: 'attrs',
      attrs: [
        { name: 'username', match: 'regex', value: '^(?!nobody)' },
        { name: 'username', match: 'startswith', value: name },
      ],
    });
    expect((await logIn(user.username)).status).toBe(201);
    await former('reject', 'unreadable', 50, might('pat'));
    expect((await logIn(user.username)).body.error).toBe('acl_not_allow');
    expect((await logIn(other.username)).status).toBe(201);
    await former('accept', 'unreadable too', 90, might('pat'));
    expect((await logIn(user.username)).body.error).toBe('acl_not_allow');
    await former('reject', 'sam stays out', 50, rule('username', '^sam$'));
    await former('accept', 'unreadable as well', 90, might('sam'));
    expect((await logIn(other.username)).body.error).toBe('acl_not_allow');
  });
});

import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { seed } from '../../app.ts';
import { switchOffUnreadable } from './index.ts';

// An installation that had rules before patterns were RE2's.

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await sql`delete from pattern_checks`.execute(server.db);
  const group = (name: string, type: string, content: string) =>
    sql`insert into command_groups (id, name, type, content, ignore_case, org_id)
      values (gen_random_uuid(), ${name}, ${type}, ${content}, true, ${ORG.DEFAULT})`.execute(server.db);
  await group('plain', 'regex', '\\brm\\b');
  await group('commands', 'command', 'rm(?! -i)');
  await group('ahead', 'regex', 'rm(?! -i)');
  await group('spelled', 'regex', '\\u0072m|[^]x');
  const rule = (name: string, value: string) =>
    sql`insert into login_acls (id, name, action, priority, users, rules, is_active) values (gen_random_uuid(), ${name}, 'reject', 50,
      ${JSON.stringify({
        type: 'attrs',
        attrs: [
          { name: 'username', match: 'regex', value },
          { name: 'name', match: 'startswith', value: 'nobody' },
        ],
      })}::jsonb, '{"ip_group":["*"],"time_period":[]}'::jsonb, true)`.execute(server.db);
  await rule('words', '\\yadmin\\y');
  await rule('back', '(a)\\1');
  await seed(server.platform, server.assembly);
});

const audited = async (name: string) =>
  (await sql<{ action: string }>`select action from operate_logs where resource = ${name}`.execute(server.db)).rows;
const messages = async () => (await admin.get<Json>('notifications/site-messages/', { query: { limit: 100 } })).body.results as Json[];
const told = async () => (await messages()).filter((one) => String(one.content.subject).includes('cannot be read'));

test('what means the same in another spelling is written anew, and audited', async () => {
  const groups = await admin.get<Json>('acls/command-groups/', { query: { limit: 100 } });
  const content = Object.fromEntries(groups.body.results.map((one: Json) => [one.name, one.content]));
  expect(content).toMatchObject({ plain: '\\brm\\b', ahead: 'rm(?! -i)', spelled: '\\x{0072}m|[\\s\\S]x', commands: 'rm(?! -i)' });
  const rules = await admin.get<Json>('acls/login-acls/', { query: { limit: 100 } });
  const words = rules.body.results.find((one: Json) => one.name === 'words');
  expect(words.users.attrs[0].value).toBe('\\badmin\\b');
  expect([await audited('spelled'), await audited('words')]).toEqual([[{ action: 'update' }], [{ action: 'update' }]]);
});

test('administrators are told of the rest, once, and lists name it with its reason', async () => {
  expect(await told()).toHaveLength(1);
  expect(JSON.stringify(await told())).toMatch(/back, ahead|ahead, back/);
  await seed(server.platform, server.assembly);
  expect(await told()).toHaveLength(1);

  const listed = async (api: Api) => (await api.get<Json>('acls/unreadable-rules/')).body;
  expect(await listed(admin)).toEqual([
    { resource: 'loginacl', id: expect.any(String), name: 'back', problem: expect.stringContaining('\\1') },
    { resource: 'commandgroup', id: expect.any(String), name: 'ahead', problem: expect.stringContaining('(?!') },
  ]);
  const user = await createUser(admin);
  expect((await (await server.as(user.username)).get<Json>('acls/unreadable-rules/')).status).toBe(403);
});

test('of more than fifty the first fifty are named', async () => {
  const many = Array.from({ length: 51 }, (_, at) => `many-${at}-`);
  for (const name of many)
    await sql`insert into command_groups (id, name, type, content, ignore_case, org_id)
      values (gen_random_uuid(), ${name}, 'regex', 'rm(?! -i)', true, ${ORG.DEFAULT})`.execute(server.db);
  await sql`delete from pattern_checks`.execute(server.db);
  await seed(server.platform, server.assembly);
  const newest = (await told()).map((one) => `${one.content.subject} ${one.content.message}`).find((message) => message.startsWith('53 '));
  expect(newest).toContain(' …');
  // Two of those before, and the rest of fifty.
  expect([...many, 'back', 'ahead'].filter((name) => newest?.includes(name))).toHaveLength(50);
  await sql`delete from command_groups where name like 'many-%'`.execute(server.db);
});

test('the machine can switch off what keeps everybody out', async () => {
  const off = () => server.platform.asSystem('test', (ctx) => switchOffUnreadable(ctx, server.assembly.kernel));
  expect(await off()).toEqual(['back']);
  expect(await off()).toEqual([]);
  expect(await audited('back')).toEqual([{ action: 'update' }]);
});

test('such a rule may get another name, and is whole again with a pattern that can be read', async () => {
  const group = (await admin.get<Json>('acls/unreadable-rules/')).body.at(-1);
  const at = `acls/command-groups/${group.id}/`;
  expect((await admin.patch<Json>(at, { comment: 'to be mended' })).status).toBe(200);
  expect((await admin.patch<Json>(at, { content: 'rm(?= -i)' })).status).toBe(400);
  expect((await admin.patch<Json>(at, { content: 'rm -[^i]' })).status).toBe(200);
  expect((await admin.get<Json>('acls/unreadable-rules/')).body).toHaveLength(1);
});

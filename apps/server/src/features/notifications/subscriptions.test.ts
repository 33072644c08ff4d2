import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import { text } from '@postern/contract/text';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSmtp } from '@postern/testkit/smtp';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { messagingOf } from '../../messaging.ts';
import { tellSubscribers } from './index.ts';
import { mailForm } from './mail-form.ts';

/** Who gets messages of the system, and by which ways: over HTTP, with a mail server that is there. */

const server = serverOfFile();
const smtp = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const admin = forThisFile(() => server.as('admin'));

const URL = 'notifications/system-msg-subscription/';
const STORAGE = `${URL}StorageConnectivityMessage/`;
const WORDS = {
  subject: text('A storage is away', '存储不可用', '保存先がありません'),
  message: text(
    '<p>Storage <code>{name}</code> is away.</p><p><a href="/ui/settings/terminal?activeTab=a">Open storages</a></p>',
    '<p>{name}</p>',
    '<p>{name}</p>',
  ),
  params: { name: '<b>far</b>' },
};
const tell = () =>
  server.platform.asSystem('test', (ctx) =>
    tellSubscribers(ctx, messagingOf(server.platform).messenger, 'StorageConnectivityMessage', WORDS),
  );

interface Child {
  message_type: string;
  users: string[];
  groups: string[];
  receive_backends: string[];
  receivers: Record<string, unknown>[];
}
const listed = async (api = admin): Promise<Child[]> =>
  (await api.get<{ children: Child[] }[]>(URL)).body.flatMap(({ children }) => children);
const storage = async () => (await listed()).find(({ message_type }) => message_type === 'StorageConnectivityMessage') as Child;

async function person(more: Json = {}) {
  const user = await createUser(admin, more);
  return { id: String(user.id), name: String(user.username), email: String(user.email), api: await server.as(String(user.username)) };
}
const subjects = async (api: Api): Promise<string[]> =>
  (await api.get<{ content: { subject: string } }[]>('notifications/site-messages/')).body.map(({ content }) => content.subject);

describe('messages of the system', () => {
  test('are listed by category with who gets them: administrators, until somebody chooses', async () => {
    const { body } = await admin.get<Json[]>(URL);
    expect(body.map(({ category, category_label }) => [category, category_label])).toEqual([
      ['storage', 'Storage'],
      ['terminal', 'Terminal'],
      ['directory', 'Directory'],
      ['people', 'People'],
      ['emergency', 'Emergency access'],
      ['audit', 'Audit'],
      ['system', 'System'],
    ]);
    const first = await storage();
    expect(first.receive_backends).toEqual(['site_msg']);
    expect(first.receivers).toEqual([{ id: first.users[0], name: 'Administrator(admin)', site_msg: true }]);
    const alert = (await listed()).find(({ message_type }) => message_type === 'CommandAlertMessage');
    expect([alert?.users, alert?.receivers]).toEqual([[], []]);
    expect((await admin.get(STORAGE)).status).toBe(405);
    expect((await admin.patch(`${URL}ServerPerformanceMessage/`, { users: [] })).status).toBe(404);
  });

  test('reach those who were chosen, and members of groups, once each; nobody else', async () => {
    const [one, member, other] = [await person(), await person(), await person()];
    const group = await createGroup(admin, { users: [one.id, member.id] });
    const changed = await admin.patch<Child>(STORAGE, { users: [one.id], groups: [group.id] });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({ users: [one.id], groups: [group.id], receive_backends: ['site_msg'] });
    expect(changed.body.receivers.map(({ id }) => id).sort()).toEqual([one.id, member.id].sort());
    await tell();
    expect(await subjects(one.api)).toEqual(['A storage is away']);
    expect(await subjects(member.api)).toEqual(['A storage is away']);
    expect(await subjects(other.api)).toEqual([]);
    expect(await subjects(admin)).not.toContain('A storage is away');
    // Whoever may not log in any more hears nothing and is not shown.
    await admin.patch(`users/users/${member.id}/`, { is_active: false });
    expect((await storage()).receivers.map(({ id }) => id)).toEqual([one.id]);
    // Nobody is a choice, too.
    const none = await admin.patch<Child>(STORAGE, { users: [], groups: [] });
    expect([none.body.users, none.body.receivers]).toEqual([[], []]);
    await tell();
    expect(await subjects(one.api)).toHaveLength(1);
  });

  test('go by mail, too, where that was chosen and a mail server is set', async () => {
    const one = await person();
    await admin.patch(STORAGE, { users: [one.id], receive_backends: ['email'] });
    expect((await admin.get<Json[]>('notifications/backends/')).body.map(({ name }) => name)).toEqual(['site_msg']);
    await tell();
    const values = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(smtp.port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
    expect((await admin.patch('settings/setting/?category=email', values)).status).toBe(200);
    expect((await admin.get<Json[]>('notifications/backends/')).body.map(({ name }) => name)).toEqual(['email', 'site_msg']);
    expect((await storage()).receivers).toEqual([{ id: one.id, name: expect.stringContaining(one.name), email: true, site_msg: true }]);
    await tell();
    const sweep = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
    if (sweep) await runJob(server.platform, sweep, {});
    expect(smtp.mails.map(({ to }) => to)).toEqual([[one.email]]);
    expect(smtp.mails[0]?.text).toContain('Storage <b>far</b> is away.');
    expect(await subjects(one.api)).toHaveLength(2);
  });

  test('are chosen by who holds the right alone, from people and ways that are there', async () => {
    const clerk = await person();
    for (const ask of [clerk.api.get(URL), clerk.api.patch(STORAGE, { users: [clerk.id] }), server.anyone.get(URL)])
      expect([401, 403]).toContain((await ask).status);
    const before = await storage();
    const stranger = '7f3e1f10-0000-4000-8000-00000000dead';
    for (const body of [{ users: [stranger] }, { groups: [stranger] }, { users: 'x' }, { receive_backends: ['pigeon'] }, { users: [''] }])
      expect([(await admin.patch(STORAGE, body)).status, body]).toEqual([400, body]);
    expect((await admin.put(STORAGE, { users: [] })).body).toHaveProperty('receive_backends');
    expect(await storage()).toEqual(before);
    // In the right alone it lies, whoever holds it; whom they name they have to be able to see.
    const permissions = [permissionByCode('settings.change_systemmsgsubscription')?.id];
    const role = await admin.post('rbac/system-roles/', { scope: 'system', name: uniqueName('clerk'), permissions });
    await admin.patch(`users/users/${clerk.id}/`, { system_roles: [ROLE.USER, role.body.id] });
    expect((await clerk.api.get(URL)).status).toBe(200);
    expect((await clerk.api.patch(STORAGE, { receive_backends: ['email'] })).status).toBe(200);
  });

  test('a change is one event that says who got it before and who does now', async () => {
    const one = await person();
    await admin.patch(STORAGE, { users: [] });
    await admin.patch(STORAGE, { users: [one.id] });
    const { body } = await admin.inOrg(ORG.ROOT).get<Json[]>('audits/operate-logs/', { query: { limit: 1, offset: 0 } });
    const [event] = (body as unknown as { results: Json[] }).results;
    expect(event).toMatchObject({ resource_type: 'Messages of the system', action: { value: 'update' } });
  });
});

describe('a test of a message', () => {
  interface Tried {
    name: string;
    sent: boolean;
    reason: string;
  }
  const attempt = async (api = admin, language = 'en') =>
    (await api.post<Tried[]>(`${STORAGE}testing/`, undefined, { headers: { 'accept-language': language } })).body;
  const mailPort = (port: number) => admin.patch('settings/setting/?category=email', { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(port) });

  test('goes to whoever asks by the chosen ways, and to nobody who is subscribed', async () => {
    const one = await person();
    const { body: self } = await admin.get<{ email: string }>('users/profile/');
    await admin.patch('settings/setting/?category=email', { EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' });
    await mailPort(smtp.port);
    await admin.patch(STORAGE, { users: [one.id], receive_backends: ['email'] });
    smtp.mails.length = 0;
    const before = (await subjects(admin)).length;
    expect(await attempt()).toEqual([
      { name: 'email', name_display: 'Email', sent: true, reason: '' },
      { name: 'site_msg', name_display: 'Site message', sent: true, reason: '' },
    ]);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[self.email]]);
    expect(smtp.mails[0]?.text).toContain('This is an example of the message “A storage cannot be reached”.');
    const [newest] = await subjects(admin);
    expect([newest, (await subjects(admin)).length]).toEqual(['Example: A storage cannot be reached', before + 1]);
    expect(await subjects(one.api)).toEqual([]);
    await admin.patch(STORAGE, { receive_backends: [] });
    expect((await attempt()).map(({ name }) => name)).toEqual(['site_msg']);
    expect(smtp.mails).toHaveLength(1);
  });

  test('says of each way why it did not go, in the language of whoever asks', async () => {
    await admin.patch(STORAGE, { receive_backends: ['email', 'slack'] });
    await mailPort(1);
    expect((await attempt()).map(({ name, reason }) => [name, reason])).toEqual([
      ['email', 'It cannot be reached.'],
      ['site_msg', ''],
      ['slack', 'It is not set up.'],
    ]);
    expect((await attempt(admin, 'zh-CN'))[0]?.reason).toBe('无法连接。');
  });

  test('is for holders of the right, twenty times an hour, of messages that there are', async () => {
    const clerk = await person();
    expect((await clerk.api.post(`${STORAGE}testing/`)).status).toBe(403);
    expect((await admin.post(`${URL}NoSuchMessage/testing/`)).status).toBe(404);
    await admin.patch(STORAGE, { receive_backends: [] });
    let status = 200;
    for (let asked = 0; asked < 21 && status === 200; asked += 1) ({ status } = await admin.post(`${STORAGE}testing/`));
    expect(status).toBe(429);
    const before = (await subjects(admin)).length;
    expect((await admin.post<{ code: string }>(`${STORAGE}testing/`)).body.code).toBe('too_many_tests');
    expect((await subjects(admin)).length).toBe(before);
  });
});

test('people have messages about themselves by mail when they want to', async () => {
  const one = await person();
  const url = `notifications/user-msg-subscription/${one.id}/`;
  expect((await one.api.patch(url, { receive_backends: ['email'] })).body.receive_backends).toEqual(['site_msg', 'email']);
  expect((await one.api.get('users/profile/')).body.receive_backends).toEqual(['site_msg', 'email']);
});

test('a message as a mail is its text, and its link the whole address', () => {
  expect(mailForm('S', '<p>a &lt;b&gt; <code>c</code></p><p><a href="/ui/x?a=1&amp;b=2">Go</a></p>', 'https://door.example/')).toEqual({
    subject: 'S',
    lines: ['a <b> c'],
    link: { label: 'Go', address: 'https://door.example/ui/x?a=1&b=2' },
  });
  expect(mailForm('S', '<p>only text</p>', 'https://door.example')).toEqual({ subject: 'S', lines: ['only text'] });
});

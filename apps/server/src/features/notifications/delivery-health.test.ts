import { text } from '@postern/contract/text';
import type { Json } from '@postern/testkit/api';
import { CHAT_APPS, startChatServices } from '@postern/testkit/chat-services';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { settingsOf, startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { withChats } from '../../../test/chats-of-file.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { messagingOf } from '../../messaging.ts';

/** Ways that fail are told of: a mail server that is not there, a chat service that refuses, and what administrators read of it. */

const chat = forThisFile(startChatServices, (it) => it.close());
const target = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const server = serverOfFile(() => ({ settings: withChats(chat) }));
const admin = forThisFile(() => server.as('admin'));
const person = forThisFile(() => createUser(admin));
const set = (values: Record<string, unknown>) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const mailAt = (port: number) => set(settingsOf({ port }));
beforeEach(async () => {
  for (const table of ['mails', 'delivery_failures', 'site_message_copies', 'site_messages', 'system_msg_subscriptions'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
});

const WORDS = { subject: text('A', 'A', 'A'), message: text('<p>b</p>', '<p>b</p>', '<p>b</p>') };
/** A message that goes by a way, and the minute after it. */
async function message(way: 'email' | 'slack', to = String(person.id)): Promise<void> {
  await server.platform.asSystem('test', (ctx) => messagingOf(server.platform).messenger.send(ctx, [to], WORDS, [way]));
  await sweep();
}
async function sweep(): Promise<void> {
  const job = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (job) await runJob(server.platform, job, {});
}
const told = async (): Promise<string[]> => {
  const { body } = await admin.get<{ content: { subject: string } }[]>('notifications/site-messages/');
  return body.map(({ content }) => content.subject).filter((subject) => subject !== 'A');
};
const failing = async (api = admin) => (await api.get<Json[]>('notifications/failing-backends/')).body;

test('a mail server that is down is told of once, by the box and not by mail; and once when it is back', async () => {
  await admin.patch('notifications/system-msg-subscription/DeliveryMessage/', { receive_backends: ['email'] });
  await mailAt(await freePort());
  for (let n = 0; n < 4; n += 1) await message('email');
  expect([await told(), (await failing())[0]]).toEqual([[], expect.objectContaining({ name: 'email', failures: 4 })]);
  for (let n = 0; n < 4; n += 1) await message('email');
  expect(await told()).toEqual(['Messages do not go out: Email']);
  // Nor once more after an hour, while it stays so.
  await sql`update delivery_failures set date_reported = now() - interval '61 minutes'`.execute(server.db);
  await message('email');
  expect(await told()).toEqual(['Messages do not go out: Email']);
  // What tells of it is not among what waits for it.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from mails`.execute(server.db);
  expect(rows[0]?.n).toBe(9);
  expect(await failing()).toEqual([
    {
      name: 'email',
      name_display: 'Email',
      since: expect.stringMatching(/^\d{4}\/\d\d\/\d\d /),
      last: expect.stringMatching(/^\d{4}\/\d\d\/\d\d /),
      failures: 9,
      error: 'It cannot be reached.',
    },
  ]);
  await mailAt(target.port);
  // A second ago: the database's clock counts microseconds, the server's thousandths, and `now` would be ahead of it for the rest of one.
  await sql`update mails set date_next = now() - interval '1 second' where status = 'waiting'`.execute(server.db);
  await sweep();
  expect((await told()).sort()).toEqual(['Messages do not go out: Email', 'Messages go out again: Email']);
  expect(await failing()).toEqual([]);
});

test('two failures are told of once they are ten minutes apart; a way that goes up and down is told of once an hour', async () => {
  await mailAt(await freePort());
  await message('email');
  await sql`update delivery_failures set date_since = now() - interval '11 minutes'`.execute(server.db);
  await message('email');
  expect(await told()).toEqual(['Messages do not go out: Email']);
  const upAndDown = async () => {
    await mailAt(target.port);
    await message('email');
    await mailAt(await freePort());
    for (let n = 0; n < 6; n += 1) await message('email');
  };
  await upAndDown();
  await upAndDown();
  expect(await told()).toHaveLength(2);
  await sql`update delivery_failures set date_reported = now() - interval '61 minutes'`.execute(server.db);
  await message('email');
  expect(await told()).toHaveLength(3);
});

test('what is wrong with one receiver says nothing of the way; a refusing service does', async () => {
  await set(CHAT_APPS.slack);
  const place = messagingOf(server.platform)
    .chats.find((one) => one.service.name === 'slack')
    ?.place();
  await sql`insert into external_identities (provider, subject, user_id) values (${place}, 'UPAT', ${person.id})`.execute(server.db);
  const refuse = (error: string, times: number) => {
    chat.next('/api/chat.postMessage', ...Array.from({ length: times }, () => ({ body: { ok: false, error } })));
  };
  refuse('user_disabled', 6);
  for (let n = 0; n < 6; n += 1) await message('slack');
  expect(await failing()).toEqual([]);
  refuse('invalid_auth', 5);
  for (let n = 0; n < 5; n += 1) await message('slack');
  expect([await told(), (await failing()).map(({ name, error }) => [name, error])]).toEqual([
    ['Messages do not go out: Slack'],
    [['slack', 'It refuses messages.']],
  ]);
  // Switched off it is nobody's concern.
  await set({ AUTH_SLACK: false });
  expect(await failing()).toEqual([]);
});

test('a test message that goes out says that mail works; who may not look after it sees nothing', async () => {
  await mailAt(await freePort());
  for (let n = 0; n < 5; n += 1) await message('email');
  await mailAt(target.port);
  expect((await admin.post('settings/mail/testing/', { EMAIL_RECIPIENT: 'keeper@example.com' })).status).toBe(200);
  expect(await failing()).toEqual([]);
  const other = await server.as(String(person.username));
  expect((await other.get('notifications/failing-backends/')).status).toBe(403);
});

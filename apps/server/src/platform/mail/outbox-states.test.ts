import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CHAT_APPS, startChatServices } from '@postern/testkit/chat-services';
import { forThisFile } from '@postern/testkit/for-this-file';
import { type SmtpOptions, type SmtpTarget, settingsOf, startSmtp } from '@postern/testkit/smtp';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withChats } from '../../../test/chats-of-file.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { messagingOf } from '../../messaging.ts';
import { post } from './outbox.ts';

/**
 * That nothing is sent twice (docs/decisions/0133): workers are processes that are killed, the mail server and the chat services speak their protocols.
 * What a killed worker had in hand is looked at once its lease is over, which `lapse` does with the clock.
 */

const targets: SmtpTarget[] = [];
const workers: ChildProcess[] = [];

const chat = forThisFile(startChatServices, (it) => it.close());
const server = serverOfFile(() => ({ settings: withChats(chat) }));
beforeEach(async () => {
  await sql`delete from mails`.execute(server.db);
  chat.sent.length = 0;
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  await Promise.all(targets.splice(0).map((target) => target.stop()));
});

const set = (values: Record<string, unknown>) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));

async function smtp(options: SmtpOptions = {}): Promise<SmtpTarget> {
  const target = await startSmtp({ plain: true, ...options });
  targets.push(target);
  await set(settingsOf(target));
  return target;
}
const promise = (to = 'reader@example.com', way?: string): Promise<string> =>
  server.platform.asSystem('test', (ctx) => post(ctx, server.platform.jobs, { to, subject: 'One', lines: ['word'] }, way));

const sweep = async (): Promise<void> => {
  const job = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (job) await runJob(server.platform, job, {});
};
/** A worker of its own, that does what the minute does. */
function worker(): ChildProcess {
  const program = fileURLToPath(new URL('../../../test/run-job.ts', import.meta.url));
  const made = fork(program, [server.databaseUrl, 'mail.sweep', tmpdir(), JSON.stringify(withChats(chat))], { execArgv: [] });
  workers.push(made);
  return made;
}
async function killed(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  await once(process, 'exit');
}
const lapse = () => sql`update mails set date_next = now() - interval '1 second' where date_finished is null`.execute(server.db);
const rowOf = async (id: string) =>
  (
    await sql<{ status: string; attempts: number; content: string | null; error: string | null }>`
      select status, attempts, content, error from mails where id = ${id}`.execute(server.db)
  ).rows[0];
const messageId = (raw = ''): string | undefined => /^Message-ID: (.*)\r$/im.exec(raw)?.[1];

test('a mail whose worker was killed after the server had all of it is not sent again', async () => {
  const gate = Promise.withResolvers<void>();
  const target = await smtp({ hold: (at) => (at === 'end' ? gate.promise : undefined) });
  const id = await promise();
  const first = worker();
  await until('the server has the mail', 60_000, () => target.mails.length === 1);
  expect(await rowOf(id)).toMatchObject({ status: 'handed', attempts: 1 });
  await killed(first);
  gate.resolve();
  // Nobody touches it while its worker may live.
  await sweep();
  expect(await rowOf(id)).toMatchObject({ status: 'handed', attempts: 1 });
  await lapse();
  await sweep();
  await lapse();
  await sweep();
  expect(target.mails).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ status: 'unsure', content: null, error: 'unsure' });
});

test('a mail whose worker was killed before the server had the end of it is sent, once', async () => {
  let stuck = true;
  const target = await smtp({ hold: (at) => (at === 'recipient' && stuck ? new Promise(() => undefined) : undefined) });
  const id = await promise();
  const first = worker();
  await until('a worker has it in hand', 60_000, async () => (await rowOf(id))?.status === 'claimed');
  await killed(first);
  stuck = false;
  await lapse();
  await sweep();
  await lapse();
  await sweep();
  expect(target.mails).toHaveLength(1);
  expect(messageId(target.mails[0]?.raw)).toBe(`<${id}@example.com>`);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
});

test('a worker that was thought dead stops before the end of the mail, and another has sent it', async () => {
  const gate = Promise.withResolvers<void>();
  let stuck = true;
  const target = await smtp({ hold: (at) => (at === 'recipient' && stuck ? gate.promise : undefined) });
  const id = await promise();
  const slow = sweep();
  await until('it is in hand', 60_000, async () => (await rowOf(id))?.status === 'claimed');
  stuck = false;
  await lapse();
  await sweep();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
  gate.resolve();
  await slow;
  expect(target.mails).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
});

test('a mail that the server refuses at its end goes again under the same number; one whose line breaks there does not', async () => {
  const answers: (number | undefined)[] = [451, undefined];
  const target = await smtp({ answer: () => answers.shift() });
  const id = await promise();
  await sweep();
  expect(await rowOf(id)).toMatchObject({ status: 'waiting', error: 'refused' });
  await lapse();
  await sweep();
  const numbers = target.mails.map(({ raw }) => messageId(raw));
  expect(numbers).toEqual([`<${id}@example.com>`, `<${id}@example.com>`]);
  expect(await rowOf(id)).toMatchObject({ status: 'sent' });

  const gate = Promise.withResolvers<void>();
  const broken = await smtp({ hold: (at) => (at === 'end' ? gate.promise : undefined) });
  const lost = await promise();
  const sending = sweep();
  await until('the server has the mail', 60_000, () => broken.mails.length === 1);
  broken.cut();
  await sending;
  gate.resolve();
  expect(await rowOf(lost)).toMatchObject({ status: 'unsure', content: null });
});

const SEND = { slack: '/api/chat.postMessage', feishu: '/open-apis/im/v1/messages' } as const;

test.each(['slack', 'feishu'] as const)('a message of %s whose worker was killed after it was handed over comes once', async (service) => {
  await set(CHAT_APPS[service]);
  const { rows } = await sql<{ id: string }>`select id from users where username = 'admin'`.execute(server.db);
  const user = rows[0]?.id ?? '';
  chat.sits = { id: 'pat', name: 'Pat' };
  await fetch(`${chat.origin}/api/auth.test`);
  const place = messagingOf(server.platform)
    .chats.find((one) => one.service.name === service)
    ?.place();
  const there = service === 'slack' ? 'UPAT' : 'ou_pat';
  await sql`insert into external_identities (provider, subject, user_id) values (${place}, ${there}, ${user})`.execute(server.db);
  chat.next(SEND[service], 'hang');
  const id = await promise(user, service);
  const first = worker();
  await until('the service has it', 60_000, () => chat.sent.length === 1);
  await killed(first);
  expect(await rowOf(id)).toMatchObject({ status: 'handed' });
  await lapse();
  await sweep();
  // Whoever recognises it is asked again, and says yes; of the other nobody will ever know.
  expect(await rowOf(id)).toMatchObject({ status: service === 'slack' ? 'unsure' : 'sent' });
  expect(chat.sent).toHaveLength(1);

  // After the time in which it would be recognised it is not asked again.
  chat.next(SEND[service], 'drop');
  const old = await promise(user, service);
  await sweep();
  expect(chat.sent).toHaveLength(2);
  await sql`update mails set date_handed = now() - interval '59 minutes' where id = ${old}`.execute(server.db);
  const before = chat.asked.length;
  await lapse();
  await sweep();
  expect(chat.asked).toHaveLength(before);
  expect(await rowOf(old)).toMatchObject({ status: 'unsure', content: null });
});

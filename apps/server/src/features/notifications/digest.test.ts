import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ORG } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import type { Api } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { settingsOf, startSmtp } from '@postern/testkit/smtp';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { messagingOf } from '../../messaging.ts';
import { type MessageWords, tellSubscribers } from './index.ts';

/** Messages that wait and come in one mail: what waits, what never does, and that nothing is lost or doubled. */

const target = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, settingsOf(target)));
});
beforeEach(async () => {
  for (const table of ['mails', 'waiting_messages', 'message_timings']) await sql`delete from ${sql.table(table)}`.execute(server.db);
  target.mails.length = 0;
});

const TIMING = 'notifications/message-timing/';
/** Somebody who has mail, and messages about tasks once a day. */
async function person(every = 'daily'): Promise<{ id: string; api: Api; email: string }> {
  const made = await createUser(admin);
  const [id, api] = [String(made.id), await server.as(String(made.username))];
  await api.patch(`notifications/user-msg-subscription/${id}/`, { receive_backends: ['email'] });
  const answer = await api.patch(TIMING, { waiting: [{ kind: 'tasks', way: 'email', every }], daily_at: '07:30', zone: 'Asia/Tokyo' });
  expect(answer.status).toBe(200);
  // The word of welcome is no part of this.
  await sql`delete from mails`.execute(server.db);
  return { id, api, email: String(made.email) };
}
const words = (name: string, kind?: MessageWords['kind']): MessageWords => ({
  subject: text(name, name, name),
  message: text('<p>Says {name}</p><p><a href="/ui/x">Look</a></p>', '<p>{name}</p>', '<p>{name}</p>'),
  params: { name },
  ...(kind ? { kind } : {}),
});
const send = (id: string, message: MessageWords) =>
  server.platform.asSystem('test', (ctx) => messagingOf(server.platform).messenger.send(ctx, [id], message));
const job = async (name: string): Promise<void> => {
  const found = server.assembly.jobs.find((one) => one.name === name);
  if (!found) throw new Error('no such job');
  await runJob(server.platform, found, {});
};
const minute = async (): Promise<void> => {
  await job('message-digests');
  await job('mail.sweep');
};
const due = () => sql`update waiting_messages set date_due = now() - interval '1 second'`.execute(server.db);
const waits = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from waiting_messages`.execute(server.db)).rows[0]?.n ?? 0;
const inBox = async (api: Api) =>
  (await api.get<{ content: { subject: string } }[]>('notifications/site-messages/')).body.map(({ content }) => content.subject);

test('what may wait comes in one mail at its time, and is in the box at once; what may not goes at once', async () => {
  const ann = await person();
  await send(ann.id, words('First', 'tasks'));
  await send(ann.id, words('Second', 'tasks'));
  await send(ann.id, words('A login', undefined));
  await minute();
  expect((await inBox(ann.api)).sort()).toEqual(['A login', 'First', 'Second']);
  expect(target.mails.map(({ to, text: words }) => [to, /^Subject: (.*)\r$/m.exec(words)?.[1]])).toEqual([
    [[ann.email], '[Postern] A login'],
  ]);
  const { rows } = await sql<{ content: string; time: string }>`
    select content, to_char(date_due at time zone 'Asia/Tokyo', 'HH24:MI') as time from waiting_messages`.execute(server.db);
  expect(rows.map(({ time }) => time)).toEqual(['07:30', '07:30']);
  expect(rows[0]?.content).not.toContain('First');
  await due();
  await Promise.all([job('message-digests'), job('message-digests')]);
  await minute();
  await minute();
  expect(target.mails).toHaveLength(2);
  const digest = target.mails[1]?.text ?? '';
  expect(digest).toMatch(/^Subject: \[Postern\] Messages: 2\r$/m);
  expect(digest.indexOf('1. First')).toBeLessThan(digest.indexOf('2. Second'));
  expect(digest).toContain('Says Second');
  expect(digest).toMatch(/http\S+\/ui\/x/);
  expect(await waits()).toBe(0);
});

test('urgent messages of the system never wait; others do for whoever wants that', async () => {
  const ann = await person();
  await ann.api.patch(TIMING, { waiting: [{ kind: 'system', way: 'email', every: 'hourly' }] });
  for (const type of ['AuditTrailMessage', 'LicenceMessage'] as const) {
    const url = `notifications/system-msg-subscription/${type}/`;
    expect((await admin.inOrg(ORG.ROOT).patch(url, { users: [ann.id], receive_backends: ['email'] })).status).toBe(200);
    await server.platform.asSystem('test', (ctx) => tellSubscribers(ctx, messagingOf(server.platform).messenger, type, words(type)));
  }
  await minute();
  expect(target.mails.map(({ text: mail }) => /^Subject: \[Postern\] (.*)\r$/m.exec(mail)?.[1])).toEqual(['AuditTrailMessage']);
  expect(await waits()).toBe(1);
});

test('who chooses otherwise has what waits with the next minute; who may not log in any more has nothing', async () => {
  const [ann, bob] = [await person(), await person('hourly')];
  await send(ann.id, words('Held', 'tasks'));
  await send(bob.id, words('Held', 'tasks'));
  await ann.api.patch(TIMING, { waiting: [] });
  await minute();
  expect(target.mails.map(({ to }) => to)).toEqual([[ann.email]]);
  await send(ann.id, words('At once', 'tasks'));
  await minute();
  expect(target.mails).toHaveLength(2);
  await admin.patch(`users/users/${bob.id}/`, { is_active: false });
  await due();
  await minute();
  expect([target.mails.length, await waits()]).toEqual([2, 0]);
});

test('of very many there is a number, and they do not wait for their time', async () => {
  const ann = await person();
  for (let n = 0; n < 200; n += 1) await send(ann.id, words(`m${n}`, 'tasks'));
  await minute();
  const mail = target.mails[0]?.text ?? '';
  expect(mail).toMatch(/^Subject: \[Postern\] Messages: 200\r$/m);
  expect(mail).toContain('150 more are in your inbox.');
  expect(mail).toContain('50. m199');
  expect(mail).not.toContain('m149\r');
});

test('a worker that is killed in the middle of it loses nothing and doubles nothing', async () => {
  const ann = await person();
  await send(ann.id, words('Kept', 'tasks'));
  await due();
  // The mail cannot be promised while somebody holds the outbox: the worker has taken what waits, and stands still.
  const gate = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = server.db.transaction().execute(async (trx) => {
    await sql`lock table mails in exclusive mode`.execute(trx);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const program = fileURLToPath(new URL('../../../test/run-job.ts', import.meta.url));
  const worker: ChildProcess = fork(program, [server.databaseUrl, 'message-digests', tmpdir()], { execArgv: [] });
  await until('the worker waits for the outbox', 60_000, async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "mails"%'`.execute(
      server.db,
    );
    return rows[0]?.n === 1;
  });
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  gate.resolve();
  await holding;
  await until('the database has let go of it', 60_000, async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where state <> 'idle' and query like 'insert into "mails"%'`.execute(server.db);
    return rows[0]?.n === 0;
  });
  expect(await waits()).toBe(1);
  await minute();
  await minute();
  expect(target.mails).toHaveLength(1);
  expect(await waits()).toBe(0);
});

test('kinds, ways and times that do not exist are refused, and everybody has their own', async () => {
  const ann = await person();
  const refused = async (body: object) => Object.keys((await ann.api.patch(TIMING, body)).body);
  expect(await refused({ waiting: [{ kind: 'security', way: 'email', every: 'daily' }] })).toEqual(['waiting']);
  expect(await refused({ waiting: [{ kind: 'tasks', way: 'site_msg', every: 'daily' }] })).toEqual(['waiting']);
  expect(await refused({ waiting: [{ kind: 'tasks', way: 'email', every: 'weekly' }] })).toEqual(['waiting']);
  expect(await refused({ daily_at: '24:00' })).toEqual(['daily_at']);
  expect(await refused({ zone: 'Asia/Nowhere' })).toEqual(['zone']);
  const { body } = await ann.api.get(TIMING);
  expect(body).toMatchObject({ waiting: [{ kind: 'tasks', way: 'email', every: 'daily' }], daily_at: '07:30', zone: 'Asia/Tokyo' });
  expect((await admin.get(TIMING)).body.waiting).toEqual([]);
});

test('a link says whose it is, to each reader their own, at once and with others', async () => {
  const [now, later] = [await person(), await person()];
  const marked = (kind?: MessageWords['kind']): MessageWords => ({
    ...words('Marked', kind),
    linkFor: (_ctx, reader) => ({ for: reader.slice(0, 8) }),
  });
  for (const { id } of [now, later]) {
    await send(id, marked());
    await send(id, marked('tasks'));
  }
  await due();
  await minute();
  for (const { id, email } of [now, later]) {
    const texts = target.mails.filter(({ to }) => to.includes(email)).map(({ text: words }) => words);
    expect(texts).toHaveLength(2);
    for (const one of texts) expect(one).toContain(`/ui/x?for=${id.slice(0, 8)}`);
  }
});

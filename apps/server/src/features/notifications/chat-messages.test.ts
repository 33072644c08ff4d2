import { ORG } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import type { Api, Json } from '@postern/testkit/api';
import { CHAT_APPS } from '@postern/testkit/chat-services';
import { createHost, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ChatService, chatsOfFile, SERVICES, SUBJECT } from '../../../test/chats-of-file.ts';
import { runJob } from '../../job-queue.ts';
import { messagingOf } from '../../messaging.ts';

// Messages at chat services: of whom they are, what they say, and that nobody gets one twice.

const SEND: Readonly<Record<ChatService, string>> = {
  wecom: '/cgi-bin/message/send',
  dingtalk: '/topapi/message/corpconversation/asyncsend_v2',
  feishu: '/open-apis/im/v1/messages',
  slack: '/api/chat.postMessage',
};

const { chat, server, admin } = chatsOfFile();
const set = (values: Record<string, unknown>) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
beforeEach(async () => {
  await set({ SITE_URL: server.url, ...CHAT_APPS.wecom, ...CHAT_APPS.dingtalk, ...CHAT_APPS.feishu, ...CHAT_APPS.slack });
  await sql`delete from mails`.execute(server.db);
  chat.sent.length = 0;
});

let count = 0;
/** Somebody with an account at some services, who wants messages by them. */
async function person(...services: ChatService[]): Promise<{ id: string; there: string; api: Api }> {
  count += 1;
  const there = `m${count}`;
  const made = await createUser(admin);
  const [id, api] = [String(made.id), await server.as(String(made.username))];
  chat.sits = { id: there, name: there };
  // The service hears of them when it is asked anything.
  await fetch(`${chat.origin}/api/auth.test`);
  const places = new Map(messagingOf(server.platform).chats.map((one) => [one.service.name, one.place()]));
  for (const service of services)
    await sql`insert into external_identities (provider, subject, user_id) values (${places.get(service)}, ${SUBJECT[service](there)}, ${id})`.execute(
      server.db,
    );
  await api.patch(`notifications/user-msg-subscription/${id}/`, { receive_backends: [...SERVICES] });
  return { id, there, api };
}
const WORDS = {
  subject: text('A door is open', '门开着', '扉が開いています'),
  message: text(
    '<p>Door <b>{name}</b></p><p><a href="/ui/x?a=1">Look</a></p>',
    '<p>门 {name}</p><p><a href="/ui/x?a=1">看</a></p>',
    '<p>扉 {name}</p><p><a href="/ui/x?a=1">見る</a></p>',
  ),
  params: { name: '[evil](https://evil.example) <https://evil.example|x>' },
};
const send = (ids: readonly string[]) =>
  server.platform.asSystem('test', (ctx) => messagingOf(server.platform).messenger.send(ctx, ids, WORDS));
/** Sends what is due, as the minute does. @param later whether pauses are over */
async function sweep(later = false): Promise<void> {
  if (later) await sql`update mails set date_next = now() - interval '1 second' where status = 'waiting'`.execute(server.db);
  const job = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (job) await runJob(server.platform, job, {});
}
const promised = async () =>
  (await sql<{ way: string; status: string; error: string | null }>`select way, status, error from mails order by way`.execute(server.db))
    .rows;

describe.each(SERVICES)('%s', (service) => {
  test('whoever has an account there is written to, and nobody else; strangers’ words make no link', async () => {
    const [ann, bob] = [await person(service), await person()];
    await send([ann.id, bob.id]);
    expect(await promised()).toEqual([{ way: service, status: 'waiting', error: null }]);
    await sweep();
    expect(chat.sent.map(({ service: by, to }) => [by, to])).toEqual([[service, ann.there]]);
    const written = chat.sent[0]?.text ?? '';
    expect(written).toContain('A door is open');
    expect(written).toContain(`${server.url}/ui/x?a=1`);
    expect(written).not.toMatch(service === 'slack' ? /<https:\/\/evil/ : /\[evil\]/);
    expect(await promised()).toEqual([{ way: service, status: 'sent', error: null }]);
    await sweep(true);
    expect(chat.sent).toHaveLength(1);
  });

  test('is tried again while it refuses, with the same words, and comes once', async () => {
    const ann = await person(service);
    await send([ann.id]);
    chat.next(SEND[service], { body: { errcode: 45009, code: 11232, error: 'ratelimited', ok: false }, status: 400 });
    await sweep();
    expect([chat.sent.length, await promised()]).toEqual([0, [{ way: service, status: 'waiting', error: 'refused' }]]);
    // Not before its pause is over.
    await sweep();
    expect(chat.sent).toHaveLength(0);
    await sweep(true);
    await sweep(true);
    expect([chat.sent.length, (await promised())[0]?.status]).toEqual([1, 'sent']);
  });

  test('a message of which nobody says whether it came does not come twice', async () => {
    const ann = await person(service);
    await send([ann.id]);
    chat.next(SEND[service], 'drop');
    await sweep();
    expect(chat.sent).toHaveLength(1);
    await sweep(true);
    expect(chat.sent).toHaveLength(1);
    // Whoever can tell is asked again; of the other nobody knows.
    expect((await promised())[0]?.status).toBe(service === 'slack' ? 'unsure' : 'sent');
  });

  test('who has unbound the account, or lives at another company by now, is not written to', async () => {
    const ann = await person(service);
    await send([ann.id]);
    await sql`delete from external_identities where user_id = ${ann.id}`.execute(server.db);
    await sweep();
    expect([chat.sent, await promised()]).toEqual([[], [{ way: service, status: 'failed', error: 'bad_address' }]]);
  });

  test('two messages with the same words are two', async () => {
    const ann = await person(service);
    await send([ann.id]);
    await sql`update mails set date_created = date_created - interval '1 minute'`.execute(server.db);
    await send([ann.id]);
    await sweep();
    expect(chat.sent).toHaveLength(2);
  });
});

test('ways are offered while their service is on and can write; a subscription says whom they lead to', async () => {
  const names = async () => (await admin.get<{ name: string }[]>('notifications/backends/')).body.map(({ name }) => name);
  expect(await names()).toEqual(['wecom', 'dingtalk', 'site_msg', 'feishu', 'slack']);
  const ann = await person('feishu');
  const url = 'notifications/system-msg-subscription/StorageConnectivityMessage/';
  const { body } = await admin.patch(url, { users: [ann.id], receive_backends: ['feishu', 'wecom'] });
  expect(body.receivers).toEqual([{ id: ann.id, name: expect.any(String), site_msg: true, feishu: true, wecom: false }]);
  await set({ AUTH_WECOM: false, DINGTALK_AGENTID: '', SLACK_BOT_TOKEN: '' });
  expect(await names()).toEqual(['site_msg', 'feishu']);
  await set({ FEISHU_VERSION: 'lark' });
  expect((await admin.get<{ name_display: string }[]>('notifications/backends/')).body.map((way) => way.name_display)).toContain('Lark');
});

test('each person has it by the ways that they chose; a service that is switched off afterwards gives up what it was promised', async () => {
  const ann = await person('wecom', 'slack');
  await ann.api.patch(`notifications/user-msg-subscription/${ann.id}/`, { receive_backends: ['slack'] });
  await send([ann.id]);
  expect((await promised()).map(({ way }) => way)).toEqual(['slack']);
  await set({ AUTH_SLACK: false });
  await sweep();
  expect([chat.sent, await promised()]).toEqual([[], [{ way: 'slack', status: 'failed', error: 'not_set_up' }]]);
});

test('nothing of a message stands in the clear, and a long one is cut before its link', async () => {
  const ann = await person('wecom');
  const long = { ...WORDS, params: { name: '门'.repeat(3000) } };
  await server.platform.asSystem('test', (ctx) => messagingOf(server.platform).messenger.send(ctx, [ann.id], long));
  const { rows } = await sql<{ content: string }>`select content from mails`.execute(server.db);
  expect(rows[0]?.content).not.toMatch(/door|门/i);
  await sweep();
  expect(chat.sent[0]?.text).toContain('…');
  expect(chat.sent[0]?.text).toContain(`${server.url}/ui/x?a=1`);
});

test('who is to decide is asked where they chat, with the link to the request; it is worth nothing without a login', async () => {
  const [asker, decider, stranger] = [await person(), await person('feishu'), await person()];
  const here = admin.inOrg(ORG.DEFAULT);
  const [flow] = (await here.get<Json[]>('tickets/flows/')).body;
  const rules = [{ strategy: 'custom_user', assignees: [decider.id] }];
  const ruled = await here.put<Json>(`tickets/flows/${flow?.id}/`, { type: 'apply_asset', approval_level: 1, rules });
  expect(ruled.status, JSON.stringify(ruled.body)).toBe(200);
  const host = await createHost(here);
  const asked = await asker.api.inOrg(ORG.DEFAULT).post<Json>('tickets/apply-asset-tickets/open/', {
    ...{
      title: 'the disk is full',
      org_id: ORG.DEFAULT,
      apply_nodes: [],
      apply_assets: [host.id],
      apply_accounts: ['root'],
      apply_actions: ['connect'],
    },
    ...{ apply_date_start: new Date().toISOString(), apply_date_expired: new Date(Date.now() + 3_600_000).toISOString() },
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  await sweep();
  expect(chat.sent.map(({ service, to }) => [service, to])).toEqual([['feishu', decider.there]]);
  const { origin, pathname, searchParams } = new URL(/https?:[^\s"\\)]+/.exec(chat.sent[0]?.text ?? '')?.[0] ?? '');
  expect([origin, pathname, searchParams.get('oid')]).toEqual([server.url, `/ui/tickets/tickets/${asked.body.id}`, ORG.DEFAULT]);
  const decide = `tickets/tickets/${pathname.split('/').at(-1)}/approve/`;
  expect((await server.anyone.put(decide, {})).status).toBe(401);
  expect((await stranger.api.inOrg(ORG.DEFAULT).put(decide, {})).status).toBe(404);
  expect((await decider.api.inOrg(ORG.DEFAULT).put(decide, {})).status).toBe(200);
});

import { text } from '@postern/contract/text';
import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startHttpCatcher } from '@postern/testkit/http-catcher';
import { startSmppCentre } from '@postern/testkit/smpp-centre';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../job-queue.ts';
import { messagingOf } from '../../messaging.ts';
import { fitsInOne } from './backends/smpp-packet.ts';
import { noticeText } from './notice-text.ts';

/** Notices by text message: whom they reach, what they say, and that nobody gets one twice. */

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
const ACCOUNT = { systemId: 'postern', password: 'smpp-pw' };
const centre = forThisFile(
  () => startSmppCentre({ account: ACCOUNT }),
  (it) => it.stop(),
);
/** How the service of one's own answers: by a status, or not at all. */
let answer: number | 'drop' = 200;
const service = forThisFile(
  () =>
    startHttpCatcher((_, response) => {
      if (answer === 'drop') response.socket?.destroy();
      else response.writeHead(answer).end();
    }),
  (it) => it.stop(),
);
const set = (values: Json) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const bySmpp = () => ({
  SMS_ENABLED: true,
  SMS_BACKEND: 'smpp',
  SMPP_HOST: '127.0.0.1',
  SMPP_PORT: centre.port,
  SMPP_USE_TLS: false,
  SMPP_SYSTEM_ID: ACCOUNT.systemId,
  SMPP_PASSWORD: ACCOUNT.password,
});
const byService = () => ({
  SMS_ENABLED: true,
  SMS_BACKEND: 'custom',
  CUSTOM_SMS_URL: `${service.origin}/send`,
  CUSTOM_SMS_NOTICE_PARAMS: { to: '{phone_numbers}', text: '{message}' },
});
beforeEach(async () => {
  answer = 200;
  service.requests.length = 0;
  centre.packets.length = 0;
  await set({ SITE_URL: 'https://postern.example.com', ...bySmpp() });
  await sql`delete from mails`.execute(server.db);
  await sql`delete from login_counters`.execute(server.db);
  await sql`delete from delivery_failures`.execute(server.db);
});

let numbers = 0;
/** Somebody who wants messages by text message. */
async function person(given: Json = {}): Promise<{ id: string; api: Api; phone: string }> {
  numbers += 1;
  const digits = `86138001381${String(numbers).padStart(2, '0')}`;
  const made = await createUser(admin, { phone: `+${digits}`, ...given });
  const [id, api] = [String(made.id), await server.as(String(made.username))];
  expect((await api.patch(`notifications/user-msg-subscription/${id}/`, { receive_backends: ['sms'] })).status).toBe(200);
  return { id, api, phone: digits };
}
const WORDS = {
  subject: text('A door of {name} is open', '{name} 的门开着', '{name} の扉が開いています'),
  message: text('<p>Secret words</p><p><a href="/ui/x?a=1">Look</a></p>', '<p>字</p>', '<p>字</p>'),
  params: { name: 'web1' },
};
const send = (ids: readonly string[], words = WORDS) =>
  server.platform.asSystem('test', (ctx) => messagingOf(server.platform).messenger.send(ctx, ids, words));
/** Sends what is due, as the minute does. @param later whether pauses are over */
async function sweep(later = false): Promise<void> {
  if (later) await sql`update mails set date_next = now() - interval '1 second' where status = 'waiting'`.execute(server.db);
  const job = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (job) await runJob(server.platform, job, {});
}
const promised = async () =>
  (await sql<{ way: string; status: string; error: string | null }>`select way, status, error from mails`.execute(server.db)).rows;
const offered = async () => (await admin.get<{ name: string }[]>('notifications/backends/')).body.map(({ name }) => name);

test('whoever wants it and has a number gets the subject and the link, by SMPP, once; nobody else does', async () => {
  const [ann, bob, eve] = [await person(), await person(), await person({ phone: null })];
  await bob.api.patch(`notifications/user-msg-subscription/${bob.id}/`, { receive_backends: ['site_msg'] });
  await send([ann.id, bob.id, eve.id]);
  expect(await promised()).toEqual([{ way: 'sms', status: 'waiting', error: null }]);
  await sweep();
  await sweep(true);
  expect(centre.texts()).toEqual(['A door of web1 is open https://postern.example.com/ui/x?a=1']);
  expect(centre.packets.find(({ command }) => command === 'submit_sm')).toMatchObject({ destination_addr: ann.phone });
  expect(await promised()).toEqual([{ way: 'sms', status: 'sent', error: null }]);
});

test('a service of one’s own is asked with its parameters for notices', async () => {
  await set(byService());
  const ann = await person();
  await send([ann.id], { ...WORDS, params: { name: '{phone_numbers}' } });
  await sweep();
  const { searchParams } = new URL(service.requests[0]?.path ?? '', service.origin);
  expect(Object.fromEntries(searchParams)).toEqual({
    to: ann.phone,
    text: 'A door of {phone_numbers} is open https://postern.example.com/ui/x?a=1',
  });
});

test('what is refused for the moment is tried again; what nobody answered is not, and comes once', async () => {
  await set(byService());
  const ann = await person();
  await send([ann.id]);
  answer = 429;
  await sweep();
  expect(await promised()).toEqual([{ way: 'sms', status: 'waiting', error: 'refused' }]);
  answer = 'drop';
  await sweep(true);
  answer = 200;
  await sweep(true);
  expect(service.requests).toHaveLength(2);
  expect((await promised()).map(({ status }) => status)).toEqual(['unsure']);
});

test('a message centre that is not there is tried again, and nothing was sent', async () => {
  const ann = await person();
  await send([ann.id]);
  await set({ SMPP_PASSWORD: 'wrong' });
  await sweep();
  expect(await promised()).toEqual([{ way: 'sms', status: 'waiting', error: 'login_refused' }]);
  await set({ SMPP_PASSWORD: ACCOUNT.password });
  await sweep(true);
  expect(centre.texts()).toHaveLength(1);
});

test('a number that is refused fails alone; a way that fails is told of', async () => {
  await set(byService());
  const ann = await person();
  answer = 404;
  await send([ann.id]);
  await sweep();
  expect(await promised()).toEqual([{ way: 'sms', status: 'failed', error: 'refused' }]);
  const failing = async () => (await admin.get<Json[]>('notifications/failing-backends/')).body;
  expect(await failing()).toEqual([]);
  answer = 401;
  await send([ann.id]);
  await sweep();
  expect(await failing()).toEqual([expect.objectContaining({ name: 'sms', name_display: 'Text message', failures: 1 })]);
});

test('a number gets twenty an hour, and codes are not counted with them', async () => {
  await set(byService());
  const ann = await person();
  for (let count = 0; count < 21; count += 1) await send([ann.id]);
  await sweep();
  expect(service.requests).toHaveLength(20);
  expect((await promised()).filter(({ status }) => status === 'failed')).toHaveLength(1);
  const { rows } = await sql<{ kind: string }>`select kind from login_counters where kind like 'sms-%'`.execute(server.db);
  expect(rows).toEqual([{ kind: 'sms-notice' }]);
});

test('who has no number any more, or may not log in any more, is not written to', async () => {
  const [ann, bob] = [await person(), await person()];
  await send([ann.id, bob.id]);
  await sql`update users set phone = null where id = ${ann.id}`.execute(server.db);
  await sql`update users set is_active = false where id = ${bob.id}`.execute(server.db);
  await sweep();
  expect([centre.texts(), (await promised()).map(({ error }) => error)]).toEqual([[], ['bad_address', 'bad_address']]);
});

test('it is offered while it is on and notices go by it, and a subscription says whom it leads to', async () => {
  expect(await offered()).toEqual(['site_msg', 'sms']);
  const [ann, eve] = [await person(), await person({ phone: null })];
  const url = 'notifications/system-msg-subscription/StorageConnectivityMessage/';
  const { body } = await admin.patch(url, { users: [ann.id, eve.id], receive_backends: ['sms'] });
  expect(Object.fromEntries((body.receivers as Json[]).map(({ id, sms }) => [id, sms]))).toEqual({ [ann.id]: true, [eve.id]: false });
  await set({ SMS_ENABLED: false });
  expect(await offered()).toEqual(['site_msg']);
  await set({ ...byService(), CUSTOM_SMS_NOTICE_PARAMS: {} });
  expect(await offered()).toEqual(['site_msg']);
  await set({ ...byService(), CUSTOM_SMS_URL: `${service.origin}/send/{code}` });
  expect(await offered()).toEqual(['site_msg']);
  await set({ SMS_BACKEND: 'huawei', HUAWEI_APP_KEY: 'k', HUAWEI_APP_SECRET: 's', HUAWEI_SMS_ENDPOINT: service.origin });
  await set({ HUAWEI_SIGN_CHANNEL_NUM: '1', HUAWEI_VERIFY_SIGN_NAME: 's', HUAWEI_VERIFY_TEMPLATE_CODE: 't' });
  expect(await offered()).toEqual(['site_msg']);
  await set({ HUAWEI_NOTICE_TEMPLATE_CODE: 'n' });
  expect(await offered()).toEqual(['site_msg', 'sms']);
});

test('parameters for notices need the message and a number', async () => {
  const save = (values: Json) =>
    admin.patch<Json>('settings/setting/?category=custom', { CUSTOM_SMS_URL: `${service.origin}/s`, ...values });
  for (const params of [{ to: '{phone_numbers}' }, { text: '{message}' }]) {
    const refused = await save({ CUSTOM_SMS_NOTICE_PARAMS: params });
    expect([refused.status, refused.body]).toEqual([400, { non_field_errors: [expect.stringMatching(/\{(message|phone_numbers)\}/)] }]);
  }
  expect((await save({ CUSTOM_SMS_NOTICE_PARAMS: { to: '{phone_numbers}', text: '{message}' } })).status).toBe(200);
  expect((await save({ CUSTOM_SMS_NOTICE_PARAMS: {} })).status).toBe(200);
});

const NOTICE = { subject: 'x', link: 'https://p.example/ui/tickets/1', site: 'https://p.example' };
const written = (notice: Partial<typeof NOTICE>) => noticeText({ ...NOTICE, ...notice }, fitsInOne);
test.each([
  ['is cut before its link', { subject: 'a'.repeat(200) }, `${'a'.repeat(160 - 3 - 1 - NOTICE.link.length)}... ${NOTICE.link}`],
  ['leads to the site where the link leaves no room', { link: `${NOTICE.link}?${'a'.repeat(130)}` }, `x ${NOTICE.site}`],
  [
    'holds no line, and no address of a stranger',
    { subject: 'a\r\nb\u202ec https://evil.example' },
    `a b c https evil.example ${NOTICE.link}`,
  ],
])('a notice %s', (_, notice, expected) => {
  expect(written(notice)).toBe(expected);
});

test('in seventy characters the address of the site is left of a long link', () => {
  const words = written({ subject: '门'.repeat(80), link: `${NOTICE.link}?${'a'.repeat(50)}` });
  expect(words).toBe(`${'门'.repeat(70 - 3 - 1 - NOTICE.site.length)}... ${NOTICE.site}`);
});

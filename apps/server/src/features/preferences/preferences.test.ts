import { text } from '@postern/contract/text';
import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { settingsOf, startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { messagingOf } from '../../messaging.ts';

/** What people choose for themselves, as they find it again elsewhere. */

const target = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const PREFERENCES = 'users/preferences/';
async function person() {
  const { id, username } = await createUser(admin);
  return { id: String(id), username: String(username), api: await server.as(String(username)) };
}
const kept = async (api: Api): Promise<Json> => (await api.get<Json>('users/profile/')).body.preferences;

describe('preferences', () => {
  test('are nothing until they are chosen, are told with the profile to every login of the person, and stay until they are chosen anew', async () => {
    const { username, api } = await person();
    expect(new Set(Object.values(await kept(api)))).toEqual(new Set([null]));
    const answer = await api.patch(PREFERENCES, { language: 'ja', theme: 'dark', page_size: 50, quick_paste: false });
    expect([answer.status, answer.body.page_size, answer.body.font_size]).toEqual([200, 50, null]);
    await api.patch(PREFERENCES, { font_size: 18, line_height: 1.4, palette: 'moss', font_family: ' Fira Code ' });
    const elsewhere = await server.browser(username);
    expect(await kept(elsewhere)).toMatchObject({
      language: 'ja',
      theme: 'dark',
      page_size: 50,
      quick_paste: false,
      lazy_tree: null,
      font_size: 18,
      line_height: 1.4,
      palette: 'moss',
      font_family: 'Fira Code',
    });
    await elsewhere.patch(PREFERENCES, { theme: null });
    expect((await api.get(PREFERENCES)).body).toMatchObject({ theme: null, language: 'ja' });
  });

  test('are nobody else’s', async () => {
    const [one, other] = [await person(), await person()];
    await one.api.patch(PREFERENCES, { theme: 'dark', user_id: other.id, id: other.id });
    expect((await kept(other.api)).theme).toBeNull();
    expect((await kept(one.api)).theme).toBe('dark');
    expect(JSON.stringify((await admin.get(`users/users/${one.id}/`)).body)).not.toContain('preferences');
  });

  test.each([
    ['language', 'fr'],
    ['theme', 'pink'],
    ['page_size', 10_000],
    ['palette', 'x'],
    ['font_family', "x', serif; }"],
    ['font_family', 'x'.repeat(65)],
    ['font_size', 900],
    ['line_height', 'tall'],
    ['bell', 'loud'],
    ['copy_on_select', 'perhaps'],
  ])('%s of %j is refused, and nothing of the body is kept', async (name, value) => {
    const { api } = await person();
    const answer = await api.patch(PREFERENCES, { screen_reader: true, [name]: value });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [name]]);
    expect((await kept(api)).screen_reader).toBeNull();
  });

  test('that two pages choose at the same moment are both kept', async () => {
    const { api } = await person();
    const choices = [{ theme: 'dark' }, { page_size: 30 }, { bell: 'off' }, { font_size: 20 }, { lazy_tree: false }];
    await Promise.all(choices.map((chosen) => api.patch(PREFERENCES, chosen)));
    expect(await kept(api)).toMatchObject(Object.assign({}, ...choices));
  });

  test('go with the person', async () => {
    const { id, api } = await person();
    await api.patch(PREFERENCES, { theme: 'dark' });
    expect((await admin.delete(`users/users/${id}/`)).status).toBe(204);
    const { rows } = await sql`select 1 from user_preferences where user_id = ${id}`.execute(server.db);
    expect(rows).toEqual([]);
  });
});

test('a mail comes in the language that its reader chose, whoever caused it', async () => {
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, settingsOf(target)));
  const people = [await person(), await person(), await person()];
  for (const { id, api } of people) await api.patch(`notifications/user-msg-subscription/${id}/`, { receive_backends: ['email'] });
  await people[0]?.api.patch(PREFERENCES, { language: 'ja' });
  await people[1]?.api.patch(PREFERENCES, { language: 'zh' });
  await sql`delete from mails`.execute(server.db);
  target.mails.length = 0;
  await server.platform.asSystem('test', (ctx) =>
    messagingOf(server.platform).messenger.send(
      ctx,
      people.map(({ id }) => id),
      { subject: text('Door', 'Men', 'Tobira'), message: text('<p>Opened</p>', '<p>Kai</p>', '<p>Aita</p>') },
    ),
  );
  const sweep = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (!sweep) throw new Error('no such job');
  await runJob(server.platform, sweep, {});
  const subjects = target.mails.map(({ to, text: words }) => [to[0], /^Subject: (.*)\r$/m.exec(words)?.[1]]);
  const addresses = await Promise.all(people.map(async ({ api }) => (await api.get('users/profile/')).body.email));
  const expected = ['Tobira', 'Men', 'Door'].map((words, n) => [addresses[n], `[Postern] ${words}`]);
  expect(subjects.sort()).toEqual(expected.sort());
});

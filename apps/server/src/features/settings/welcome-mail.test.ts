import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** The mail to new people as it will read, before its words are saved. */

const server = serverOfFile();
const smtp = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const admin = forThisFile(() => server.as('admin'));
beforeEach(async () => {
  smtp.mails.length = 0;
  await sql`delete from login_counters`.execute(server.db);
  const saved = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(smtp.port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
  expect((await admin.patch('settings/setting/?category=email', saved)).status).toBe(200);
});

interface Written {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

const PREVIEW = 'settings/mail/welcome/preview/';
const SAMPLE = 'settings/mail/welcome/sample/';
const WORDS = {
  EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Welcome {name}',
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'Dear {name}',
  EMAIL_CUSTOM_USER_CREATED_BODY: 'You are {username} <script>alert(1)</script>',
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: '<img src=x onerror="alert(2)">',
};
const written = async (body: object, language = 'en') =>
  (await admin.post<Written>(PREVIEW, body, { headers: { 'accept-language': language } })).body;

describe('a preview', () => {
  test('reads as the mail will, in the words of the form, and neither saves nor sends', async () => {
    const stored = await admin.get('settings/setting/?category=email_content');
    const shown = await written(WORDS);
    expect(shown).toMatchObject({ from: 'door@example.com', to: 'alex@example.com', subject: '[Postern] Welcome Alex' });
    expect(shown.text).toContain('Dear Alex\nYou are alex <script>');
    expect(shown.text).toContain('/core/auth/password/reset/?token=example');
    expect((await admin.get('settings/setting/?category=email_content')).body).toEqual(stored.body);
    expect(smtp.mails).toEqual([]);
    expect((await sql`select id from mails`.execute(server.db)).rows).toEqual([]);
    expect((await sql`select user_id from password_links`.execute(server.db)).rows).toEqual([]);
  });

  test('has no HTML of whoever wrote it, and begins no header', async () => {
    const { html } = await written(WORDS);
    expect(html).toContain('You are alex &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(2)&quot;&gt;');
    expect(html).not.toMatch(/<(?!\/?(p|a|br)\b)/);
    for (const path of [PREVIEW, SAMPLE]) {
      const bad = await admin.post(path, { ...WORDS, EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'a\r\nBcc: thief@example.com' });
      expect([bad.status, Object.keys(bad.body as object)]).toEqual([400, ['EMAIL_CUSTOM_USER_CREATED_SUBJECT']]);
    }
    expect(smtp.mails).toEqual([]);
  });

  test('is in our own words where there are none, in the language of whoever looks', async () => {
    const none = Object.fromEntries(Object.keys(WORDS).map((key) => [key, '']));
    expect((await written(none)).subject).toBe('[Postern] Your account is ready');
    expect((await written(none, 'zh-CN')).text).toContain('李明，你好：');
    expect((await written(none, 'ja')).text).toContain('山田花子 様');
  });
});

describe('a sample', () => {
  test('goes to whoever asks, whatever the form says of receivers, as it was shown', async () => {
    const { body: self } = await admin.get<{ email: string }>('users/profile/');
    const answer = await admin.post<{ msg: string }>(SAMPLE, { ...WORDS, EMAIL_RECIPIENT: 'thief@example.com', to: 'thief@example.com' });
    expect([answer.status, answer.body.msg]).toEqual([200, `The mail was sent to ${self.email}, with a link that opens nothing.`]);
    expect(smtp.mails).toMatchObject([{ from: 'door@example.com', to: [self.email] }]);
    expect(smtp.mails[0]?.raw).toMatch(/^Subject: \[Postern\] Welcome Alex\r$/m);
    for (const line of (await written(WORDS)).text.trim().split('\n')) expect(smtp.mails[0]?.text).toContain(line);
    expect((await admin.get('settings/setting/?category=email_content')).body).not.toEqual(WORDS);
  });

  test('is sent twenty times an hour at most', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect((await admin.post(SAMPLE, WORDS)).status).toBe(200);
    expect((await admin.post<{ code: string }>(SAMPLE, WORDS)).body.code).toBe('too_many_tests');
    expect(smtp.mails).toHaveLength(20);
  });

  test('that does not go says why', async () => {
    await admin.patch('settings/setting/?category=email', { EMAIL_PORT: '1' });
    const answer = await admin.post<{ error: string }>(SAMPLE, WORDS);
    expect([answer.status, answer.body.error]).toEqual([400, 'The mail server cannot be reached.']);
  });
});

test('nobody without the right to mail settings sees or sends one', async () => {
  const anybody = await server.as((await createUser(admin)).username);
  for (const path of [PREVIEW, SAMPLE]) expect((await anybody.post(path, WORDS)).status).toBe(403);
  expect(smtp.mails).toEqual([]);
});

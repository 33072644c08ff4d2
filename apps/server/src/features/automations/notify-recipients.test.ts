import type { Json } from '@postern/testkit/api';
import { openEncrypted } from '@postern/testkit/encrypted-archive';
import { createAccount, createHost, createUser, uniqueName } from '@postern/testkit/factories';
import { attachmentOf, type SmtpTarget, startSmtp } from '@postern/testkit/smtp';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

/** A real user of this machine gets a new password, and those who are to know of it a mail. */

let server: TestServer;
let sshd: Sshd;
let people: UnixPeople;
let smtp: SmtpTarget;

beforeAll(async () => {
  people = unixPeople();
  [server, sshd, smtp] = await Promise.all([
    startTestServer(),
    startSshd([], ['PasswordAuthentication yes', 'AuthorizedKeysFile %h/.ssh/authorized_keys']),
    startSmtp({ plain: true }),
  ]);
  const values = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(smtp.port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
  await (await server.as('admin')).patch('settings/setting/?category=email', values);
});
afterAll(async () => {
  people?.removeAll();
  await sshd?.stop();
  await smtp?.stop();
  await server?.close();
});

const OLD = 'Former-secret-1';
const KEY = 'File key of the tests 2';

test('recipients of a change are told how it went; with a file key they get former and new secret', async () => {
  const admin = await server.as('admin');
  const asset = await createHost(admin, { protocols: [{ name: 'ssh', port: sshd.port }] });
  const privilegedUser = people.add('Keeper-secret-1');
  people.sudoer(privilegedUser, false);
  await createAccount(admin, String(asset.id), {
    name: privilegedUser,
    username: privilegedUser,
    secret: 'Keeper-secret-1',
    privileged: true,
  });
  const username = people.add(OLD);
  const account = await createAccount(admin, String(asset.id), { name: username, username, secret: OLD });
  const readers: Json[] = [await createUser(admin), await createUser(admin), await createUser(admin)];
  for (const { username: name } of readers.filter((_reader, at) => at !== 1))
    await (await server.as(String(name))).patch('users/profile/secret-key/', { new_secret_key: KEY, new_secret_key_again: KEY });
  // Greetings of new people are not what is looked for.
  await sql`delete from mails`.execute(server.db);
  const plan = await admin.post('accounts/change-secret-automations/', {
    name: uniqueName('plan'),
    accounts: [username],
    assets: [{ id: asset.id }],
    is_periodic: false,
    secret_type: 'password',
    secret_strategy: 'random',
    recipients: readers.map(({ id }) => ({ id })),
  });
  expect(plan.status).toBe(201);
  const { task } = (await admin.post('accounts/change-secret-executions/', { automation: plan.body.id })).body;
  const log = await worked(server, task);
  const run = (await admin.get(`accounts/change-secret-executions/${task}/`)).body;
  expect(run.status).toBe('success');
  expect(run.snapshot.recipients).toHaveLength(3);
  // Somebody leaves between the end of the run and the mail.
  await admin.patch(`users/users/${readers[2]?.id}/`, { is_active: false });
  const { rows: promised } = await sql<{ row: string }>`select row_to_json(m)::text as row from mails m`.execute(server.db);
  const sweep = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (sweep) await runJob(server.platform, sweep, {});

  const { rows } = await sql<{ secret: string }>`select secret from accounts where id = ${account.id}`.execute(server.db);
  const fresh = server.platform.secrets.decrypt(rows[0]?.secret ?? '');
  expect(fresh).not.toBe(OLD);
  const mailTo = (reader: Json | undefined) => smtp.mails.find(({ to }) => to[0] === reader?.email);
  const { name, sheets } = await openEncrypted(attachmentOf(mailTo(readers[0])?.raw ?? ''), KEY);
  expect(name).toBe('change-secret.xlsx');
  const escaped = fresh.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? mark);
  expect(sheets.join('')).toContain(OLD);
  expect(sheets.join('')).toContain(escaped);
  for (const reader of readers.slice(1)) expect(mailTo(reader)?.text).not.toContain('Content-Disposition: attachment');
  expect(mailTo(readers[1])?.text).toContain('1 succeeded, 0 did');
  const seen = [log, JSON.stringify(promised), ...smtp.mails.map(({ text }) => text)].join('\n');
  for (const secret of [OLD, fresh]) expect(seen).not.toContain(secret);
});

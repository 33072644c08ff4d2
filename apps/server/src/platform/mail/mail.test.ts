import { connect, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '@postern/testkit/ports';
import { type SmtpTarget, startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { post } from './outbox.ts';

/** Everything against a mail server that speaks the protocol, on loopback. */

const logged: string[] = [];
const note = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
const targets: SmtpTarget[] = [];
const trusted = getCACertificates('default');

const server = serverOfFile({ log: { debug: note, info: note, warn: note, error: note } });
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await Promise.all(targets.splice(0).map((target) => target.stop()));
});

const ACCOUNT = { user: 'postern', password: 'Mail-canary-4711' };

async function smtp(options: Parameters<typeof startSmtp>[0] = {}, { trust = true } = {}): Promise<SmtpTarget> {
  const target = await startSmtp({ account: ACCOUNT, ...options });
  if (trust) setDefaultCACertificates([...trusted, target.certificate]);
  targets.push(target);
  return target;
}

async function setUp(port: number, more: object = {}): Promise<void> {
  const admin = await server.as('admin');
  const answer = await admin.patch('settings/setting/?category=email', {
    EMAIL_HOST: '127.0.0.1',
    EMAIL_PORT: String(port),
    EMAIL_HOST_USER: ACCOUNT.user,
    EMAIL_HOST_PASSWORD: ACCOUNT.password,
    EMAIL_FROM: 'door@example.com',
    EMAIL_RECIPIENT: 'keeper@example.com',
    EMAIL_USE_SSL: false,
    EMAIL_USE_TLS: true,
    ...more,
  });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).not.toContain(ACCOUNT.password);
}

const attempt = async (body: object = {}) => (await server.as('admin')).post('settings/mail/testing/', body);

describe('the settings', () => {
  test('take an address, a port and no second header', async () => {
    const admin = await server.as('admin');
    const wrong = await admin.patch('settings/setting/?category=email', {
      EMAIL_PORT: '65536',
      EMAIL_FROM: 'a@example.com, b@example.com',
      EMAIL_SUBJECT_PREFIX: 'x\r\nBcc: thief@example.com',
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body).sort()).toEqual(['EMAIL_FROM', 'EMAIL_PORT', 'EMAIL_SUBJECT_PREFIX']);
    await setUp(2525);
    const password = (): unknown => server.platform.systemSettings.get('EMAIL_HOST_PASSWORD');
    expect(password()).toBe(ACCOUNT.password);
    await admin.patch('settings/setting/?category=email', { EMAIL_HOST: '127.0.0.1', EMAIL_HOST_PASSWORD: '' });
    expect(password()).toBe(ACCOUNT.password);
    await admin.patch('settings/setting/?category=email', { EMAIL_HOST: 'thief.example.com' });
    expect(password()).toBe('');
  });
});

describe('a test message', () => {
  test('says that no server is set up', async () => {
    await sql`delete from settings where name like 'EMAIL%'`.execute(server.db);
    await server.platform.systemSettings.start();
    const answer = await attempt();
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('No mail server is set up.');
  });

  test('goes out over STARTTLS, from and to whom the form says', async () => {
    const target = await smtp();
    await setUp(target.port);
    const answer = await attempt({ EMAIL_FROM: 'other@example.com', EMAIL_RECIPIENT: 'someone@example.com' });
    expect(answer.body).toEqual({ msg: 'A test message was sent to someone@example.com.' });
    expect(target.mails).toMatchObject([{ from: 'other@example.com', to: ['someone@example.com'], secure: true }]);
    expect(target.mails[0]?.raw).toMatch(/^Subject: \[Postern\] Test message\r$/m);
    expect((await attempt({ EMAIL_RECIPIENT: 'a@example.com\r\nRCPT TO:<thief@example.com>' })).status).toBe(400);
    expect(target.mails).toHaveLength(1);
  });

  test('every setting of the server is obeyed', async () => {
    const target = await smtp();
    await setUp(target.port, { EMAIL_FROM: 'gate@example.com', EMAIL_SUBJECT_PREFIX: ' [Gate] ' });
    expect((await attempt()).status).toBe(200);
    expect(target.mails).toMatchObject([{ from: 'gate@example.com', secure: true }]);
    expect(target.mails[0]?.raw).toMatch(/^Subject: \[Gate\] Test message\r$/m);
    await setUp(target.port, { EMAIL_HOST_USER: 'somebody-else' });
    expect((await attempt()).status).toBe(400);
    await setUp(target.port, { EMAIL_HOST_PASSWORD: 'another-one' });
    expect((await attempt()).status).toBe(400);
    await setUp(1);
    expect((await attempt()).status).toBe(400);
    await setUp(target.port, { EMAIL_HOST: '127.0.0.2' });
    expect((await attempt()).status).toBe(400);
    expect(target.mails).toHaveLength(1);
    const bare = await smtp({ plain: true });
    await setUp(bare.port, { EMAIL_USE_TLS: false, EMAIL_SUBJECT_PREFIX: '[Postern]' });
    expect((await attempt()).status).toBe(200);
    await setUp(bare.port, { EMAIL_USE_TLS: true });
    expect((await attempt()).status).toBe(400);
  });

  test('goes out over TLS from the first byte', async () => {
    const target = await smtp({ secure: true });
    await setUp(target.port, { EMAIL_USE_SSL: true, EMAIL_USE_TLS: false });
    expect((await attempt()).status).toBe(200);
    expect(target.mails).toMatchObject([{ to: ['keeper@example.com'], secure: true }]);
  });

  test('shows nothing to a server that cannot be trusted', async () => {
    const target = await smtp({}, { trust: false });
    await setUp(target.port);
    expect((await attempt()).body.error).toContain('certificate');
    const bare = await smtp({ plain: true });
    await setUp(bare.port);
    expect((await attempt()).body.error).toContain('certificate');
    expect([...target.mails, ...bare.mails]).toEqual([]);
  });

  test('says what went wrong, and no more', async () => {
    const target = await smtp({ refuse: (address) => (address.startsWith('nobody') ? 550 : undefined) });
    await setUp(target.port, { EMAIL_HOST_PASSWORD: 'Wrong-canary-4712' });
    expect((await attempt()).body.error).toBe('The mail server refused account or password.');
    await setUp(target.port);
    expect((await attempt({ EMAIL_RECIPIENT: 'nobody@example.com' })).body.error).toBe('The mail server refused the message (550).');
    await setUp(await freePort());
    expect((await attempt()).body.error).toBe('The mail server cannot be reached.');
    const log = logged.join('\n');
    for (const secret of [ACCOUNT.password, 'Wrong-canary-4712']) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });
});

interface Row {
  status: string;
  attempts: number;
  content: string | null;
  error: string | null;
  wait: number;
}
const rowOf = async (id: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select status, attempts, content, error, extract(epoch from date_next - now())::float as wait from mails where id = ${id}`.execute(
    server.db,
  );
  return rows[0];
};
const worker = async (name: string, data = {}): Promise<void> => {
  const job = server.assembly.jobs.find((one) => one.name === name);
  if (job) await runJob(server.platform, job, data);
};
const promise = (to = 'reader@example.com', subject = 'Your link', lines = ['Canary-line-99 <b>not bold</b>']): Promise<string> =>
  server.platform.asSystem('mail', (ctx) => post(ctx, server.platform.jobs, { to, subject, lines }));

describe('a promised mail', () => {
  test('is kept encrypted, sent once and forgotten', async () => {
    const target = await smtp();
    await setUp(target.port);
    const id = await promise('reader@example.com', 'Hello\r\nBcc: thief@example.com');
    const { rows } = await sql<{ text: string }>`select row_to_json(m)::text as text from mails m`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain('Canary-line-99');
    await Promise.all([worker('mail.send', { mail: id }), worker('mail.sweep'), worker('mail.send', { mail: id })]);
    await worker('mail.sweep');
    expect(target.mails).toMatchObject([{ to: ['reader@example.com'] }]);
    expect(target.mails[0]?.text).toContain('Hello Bcc: thief@example.com');
    expect(target.mails[0]?.raw).not.toMatch(/^Bcc:/m);
    expect(target.mails[0]?.text).toContain('&lt;b&gt;not bold');
    expect(await rowOf(id)).toMatchObject({ status: 'sent', content: null });
  });

  test('does not exist when what promised it was undone', async () => {
    const undone = server.platform.asSystem('mail', async (ctx) => {
      await post(ctx, server.platform.jobs, { to: 'x@example.com', subject: 'never', lines: [] });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await sql`select 1 from mails where status = 'waiting'`.execute(server.db)).rows).toEqual([]);
  });

  test('waits for a server that is down, longer each time, and goes out when it is back', async () => {
    const port = await freePort();
    await setUp(port);
    const id = await promise();
    await worker('mail.send', { mail: id });
    const first = await rowOf(id);
    expect(first).toMatchObject({ status: 'waiting', attempts: 1, error: 'unreachable' });
    await worker('mail.sweep');
    expect((await rowOf(id))?.attempts).toBe(1);
    await sql`update mails set date_next = now() - interval '1 second' where id = ${id}`.execute(server.db);
    await worker('mail.sweep');
    const second = await rowOf(id);
    expect(second?.attempts).toBe(2);
    expect(second?.wait).toBeGreaterThan((first?.wait ?? 0) * 1.5);
    const target = await smtp({ port });
    await sql`update mails set date_next = now() - interval '1 second' where id = ${id}`.execute(server.db);
    await worker('mail.sweep');
    expect(target.mails).toHaveLength(1);
    expect((await rowOf(id))?.status).toBe('sent');
  });

  test('is given up after eight tries, and at once when the server will never take it', async () => {
    const target = await smtp({ refuse: (address) => (address.startsWith('nobody') ? 550 : undefined) });
    await setUp(target.port);
    const never = await promise('nobody@example.com');
    await worker('mail.sweep');
    expect(await rowOf(never)).toMatchObject({ status: 'failed', attempts: 1, error: 'refused', content: null });
    await setUp(await freePort());
    const late = await promise();
    await sql`update mails set attempts = 7 where id = ${late}`.execute(server.db);
    await worker('mail.sweep');
    expect(await rowOf(late)).toMatchObject({ status: 'failed', attempts: 8, content: null });
  });

  test('survives a connection that breaks in the middle of it', async () => {
    const target = await smtp();
    const cut = createServer((socket) => {
      const through = connect(target.port, '127.0.0.1');
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 1_500) {
          socket.destroy();
          through.destroy();
        } else through.write(chunk);
      });
      through.on('data', (chunk) => socket.write(chunk));
      for (const side of [socket, through])
        side.on('error', () => undefined).on('close', () => [socket, through].map((one) => one.destroy()));
    });
    await new Promise<void>((ready) => cut.listen(0, '127.0.0.1', ready));
    const address = cut.address();
    await setUp(typeof address === 'object' && address ? address.port : 0);
    const id = await promise('reader@example.com', 'Long', [`${'long line '.repeat(400)}`]);
    await worker('mail.send', { mail: id });
    expect(await rowOf(id)).toMatchObject({ status: 'waiting', attempts: 1 });
    cut.close();
    await setUp(target.port);
    await sql`update mails set date_next = now() - interval '1 second' where id = ${id}`.execute(server.db);
    await worker('mail.sweep');
    expect(target.mails).toHaveLength(1);
  });
});

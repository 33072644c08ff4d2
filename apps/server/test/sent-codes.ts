import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type SmtpTarget, startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { runJob } from '../src/app.ts';
import type { TestServer } from './harness.ts';

export const LOGIN = '/core/auth/login/';

/** Points the product at a mail server of its own, and switches codes by mail on. */
export async function withMail(server: TestServer): Promise<SmtpTarget> {
  const smtp = await startSmtp({ plain: true });
  await server.platform.asSystem('test', (ctx) =>
    server.platform.systemSettings.set(ctx, {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(smtp.port),
      EMAIL_HOST_USER: 'postern',
      EMAIL_FROM: 'door@example.com',
      SECURITY_MFA_BY_EMAIL: true,
    }),
  );
  return smtp;
}

/** Sends what waits, as a worker would. @returns the code of the last mail that has one */
export async function mailedCode(server: TestServer, smtp: SmtpTarget): Promise<string> {
  const job = server.assembly.jobs.find(({ name }) => name === 'mail.sweep');
  if (!job) throw new Error('no job mail.sweep');
  await runJob(server.platform, job, {});
  const [code] = smtp.mails.flatMap(({ text }) => /verification code is (\d{6})/.exec(text)?.[1] ?? []).slice(-1);
  if (!code) throw new Error(`no code in ${smtp.mails.length} mails`);
  return code;
}

/** Six digits that are not these. */
export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Somebody who needs a second factor; without another one it is what is sent to them. They were greeted already. */
export async function needy(server: TestServer, given: Json = {}): Promise<Json> {
  const user = await createUser(await server.as('admin'), { mfa_level: 1, need_update_password: false, ...given });
  await sql`delete from mails`.execute(server.db);
  return user;
}

/** A browser that has the login page open. */
export async function browserOf(server: TestServer): Promise<Api> {
  const api = createApi({ origin: server.url, cookies: createCookieJar() });
  await api.get(LOGIN);
  return api;
}

/** The same with the password step done. */
export async function halfway(server: TestServer, user: Json): Promise<Api> {
  const browser = await browserOf(server);
  const answer = await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
  if (answer.body.error !== 'mfa_required') throw new Error(JSON.stringify(answer.body));
  return browser;
}

/** The minute after: codes that were sent have run out. */
export const codesRunOut = (server: TestServer) =>
  sql`update verification_codes set date_expired = now() - interval '1 second'`.execute(server.db);

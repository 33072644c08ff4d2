import { createServer } from 'node:net';
import type { Json } from '@postern/testkit/api';
import { openEncrypted, opensIn7zip } from '@postern/testkit/encrypted-archive';
import { createAccount, createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { freePort } from '@postern/testkit/ports';
import { attachmentOf, type SmtpTarget, startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

const logged: string[] = [];
const note = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
const targets: SmtpTarget[] = [];

const server = serverOfFile({ log: { debug: note, info: note, warn: note, error: note } });
afterEach(() => Promise.all(targets.splice(0).map((target) => target.stop())));

const PLANS = 'accounts/account-backup-plans/';
const RUNS = 'accounts/account-backup-plan-executions/';
const KEY = 'File key of the tests 1';
const SECRET = 'Backup-canary-5081';

async function mailAt(port: number): Promise<void> {
  const admin = await server.as('admin');
  const values = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
  expect((await admin.patch('settings/setting/?category=email', values)).status).toBe(200);
}

async function smtp(options: Parameters<typeof startSmtp>[0] = {}): Promise<SmtpTarget> {
  const target = await startSmtp({ plain: true, ...options });
  targets.push(target);
  await mailAt(target.port);
  return target;
}

/** An organisation with a host and an account, and people in it; some of them have a file key. */
async function house(...people: { key: boolean }[]) {
  const admin = await server.as('admin');
  const org = await createOrganisation(admin);
  const here = admin.inOrg(String(org.id));
  const host = await createHost(here);
  await createAccount(here, String(host.id), { name: 'deploy', username: 'deploy', secret: SECRET });
  const users: Json[] = [];
  for (const { key } of people) {
    const user = await createUser(here);
    users.push(user);
    const own = await server.as(String(user.username));
    if (key) await own.patch('users/profile/secret-key/', { new_secret_key: KEY, new_secret_key_again: KEY });
  }
  // Greetings of new people are not what is looked for.
  await sql`delete from mails`.execute(server.db);
  const plan = async (given: Json = {}): Promise<Json> => {
    const body = {
      name: uniqueName('backup'),
      is_periodic: false,
      types: ['linux'],
      recipients: users.map(({ id }) => ({ id })),
      ...given,
    };
    const answer = await here.post(PLANS, body);
    expect(answer.body).toHaveProperty('id');
    return answer.body;
  };
  const started = async (made: Json): Promise<string> => String((await here.post(RUNS, { plan: made.id })).body.task);
  const run = async (made: Json): Promise<{ row: Json; log: string }> => {
    const task = await started(made);
    const log = await worked(server, task);
    return { row: (await here.get(`${RUNS}${task}/`)).body, log };
  };
  return { here, org, users, host, plan, run, started };
}

const addressOf = ({ email }: Json): string => String(email);

describe('a backup', () => {
  test('reaches whoever has a file key as an archive that opens with it, and the others as words', async () => {
    const target = await smtp();
    const { users, plan, run, here } = await house({ key: true }, { key: false });
    const made = await plan();
    const { row, log } = await run(made);
    expect(row).toMatchObject({ is_success: true, reason: '-', plan: made.id, trigger: { value: 'manual' }, status: 'success' });
    expect(row.recipients).toEqual(
      expect.arrayContaining([
        [expect.any(String), true],
        [expect.any(String), false],
      ]),
    );
    expect(row.plan_snapshot).toMatchObject({ name: made.name, types: ['linux'] });
    expect(target.mails.map(({ to }) => to)).toEqual([[addressOf(users[0] ?? {})]]);
    const { raw = '', text = '' } = target.mails[0] ?? {};
    const archive = attachmentOf(raw);
    expect(raw + text + archive.toString('latin1') + log + logged.join('')).not.toContain(SECRET);
    await expect(openEncrypted(archive, 'another key')).rejects.toThrow();
    const { name, sheets } = await openEncrypted(archive, KEY);
    expect([opensIn7zip(archive, KEY), opensIn7zip(archive, 'another key')]).toEqual([true, false]);
    expect(name).toBe('accounts.xlsx');
    expect(sheets).toHaveLength(1);
    expect(sheets[0]).toContain(SECRET);
    expect(sheets[0]).toContain('deploy');
    // The one without a key is told, without anything attached.
    const sweep = server.assembly.jobs.find(({ name: job }) => job === 'mail.sweep');
    if (sweep) await runJob(server.platform, sweep, {});
    expect(target.mails[1]).toMatchObject({ to: [addressOf(users[1] ?? {})] });
    expect(target.mails[1]?.text).not.toContain('attachment');
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from operate_logs where resource_id = ${made.id} and action = 'view'`.execute(server.db);
    expect(rows[0]?.n).toBe(1);
    expect((await here.get(`${PLANS}${made.id}/`)).body.executed_amount).toBe(1);
  });

  test('without accounts or without recipients is a success without mail', async () => {
    const target = await smtp();
    const { plan, run } = await house({ key: true });
    expect((await run(await plan({ types: ['windows'] }))).row).toMatchObject({ is_success: true, reason: '-' });
    expect((await run(await plan({ recipients: [] }))).row).toMatchObject({ is_success: true, recipients: [] });
    expect(target.mails).toEqual([]);
  });

  test('holds nothing of another organisation', async () => {
    const target = await smtp();
    const other = await house();
    await createAccount(other.here, String(other.host.id), { name: 'x', username: 'x', secret: 'Other-house-canary-77' });
    const { plan, run } = await house({ key: true });
    await run(await plan());
    const { sheets } = await openEncrypted(attachmentOf(target.mails[0]?.raw ?? ''), KEY);
    expect(sheets.join('')).not.toContain('Other-house-canary-77');
    const theirs = await other.plan();
    const { here } = await house();
    expect((await here.post(RUNS, { plan: theirs.id })).status).toBe(400);
  });

  test('says for each recipient why it failed, and serves the others', async () => {
    const { users, plan, run } = await house({ key: true }, { key: true });
    const [first] = users;
    const target = await smtp({ refuse: (address) => (address === addressOf(first ?? {}) ? 550 : undefined) });
    const { row } = await run(await plan());
    expect(row).toMatchObject({ is_success: false, status: 'failed' });
    expect(row.reason).toContain('refused the message (550)');
    expect(target.mails.map(({ to }) => to)).toEqual([[addressOf(users[1] ?? {})]]);
  });

  test('waits a moment for a mail server that is just coming back', async () => {
    const port = await freePort();
    await mailAt(port);
    const { plan, run } = await house({ key: true });
    const made = await plan();
    // It hangs up on whoever comes first, and is there for the next.
    const late = new Promise<SmtpTarget>((done) => {
      const starting = createServer((line) => {
        line.destroy();
        starting.close(() => done(startSmtp({ plain: true, port })));
      }).listen(port, '127.0.0.1');
    });
    const [{ row }, target] = await Promise.all([run(made), late]);
    targets.push(target);
    expect(row).toMatchObject({ is_success: true });
    expect(target.mails).toHaveLength(1);
  });

  test('reaches nobody who has left, or who may no longer come in', async () => {
    const target = await smtp();
    const { here, users, plan, run } = await house({ key: true }, { key: true }, { key: true });
    const made = await plan();
    await here.post(`users/users/${users[0]?.id}/remove/`, {});
    expect((await here.patch(`users/users/${users[1]?.id}/`, { is_active: false })).body).toMatchObject({ is_active: false });
    const { row } = await run(made);
    expect(row.is_success).toBe(true);
    expect(target.mails.map(({ to }) => to)).toEqual([[addressOf(users[2] ?? {})]]);
  });
});

describe('an interrupted run', () => {
  const sweep = async (name: 'backups.schedule' | 'task-sweep'): Promise<void> => {
    const job = server.assembly.jobs.find((one) => one.name === name);
    if (job) await runJob(server.platform, job, {});
  };

  test('is taken up again and sends nobody the same twice', async () => {
    const target = await smtp();
    const { users, plan, started } = await house({ key: true }, { key: true });
    const task = await started(await plan());
    // What a worker that died after its first mail leaves behind.
    await sql`update account_backup_executions set status = 'running', date_start = now(),
      delivered = array[${users[0]?.id}::uuid] where id = ${task}`.execute(server.db);
    await sql`update task_runs set state = 'RUNNING', attempts = 1, lease = now() - interval '1 minute' where id = ${task}`.execute(
      server.db,
    );
    await worked(server, task);
    expect(target.mails.map(({ to }) => to)).toEqual([[addressOf(users[1] ?? {})]]);
    await worked(server, task);
    expect(target.mails).toHaveLength(1);
  });

  test('that nobody can take up any more is told as lost', async () => {
    await smtp();
    const { plan, started, here } = await house({ key: true });
    const task = await started(await plan());
    await sql`update account_backup_executions set status = 'running' where id = ${task}`.execute(server.db);
    await sql`update task_runs set state = 'RUNNING', lease = now() - interval '2 days' where id = ${task}`.execute(server.db);
    await sweep('task-sweep');
    expect((await here.get(`${RUNS}${task}/`)).body).toMatchObject({ status: 'failed', reason: 'The run was interrupted and given up.' });
  });

  test('by the clock: what is due starts once, with the next time written down', async () => {
    await smtp();
    const { plan, here } = await house({ key: true });
    const made = await plan({ is_periodic: true, interval: 2 });
    await sql`update account_backup_plans set date_next_run = now() - interval '3 days' where id = ${made.id}`.execute(server.db);
    await Promise.all([sweep('backups.schedule'), sweep('backups.schedule')]);
    const runs = (await here.get<Json[]>(`${RUNS}?plan_id=${made.id}`)).body;
    expect(runs).toMatchObject([{ trigger: { value: 'timing' }, status: 'pending' }]);
    expect((await here.delete(`${PLANS}${made.id}/`)).status).toBe(204);
    expect((await here.get<Json[]>(RUNS)).body).toEqual([]);
  });
});

test('who may not see secrets cannot have them sent', async () => {
  const { here, org, plan, users } = await house({ key: true });
  const made = await plan({ recipients: [] });
  const [user] = users;
  const role = await here.post('rbac/org-roles/', { scope: 'org', name: uniqueName('keeper') });
  const codes = ['view_accountbackupautomation', 'add_accountbackupautomation', 'change_accountbackupautomation'];
  await sql`update roles set permissions = ${JSON.stringify(codes.map((code) => `accounts.${code}`))}::jsonb where id = ${role.body.id}`.execute(
    server.db,
  );
  await here.patch(`users/users/${user?.id}/`, { org_roles: [{ pk: role.body.id }] });
  const limited = (await server.as(String(user?.username))).inOrg(String(org.id));
  expect((await limited.patch(`${PLANS}${made.id}/`, { comment: 'still mine to describe' })).status).toBe(200);
  const answer = await limited.patch(`${PLANS}${made.id}/`, { recipients: [{ id: user?.id }] });
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveProperty('recipients');
});

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const DAY_MS = 86_400_000;
const ORG = '00000000-0000-0000-0000-000000000002';
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const set = async (values: Json) => expect((await admin.patch('settings/setting/?category=clean', values)).status).toBe(200);
const run = async (name: string) => {
  const job = server.assembly.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`No job ${name}`);
  await runJob(server.platform, job, {});
};

/** A session of so many days ago with a command and a recording. */
async function session(days: number, { finished = true, commandDays = days } = {}) {
  const [id, start] = [randomUUID(), daysAgo(days)];
  const path = `${start.toISOString().slice(0, 10)}/${id}.cast.gz`;
  await sql`insert into sessions (id, org_id, "user", asset, account, account_id, protocol, is_finished, date_start, date_end, replay_path)
    values (${id}, ${ORG}, 'ann', 'web-1', 'root', '', 'ssh', ${finished}, ${start}, ${finished ? start : null}, ${path})`.execute(
    server.db,
  );
  await sql`insert into commands (id, org_id, "user", asset, account, session, input, timestamp)
    values (gen_random_uuid(), ${ORG}, 'ann', 'web-1', 'root', ${id}, 'ls', ${Math.floor(daysAgo(commandDays).getTime() / 1000)})`.execute(
    server.db,
  );
  const file = join(server.platform.settings.dataDir, 'replays', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'recording');
  return { id, file };
}

const left = async ({ id, file }: { id: string; file: string }) => {
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(server.db)).rows[0]?.n;
  return [
    await count(sql<{ n: number }>`select count(*)::int as n from sessions where id = ${id}`),
    await count(sql<{ n: number }>`select count(*)::int as n from commands where session = ${id}`),
    existsSync(file) ? 1 : 0,
  ];
};

test('sessions go after the days of the setting, with their commands, recordings and an event; younger and running ones stay', async () => {
  await set({ TERMINAL_SESSION_KEEP_DURATION: 200 });
  const old = await session(195);
  const young = await session(185);
  const running = await session(400, { finished: false });
  await run('sessions-retention');
  for (const one of [old, young, running]) expect(await left(one)).toEqual([1, 1, 1]);
  await set({ TERMINAL_SESSION_KEEP_DURATION: 190 });
  await run('sessions-retention');
  expect(await left(old)).toEqual([0, 0, 0]);
  expect(existsSync(dirname(old.file))).toBe(false);
  for (const one of [young, running]) expect(await left(one)).toEqual([1, 1, 1]);
  const { rows } = await sql`select action, resource_type, resource from operate_logs order by seq desc limit 1`.execute(server.db);
  expect(rows).toEqual([{ action: 'delete', resource_type: 'session', resource: '1' }]);
});

test('what a crash left of a recording goes the next night; commands of a session that is there stay however old they are', async () => {
  const kept = await session(181, { commandDays: 300 });
  const lost = await session(250);
  await sql`delete from sessions where id = ${lost.id}`.execute(server.db);
  await run('sessions-retention');
  expect(await left(lost)).toEqual([0, 0, 0]);
  expect(await left(kept)).toEqual([1, 1, 1]);
});

test('the database removes no command below the floor, whoever asks', async () => {
  await expect(sql`select clean_commands(179)`.execute(server.db)).rejects.toThrow('at least 180 days');
  await expect(sql`delete from commands`.execute(server.db)).rejects.toThrow('permission denied');
});

/** Ages rows as time would: with triggers of the log off, which only its owner can. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(`set session_replication_role = replica; ${statement}`);
  await client.end();
}

test.each([
  ['OPERATE_LOG_KEEP_DAYS', 'operate_logs', 'datetime', 'platform.retention'],
  ['LOGIN_LOG_KEEP_DAYS', 'login_logs', 'datetime', 'platform.retention'],
  ['FTP_LOG_KEEP_DAYS', 'ftp_logs', 'date_start', 'ftp-logs.clean-copies'],
  ['ACTIVITY_LOG_KEEP_DAYS', 'activity_logs', 'datetime', 'platform.retention'],
  ['TASK_LOG_KEEP_DAYS', 'task_runs', 'date_published', 'task-retention'],
  ['CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS', 'sync_instance_task_executions', 'date_created', 'cloud.retention'],
])('%s says when rows of %s go', async (key, table, column, job) => {
  await fill(table);
  await asOwner(`update ${table} set ${column} = now() - interval '195 days'`);
  const old = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} < now() - interval '190 days'`.execute(server.db)
    ).rows[0]?.n;
  await set({ [key]: 199 });
  await run(job);
  expect(await old()).toBeGreaterThan(0);
  await set({ [key]: 191 });
  await run(job);
  expect(await old()).toBe(0);
});

const ROWS: Readonly<Record<string, string>> = {
  activity_logs: `(id, type, resource_id, org_id) values (gen_random_uuid(), 'O', 'x', '${ORG}')`,
  ftp_logs: `(id, org_id, "user", asset, account, operate, filename, date_start, session_id)
    values (gen_random_uuid(), '${ORG}', 'ann', 'web-1', 'root', 'upload', '/x', now(), gen_random_uuid())`,
  task_runs: `(id, name, is_finished, date_published, org_id) values (gen_random_uuid(), 'x', true, now(), '${ORG}')`,
  sync_instance_task_executions: `(id, org_id, task_id, status) values (gen_random_uuid(), '${ORG}', gen_random_uuid(), 1)`,
};
/** A row of each, where a test server begins without. */
async function fill(table: string): Promise<void> {
  if (table === 'login_logs') await server.browser('admin');
  else if (ROWS[table]) await asOwner(`insert into ${table} ${ROWS[table]}`);
}

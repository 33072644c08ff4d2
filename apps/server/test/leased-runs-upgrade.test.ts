import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { beforeMigration } from './before-migration.ts';

const NEW = '0037_one-leased-run.sql';
/** An installation of before decision 0087, in which each feature kept leases of its own. */
const old = beforeMigration(NEW);

const TABLES = ['automation_executions', 'account_backup_executions', 'sync_instance_task_executions'] as const;
const ORG = randomUUID();
const parents: Record<(typeof TABLES)[number], [columns: string, values: string]> = {
  automation_executions: ['type', `'change_secret'`],
  account_backup_executions: ['plan_id', 'gen_random_uuid()'],
  sync_instance_task_executions: ['task_id', 'gen_random_uuid()'],
};
/** A run of a feature, and its task run when there is one. */
async function run(table: (typeof TABLES)[number], status: string | number, task?: { state: string; finished: boolean }): Promise<string> {
  const id = randomUUID();
  const [column, value] = parents[table];
  await old().db.query(`set session_replication_role = replica`);
  await old().db.query(
    `insert into ${table} (id, org_id, ${column}, status, lease) values ($1, $2, ${value}, $3, now() + interval '1 minute')`,
    [id, ORG, status],
  );
  if (task)
    await old().db.query(
      `insert into task_runs (id, name, kwargs, args, state, is_finished, date_published, org_id) values ($1, 'x', '{}', '[]', $2, $3, now(), $4)`,
      [id, task.state, task.finished, ORG],
    );
  await old().db.query(`set session_replication_role = origin`);
  return id;
}

test('runs under way go on, those whose task is over are told as failed, and ended ones stay as they were', async () => {
  const ids = [];
  for (const table of TABLES) {
    const [open, failed, success] = table === 'sync_instance_task_executions' ? [2, 0, 1] : ['running', 'failed', 'success'];
    ids.push({
      table,
      want: [open, failed, failed, success],
      ids: [
        await run(table, open, { state: 'RUNNING', finished: false }),
        await run(table, open, { state: 'FAILURE', finished: true }),
        await run(table, open),
        await run(table, success, { state: 'SUCCESS', finished: true }),
      ],
    });
  }
  expect(await migrate(old().url, await readMigrations())).toContain(NEW);
  for (const { table, ids: rows, want } of ids) {
    const { rows: found } = await old().db.query<{ id: string; status: unknown }>(`select id, status from ${table}`);
    expect(
      rows.map((id) => found.find((one) => one.id === id)?.status),
      table,
    ).toEqual(want);
  }
  const { rows } = await old().db.query(
    `select count(*)::int as n from task_runs where not is_finished and lease <= now() and attempts = 1`,
  );
  expect(rows).toEqual([{ n: 3 }]);
});

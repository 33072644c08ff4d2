import { sql } from 'kysely';
import { runJob } from '../src/app.ts';
import type { TestServer } from './harness.ts';

/** Does as a worker does with a task that was started. @returns its log */
export async function worked(server: TestServer, task: unknown): Promise<string> {
  const { rows } = await sql<{ name: string; kwargs: object }>`select name, kwargs from task_runs where id = ${task}`.execute(server.db);
  const job = server.assembly.jobs.find(({ name }) => name === rows[0]?.name);
  if (!job) throw new Error('There is no such job');
  await runJob(server.platform, job, { ...rows[0]?.kwargs, task_run: task });
  const { rows: log } = await sql<{ text: string }>`select text from task_logs where run_id = ${task} order by seq`.execute(server.db);
  return log.map(({ text }) => text).join('');
}

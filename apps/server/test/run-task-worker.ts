import { tmpdir } from 'node:os';
import { assemble, createJobQueue, runJob } from '../src/app.ts';
import { testPlatform } from './test-platform.ts';

/** Carries out one run in a process of its own, so that a test can kill the worker: database URL, id of the run. */
const [databaseUrl = '', task = ''] = process.argv.slice(2);
const platform = testPlatform(databaseUrl, tmpdir());
const assembly = assemble(platform);
createJobQueue(platform, assembly, databaseUrl, false);
await platform.start();
const { rows } = await platform.database.pool.query<{ name: string }>('select name from task_runs where id = $1', [task]);
const job = assembly.jobs.find(({ name }) => name === rows[0]?.name);
if (!job) throw new Error('no such job');
await runJob(platform, job, { task_run: task });
await platform.stop();

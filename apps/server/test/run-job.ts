import { tmpdir } from 'node:os';
import { assemble, createJobQueue, runJob } from '../src/app.ts';
import { testPlatform } from './test-platform.ts';

/** Runs one job in a process of its own, so that a test can kill it: database URL, name of the job, the data folder and settings as JSON where it needs them. */
const [databaseUrl = '', name = '', dataDir = tmpdir(), settings = '{}'] = process.argv.slice(2);
const platform = testPlatform(databaseUrl, dataDir, { settings: { outboundAllow: ['127.0.0.1'], ...JSON.parse(settings) } });
const assembly = assemble(platform);
createJobQueue(platform, assembly, databaseUrl, false);
await platform.start();
const job = assembly.jobs.find((one) => one.name === name);
if (!job) throw new Error('no such job');
await runJob(platform, job, {});
await platform.stop();

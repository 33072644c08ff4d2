import { assemble, runJob } from '../src/app.ts';
import { testPlatform } from './test-platform.ts';

/** A worker of its own process that takes files to their storages once: for tests that kill it. Arguments: database, data folder. */
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const platform = testPlatform(databaseUrl, dataDir, { settings: { outboundAllow: ['127.0.0.1'] } });
const job = assemble(platform).jobs.find(({ name }) => name === 'storages-ship');
if (!job) throw new Error('there is no such job');
await runJob(platform, job, {});

import type { Feature } from '../../platform/feature.ts';
import { type LogJobDeps, logJobs } from './jobs.ts';
import { commandRetries, commandShippers } from './tables.ts';

export { type CommandLogs, createCommandLogs, inStorage } from './command-logs.ts';
export { ElasticError } from './elastic.ts';
export { INDEX_NAME, prepareIndex, writeName } from './elastic-index.ts';
export { ELASTIC, type ElasticMeta, type ElasticSecrets, logFor, logOf, placeOf } from './logs.store.ts';
export { shipAnew, waitingCount } from './shipper.store.ts';

/** Commands that leave PostgreSQL for a search engine, and what is kept of them there. */
export const commandLogFeature = (deps: LogJobDeps): Feature => ({
  tables: [commandShippers, commandRetries],
  jobs: logJobs(deps),
});

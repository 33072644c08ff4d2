import type { Feature } from '../../platform/feature.ts';
import { directoryRoutes } from './directory.routes.ts';
import { type SyncDeps, syncJobs } from './sync.ts';
import { directoryPeople, directoryStates } from './tables.ts';

export { judgeSyncOrganisations } from './sync.ts';
export { directoryAttributes, directoryWay } from './way.ts';

/** A directory that knows people: tests of its settings, importing them, and following it by the clock. */
export const directoriesFeature = (deps: SyncDeps): Feature => ({
  tables: [directoryPeople, directoryStates],
  routes: directoryRoutes(deps),
  jobs: syncJobs(deps),
});

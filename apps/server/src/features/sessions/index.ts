import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import type { CommandLogs } from '../command-log/index.ts';
import type { Elsewhere } from '../storages/index.ts';
import { closeLostJob } from './close-lost.job.ts';
import { createCollector, type FindRemote } from './collect-replay.ts';
import { command } from './command.resource.ts';
import { commandBehaviour, commandRoutes } from './command.routes.ts';
import { type ControlDeps, controlRoutes } from './control.routes.ts';
import { endUnentitledJob } from './end-unentitled.job.ts';
import { evidenceKeyRoute } from './evidence/key.routes.ts';
import { createKeptStore } from './kept-store.ts';
import { orderRoutes } from './order.routes.ts';
import { piecesRoutes } from './pieces/pieces.routes.ts';
import { prepareJob } from './pieces/prepare.job.ts';
import { createIndexes } from './pieces/read-index.ts';
import { screenText, screenTextBehaviour } from './pieces/screen-text.resource.ts';
import { replayRoutes } from './replay.routes.ts';
import { createReplayCache } from './replay-cache.ts';
import { createReplayStore } from './replay-store.ts';
import { sessionRetention } from './retention.job.ts';
import { reviewRoutes } from './reviews.routes.ts';
import { type SessionActivity, sessionBehaviour } from './session.behaviour.ts';
import { session } from './session.resource.ts';
import { watchingRoutes } from './watching.routes.ts';

export { keepAlive } from './alive.ts';
export { closeOut } from './close-out.ts';
export { command } from './command.resource.ts';
export { carrierOfOwn, carrierOfWatched } from './control.routes.ts';
export { END_UNENTITLED } from './end-unentitled.job.ts';
export { evidenceConfirmCommand } from './evidence/confirm.command.ts';
export { EVIDENCE_USAGE, evidenceKeyCommand, evidenceVerifyCommand } from './evidence/evidence.command.ts';
export { createKeptStore } from './kept-store.ts';
export { keepPastSession } from './past-session.ts';
export { createReplayCache } from './replay-cache.ts';
export { type Arrived, createReplayStore, type ReplayStore } from './replay-store.ts';
export { LOGIN_FROM, session } from './session.resource.ts';
export { commandRows, sessionRows } from './session.rows.ts';
export { noteWatchEnded, personOf } from './viewed.ts';

export interface SessionsDeps {
  kernel(): Kernel;
  settings: SettingsStore;
  /** Folder of recordings. */
  replayDir: string;
  /** Folder of those that lie in a storage and that somebody watches. */
  cacheDir: string;
  elsewhere: Elsewhere;
  rightsOf: ControlDeps['rightsOf'];
  activity: SessionActivity;
  /** Looks for a recording that its component put elsewhere. */
  findRemote: FindRemote;
  system: Pick<SystemAccess, 'systemContext' | 'asSystem'>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Commands that are not in the table. */
  logs: CommandLogs;
}

/** Sessions, their commands and their recordings. */
export function sessionsFeature(deps: SessionsDeps): Feature {
  const { elsewhere } = deps;
  const store = createKeptStore(createReplayStore(deps.replayDir), elsewhere, createReplayCache(deps.cacheDir));
  const indexes = createIndexes(store);
  return {
    resources: [
      resource(
        session,
        sessionBehaviour(
          store,
          indexes,
          deps.activity,
          createCollector(store, deps.findRemote, deps.system, deps.jobs),
          deps.settings,
          deps.logs,
        ),
      ),
      resource(command, commandBehaviour(deps.logs)),
      resource(screenText, screenTextBehaviour),
    ],
    routes: [
      ...replayRoutes(store, deps.jobs, elsewhere),
      ...piecesRoutes({ store, indexes, jobs: deps.jobs }),
      evidenceKeyRoute(deps.settings),
      ...commandRoutes,
      ...orderRoutes,
      ...watchingRoutes,
      ...reviewRoutes,
      ...controlRoutes(deps),
    ],
    jobs: [
      closeLostJob,
      endUnentitledJob(deps.kernel),
      sessionRetention(deps.settings, store, elsewhere),
      prepareJob(store, deps.system, elsewhere),
    ],
  };
}

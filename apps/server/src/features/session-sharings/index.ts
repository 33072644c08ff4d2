import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { peopleRoute } from './people.routes.ts';
import { joinRecordBehaviour, sharingBehaviour } from './sharing.behaviour.ts';
import { sessionJoinRecord, sessionSharing } from './sharing.resources.ts';
import { type SharingDeps, sharingRoutes } from './sharing.routes.ts';
import { standingRoute } from './standing.routes.ts';
import { withdrawRoutes } from './withdraw.routes.ts';

export { carrierOfShared } from './joining.ts';

/** Live sessions that are shown to others, and who came to see them. */
export const sessionSharingsFeature = (deps: SharingDeps): Feature => ({
  resources: [resource(sessionSharing, sharingBehaviour(deps.settings)), resource(sessionJoinRecord, joinRecordBehaviour)],
  routes: [peopleRoute(deps), standingRoute(deps), ...sharingRoutes(deps), ...withdrawRoutes],
});

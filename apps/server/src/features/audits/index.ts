import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { activitiesRoute, activityTable } from './activity.ts';
import { loginLogBehaviour, operateLogBehaviour, type PlainWords } from './audits.behaviour.ts';
import { logRoutes } from './log.routes.ts';
import { loginLog, operateLog } from './logs.resource.ts';

export { DETAIL_SEPARATOR, recordActivity } from './activity.ts';

/** Reading what was recorded: operations, logins, activities. Writing is the platform's. */
export function auditsFeature(deps: { kernel(): Kernel; plain: PlainWords }): Feature {
  return {
    resources: [resource(operateLog, operateLogBehaviour(deps.kernel, deps.plain)), resource(loginLog, loginLogBehaviour)],
    tables: [activityTable],
    routes: [activitiesRoute(deps.kernel), ...logRoutes(deps.kernel, deps.plain)],
  };
}

import type { Feature } from '../../platform/feature.ts';
import { ownDataRoutes } from './own-data.routes.ts';
import { privateTokenRoutes } from './private-token.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import type { ProfileDeps } from './profile.ts';

export { OWN_DATA_WORDS } from './own-data.routes.ts';
export { type ProfileDeps, profileOf } from './profile.ts';

/** What people see and change of themselves. */
export const profileFeature = (deps: ProfileDeps): Feature => ({
  routes: [...profileRoutes(deps), ...privateTokenRoutes(deps), ...ownDataRoutes(deps)],
});

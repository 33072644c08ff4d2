import type { Feature } from '../../platform/feature.ts';
import { privateTokenRoutes } from './private-token.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import type { ProfileDeps } from './profile.ts';

export { type ProfileDeps, profileOf } from './profile.ts';

/** What people see and change of themselves. */
export const profileFeature = (deps: ProfileDeps): Feature => ({ routes: [...profileRoutes(deps), ...privateTokenRoutes(deps)] });

import type { Feature } from '../../platform/feature.ts';
import { radiusRoutes } from './radius.routes.ts';
import type { RadiusDeps } from './way.ts';

export { radiusFactor } from './factor.ts';
export { radiusAsker, radiusWay } from './way.ts';

/** Servers that know passwords and codes by RADIUS (docs/sign-on.md). */
export const radiusFeature = (deps: RadiusDeps): Feature => ({ routes: radiusRoutes(deps) });

import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { tempTokenBehaviour, tempTokenResource } from './temp-token.resource.ts';
import { type TempTokenDeps, tempTokenCreation } from './temp-token.routes.ts';

export { consumeTempToken, removeTempTokens } from './temp-token.service.ts';

/** Passwords that are good for one login within minutes. */
export const tempTokensFeature = (deps: TempTokenDeps): Feature => ({
  resources: [resource(tempTokenResource, tempTokenBehaviour)],
  routes: [tempTokenCreation(deps)],
});

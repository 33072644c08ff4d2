import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { accessKeyBehaviour, accessKeyResource } from './access-key.resource.ts';
import { type AccessKeyDeps, accessKeyCreation } from './access-key.routes.ts';

export { accessKeyResource, judgeTerms } from './access-key.resource.ts';
export { keyShape, keyTerms, refuseMoreKeys, termsOfKey } from './access-key.routes.ts';
export {
  addAccessKey,
  type KeyTerms,
  limitsOf,
  noteAccessKeyUse,
  removeAccessKeys,
  SIGNING_KEY,
  signingKeyOf,
} from './access-key.service.ts';

/** Keys with which programs of people, and components, sign their requests. */
export const accessKeysFeature = (deps: AccessKeyDeps): Feature => ({
  resources: [resource(accessKeyResource, accessKeyBehaviour)],
  routes: [accessKeyCreation(deps)],
});

import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { accessKeyBehaviour, accessKeyCreation, accessKeyResource } from './access-key.ts';
import { type ApiLoginDeps, apiLoginRoutes } from './api-login.routes.ts';
import { confirmationGate, confirmRoutes } from './confirm.ts';
import { factorRoutes } from './factor.routes.ts';
import { loginConfirmRoutes } from './login-confirm.routes.ts';
import { pageLoginRoutes } from './page-login.routes.ts';
import { type PasswordLinkDeps, passwordLinkJobs, passwordLinkRoutes } from './password-link.routes.ts';

export { confirmationGate } from './confirm.ts';
export { attempt } from './factors.ts';
export { limitsOf } from './limits.ts';

/** Logging in by page and by API, second factors, confirmation and access keys. */
export function authenticationFeature(deps: ApiLoginDeps & PasswordLinkDeps): Feature {
  return {
    resources: [resource(accessKeyResource, accessKeyBehaviour)],
    routes: [
      accessKeyCreation(confirmationGate(deps.settings)),
      ...pageLoginRoutes(deps),
      ...passwordLinkRoutes(deps),
      ...apiLoginRoutes(deps),
      ...loginConfirmRoutes(deps),
      ...confirmRoutes(deps),
      ...factorRoutes(deps),
    ],
    jobs: passwordLinkJobs(deps),
  };
}

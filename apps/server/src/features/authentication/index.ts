import type { Feature } from '../../platform/feature.ts';
import { type ApiLoginDeps, apiLoginRoutes } from './api-login.routes.ts';
import { confirmRoutes } from './confirm.ts';
import { type DemoPeople, demoLoginRoutes } from './demo-login.ts';
import { deviceLoginRoutes } from './device-login.routes.ts';
import { factorRoutes } from './factor.routes.ts';
import { knownKeyRoutes } from './known-key.routes.ts';
import { loginConfirmRoutes } from './login-confirm.routes.ts';
import { loginLinkRoutes } from './login-link.routes.ts';
import { pageLoginRoutes } from './page-login.routes.ts';
import { type PasswordLinkDeps, passwordLinkJobs, passwordLinkRoutes } from './password-link.routes.ts';

export { codeGate, confirmationGate, connectionGate, factorGate, identityGate } from './confirm.ts';
export { type DemoPeople, offeredDemo, readDemoPeople, writeDemoPeople } from './demo-login.ts';
export { DEVICE_LOGIN_WORDS } from './device-login.routes.ts';
export { browser, land, landRefused, logOut } from './external-landing.ts';
export { attempt } from './factors.ts';
export { next } from './fields.ts';
export { type LoginDeps, limitsOf } from './limits.ts';
export { externalLogin } from './login.service.ts';
export { LOGIN_LINK_WORDS } from './login-link.routes.ts';
export { ownFactors, recoveryFactor } from './own-factors.ts';
export { countWithoutFactor, type Factor, type FactorDeps, hasFactor, lacksFactor } from './second-factors.ts';

/** Logging in by page and by API, second factors and confirmation. */
export function authenticationFeature(deps: ApiLoginDeps & PasswordLinkDeps & { demo: DemoPeople }): Feature {
  return {
    routes: [
      ...pageLoginRoutes(deps),
      ...demoLoginRoutes(deps, deps.demo),
      ...passwordLinkRoutes(deps),
      ...apiLoginRoutes(deps),
      ...loginConfirmRoutes(deps),
      ...loginLinkRoutes(deps),
      ...deviceLoginRoutes(deps),
      ...knownKeyRoutes(deps),
      ...confirmRoutes(deps),
      ...factorRoutes(deps),
    ],
    jobs: passwordLinkJobs(deps),
  };
}

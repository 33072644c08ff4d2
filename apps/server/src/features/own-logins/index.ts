import type { Feature } from '../../platform/feature.ts';
import { loginEndRoutes } from './login-end.routes.ts';
import { type OwnLoginsDeps, ownLoginRoutes } from './own-logins.routes.ts';
import { terminalLoginRoutes } from './terminal-logins.routes.ts';

export { OWN_LOGIN_WORDS } from './own-logins.routes.ts';

/** Where a person is logged in, seen and ended by themselves. */
export const ownLoginsFeature = (deps: OwnLoginsDeps): Feature => ({
  routes: [...ownLoginRoutes(deps), ...terminalLoginRoutes(deps.settings), ...loginEndRoutes(deps.settings)],
});

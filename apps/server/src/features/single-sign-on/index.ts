import type { Feature } from '../../platform/feature.ts';
import type { LoginDeps } from '../authentication/index.ts';
import type { RedirectWay } from '../identities/index.ts';
import { casLooks, casRoutes, casWay } from './cas/cas.routes.ts';
import { testRoute } from './check.ts';
import { oauth2Looks } from './oauth2/oauth2.check.ts';
import { oauth2Routes, oauth2Way } from './oauth2/oauth2.routes.ts';
import { openidLooks } from './openid/openid.check.ts';
import { openidRoutes, openidWay } from './openid/openid.routes.ts';
import { openidPlaces } from './openid/place.ts';
import { idps } from './saml2/idp.ts';
import { saml2Looks, saml2Routes, saml2Way } from './saml2/saml2.routes.ts';
import type { SignOnDeps, SignOnRoutesDeps } from './sign-on.ts';

/** Logging in through identity providers that browsers are sent to (docs/sign-on.md). What is known of a provider is kept once, for log-ins, log-outs and tests. */
export function singleSignOn(deps: SignOnDeps): { ways: readonly RedirectWay[]; feature(login: LoginDeps): Feature } {
  const place = openidPlaces(deps);
  const idp = idps(deps);
  const [openid, oauth2, cas, saml2] = [openidWay(deps), oauth2Way(deps), casWay(deps), saml2Way(deps, idp)];
  return {
    // In the order of the login page.
    ways: [openid, oauth2, cas, saml2],
    feature(login) {
      const all: SignOnRoutesDeps = { ...deps, login };
      return {
        routes: [
          ...openidRoutes(all, openid, place),
          testRoute('oidc', () => openidLooks(deps, place)),
          ...oauth2Routes(all, oauth2),
          testRoute('oauth2', () => oauth2Looks(deps)),
          ...casRoutes(all, cas),
          testRoute('cas', () => casLooks(deps)),
          ...saml2Routes(all, saml2, idp),
          testRoute('saml2', () => saml2Looks(deps, idp)),
        ],
      };
    },
  };
}

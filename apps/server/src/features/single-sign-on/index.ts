import type { Feature } from '../../platform/feature.ts';
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

/** The places that the login page may send browsers to, in its order. */
export const redirectWays = (deps: SignOnDeps): readonly RedirectWay[] => [
  openidWay(deps),
  oauth2Way(deps),
  casWay(deps),
  saml2Way(deps, idps(deps)),
];

/** Logging in through identity providers that browsers are sent to (docs/sign-on.md). */
export function singleSignOnFeature(deps: SignOnRoutesDeps): Feature {
  const place = openidPlaces(deps);
  const idp = idps(deps);
  return {
    routes: [
      ...openidRoutes(deps, openidWay(deps), place),
      testRoute('oidc', () => openidLooks(deps, place)),
      ...oauth2Routes(deps, oauth2Way(deps)),
      testRoute('oauth2', () => oauth2Looks(deps)),
      ...casRoutes(deps, casWay(deps)),
      testRoute('cas', () => casLooks(deps)),
      ...saml2Routes(deps, saml2Way(deps, idp), idp),
      testRoute('saml2', () => saml2Looks(deps, idp)),
    ],
  };
}

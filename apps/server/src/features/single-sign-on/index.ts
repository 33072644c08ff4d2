import type { Feature } from '../../platform/feature.ts';
import type { LoginDeps } from '../authentication/index.ts';
import type { Chat } from '../chat/index.ts';
import type { RedirectWay } from '../identities/index.ts';
import { boundAccountRoutes } from './bound-accounts.routes.ts';
import { casProviders, casRoutes } from './cas/cas.routes.ts';
import { type BindDeps, bindRoutes } from './chat/bind.routes.ts';
import { chatRoutes, chatWays } from './chat/chat.routes.ts';
import { oauth2Providers, oauth2Routes } from './oauth2/oauth2.routes.ts';
import { openidProviders, openidRoutes } from './openid/openid.routes.ts';
import type { SignOnBase } from './providers.ts';
import { saml2Providers, saml2Routes } from './saml2/saml2.routes.ts';

/** Logging in through identity providers that browsers are sent to (docs/sign-on.md). What is known of a provider is kept once, for log-ins, log-outs and tests. */
export function singleSignOn(
  base: SignOnBase,
  chats: readonly Chat[],
): { ways(): readonly RedirectWay[]; feature(login: LoginDeps, binding: BindDeps): Feature } {
  const [openid, oauth2, cas, saml2] = [openidProviders(base), oauth2Providers(base), casProviders(base), saml2Providers(base)];
  const ways = chatWays(base, chats);
  // In the order of the login page.
  const all = () => [...[openid, oauth2, cas, saml2].flatMap((providers) => providers.all()), ...ways].map(({ way }) => way);
  return {
    ways: all,
    feature: (login, binding) => ({
      routes: [
        ...openidRoutes(openid, login),
        ...oauth2Routes(oauth2, login),
        ...casRoutes(cas, login),
        ...saml2Routes(saml2, login),
        ...chatRoutes(base, ways, login),
        ...bindRoutes(ways, binding),
        ...boundAccountRoutes({ ...binding, settings: base.settings, redirects: all }),
      ],
    }),
  };
}

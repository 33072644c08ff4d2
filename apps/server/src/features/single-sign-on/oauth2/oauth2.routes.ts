import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { Route } from '@postern/resource';
import { download } from '../../../platform/routes/download.ts';
import type { LoginDeps } from '../../authentication/index.ts';
import { settingPicture } from '../../settings/index.ts';
import { testRoute } from '../check.ts';
import { logoutPage, returnPage, startPage } from '../pages.ts';
import { addressesOf, type Instance, type Providers, providerAt, providersOf, type SignOnBase } from '../providers.ts';
import { type SignOnDeps, startOf } from '../sign-on.ts';
import { oauth2Looks } from './oauth2.check.ts';
import { authorizationOf, BACKEND, KIND, logoutOf, personOf } from './oauth2.ts';

const oauth2 = (deps: SignOnDeps): Instance => {
  const { get } = deps.settings;
  return {
    deps,
    way: {
      source: 'oauth2',
      provider: deps.provider,
      enabled: () =>
        get('AUTH_OAUTH2') &&
        get('AUTH_OAUTH2_CLIENT_ID') !== '' &&
        URL.canParse(get('AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT')) &&
        URL.canParse(get('AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT')) &&
        URL.canParse(get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT')),
      name: () => deps.label || get('AUTH_OAUTH2_PROVIDER'),
      icon: () => logoAddress(deps),
      start: startOf(KIND, deps),
      logout: () => logoutOf(deps),
    },
  };
};

/** Where the picture is; another one has another address, so browsers may keep it. */
function logoAddress(deps: SignOnDeps): string | null {
  const logo = deps.settings.get('AUTH_OAUTH2_LOGO_PATH');
  if (logo === '') return null;
  const version = createHash('sha256').update(logo).digest('hex').slice(0, 16);
  return `${startOf(KIND, deps).replace(/login\/$/, 'logo/')}?v=${version}`;
}

export const oauth2Providers = (base: SignOnBase): Providers<Instance> => providersOf(base, 'oauth2', oauth2);

/** Logging in by a provider of OAuth 2.0 (docs/sign-on.md). */
export function oauth2Routes(providers: Providers<Instance>, login: LoginDeps): readonly Route[] {
  const kind = { kind: KIND, backend: BACKEND, login, providers };
  const pages = addressesOf(KIND).flatMap((addresses) => [
    startPage(kind, addresses, (ctx, { deps }, next) => authorizationOf(ctx, deps, next)),
    returnPage(kind, addresses, ['code', 'error'], (_ctx, { deps }, trip, query) => personOf(deps, trip, query)),
    logoutPage(kind, addresses),
    download({
      path: `${addresses.base}logo/`,
      name: `${addresses.name}.logo`,
      who: { allow: 'anyone', because: 'the picture of a button of the login page' },
      rows: { none: 'a picture of the settings' },
      rootOrg: true,
      params: addresses.params,
      give(_ctx, { params }) {
        const { deps } = providerAt(providers, params);
        const logo = settingPicture(deps.settings.get('AUTH_OAUTH2_LOGO_PATH'));
        if (!logo) throw new CodedError('not_found');
        return { ...logo, cache: 'public, max-age=31536000, immutable' };
      },
    }),
  ]);
  return [...pages, testRoute('oauth2', (name) => oauth2Looks(providers.named(name).deps))];
}

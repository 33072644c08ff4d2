import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Route } from '@postern/resource';
import { download } from '../../platform/routes/download.ts';
import type { RedirectWay } from '../identities/index.ts';
import { settingPicture } from '../settings/index.ts';
import { addressesOf, type Instance, type Providers, providerAt } from './providers.ts';
import { type SignOnDeps, startOf } from './sign-on.ts';

/** The button of a provider on the login page: its name, its picture, and the page that it leads to. */

/** What an administrator has chosen for it. */
export interface Chosen {
  /** Names the one of the settings; those beside it have a label. */
  name(settings: SettingsReader): string;
  /** A picture as a setting holds it; empty for that of the kind. */
  logo(settings: SettingsReader): string;
}

/** @param usual its name where nobody has given it one */
export const buttonOf = (kind: string, deps: SignOnDeps, chosen: Chosen, usual: string): Pick<RedirectWay, 'name' | 'icon' | 'start'> => ({
  name: () => deps.label || chosen.name(deps.settings).trim() || usual,
  icon: () => logoAddress(kind, deps, chosen.logo(deps.settings)),
  start: startOf(kind, deps),
});

/** Where the picture is; another one has another address, so browsers may keep it. */
function logoAddress(kind: string, deps: SignOnDeps, logo: string): string | null {
  if (logo === '') return null;
  const version = createHash('sha256').update(logo).digest('hex').slice(0, 16);
  return `${startOf(kind, deps).replace(/login\/$/, 'logo/')}?v=${version}`;
}

/** The pictures of the providers of a kind. */
export const logoPages = (kind: string, providers: Providers<Instance>, { logo }: Chosen): readonly Route[] =>
  addressesOf(kind).map(({ base, name, params }) =>
    download({
      path: `${base}logo/`,
      name: `${name}.logo`,
      who: { allow: 'anyone', because: 'the picture of a button of the login page' },
      rows: { none: 'a picture of the settings' },
      rootOrg: true,
      params,
      give(_ctx, { params: asked }) {
        const picture = settingPicture(logo(providerAt(providers, asked).deps.settings));
        if (!picture) throw new CodedError('not_found');
        return { ...picture, cache: 'public, max-age=31536000, immutable' };
      },
    }),
  );

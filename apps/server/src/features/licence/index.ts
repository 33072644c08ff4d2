import { hostname } from 'node:os';
import type { Context } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { type LicenceDeps, licenceRoutes } from './licence.routes.ts';
import { CLOCK_ROW, createLicence, LICENCE_ROW, TEST_KEY_ROW } from './licence-store.ts';
import type { OwnCommandDeps } from './own-command.ts';
import { ownKey } from './own-key.ts';
import { issueAtStart, MOST_NAME } from './own-licence.ts';

export { assetLimit } from './asset-limit.ts';
export { LICENCE_USAGE, licenceCommand } from './command.ts';
export { gated } from './gate.ts';
export { createLicence, type Licence } from './licence-store.ts';
export { isOwnCommand, OWN_LICENCE_USAGE, ownLicenceCommand } from './own-command.ts';

/** Importing, showing and removing the licence, and the memory of the latest time seen. */
export function licenceFeature(deps: LicenceDeps): Feature {
  return {
    routes: licenceRoutes(deps),
    jobs: [
      {
        name: 'licence.clock',
        schedule: '*/10 * * * *',
        async run(ctx) {
          const now = ctx.clock();
          if (deps.licence.state(now).content && deps.licence.now(now) === now)
            await deps.settings.set(ctx, { [CLOCK_ROW]: now.toISOString() });
        },
      },
    ],
  };
}

/**
 * Makes an installation a test installation: licences signed with this key are believed from now on, and are called test licences on
 * every page. Only for the first start of an empty installation (decision 0036).
 */
export const becomeTestInstallation = (ctx: Context, settings: SettingsStore, publicKey: string, licence?: string): Promise<void> =>
  settings.set(ctx, { [TEST_KEY_ROW]: publicKey, ...(licence ? { [LICENCE_ROW]: licence } : {}) });

/** The name of an installation that was given none: that of its site, or of its machine. */
function nameOf({ settings, systemSettings }: Platform): string {
  const site = new URL(systemSettings.get('SITE_URL')).hostname;
  const local = site === 'localhost' || site === '[::1]' || site.startsWith('127.');
  return (settings.licenceName ?? (local ? hostname() : site)).slice(0, MOST_NAME) || 'Postern';
}

/** What issuing the installation's own licence needs (decision 0068). */
export const ownLicence = (platform: Platform): OwnCommandDeps => ({
  licence: createLicence(platform.systemSettings),
  settings: platform.systemSettings,
  key: () => ownKey(platform.settings.dataDir, platform.settings.secretKeys),
  defaultName: nameOf(platform),
  asSystem: (reason, work) => platform.asSystem(reason, work),
});

/**
 * Gives an installation without a licence its own, as every start does.
 * @param name instead of the default one, where no setting names it
 */
export async function licenseAtStart(platform: Platform, name?: string): Promise<void> {
  const deps = ownLicence(platform);
  const chosen = platform.settings.licenceName === undefined ? name : undefined;
  await platform.asSystem('first start', (ctx) => issueAtStart(ctx, deps, chosen ?? deps.defaultName));
}

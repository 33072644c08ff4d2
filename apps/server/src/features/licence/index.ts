import type { Context } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { type LicenceDeps, licenceRoutes } from './licence.routes.ts';
import { CLOCK_ROW, LICENCE_ROW, TEST_KEY_ROW } from './licence-store.ts';

export { assetLimit } from './asset-limit.ts';
export { LICENCE_USAGE, licenceCommand, makeKeyPair } from './command.ts';
export { gated } from './gate.ts';
export { createLicence, type Licence } from './licence-store.ts';

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

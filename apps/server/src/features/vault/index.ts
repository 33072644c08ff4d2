import type { SettingKey } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { currentStore } from './config.ts';
import type { VaultDeps } from './deps.ts';
import { keepReach } from './guard.ts';
import { vaultJobs } from './jobs.ts';
import { entryTable } from './tables.ts';
import { vaultRoutes } from './vault.routes.ts';

/** An external store for the secrets of accounts: its settings, moving them there and back, and what is where (docs/secret-store.md). */
export function vaultFeature(deps: VaultDeps): Feature {
  const { externalSecrets, outbound } = deps.platform;
  externalSecrets.attach(currentStore(deps.settings, outbound, externalSecrets.retry));
  return { tables: [entryTable], routes: vaultRoutes(deps), jobs: vaultJobs(deps) };
}

/** Judges a change of the settings before it is stored. */
export const keepVaultReach =
  ({ platform, settings }: VaultDeps) =>
  (ctx: Context, changed: ReadonlyMap<SettingKey, unknown>): Promise<void> =>
    keepReach(ctx, changed, { settings, outbound: platform.outbound });

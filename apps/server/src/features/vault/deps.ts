import type { Platform } from '../../platform/platform.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';

export interface VaultDeps {
  platform: Platform;
  settings: SettingsStore;
}

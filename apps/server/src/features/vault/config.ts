import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import type { VAULT_SETTINGS } from '@postern/contract/settings-of-vault';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { awsStore } from './stores/aws-secrets-manager.ts';
import { kv2Store } from './stores/kv2.ts';
import type { VaultStore } from './stores/vault-store.ts';

export type VaultKey = keyof typeof VAULT_SETTINGS;

/** The store of the settings; undefined while what it needs is not given. */
export function storeOf(settings: SettingsReader, outbound: Outbound): VaultStore | undefined {
  const prefix = settings.get('VAULT_PREFIX');
  if (settings.get('VAULT_BACKEND') === 'aws') {
    const region = settings.get('VAULT_AWS_REGION_NAME');
    const key = { id: settings.get('VAULT_AWS_ACCESS_KEY_ID'), secret: settings.get('VAULT_AWS_ACCESS_SECRET_KEY') };
    if (!region || !key.id || !key.secret) return undefined;
    return awsStore({ outbound, region, key, endpoint: settings.get('VAULT_AWS_ENDPOINT'), prefix });
  }
  const host = settings.get('VAULT_HCP_HOST');
  const byRole = settings.get('VAULT_HCP_AUTH') === 'approle';
  const token = settings.get('VAULT_HCP_TOKEN');
  const role = { role_id: settings.get('VAULT_HCP_ROLE_ID'), secret_id: settings.get('VAULT_HCP_SECRET_ID') };
  if (!host || (byRole ? !role.role_id || !role.secret_id : !token)) return undefined;
  return kv2Store({
    outbound,
    host,
    mount: settings.get('VAULT_HCP_MOUNT_POINT') || 'secret',
    namespace: settings.get('VAULT_HCP_NAMESPACE'),
    ca: settings.get('VAULT_HCP_CA'),
    login: byRole ? role : { token },
    prefix,
  });
}

const KEYS: readonly VaultKey[] = [
  'VAULT_BACKEND',
  'VAULT_PREFIX',
  'VAULT_HCP_HOST',
  'VAULT_HCP_MOUNT_POINT',
  'VAULT_HCP_NAMESPACE',
  'VAULT_HCP_CA',
  'VAULT_HCP_AUTH',
  'VAULT_HCP_TOKEN',
  'VAULT_HCP_ROLE_ID',
  'VAULT_HCP_SECRET_ID',
  'VAULT_AWS_REGION_NAME',
  'VAULT_AWS_ENDPOINT',
  'VAULT_AWS_ACCESS_KEY_ID',
  'VAULT_AWS_ACCESS_SECRET_KEY',
];
export const STORE_KEYS: ReadonlySet<SettingKey> = new Set(KEYS);

/** The store of the saved settings, made anew when one of them changes: it keeps its log-in until then. */
export function currentStore(settings: SettingsReader, outbound: Outbound, changed: () => void): () => VaultStore | undefined {
  let known: { of: string; store: VaultStore | undefined } | undefined;
  return () => {
    const of = JSON.stringify(KEYS.map((key) => settings.get(key)));
    if (known?.of !== of) {
      if (known) changed();
      known = { of, store: storeOf(settings, outbound) };
    }
    return known.store;
  };
}

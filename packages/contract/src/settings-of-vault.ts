import type { SettingDefinition } from './setting-definition.ts';
import { encrypted, flag, letter, link, setting, words } from './setting-kinds.ts';

/**
 * An external store that keeps the secrets of accounts. The first names are those of later versions of this API; AppRole, namespaces,
 * own authorities and addresses of AWS are our own.
 */
export const VAULT_SETTINGS = {
  /** New secrets go to the store. What is there is read from there whatever this says. */
  VAULT_ENABLED: flag('vault', false),
  VAULT_BACKEND: setting<string>('vault', 'hcp', { kind: 'choice', values: ['hcp', 'aws'] }),
  /** Folder of ours in the store. */
  VAULT_PREFIX: { ...words('vault', 'postern', 128), rule: { kind: 'text', max: 128, form: 'folder' } } as SettingDefinition<string>,
  VAULT_HCP_HOST: link('vault', ''),
  VAULT_HCP_MOUNT_POINT: {
    ...words('vault', 'secret', 128),
    rule: { kind: 'text', max: 128, form: 'folder' },
  } as SettingDefinition<string>,
  VAULT_HCP_NAMESPACE: words('vault', '', 256),
  VAULT_HCP_CA: {
    ...letter('vault', 65_536),
    rule: { kind: 'text', max: 65_536, blank: true, multiline: true, form: 'certificates' },
  } as SettingDefinition<string>,
  VAULT_HCP_AUTH: setting<string>('vault', 'token', { kind: 'choice', values: ['token', 'approle'] }),
  VAULT_HCP_TOKEN: encrypted('vault'),
  VAULT_HCP_ROLE_ID: words('vault', '', 256),
  VAULT_HCP_SECRET_ID: encrypted('vault'),
  VAULT_AWS_REGION_NAME: words('vault', '', 64),
  VAULT_AWS_ENDPOINT: link('vault', ''),
  VAULT_AWS_ACCESS_KEY_ID: words('vault', '', 128),
  VAULT_AWS_ACCESS_SECRET_KEY: encrypted('vault'),
} as const satisfies Record<string, SettingDefinition>;

import type { SettingDefinition } from './setting-definition.ts';

/** Places elsewhere that know passwords: a directory (LDAP, Active Directory) and RADIUS. */
export const PASSWORD_WAY_SETTINGS = {} as const satisfies Record<string, SettingDefinition>;

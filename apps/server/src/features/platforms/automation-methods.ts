import { type AssetType, AUTOMATIONS, type Automation } from '@postern/contract/platforms';

/** Methods by which an automation is carried out, and the parameters each takes (docs/wire/assets.md#automation-methods). */
export interface AutomationMethod {
  id: string;
  automation: Automation;
  /** Type values it fits; `category:host` fits a whole category. Empty: never offered, only seeded (AIX). */
  types: readonly string[];
  params?: Readonly<Record<string, string | readonly string[]>>;
}

const anyDevice = ['category:host', 'category:device'];
const posix = ['linux', 'unix'];
const databases: readonly (readonly [string, readonly string[]])[] = [
  ['mysql', ['mysql', 'mariadb']],
  ['postgresql', ['postgresql']],
  ['oracle', ['oracle']],
  ['sqlserver', ['sqlserver']],
  ['mongodb', ['mongodb']],
];
const posixPush = { sudo: '/bin/whoami', shell: '/bin/bash', home: '', groups: '' };
/** What a pushed user of Redis may do (decision 0049). */
const redisPush = { rules: '+@connection' };
const windowsPush = { groups: 'Users,Remote Desktop Users' };

const method = (automation: Automation, id: string, types: readonly string[], params?: AutomationMethod['params']): AutomationMethod => ({
  automation,
  id,
  types,
  ...(params ? { params } : {}),
});
const perDatabase = (automation: Automation, without: readonly string[] = []): AutomationMethod[] =>
  databases.filter(([name]) => !without.includes(name)).map(([name, types]) => method(automation, `${automation}_${name}`, types));

export const AUTOMATION_METHODS: readonly AutomationMethod[] = [
  method('ping', 'posix_ping', posix),
  method('ping', 'win_ping', ['windows']),
  method('ping', 'ping_by_ssh', anyDevice),
  method('ping', 'ping_by_rdp', ['windows']),
  method('ping', 'mysql_ping', ['mysql', 'mariadb']),
  method('ping', 'ping_postgresql', ['postgresql']),
  method('ping', 'oracle_ping', ['oracle']),
  method('ping', 'sqlserver_ping', ['sqlserver']),
  method('ping', 'mongodb_ping', ['mongodb']),
  method('ping', 'redis_ping', ['redis']),
  method('gather_facts', 'gather_facts_posix', posix),
  method('gather_facts', 'gather_facts_windows', ['windows']),
  ...perDatabase('gather_facts', ['sqlserver']),
  method('gather_accounts', 'gather_accounts_posix', posix),
  method('gather_accounts', 'gather_accounts_windows', ['windows']),
  ...perDatabase('gather_accounts', ['sqlserver']),
  method('gather_accounts', 'gather_accounts_redis', ['redis']),
  method('verify_account', 'verify_account_posix', posix),
  method('verify_account', 'verify_account_windows', ['windows']),
  ...perDatabase('verify_account'),
  method('verify_account', 'verify_account_redis', ['redis']),
  method('verify_account', 'verify_account_by_ssh', anyDevice),
  method('verify_account', 'verify_account_by_rdp', ['windows']),
  method('change_secret', 'change_secret_posix', posix, posixPush),
  method('change_secret', 'change_secret_aix', [], posixPush),
  method('change_secret', 'change_secret_local_windows', ['windows'], windowsPush),
  method('change_secret', 'change_secret_by_ssh', anyDevice, { commands: [''], profile: '' }),
  ...perDatabase('change_secret'),
  method('change_secret', 'change_secret_redis', ['redis']),
  method('push_account', 'push_account_posix', posix, posixPush),
  method('push_account', 'push_account_aix', [], posixPush),
  method('push_account', 'push_account_local_windows', ['windows'], windowsPush),
  ...perDatabase('push_account'),
  method('push_account', 'push_account_redis', ['redis'], redisPush),
];

/** Methods of one automation that fit a type, in the order they are offered. */
export const methodsFor = (type: AssetType, automation: Automation): readonly AutomationMethod[] =>
  AUTOMATION_METHODS.filter(
    (one) => one.automation === automation && (one.types.includes(type.value) || one.types.includes(`category:${type.category}`)),
  );

/** Default parameters of a method; empty when it takes none. */
export const defaultParams = (id: string | null | undefined): Record<string, unknown> => ({
  ...AUTOMATION_METHODS.find((one) => one.id === id)?.params,
});

export interface AutomationDocument {
  ansible_enabled: boolean;
  ansible_config: Record<string, unknown>;
  [key: string]: unknown;
}

/** The automation object of a platform: named methods switched on, everything else off. */
export function automationDocument(
  ansibleConfig: Readonly<Record<string, unknown>> | undefined,
  methods: Readonly<Partial<Record<Automation, string>>> = {},
): AutomationDocument {
  const document: AutomationDocument = { ansible_enabled: ansibleConfig !== undefined, ansible_config: { ...ansibleConfig } };
  for (const name of AUTOMATIONS) {
    const id = methods[name] ?? null;
    document[`${name}_enabled`] = id !== null;
    document[`${name}_method`] = id;
    document[`${name}_params`] = defaultParams(id);
  }
  return document;
}

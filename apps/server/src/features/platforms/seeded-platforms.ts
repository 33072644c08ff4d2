import type { Automation, Category, SuMethod } from '@postern/contract/platforms';
import { completeSetting, PROTOCOLS } from '@postern/contract/protocols';
import { type AutomationDocument, automationDocument } from './automation-methods.ts';

export interface SeededPlatform {
  id: number;
  name: string;
  category: Category;
  type: string;
  domain_enabled: boolean;
  su_enabled: boolean;
  su_method: SuMethod | null;
  protocols: readonly SeededProtocol[];
  automation: AutomationDocument;
}
export interface SeededProtocol {
  name: string;
  port: number;
  primary: boolean;
  required: boolean;
  default: boolean;
  public: boolean;
  setting: Record<string, unknown>;
}

const protocol = (name: string, change: Partial<SeededProtocol> = {}): SeededProtocol => ({
  name,
  port: PROTOCOLS[name]?.port ?? 0,
  primary: false,
  required: false,
  default: false,
  public: true,
  ...change,
  setting: completeSetting(name, change.setting),
});
const primary = (name: string, setting: Record<string, unknown> = {}) => protocol(name, { primary: true, setting });
const hidden = (name: string) => protocol(name, { public: false });

const posixMethods: Readonly<Record<Automation, string>> = {
  ping: 'posix_ping',
  gather_facts: 'gather_facts_posix',
  gather_accounts: 'gather_accounts_posix',
  verify_account: 'verify_account_posix',
  change_secret: 'change_secret_posix',
  push_account: 'push_account_posix',
};
const windowsMethods: Readonly<Record<Automation, string>> = {
  ping: 'win_ping',
  gather_facts: 'gather_facts_windows',
  gather_accounts: 'gather_accounts_windows',
  verify_account: 'verify_account_windows',
  change_secret: 'change_secret_local_windows',
  push_account: 'push_account_local_windows',
};

const posix = (id: number, name: string, type: 'linux' | 'unix', methods: Partial<Record<Automation, string>> = {}): SeededPlatform => ({
  id,
  name,
  category: 'host',
  type,
  domain_enabled: true,
  su_enabled: true,
  su_method: 'sudo',
  protocols: [primary('ssh'), protocol('telnet'), protocol('vnc'), protocol('rdp')],
  automation: automationDocument({ ansible_connection: 'smart' }, { ...posixMethods, ...methods }),
});

const windows = (id: number, name: string, protocols: readonly SeededProtocol[]): SeededPlatform => ({
  id,
  name,
  category: 'host',
  type: 'windows',
  domain_enabled: true,
  su_enabled: false,
  su_method: null,
  protocols,
  automation: automationDocument({ ansible_shell_type: 'cmd', ansible_connection: 'ssh' }, windowsMethods),
});
const remoteDesktop = (security: string) => [primary('rdp', { security }), protocol('ssh'), protocol('vnc'), hidden('winrm')];

const device = (id: number, name: string, su: SuMethod | null): SeededPlatform => ({
  id,
  name,
  category: 'device',
  type: 'general',
  domain_enabled: true,
  su_enabled: su !== null,
  su_method: su,
  protocols: [primary('ssh'), protocol('telnet')],
  automation: automationDocument(
    { ansible_connection: 'local', first_connect_delay: 0.5 },
    { ping: 'ping_by_ssh', change_secret: 'change_secret_by_ssh', verify_account: 'verify_account_by_ssh' },
  ),
});

const off = automationDocument(undefined);
const simple = (id: number, name: string, category: Category, type: string, main: SeededProtocol, domain = false): SeededPlatform => ({
  id,
  name,
  category,
  type,
  domain_enabled: domain,
  su_enabled: false,
  su_method: null,
  protocols: [main],
  automation: off,
});

const database = (id: number, name: string, type: string, ping: string, gathers = true): SeededPlatform => {
  const family = type === 'mariadb' ? 'mysql' : type;
  return {
    ...simple(id, name, 'database', type, primary(type), true),
    automation: automationDocument(
      { ansible_connection: 'local' },
      {
        ping,
        ...(gathers ? { gather_accounts: `gather_accounts_${family}` } : {}),
        verify_account: `verify_account_${family}`,
        change_secret: `change_secret_${family}`,
        push_account: `push_account_${family}`,
      },
    ),
  };
};

/** Automation of Redis is our addition (decision 0049). Where logins have no names there is one login, which stays. */
const redis = (id: number, name: string, users: boolean): SeededPlatform => ({
  ...simple(id, name, 'database', 'redis', primary('redis', { auth_username: users }), true),
  automation: automationDocument(
    { ansible_connection: 'local' },
    {
      ping: 'redis_ping',
      verify_account: 'verify_account_redis',
      gather_accounts: 'gather_accounts_redis',
      ...(users ? { change_secret: 'change_secret_redis', push_account: 'push_account_redis' } : {}),
    },
  ),
});

const website = { submit_selector: 'id=login_button' };

/** A machine of no family in particular: reached, and nothing automated. */
const anyMachine = (id: number, name: string): SeededPlatform => ({
  ...simple(id, name, 'host', 'other', primary('ssh'), true),
  protocols: [primary('ssh'), protocol('telnet'), protocol('vnc'), protocol('rdp')],
});

/**
 * Platforms every installation is given once and which are its own from then on: clients of other installations know them
 * by these ids. An id or a name that is taken stays with who has it.
 */
export const GIVEN_PLATFORMS: readonly SeededPlatform[] = [windows(6, 'Windows2016', remoteDesktop('any')), anyMachine(7, 'Other')];

/** Platforms every installation has; clients know 1 = Linux by heart (docs/wire/assets.md#built-in-platforms). */
export const SEEDED_PLATFORMS: readonly SeededPlatform[] = [
  posix(1, 'Linux', 'linux'),
  posix(2, 'Unix', 'unix'),
  posix(3, 'macOS', 'unix'),
  posix(4, 'BSD', 'unix'),
  windows(5, 'Windows', remoteDesktop('any')),
  windows(8, 'Windows-RDP', remoteDesktop('rdp')),
  windows(9, 'Windows-TLS', remoteDesktop('tls')),
  posix(10, 'AIX', 'unix', { change_secret: 'change_secret_aix', push_account: 'push_account_aix' }),
  posix(11, 'Gateway', 'linux'),
  windows(12, 'RemoteAppHost', [primary('rdp'), protocol('ssh', { default: true }), hidden('winrm')]),
  device(13, 'General', null),
  device(14, 'Cisco', 'enable'),
  device(15, 'Huawei', 'super'),
  device(16, 'H3C', 'super_level'),
  database(17, 'MySQL', 'mysql', 'mysql_ping'),
  database(18, 'MariaDB', 'mariadb', 'mysql_ping'),
  database(19, 'PostgreSQL', 'postgresql', 'ping_postgresql'),
  database(20, 'Oracle', 'oracle', 'oracle_ping'),
  database(21, 'SQLServer', 'sqlserver', 'sqlserver_ping', false),
  simple(22, 'ClickHouse', 'database', 'clickhouse', primary('clickhouse'), true),
  database(23, 'MongoDB', 'mongodb', 'mongodb_ping'),
  redis(24, 'Redis', false),
  redis(25, 'Redis6+', true),
  simple(26, 'Website', 'web', 'website', primary('http', website)),
  simple(27, 'Vmware-vSphere', 'cloud', 'private', primary('http', website)),
  simple(28, 'Kubernetes', 'cloud', 'k8s', primary('k8s')),
  simple(29, 'ChatGPT', 'gpt', 'chatgpt', primary('chatgpt')),
];

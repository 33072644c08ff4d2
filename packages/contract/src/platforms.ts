import { type Text, text } from './text.ts';

/** Categories and types of assets, and what each type allows (docs/wire/assets.md#what-a-type-allows). */

export const CATEGORIES = ['host', 'device', 'database', 'cloud', 'web', 'gpt', 'custom'] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_LABELS: Readonly<Record<Category, Text>> = {
  host: text('Host', '主机', 'ホスト'),
  device: text('Device', '网络设备', 'ネットワーク機器'),
  database: text('Database', '数据库', 'データベース'),
  cloud: text('Cloud service', '云服务', 'クラウドサービス'),
  web: text('Web', 'Web', 'Web'),
  gpt: text('GPT', 'GPT', 'GPT'),
  custom: text('Custom type', '自定义类型', 'カスタム'),
};

export const AUTOMATIONS = ['ping', 'gather_facts', 'gather_accounts', 'verify_account', 'change_secret', 'push_account'] as const;
export type Automation = (typeof AUTOMATIONS)[number];

export const SU_METHODS = ['sudo', 'su', 'enable', 'super', 'super_level'] as const;
export type SuMethod = (typeof SU_METHODS)[number];

export interface AssetType {
  value: string;
  label: Text;
  category: Category;
  charset: boolean;
  domain: boolean;
  su: boolean;
  suMethods: readonly SuMethod[];
  protocols: readonly string[];
  /** Empty: nothing can be automated. */
  automations: readonly Automation[];
  ansibleConfig: Readonly<Record<string, unknown>>;
}

const same = (word: string): Text => text(word, word, word);

const host = (value: string, label: Text, change: Partial<AssetType> = {}): AssetType => ({
  value,
  label,
  category: 'host',
  charset: true,
  domain: true,
  su: true,
  suMethods: ['sudo', 'su'],
  protocols: ['ssh', 'telnet', 'vnc', 'rdp'],
  automations: AUTOMATIONS,
  ansibleConfig: { ansible_connection: 'smart' },
  ...change,
});

const device = (value: string, label: Text): AssetType => ({
  value,
  label,
  category: 'device',
  charset: false,
  domain: true,
  su: true,
  suMethods: ['enable', 'super', 'super_level'],
  protocols: ['ssh', 'telnet'],
  automations: ['ping', 'verify_account', 'change_secret'],
  ansibleConfig: { ansible_connection: 'local', first_conn_delay_time: 0.5 },
});

const database = (value: string, label: string, automated = true): AssetType => ({
  value,
  label: same(label),
  category: 'database',
  charset: false,
  domain: true,
  su: false,
  suMethods: [],
  protocols: [value],
  automations: automated ? ['ping', 'gather_accounts', 'verify_account', 'change_secret', 'push_account'] : [],
  ansibleConfig: { ansible_connection: 'local' },
});

const plain = (category: Category, value: string, label: Text, protocol: string, domain = false): AssetType => ({
  value,
  label,
  category,
  charset: false,
  domain,
  su: false,
  suMethods: [],
  protocols: [protocol],
  automations: [],
  ansibleConfig: {},
});

export const ASSET_TYPES: readonly AssetType[] = [
  host('linux', same('Linux')),
  host('windows', same('Windows'), {
    su: false,
    protocols: ['rdp', 'ssh', 'vnc', 'winrm'],
    ansibleConfig: { ansible_connection: 'smart', ansible_shell_type: 'cmd' },
  }),
  host('unix', same('Unix')),
  host('other', text('Other', '其他', 'その他'), { su: false, automations: [] }),
  device('general', text('General', '通用', '汎用')),
  device('switch', text('Switch', '交换机', 'スイッチ')),
  device('router', text('Router', '路由器', 'ルーター')),
  device('firewall', text('Firewall', '防火墙', 'ファイアウォール')),
  database('mysql', 'MySQL'),
  database('mariadb', 'MariaDB'),
  database('postgresql', 'PostgreSQL'),
  database('oracle', 'Oracle'),
  database('sqlserver', 'SQLServer'),
  database('clickhouse', 'ClickHouse', false),
  database('mongodb', 'MongoDB'),
  // Our addition: clients know no automation of Redis (decision 0049).
  database('redis', 'Redis'),
  plain('cloud', 'public', text('Public cloud', '公有云', 'パブリッククラウド'), 'http'),
  plain('cloud', 'private', text('Private cloud', '私有云', 'プライベートクラウド'), 'http'),
  plain('cloud', 'k8s', same('Kubernetes'), 'k8s', true),
  plain('web', 'website', text('Website', '网站', 'Web サイト'), 'http'),
  plain('gpt', 'chatgpt', same('ChatGPT'), 'chatgpt'),
];

export const assetType = (value: string): AssetType | undefined => ASSET_TYPES.find((type) => type.value === value);

/** Label of a type; a custom type is its own label. */
export const typeLabel = (value: string): Text => assetType(value)?.label ?? same(value);

/** Account names that stand for something else than a stored account (docs/wire/accounts.md#names-that-stand-for-others). */
export const ALIAS = { ALL: '@ALL', INPUT: '@INPUT', USER: '@USER', ANON: '@ANON' } as const;
/** Ids of accounts that are stored nowhere: the same for everybody, so that what was done with such a login can be looked up. */
export const VIRTUAL_ACCOUNT_ID: Readonly<Record<string, string>> = {
  [ALIAS.INPUT]: '00000000-0000-4000-8000-0000000000a1',
  [ALIAS.USER]: '00000000-0000-4000-8000-0000000000a2',
  [ALIAS.ANON]: '00000000-0000-4000-8000-0000000000a3',
};

import { addressOf } from '@postern/client/api';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import type { Walk } from './walk.ts';

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => String((one as { name?: string; display_name?: string }).name ?? '')) : [];
/** Whether a list of related objects has one of this name. */
const has = (field: string, name: string) => (object: Readonly<Record<string, unknown>>) => ids(object[field]).includes(name);

const ALL = {
  bulkUpdate: 'Comment',
  bulkSwitch: ['Disable selected', 'Activate selected'],
  bulkDelete: true,
  transfer: true,
  page: true,
} as const;
const RULE = { ...ALL, bulkUpdate: false, transfer: false } as const;

/** `Harbour` is a group and `quay-1` a host of every installation that is walked. */
export const PEOPLE: readonly Walk[] = [
  {
    ...ALL,
    one: 'user',
    many: 'users',
    list: '/ui/console/users/users',
    api: addressOf('users'),
    fill: [
      { fill: 'Username', with: '{name}' },
      { fill: 'Email', with: '{name}@example.com' },
      { fill: 'Password', with: TEST_PASSWORD },
    ],
    own: { Username: 'walked-{name}', Email: '{name}@example.org' },
    copy: [{ fill: 'Password', with: TEST_PASSWORD }],
    relations: [{ card: 'Groups', option: 'Harbour', linked: has('groups', 'Harbour') }],
    switches: { Active: 'is_active' },
  },
  {
    ...ALL,
    one: 'group',
    many: 'groups',
    list: '/ui/console/users/groups',
    api: addressOf('groups'),
    fill: [{ choose: 'Users', with: 'Administrator' }],
    bulkUpdate: false,
    bulkSwitch: false,
    relations: [{ card: 'Add members', option: 'Walker', tab: 'Members', linked: has('users', 'Walker'), removes: false }],
  },
];

/** Roles of both scopes, and organisations. */
export const ROLES: readonly Walk[] = [
  ...(['system', 'org'] as const).map(
    (scope): Walk => ({
      ...ALL,
      one: 'role',
      many: 'roles',
      list: `/ui/console/users/roles?activeTab=${scope === 'system' ? 'SysRoleList' : 'OrgRoleList'}`,
      api: `rbac/${scope}-roles/`,
      fill: [],
      bulkUpdate: false,
      bulkSwitch: false,
      bulkDelete: false,
      // Rows that nothing can be done with at once cannot be ticked, so there are no chosen ones for a file.
      transfer: false,
    }),
  ),
  {
    ...ALL,
    one: 'organisation',
    many: 'organisations',
    list: '/ui/settings/orgs',
    api: addressOf('orgs'),
    fill: [],
    bulkUpdate: false,
    bulkSwitch: false,
    bulkDelete: false,
    transfer: false,
  },
];

const ASSET = {
  ...ALL,
  many: 'assets',
  relations: [],
  switches: { Active: 'is_active' },
} as const;
/** The list of assets is one for all categories: what is done there to many at once is walked with hosts. */
const SHORT = { bulkUpdate: false, bulkSwitch: false, transfer: false } as const;
const ADDRESS = [
  { fill: 'Address', with: '10.9.8.7' },
  { choose: 'Nodes', with: 'Default' },
] as const;

/** Assets of each category. */
export const ASSETS: readonly Walk[] = [
  ...(
    [
      ['host', 'host', 1, ADDRESS],
      ['device', 'device', 13, ADDRESS],
      ['database', 'database', 24, [...ADDRESS, { fill: 'Database', with: 'shop' }]],
      ['cloud service', 'cloud', 28, [{ fill: 'URL', with: 'https://10.9.8.7:6443' }, ADDRESS[1]]],
      ['website', 'web', 26, [{ fill: 'URL', with: 'https://wiki.example' }, ADDRESS[1]]],
      ['GPT service', 'gpt', 29, [{ fill: 'Address', with: 'https://gpt.example' }, ADDRESS[1]]],
    ] as const
  ).map(
    ([one, category, platform, fill]): Walk => ({
      ...ASSET,
      one,
      ...(one === 'host' ? {} : SHORT),
      list: `/ui/console/assets/assets?activeTab=${category}`,
      api: `assets/${category}s/`,
      form: `/ui/console/assets/${category}s/create?platform=${platform}`,
      fill,
    }),
  ),
];

/** What is kept beside assets. */
export const BESIDE: readonly Walk[] = [
  {
    ...ALL,
    one: 'platform',
    many: 'platforms',
    list: '/ui/console/assets/platforms?activeTab=host',
    api: addressOf('platforms'),
    form: '/ui/console/assets/platforms/create?type=linux&category=host',
    fill: [],
    copyName: 'Duplicate-from-{name}',
    transfer: false,
    bulkUpdate: false,
    bulkSwitch: false,
    bulkDelete: false,
  },
  {
    ...ALL,
    one: 'domain',
    many: 'domains',
    list: '/ui/console/assets/domains',
    api: addressOf('domains'),
    fill: [],
    bulkUpdate: false,
    bulkSwitch: false,
    relations: [{ card: 'Assets', option: 'quay-1', linked: has('assets', 'quay-1') }],
  },
  {
    ...ALL,
    one: 'label',
    many: 'labels',
    list: '/ui/console/assets/labels',
    api: addressOf('labels'),
    fill: [{ fill: 'Value', with: 'north' }],
    own: { Value: '{name}' },
    page: false,
  },
  {
    ...ALL,
    one: 'account template',
    many: 'account templates',
    list: '/ui/console/accounts/account-template',
    api: addressOf('accountTemplates'),
    fill: [{ fill: 'Username', with: 'deploy' }],
    bulkUpdate: false,
    bulkSwitch: false,
    bulkDelete: false,
    transfer: false,
  },
];

/** Who may do what, and when. */
export const ACCESS: readonly Walk[] = [
  {
    ...ALL,
    one: 'asset permission',
    many: 'asset permissions',
    list: '/ui/console/perms/asset-permissions',
    api: addressOf('assetPermissions'),
    fill: [
      { choose: 'User groups', with: 'Harbour' },
      { choose: 'Assets', with: 'quay-1' },
    ],
    bulkUpdate: 'Active',
    switches: { Active: 'is_active' },
    relations: [{ card: 'Add users', option: 'Walker', tab: 'Users and groups', linked: has('users', 'Walker'), removes: false }],
  },
  {
    ...RULE,
    one: 'login rule',
    many: 'login rules',
    list: '/ui/console/perms/login-acls',
    api: addressOf('loginAcls'),
    fill: [{ pick: 'Action', with: 'Accept' }],
    switches: { Active: 'is_active' },
  },
  {
    ...RULE,
    one: 'asset login rule',
    many: 'asset login rules',
    list: '/ui/console/perms/login-asset-acls',
    api: addressOf('loginAssetAcls'),
    fill: [{ pick: 'Action', with: 'Accept' }],
    switches: { Active: 'is_active' },
  },
];

/** What may be typed, and how one may connect. */
export const COMMANDS: readonly Walk[] = [
  {
    ...RULE,
    one: 'command group',
    many: 'command groups',
    list: '/ui/console/perms/cmd-groups',
    api: addressOf('commandGroups'),
    fill: [{ fill: 'Content', with: 'reboot' }],
    bulkSwitch: false,
  },
  {
    ...RULE,
    one: 'command filter',
    many: 'command filters',
    list: '/ui/console/perms/cmd-acls',
    api: addressOf('commandFilterAcls'),
    fill: [{ choose: 'Command groups', with: 'Fatal' }],
    switches: { Active: 'is_active' },
  },
  {
    ...RULE,
    one: 'connect method rule',
    many: 'connect method rules',
    list: '/ui/console/perms/connect-method-acls',
    api: addressOf('connectMethodAcls'),
    fill: [{ choose: 'Connect methods', with: 'Web CLI' }],
    switches: { Active: 'is_active' },
  },
];

/** Lists on which nothing can be done with several at once. */
const ONE_BY_ONE = { ...ALL, bulkUpdate: false, bulkSwitch: false, bulkDelete: false, transfer: false } as const;

/** Plans that give accounts a secret. */
export const PLANS: readonly Walk[] = (
  [
    ['push plan', 'account-push', 'push-account'],
    ['rotation plan', 'account-change-secret', 'change-secret'],
  ] as const
).map(([one, path, api]) => ({
  ...ONE_BY_ONE,
  one,
  many: `${one}s`,
  list: `/ui/console/accounts/${path}`,
  api: `accounts/${api}-automations/`,
  fill: [
    { choose: 'Assets', with: 'quay-1' },
    { tag: 'Accounts', with: 'root' },
    { pick: 'Secret strategy', with: 'Random' },
  ],
  switches: { Active: 'is_active' },
}));

export const BACKUP: Walk = {
  ...ONE_BY_ONE,
  one: 'backup plan',
  many: 'backup plans',
  list: '/ui/console/accounts/account-backup',
  api: addressOf('accountBackupPlans'),
  fill: [
    { cascade: 'Asset types', with: 'Linux' },
    { choose: 'Recipients', with: 'Administrator' },
  ],
};

/** Machines of a local network that take connections on a port. */
export const cloudAccount = (addresses: string, port: number): Walk => ({
  ...ONE_BY_ONE,
  one: 'cloud account',
  many: 'cloud accounts',
  list: '/ui/console/assets/cloud?activeTab=AccountList',
  api: addressOf('cloudAccounts'),
  form: '/ui/console/assets/cloud/account/create?provider=lan',
  fill: [
    { tag: 'Addresses', with: addresses },
    { number: 'Port to try', with: String(port) },
    { choose: 'Platform', with: 'Linux' },
  ],
});

export const SYNC_TASK: Walk = {
  ...ONE_BY_ONE,
  one: 'sync task',
  many: 'sync tasks',
  list: '/ui/console/assets/cloud?activeTab=SyncInstanceTaskList',
  api: addressOf('cloudSyncInstanceTasks'),
  fill: [
    { choose: 'Account', with: 'walk-cloud-account' },
    { choose: 'Node', with: 'Default' },
  ],
};

export const gatewaysOf = (domain: string): Walk => ({
  ...ALL,
  bulkUpdate: false,
  one: 'gateway',
  many: 'gateways',
  list: `/ui/console/assets/domains/${domain}?activeTab=GatewayList`,
  api: addressOf('gateways'),
  fill: [
    { fill: 'Address', with: '10.9.8.7' },
    { choose: 'Nodes', with: 'Default' },
  ],
});

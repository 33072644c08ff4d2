import type { Resource } from '../screens/model/resource.ts';

const resource = (noun: string, app: string, model: string, url: string, path: string): Resource => ({ noun, app, model, url, path });

/** Where each resource lives: its API, its permission codes (contract/rbac.md §4) and its screens (spec §2). */
export const RESOURCES = {
  user: resource('user', 'users', 'user', 'users/users/', '/console/users/users'),
  group: resource('group', 'users', 'usergroup', 'users/groups/', '/console/users/groups'),
  systemRole: resource('role', 'rbac', 'systemrole', 'rbac/system-roles/', '/console/users/roles'),
  orgRole: resource('role', 'rbac', 'orgrole', 'rbac/org-roles/', '/console/users/roles'),
  organization: resource('organization', 'orgs', 'organization', 'orgs/orgs/', '/settings/orgs'),
  asset: resource('asset', 'assets', 'asset', 'assets/assets/', '/console/assets/assets'),
  host: resource('host', 'assets', 'asset', 'assets/hosts/', '/console/assets/hosts'),
  device: resource('device', 'assets', 'asset', 'assets/devices/', '/console/assets/devices'),
  database: resource('database', 'assets', 'asset', 'assets/databases/', '/console/assets/databases'),
  cloud: resource('cloud', 'assets', 'asset', 'assets/clouds/', '/console/assets/clouds'),
  web: resource('web', 'assets', 'asset', 'assets/webs/', '/console/assets/webs'),
  gpt: resource('gpt', 'assets', 'asset', 'assets/gpts/', '/console/assets/gpts'),
  custom: resource('custom', 'assets', 'asset', 'assets/customs/', '/console/assets/customs'),
  gateway: resource('gateway', 'assets', 'gateway', 'assets/gateways/', '/console/assets/gateways'),
  domain: resource('domain', 'assets', 'domain', 'assets/domains/', '/console/assets/domains'),
  label: resource('label', 'assets', 'label', 'assets/labels/', '/console/assets/labels'),
  platform: resource('platform', 'assets', 'platform', 'assets/platforms/', '/console/assets/platforms'),
  account: resource('account', 'accounts', 'account', 'accounts/accounts/', '/console/accounts/accounts'),
  accountTemplate: resource(
    'accountTemplate',
    'accounts',
    'accounttemplate',
    'accounts/account-templates/',
    '/console/accounts/account-template',
  ),
  pushPlan: resource(
    'pushPlan',
    'accounts',
    'pushaccountautomation',
    'accounts/push-account-automations/',
    '/console/accounts/account-push',
  ),
  pushRun: resource(
    'planRun',
    'accounts',
    'pushaccountexecution',
    'accounts/push-account-executions/',
    '/console/accounts/account-push/executions',
  ),
  changePlan: resource(
    'changePlan',
    'accounts',
    'changesecretautomation',
    'accounts/change-secret-automations/',
    '/console/accounts/account-change-secret',
  ),
  changeRun: resource(
    'planRun',
    'accounts',
    'changesecretexecution',
    'accounts/change-secret-executions/',
    '/console/accounts/account-change-secret/executions',
  ),
  gatherPlan: resource(
    'gatherPlan',
    'accounts',
    'gatheraccountsautomation',
    'accounts/gather-account-automations/',
    '/console/accounts/account-gather',
  ),
  gatherRun: resource(
    'planRun',
    'accounts',
    'gatheraccountsexecution',
    'accounts/gather-account-executions/',
    '/console/accounts/account-gather/executions',
  ),
  gathered: resource('gatheredAccount', 'accounts', 'gatheredaccount', 'accounts/gathered-accounts/', '/console/accounts/account-gather'),
  permission: resource('permission', 'perms', 'assetpermission', 'perms/asset-permissions/', '/console/perms/asset-permissions'),
  loginAcl: resource('loginAcl', 'acls', 'loginacl', 'acls/login-acls/', '/console/perms/login-acls'),
  assetAcl: resource('assetAcl', 'acls', 'loginassetacl', 'acls/login-asset-acls/', '/console/perms/login-asset-acls'),
  commandAcl: resource('commandAcl', 'acls', 'commandfilteracl', 'acls/command-filter-acls/', '/console/perms/cmd-acls'),
  commandGroup: resource('commandGroup', 'acls', 'commandgroup', 'acls/command-groups/', '/console/perms/cmd-groups'),
  connectAcl: resource('connectAcl', 'acls', 'connectmethodacl', 'acls/connect-method-acls/', '/console/perms/connect-method-acls'),
  session: resource('session', 'terminal', 'session', 'terminal/sessions/', '/audit/sessions/sessions'),
  command: resource('command', 'terminal', 'command', 'terminal/commands/', '/audit/sessions/command'),
  loginLog: resource('loginLog', 'audits', 'userloginlog', 'audits/login-logs/', '/audit/audits/login-logs'),
  operateLog: resource('operateLog', 'audits', 'operatelog', 'audits/operate-logs/', '/audit/audits/operate-logs'),
  task: resource('task', 'ops', 'celerytask', 'ops/tasks/', '/settings/tasks'),
  taskRun: resource('taskRun', 'ops', 'celerytaskexecution', 'ops/task-executions/', '/settings/tasks'),
  ticket: resource('ticket', 'tickets', 'ticket', 'tickets/tickets/', '/tickets/tickets'),
  myAsset: resource('asset', 'perms', 'myassets', 'perms/users/self/assets/', '/workbench/assets'),
} as const;

/** Address of an object's page. */
export const GROUP_MEMBERS = 'users/users-groups-relations/';

export const pageOf = (kind: keyof typeof RESOURCES, id: string | number): string => `${RESOURCES[kind].path}/${id}`;

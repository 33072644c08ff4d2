import { text } from '@postern/contract/text';
import { executionRoutes, resourceRoutes } from './resource-routes.ts';
import type { RouteNode } from './route-types.ts';

/** The console view (docs/behaviour/start-and-views.md#routes). */

const ASSET_KINDS: readonly RouteNode[] = (
  [
    ['hosts', 'Host', 'host', '主机', 'ホスト'],
    ['databases', 'Database', 'database', '数据库', 'データベース'],
    ['devices', 'Device', 'network device', '网络设备', 'ネットワーク機器'],
    ['clouds', 'Cloud', 'cloud service', '云服务', 'クラウド'],
    ['webs', 'Web', 'website', '网站', 'ウェブサイト'],
    ['gpts', 'Gpt', 'GPT service', 'GPT 服务', 'GPTサービス'],
    ['customs', 'Custom', 'custom asset', '自定义资产', 'カスタムアセット'],
  ] as const
).flatMap(([path, base, en, zh, ja]) => [
  {
    path: `${path}/create`,
    name: `${base}Create`,
    title: text(`Create ${en}`, `创建${zh}`, `${ja}を作成`),
    hidden: true,
    permissions: ['assets.add_asset'],
    activeMenu: '/console/assets/assets',
  },
  {
    path: `${path}/:id/update`,
    name: `${base}Update`,
    title: text(`Update ${en}`, `更新${zh}`, `${ja}を更新`),
    hidden: true,
    permissions: ['assets.change_asset'],
    activeMenu: '/console/assets/assets',
  },
]);

const users: RouteNode = {
  path: 'users',
  name: 'Users',
  title: text('Users', '用户管理', 'ユーザー管理'),
  icon: 'users',
  children: [
    resourceRoutes({ path: 'users', base: 'User', many: text('Users', '用户', 'ユーザー'), one: text('user', '用户', 'ユーザー') }),
    resourceRoutes({
      path: 'groups',
      base: 'UserGroup',
      many: text('Groups', '用户组', 'ユーザーグループ'),
      one: text('group', '用户组', 'ユーザーグループ'),
      list: { resource: 'usergroup' },
    }),
    resourceRoutes({
      path: 'roles',
      base: 'Role',
      many: text('Roles', '角色', 'ロール'),
      one: text('role', '角色', 'ロール'),
      list: { permissions: ['rbac.view_orgrole|rbac.view_systemrole'], pseudoOrg: 'global', disableOrgsChange: true },
      create: { permissions: [] },
      update: { permissions: [] },
      detail: { permissions: [] },
    }),
  ],
};

const assets: RouteNode = {
  path: 'assets',
  name: 'Assets',
  title: text('Assets', '资产管理', 'アセット管理'),
  icon: 'server',
  children: [
    resourceRoutes({
      path: 'assets',
      base: 'Asset',
      many: text('Assets', '资产', 'アセット'),
      one: text('asset', '资产', 'アセット'),
      with: ['detail'],
      more: [
        {
          path: 'detail/:id/update',
          name: 'AssetMoreInformationEdit',
          title: text('Update hardware information', '更新硬件信息', 'ハードウェア情報を更新'),
          hidden: true,
          permissions: ['assets.change_asset'],
        },
      ],
    }),
    ...ASSET_KINDS,
    resourceRoutes({ path: 'domains', base: 'Domain', many: text('Domains', '网域', 'ドメイン'), one: text('domain', '网域', 'ドメイン') }),
    {
      path: 'gateways/create',
      name: 'GatewayCreate',
      title: text('Create gateway', '创建网关', 'ゲートウェイを作成'),
      hidden: true,
      permissions: ['assets.view_gateway'],
      activeMenu: '/console/assets/domains',
    },
    {
      path: 'gateways/:id/update',
      name: 'GatewayUpdate',
      title: text('Update gateway', '更新网关', 'ゲートウェイを更新'),
      hidden: true,
      permissions: ['assets.view_gateway', 'assets.change_gateway'],
      activeMenu: '/console/assets/domains',
    },
    resourceRoutes({
      path: 'platforms',
      base: 'Platform',
      many: text('Platforms', '平台', 'プラットフォーム'),
      one: text('platform', '平台', 'プラットフォーム'),
      update: { permissions: ['assets.view_platform'] },
    }),
    resourceRoutes({
      path: 'labels',
      base: 'Label',
      many: text('Labels', '标签', 'ラベル'),
      one: text('label', '标签', 'ラベル'),
      with: ['create', 'update'],
    }),
    {
      path: 'cloud',
      name: 'CloudCenter',
      title: text('Cloud sync', '云同步', 'クラウド同期'),
      hidden: true,
      permissions: ['xpack.view_account'],
      activeMenu: '/console/assets/assets',
      children: [
        resourceRoutes({
          path: 'account',
          base: 'Account',
          many: text('Cloud accounts', '云账号', 'クラウドアカウント'),
          one: text('cloud account', '云账号', 'クラウドアカウント'),
          list: { app: 'xpack', hidden: true, redirect: '..', permissions: ['xpack.view_account'] },
          create: { permissions: ['xpack.add_account'] },
          update: { permissions: ['xpack.change_account'] },
          detail: { permissions: ['xpack.view_account'], activeMenu: '/console/assets/assets' },
        }),
        resourceRoutes({
          path: 'sync-instance-tasks',
          base: 'SyncInstanceTask',
          many: text('Sync tasks', '同步任务', '同期タスク'),
          one: text('sync task', '同步任务', '同期タスク'),
          list: { hidden: true, permissions: ['xpack.view_syncinstancetask'] },
          create: { permissions: ['xpack.add_syncinstancetask'] },
          update: { permissions: ['xpack.change_syncinstancetask'] },
          detail: { permissions: ['xpack.view_syncinstancetask', 'xpack.view_account'], activeMenu: '/console/assets/assets' },
        }),
      ],
    },
  ],
};

const accounts: RouteNode = {
  path: 'accounts',
  name: 'Accounts',
  title: text('Accounts', '账号管理', 'アカウント管理'),
  icon: 'accounts',
  children: [
    resourceRoutes({
      path: 'accounts',
      base: 'AssetAccount',
      many: text('Asset accounts', '资产账号', 'アセットアカウント'),
      one: text('account', '账号', 'アカウント'),
      with: ['detail'],
    }),
    resourceRoutes({
      path: 'account-template',
      base: 'AccountTemplate',
      many: text('Account templates', '账号模板', 'アカウントテンプレート'),
      one: text('template', '账号模板', 'テンプレート'),
    }),
    resourceRoutes({
      path: 'account-push',
      base: 'AccountPush',
      many: text('Account push', '账号推送', 'アカウントの配布'),
      one: text('push plan', '推送计划', '配布計画'),
      list: { resource: 'pushaccountautomation' },
      more: executionRoutes('AccountPush', 'accounts.view_pushaccountexecution'),
    }),
    resourceRoutes({
      path: 'account-gather',
      base: 'AccountGatherTask',
      many: text('Account gathering', '账号收集', 'アカウントの収集'),
      one: text('gathering task', '收集任务', '収集タスク'),
      list: {
        name: 'AccountGatherList',
        resource: 'gatheraccountsautomation',
        permissions: ['accounts.view_gatheredaccount'],
      },
      more: executionRoutes('AccountGatherTask', 'accounts.view_gatheraccountsexecution'),
    }),
    resourceRoutes({
      path: 'account-change-secret',
      base: 'AccountChangeSecret',
      many: text('Secret rotation', '账号改密', 'シークレットの変更'),
      one: text('rotation plan', '改密计划', '変更計画'),
      list: { resource: 'changesecretautomation' },
      more: executionRoutes('AccountChangeSecret', 'accounts.view_changesecretexecution'),
    }),
    resourceRoutes({
      path: 'account-backup',
      base: 'AccountBackupPlan',
      many: text('Account backup', '账号备份', 'バックアップ'),
      one: text('backup plan', '备份计划', 'バックアップ計画'),
      list: { name: 'AccountBackupList', resource: 'accountbackupautomation' },
      more: executionRoutes('AccountBackupPlan', 'accounts.view_accountbackupautomation'),
    }),
  ],
};

const perms: RouteNode = {
  path: 'perms',
  name: 'Perms',
  title: text('Permissions', '权限管理', '権限管理'),
  icon: 'permissions',
  children: [
    resourceRoutes({
      path: 'asset-permissions',
      base: 'AssetPermission',
      many: text('Asset permissions', '资产授权', 'アセットの権限'),
      one: text('asset permission', '资产授权', 'アセットの権限'),
    }),
    resourceRoutes({
      path: 'login-acls',
      base: 'UserLoginAcl',
      many: text('Login rules', '用户登录规则', 'ログインルール'),
      one: text('login rule', '登录规则', 'ログインルール'),
      list: { app: 'acls', pseudoOrg: 'global', disableOrgsChange: true },
    }),
    resourceRoutes({
      path: 'cmd-acls',
      base: 'CommandFilterAcl',
      many: text('Command filters', '命令过滤', 'コマンドフィルター'),
      one: text('command filter', '命令过滤规则', 'コマンドフィルター'),
      list: { app: 'acls', resource: 'commandfilteracl' },
    }),
    resourceRoutes({
      path: 'cmd-groups',
      base: 'CommandGroup',
      many: text('Command groups', '命令组', 'コマンドグループ'),
      one: text('command group', '命令组', 'コマンドグループ'),
      list: { app: 'acls', resource: 'commandgroup', hidden: true, activeMenu: '/console/perms/cmd-acls' },
    }),
    resourceRoutes({
      path: 'login-asset-acls',
      base: 'AssetAcl',
      many: text('Asset login rules', '资产登录规则', 'アセットログインルール'),
      one: text('asset login rule', '资产登录规则', 'アセットログインルール'),
      list: { app: 'acls' },
    }),
    resourceRoutes({
      path: 'connect-method-acls',
      base: 'ConnectMethodAcl',
      many: text('Connect method rules', '连接方式规则', '接続方法ルール'),
      one: text('connect method rule', '连接方式规则', '接続方法ルール'),
      list: { app: 'acls', pseudoOrg: 'global', disableOrgsChange: true },
    }),
    {
      path: 'explain',
      name: 'ExplainAccess',
      title: text('Explain access', '访问解释', 'アクセスの説明'),
      permissions: ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'],
    },
  ],
};

export const consoleTree: RouteNode = {
  path: 'console',
  name: 'console',
  title: text('Console', '控制台', 'コンソール'),
  icon: 'console',
  showNavSwitcher: true,
  redirect: 'dashboard',
  children: [
    { path: 'dashboard', name: 'AdminDashboard', title: text('Dashboard', '仪表盘', 'ダッシュボード'), icon: 'dashboard', affix: true },
    users,
    assets,
    accounts,
    perms,
  ],
};

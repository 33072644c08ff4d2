import { text } from '@postern/contract/text';
import { below } from './resource-routes.ts';
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
  children: below('/console/users'),
};

const assets: RouteNode = {
  path: 'assets',
  name: 'Assets',
  title: text('Assets', '资产管理', 'アセット管理'),
  icon: 'server',
  children: [
    ...below('/console/assets'),
    ...ASSET_KINDS,
    {
      path: 'hosts/add',
      name: 'MachineAdd',
      title: text('Add machine', '添加机器', 'マシンを追加'),
      hidden: true,
      permissions: ['assets.add_asset', 'accounts.add_account'],
      activeMenu: '/console/assets/assets',
    },
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
    {
      path: 'cloud',
      name: 'CloudCenter',
      title: text('Cloud sync', '云同步', 'クラウド同期'),
      hidden: true,
      permissions: ['xpack.view_account'],
      activeMenu: '/console/assets/assets',
      children: below('/console/assets/cloud'),
    },
  ],
};

const accounts: RouteNode = {
  path: 'accounts',
  name: 'Accounts',
  title: text('Accounts', '账号管理', 'アカウント管理'),
  icon: 'accounts',
  children: below('/console/accounts'),
};

const perms: RouteNode = {
  path: 'perms',
  name: 'Perms',
  title: text('Permissions', '权限管理', '権限管理'),
  icon: 'permissions',
  children: [
    ...below('/console/perms'),
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

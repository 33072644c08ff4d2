import { type Text, text } from '@postern/contract/text';
import { below } from './resource-routes.ts';
import type { RouteNode } from './route-types.ts';

/** The settings view (docs/behaviour/settings.md#the-view). It runs in the system organisation; the selector is locked. */

const setting = (
  path: string,
  name: string,
  permission: string,
  icon: string,
  en: string,
  zh: string,
  ja: string,
  more: Partial<RouteNode> = {},
): RouteNode => ({
  path,
  name,
  title: text(en, zh, ja),
  icon,
  permissions: [permission],
  ...more,
});

/** A page that no menu shows. */
const hidden = (path: string, name: string, permission: string, title: Text): RouteNode => ({
  path,
  name,
  title,
  hidden: true,
  permissions: [permission],
});

/** Create and update of something that has its list inside a tab. */
const pair = (path: string, base: string, resource: string, en: string, zh: string, ja: string): readonly RouteNode[] => [
  hidden(`${path}/create`, `${base}Create`, `terminal.add_${resource}`, text(`Create ${en}`, `创建${zh}`, `${ja}を作成`)),
  hidden(`${path}/:id/update`, `${base}Update`, `terminal.change_${resource}`, text(`Update ${en}`, `更新${zh}`, `${ja}を更新`)),
];

export const settingsTree: RouteNode = {
  path: 'settings',
  name: 'SystemSetting',
  title: text('Settings', '系统设置', 'システム設定'),
  icon: 'settings',
  permissions: ['settings.view_setting'],
  redirect: 'basic',
  pseudoOrg: 'system',
  disableOrgsChange: true,
  showOrganization: false,
  children: [
    setting('basic', 'Basic', 'settings.view_setting', 'sliders', 'Basic', '基本设置', '基本'),
    setting('email', 'Email', 'settings.change_email', 'mail', 'Email', '邮件设置', 'メール'),
    setting('auth', 'Auth', 'settings.change_auth', 'auth', 'Authentication', '认证设置', '認証', {
      children: [
        hidden(
          'rule/create',
          'AdmissionRuleCreate',
          'settings.add_admissionrule',
          text('Create admission rule', '创建准入规则', '受け入れルールを作成'),
        ),
        hidden(
          'rule/:id/update',
          'AdmissionRuleUpdate',
          'settings.change_admissionrule',
          text('Update admission rule', '更新准入规则', '受け入れルールを更新'),
        ),
      ],
    }),
    setting('message', 'SysMessageSub', 'settings.change_systemmsgsubscription', 'bell', 'Messages', '消息订阅', 'メッセージ'),
    setting('sms', 'SMS', 'settings.change_sms', 'message', 'SMS', '短信设置', 'SMS'),
    setting('terminal', 'TerminalSetting', 'settings.change_terminal', 'terminal', 'Terminal', '终端设置', 'ターミナル', {
      children: [
        hidden(':id', 'TerminalDetail', 'terminal.view_terminal', text('Component detail', '组件详情', 'コンポーネントの詳細')),
        hidden(':id/update', 'TerminalUpdate', 'terminal.change_terminal', text('Update component', '更新组件', 'コンポーネントを更新')),
        ...pair('replay-storage', 'ReplayStorage', 'replaystorage', 'replay storage', '录像存储', '録画の保存先'),
        ...pair('command-storage', 'CommandStorage', 'commandstorage', 'command storage', '命令存储', 'コマンドの保存先'),
        ...pair('endpoint', 'Endpoint', 'endpoint', 'endpoint', '服务端点', 'エンドポイント'),
        ...pair('endpoint-rule', 'EndpointRule', 'endpointrule', 'endpoint rule', '端点规则', 'エンドポイント規則'),
      ],
    }),
    setting('applets', 'Applets', 'terminal.view_applet', 'applets', 'Remote applications', '远程应用', 'リモートアプリ', {
      children: [
        hidden(':id', 'AppletDetail', 'terminal.view_applet', text('Remote application detail', '远程应用详情', 'リモートアプリの詳細')),
        hidden(
          'hosts/create',
          'AppletHostCreate',
          'terminal.add_applethost',
          text('Create application host', '创建应用发布机', 'アプリホストを作成'),
        ),
        hidden(
          'hosts/:id',
          'AppletHostDetail',
          'terminal.view_applethost',
          text('Application host detail', '应用发布机详情', 'アプリホストの詳細'),
        ),
        hidden(
          'hosts/:id/update',
          'AppletHostUpdate',
          'terminal.change_applethost',
          text('Update application host', '更新应用发布机', 'アプリホストを更新'),
        ),
      ],
    }),
    setting('security', 'Security', 'settings.change_security', 'lock', 'Security', '安全设置', 'セキュリティ'),
    setting('clean', 'Clean', 'settings.change_clean', 'clean', 'Cleaning', '定期清理', '定期クリーンアップ'),
    setting('vault', 'Vault', 'settings.change_vault', 'vault', 'Secret store', '密文存储', 'シークレットの保存先'),
    setting('evidence', 'Evidence', 'settings.change_security', 'logs', 'Evidence', '审计存证', '証跡'),
    setting('interface', 'Interface', 'settings.change_interface', 'palette', 'Interface', '界面设置', '画面'),
    ...below('/settings'),
    setting('tools', 'Tools', 'settings.view_setting', 'tools', 'Tools', '系统工具', 'ツール'),
    setting('transfer', 'SettingsFile', 'settings.view_setting', 'download', 'Export and import', '导出与导入', 'エクスポートとインポート'),
    setting('tasks', 'TaskList', 'ops.view_celerytask', 'tasks', 'Tasks', '系统任务', 'タスク', {
      children: [hidden(':id', 'TaskDetail', 'ops.view_celerytask', text('Task detail', '任务详情', 'タスクの詳細'))],
    }),
    setting('other', 'Other', 'settings.change_other', 'other', 'Other', '其他设置', 'その他'),
    setting('license', 'License', 'settings.change_license', 'key', 'Licence', '许可证', 'ライセンス'),
  ],
};

import { grantable, PERMISSION_MODELS, type Permission, type PermissionScope } from '@postern/contract/permissions';
import { type Language, render, type Text, text } from '@postern/contract/text';
import type { TreeNode } from '@postern/contract/wire';

/** The permission tree of a role's page (docs/wire/roles.md#the-permission-tree): where each code hangs, as data. */
const ROOT = '$ROOT$';

const VIEWS: Readonly<Record<string, Text>> = {
  view_console: text('Console', '控制台', 'コンソール'),
  view_workbench: text('Workbench', '工作台', 'ワークベンチ'),
  view_audit: text('Audit', '审计台', '監査'),
  view_setting: text('Settings', '系统设置', 'システム設定'),
  view_other: text('Other', '其他', 'その他'),
};

/** Groups between a view (or app) and its models: parent and label. */
const GROUPS: Readonly<Record<string, { parent: string; label: Text }>> = {
  cloud_import: { parent: 'assets', label: text('Cloud sync', '云同步', 'クラウド同期') },
  backup_account_node: { parent: 'accounts', label: text('Account backup', '账号备份', 'アカウントバックアップ') },
  gather_account_node: { parent: 'accounts', label: text('Account discovery', '账号收集', 'アカウント収集') },
  push_account_node: { parent: 'accounts', label: text('Account push', '账号推送', 'アカウント配布') },
  asset_change_plan_node: { parent: 'accounts', label: text('Secret change', '账号改密', 'シークレット変更') },
  terminal_node: { parent: 'view_setting', label: text('Terminal settings', '终端设置', '端末設定') },
  remote_application: { parent: 'view_setting', label: text('Remote applications', '远程应用', 'リモートアプリ') },
  task_center: { parent: 'view_console', label: text('Task centre', '任务中心', 'タスクセンター') },
  my_assets: { parent: 'view_workbench', label: text('My assets', '我的资产', '自分のアセット') },
  operation_center: { parent: 'view_workbench', label: text('Job centre', '作业中心', 'ジョブセンター') },
};

const APPS: Readonly<Record<string, { parent: string; label: Text }>> = {
  users: { parent: 'view_console', label: text('Users', '用户管理', 'ユーザー') },
  assets: { parent: 'view_console', label: text('Assets', '资产管理', 'アセット') },
  accounts: { parent: 'view_console', label: text('Accounts', '账号管理', 'アカウント') },
  perms: { parent: 'view_console', label: text('Permissions', '权限管理', '権限') },
  rbac: { parent: 'view_console', label: text('Roles', '角色管理', 'ロール') },
  terminal: { parent: 'view_audit', label: text('Sessions', '会话审计', 'セッション') },
  audits: { parent: 'view_audit', label: text('Logs', '日志审计', 'ログ') },
  settings: { parent: 'view_setting', label: text('Settings', '设置', '設定') },
  tickets: { parent: 'view_other', label: text('Tickets', '工单', 'チケット') },
  authentication: { parent: 'view_other', label: text('Login and tokens', '认证', '認証') },
};

/** Children (`app.model` or `app.code`) that do not hang where their app and model would put them. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  perms: ['acls.commandfilteracl', 'acls.commandgroup', 'acls.loginacl', 'acls.loginassetacl', 'acls.connectmethodacl'],
  cloud_import: ['xpack.account', 'xpack.syncinstancedetail', 'xpack.syncinstancetask', 'xpack.syncinstancetaskexecution'],
  remote_application: ['terminal.applet', 'terminal.applethost'],
  backup_account_node: ['accounts.accountbackupautomation', 'accounts.accountbackupexecution'],
  push_account_node: ['accounts.pushaccountautomation', 'accounts.view_pushaccountexecution', 'accounts.add_pushaccountexecution'],
  gather_account_node: [
    'accounts.gatheredaccount',
    'accounts.gatheraccountsautomation',
    'accounts.view_gatheraccountsexecution',
    'accounts.add_gatheraccountsexecution',
  ],
  asset_change_plan_node: [
    'accounts.changesecretautomation',
    'accounts.view_changesecretexecution',
    'accounts.add_changesecretexection',
    'accounts.view_changesecretrecord',
  ],
  view_setting: ['orgs.organization', 'settings.setting', 'settings.view_setting'],
  terminal_node: [
    'terminal.terminal',
    'terminal.commandstorage',
    'terminal.replaystorage',
    'terminal.status',
    'terminal.task',
    'terminal.endpoint',
    'terminal.endpointrule',
    'settings.change_terminal',
  ],
  terminal: ['audits.ftplog'],
  my_assets: ['perms.view_myassets'],
  task_center: ['ops.celerytask', 'ops.view_celerytaskexecution', 'ops.view_taskmonitor'],
  operation_center: ['ops.job', 'ops.adhoc', 'ops.playbook', 'ops.jobexecution'],
  view_console: ['rbac.view_console', 'settings.sharedview'],
  view_audit: ['rbac.view_audit'],
  view_workbench: ['rbac.view_workbench', 'rbac.view_webterminal', 'rbac.view_filemanager'],
  tickets: ['tickets.view_ticket'],
};
const movedTo = new Map(Object.entries(MOVED).flatMap(([parent, children]) => children.map((child) => [child, parent] as const)));
const modelLabel = new Map(PERMISSION_MODELS.map((one) => [`${one.app}.${one.model}`, one.label]));

const ICONS = ['add', 'view', 'change', 'delete', 'invite', 'match', 'remove'];
const verbOf = (one: Permission): string => one.codename.split('_')[0] ?? '';
const VERB_ORDER = ['view', 'add', 'change', 'delete'];
const verbRank = (one: Permission): number => {
  const at = VERB_ORDER.indexOf(verbOf(one));
  return at < 0 ? VERB_ORDER.length : at;
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Parent of any node that is not a leaf; undefined for the root. */
function parentOf(id: string): string | undefined {
  if (id === ROOT) return undefined;
  if (VIEWS[id]) return ROOT;
  const group = GROUPS[id] ?? APPS[id];
  return group ? group.parent : (movedTo.get(id) ?? id.split('.')[0]);
}

function labelOf(id: string, language: Language): string {
  if (id === ROOT) return render(text('All permissions', '所有权限', 'すべての権限'), language);
  const found = VIEWS[id] ?? (GROUPS[id] ?? APPS[id])?.label ?? modelLabel.get(id);
  return found ? capital(render(found, language)) : id;
}

const typeOf = (id: string): string => (id === ROOT ? 'root' : VIEWS[id] ? 'view' : APPS[id] ? 'app' : GROUPS[id] ? 'extra' : 'model');

/**
 * Flat nodes: leaves first, then models, apps, groups, views and the root, each with `(checked/total)`; parents without
 * leaves are left out. `locked` marks the leaves of a built-in role.
 */
export function permissionTree(options: {
  scope: PermissionScope;
  checked: ReadonlySet<string>;
  locked: boolean;
  language: Language;
}): TreeNode[] {
  const { scope, checked, locked, language } = options;
  const order = new Map(grantable(scope).map((one, at) => [one.code, at]));
  const leaves = [...grantable(scope)].sort(
    (a, b) => a.contentType - b.contentType || verbRank(a) - verbRank(b) || (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0),
  );
  const counts = new Map<string, { checked: number; total: number }>();
  const nodes = leaves.map((one): TreeNode => {
    const on = checked.has(one.code);
    const parent = movedTo.get(one.code) ?? `${one.app}.${one.model}`;
    // The walk ends at the root; the bound only guards against a loop in the table above.
    for (let id: string | undefined = parent, steps = 0; id !== undefined && steps < 8; id = parentOf(id), steps += 1) {
      const count = counts.get(id) ?? { checked: 0, total: 0 };
      counts.set(id, { checked: count.checked + (on ? 1 : 0), total: count.total + 1 });
    }
    const verb = verbOf(one);
    return {
      id: String(one.id),
      name: render(one.label, language),
      title: one.code,
      pId: parent,
      isParent: false,
      open: false,
      iconSkin: ICONS.includes(verb) ? verb : 'file',
      checked: on,
      chkDisabled: locked,
      meta: { type: 'perm' },
    };
  });
  const buildOrder = ['model', 'app', 'extra', 'view', 'root'];
  const parents = [...counts.entries()]
    .map(([id, count]) => ({ id, count, type: typeOf(id) }))
    .sort((a, b) => buildOrder.indexOf(a.type) - buildOrder.indexOf(b.type))
    .map(
      ({ id, count, type }): TreeNode => ({
        id,
        name: `${labelOf(id, language)} (${count.checked}/${count.total})`,
        title: id,
        pId: parentOf(id) ?? '',
        isParent: true,
        open: type === 'root' || type === 'view',
        checked: count.checked > 0 ? true : null,
        halfCheck: count.checked > 0 && count.checked < count.total,
        chkDisabled: locked,
        meta: { type },
      }),
    );
  return [...nodes, ...parents];
}

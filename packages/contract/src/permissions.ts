import { ROLE } from './ids.ts';
import { type Language, type Text, text } from './text.ts';

/**
 * The closed table of permission codes `app.action_model` (docs/wire/roles.md#codes). A code that is not here cannot be
 * granted. Numbers are part of the wire (clients send permission ids back), so a model keeps its number for ever
 * and new custom codes go to the end of their list.
 */
export type PermissionScope = 'system' | 'org';

export interface PermissionModel {
  /** Id of the content type on the wire; `number * 100 + slot` is the id of a permission. */
  number: number;
  app: string;
  model: string;
  label: Text;
  /** Standard actions, as letters: a(dd) c(hange) d(elete) v(iew). */
  standard: string;
  /** Letters of `standard` that organisation roles cannot hold; `*` for the whole model, custom codes included. */
  systemOnly: string;
  custom: readonly { code: string; label: Text; systemOnly?: true }[];
}

export interface Permission {
  id: number;
  app: string;
  model: string;
  codename: string;
  /** `app.codename` */
  code: string;
  label: Text;
  /** `org`: grantable in both scopes; `system`: in system roles only. */
  scope: PermissionScope;
  contentType: number;
}

type Custom = PermissionModel['custom'];
const model = (
  number: number,
  app: string,
  name: string,
  label: Text,
  standard: string,
  systemOnly = '',
  custom: Custom = [],
): PermissionModel => ({
  number,
  app,
  model: name,
  label,
  standard,
  systemOnly,
  custom,
});

export const PERMISSION_MODELS: readonly PermissionModel[] = [
  model(1, 'accounts', 'account', text('account', '账号', 'アカウント'), 'acdv', '', [
    { code: 'view_accountsecret', label: text('View account secret', '查看账号密文', 'アカウントのシークレットを表示') },
    { code: 'verify_account', label: text('Verify account', '验证账号', 'アカウントを検証') },
    { code: 'push_account', label: text('Push account', '推送账号', 'アカウントを配布') },
  ]),
  model(2, 'accounts', 'accounttemplate', text('account template', '账号模板', 'アカウントテンプレート'), 'acdv', '', [
    {
      code: 'view_accounttemplatesecret',
      label: text('View account template secret', '查看账号模板密文', 'アカウントテンプレートのシークレットを表示'),
    },
    {
      code: 'change_accounttemplatesecret',
      label: text('Change account template secret', '修改账号模板密文', 'アカウントテンプレートのシークレットを変更'),
    },
  ]),
  model(3, 'accounts', 'accountbackupautomation', text('account backup', '账号备份', 'アカウントバックアップ'), 'acdv'),
  model(4, 'accounts', 'accountbackupexecution', text('account backup run', '账号备份执行', 'アカウントバックアップの実行'), 'av'),
  model(5, 'accounts', 'changesecretautomation', text('secret change plan', '改密计划', 'シークレット変更プラン'), 'acdv'),
  model(6, 'accounts', 'changesecretrecord', text('secret change record', '改密记录', 'シークレット変更の記録'), 'v'),
  model(7, 'accounts', 'gatheraccountsautomation', text('account discovery', '账号收集任务', 'アカウント収集'), 'acdv'),
  model(8, 'accounts', 'gatheredaccount', text('discovered account', '已收集账号', '収集したアカウント'), 'acdv'),
  model(9, 'accounts', 'pushaccountautomation', text('account push', '账号推送任务', 'アカウント配布'), 'acdv'),
  model(10, 'accounts', 'automationexecution', text('account task run', '账号任务执行', 'アカウントタスクの実行'), '', '', [
    { code: 'view_changesecretexecution', label: text('View secret change run', '查看改密执行', 'シークレット変更の実行を表示') },
    { code: 'add_changesecretexection', label: text('Run secret change', '执行改密', 'シークレット変更を実行') },
    { code: 'view_gatheraccountsexecution', label: text('View account discovery run', '查看账号收集执行', 'アカウント収集の実行を表示') },
    { code: 'add_gatheraccountsexecution', label: text('Run account discovery', '执行账号收集', 'アカウント収集を実行') },
    { code: 'view_pushaccountexecution', label: text('View account push run', '查看账号推送执行', 'アカウント配布の実行を表示') },
    { code: 'add_pushaccountexecution', label: text('Run account push', '执行账号推送', 'アカウント配布を実行') },
  ]),
  model(11, 'acls', 'commandfilteracl', text('command filter', '命令过滤', 'コマンドフィルター'), 'acdv'),
  model(12, 'acls', 'commandgroup', text('command group', '命令组', 'コマンドグループ'), 'acdv'),
  model(13, 'acls', 'loginassetacl', text('asset login rule', '资产登录规则', 'アセットログインルール'), 'acdv'),
  model(14, 'acls', 'loginacl', text('user login rule', '用户登录规则', 'ユーザーログインルール'), 'acdv', '*'),
  model(15, 'acls', 'connectmethodacl', text('connect method rule', '连接方式规则', '接続方法ルール'), 'acdv', '*'),
  model(16, 'assets', 'asset', text('asset', '资产', 'アセット'), 'acdv', '', [
    { code: 'refresh_assethardwareinfo', label: text('Refresh hardware facts', '刷新硬件信息', 'ハードウェア情報を更新') },
    { code: 'test_assetconnectivity', label: text('Test asset connectivity', '测试资产可连接性', 'アセットの接続をテスト') },
    { code: 'match_asset', label: text('Find asset by name', '匹配资产', 'アセットを名前で検索') },
    { code: 'change_assetnodes', label: text('Change nodes of asset', '修改资产所属节点', 'アセットのノードを変更') },
  ]),
  model(17, 'assets', 'domain', text('domain', '网域', 'ドメイン'), 'acdv'),
  model(18, 'assets', 'gateway', text('gateway', '网关', 'ゲートウェイ'), 'acdv'),
  model(19, 'assets', 'label', text('label', '标签', 'ラベル'), 'acdv'),
  model(20, 'assets', 'custom', text('custom asset', '自定义资产', 'カスタムアセット'), 'acdv'),
  model(21, 'assets', 'gpt', text('AI assistant', 'AI 助手', 'AI アシスタント'), 'acdv'),
  model(22, 'assets', 'node', text('node', '节点', 'ノード'), 'acdv', '', [
    { code: 'match_node', label: text('Find node by name', '匹配节点', 'ノードを名前で検索') },
  ]),
  // Organisation administrators choose a platform for each asset, so they may read them; the total of 153 counts on it.
  model(23, 'assets', 'platform', text('platform', '平台', 'プラットフォーム'), 'acdv', 'acd'),
  model(24, 'audits', 'activitylog', text('activity', '活动记录', 'アクティビティ'), 'v'),
  model(25, 'audits', 'joblog', text('job log', '作业日志', 'ジョブログ'), 'v'),
  model(26, 'audits', 'operatelog', text('operation log', '操作日志', '操作履歴'), 'v'),
  model(27, 'audits', 'passwordchangelog', text('password change log', '改密日志', 'パスワード変更ログ'), 'v'),
  model(28, 'audits', 'userloginlog', text('login log', '登录日志', 'ログイン履歴'), 'v'),
  model(29, 'audits', 'ftplog', text('file transfer log', '文件传输日志', 'ファイル転送ログ'), 'acv'),
  model(30, 'authentication', 'accesskey', text('access key', '访问密钥', 'アクセスキー'), 'acdv', '*'),
  model(31, 'authentication', 'connectiontoken', text('connection token', '连接令牌', '接続トークン'), 'av', '*', [
    { code: 'expire_connectiontoken', label: text('Expire connection token', '使连接令牌过期', '接続トークンを失効') },
    { code: 'reuse_connectiontoken', label: text('Reuse connection token', '复用连接令牌', '接続トークンを再利用') },
  ]),
  model(
    32,
    'authentication',
    'superconnectiontoken',
    text('component connection token', '组件连接令牌', 'コンポーネント用接続トークン'),
    'av',
    '*',
    [{ code: 'view_superconnectiontokensecret', label: text('View connection secret', '查看连接密文', '接続シークレットを表示') }],
  ),
  model(33, 'authentication', 'temptoken', text('temporary password', '临时密码', '一時パスワード'), 'acv', '*'),
  model(34, 'ops', 'adhoc', text('command template', '命令模板', 'コマンドテンプレート'), 'acdv'),
  model(35, 'ops', 'job', text('job', '作业', 'ジョブ'), 'acdv'),
  model(36, 'ops', 'playbook', text('playbook', '剧本', 'プレイブック'), 'acdv'),
  model(37, 'ops', 'jobexecution', text('job run', '作业执行', 'ジョブの実行'), 'av'),
  model(38, 'ops', 'celerytask', text('background task', '后台任务', 'バックグラウンドタスク'), 'v', '', [
    { code: 'view_taskmonitor', label: text('View task monitor', '查看任务监控', 'タスクモニターを表示'), systemOnly: true },
  ]),
  model(39, 'ops', 'celerytaskexecution', text('background task run', '后台任务执行', 'バックグラウンドタスクの実行'), 'v'),
  model(40, 'orgs', 'organization', text('organisation', '组织', '組織'), 'acdv', '*', [
    { code: 'view_rootorg', label: text('View all organisations together', '查看全局组织', 'グローバル組織を表示') },
    {
      code: 'view_alljoinedorg',
      label: text('View all joined organisations together', '查看所有已加入的组织', '参加中のすべての組織を表示'),
    },
  ]),
  model(41, 'perms', 'assetpermission', text('asset permission', '资产授权', 'アセット権限'), 'acdv'),
  model(42, 'perms', 'permedasset', text('granted asset', '已授权资产', '許可されたアセット'), '', '', [
    { code: 'view_myassets', label: text('View my assets', '查看我的资产', '自分のアセットを表示') },
    { code: 'view_userassets', label: text("View a user's assets", '查看用户的资产', 'ユーザーのアセットを表示') },
  ]),
  model(43, 'rbac', 'menupermission', text('view', '视图', 'ビュー'), '', '', [
    { code: 'view_console', label: text('Enter the console', '进入控制台', 'コンソールに入る') },
    { code: 'view_audit', label: text('Enter the audit view', '进入审计台', '監査ビューに入る') },
    { code: 'view_workbench', label: text('Enter the workbench', '进入工作台', 'ワークベンチに入る') },
    { code: 'view_webterminal', label: text('Use the web terminal', '使用 Web 终端', 'Webターミナルを使う') },
    { code: 'view_filemanager', label: text('Use the file manager', '使用文件管理', 'ファイルマネージャーを使う') },
  ]),
  model(44, 'rbac', 'systemrole', text('system role', '系统角色', 'システムロール'), 'acdv', '*'),
  model(45, 'rbac', 'orgrole', text('organisation role', '组织角色', '組織ロール'), 'acdv', 'acd'),
  model(46, 'rbac', 'systemrolebinding', text('system role binding', '系统角色绑定', 'システムロールの割り当て'), 'adv', '*'),
  model(47, 'rbac', 'orgrolebinding', text('organisation role binding', '组织角色绑定', '組織ロールの割り当て'), 'adv'),
  model(48, 'rbac', 'permission', text('permission', '权限', '権限'), 'v'),
  model(49, 'settings', 'setting', text('settings', '系统设置', 'システム設定'), 'v', '*', [
    { code: 'change_email', label: text('Change email settings', '修改邮件设置', 'メール設定を変更') },
    { code: 'change_auth', label: text('Change login method settings', '修改认证设置', '認証設定を変更') },
    { code: 'change_systemmsgsubscription', label: text('Change message subscriptions', '修改消息订阅', 'メッセージ購読を変更') },
    { code: 'change_sms', label: text('Change SMS settings', '修改短信设置', 'SMS 設定を変更') },
    { code: 'change_security', label: text('Change security settings', '修改安全设置', 'セキュリティ設定を変更') },
    { code: 'change_clean', label: text('Change clean-up settings', '修改清理设置', 'クリーンアップ設定を変更') },
    { code: 'change_interface', label: text('Change interface settings', '修改界面设置', '画面設定を変更') },
    { code: 'change_license', label: text('Change licence', '修改许可证', 'ライセンスを変更') },
    { code: 'change_terminal', label: text('Change terminal settings', '修改终端设置', '端末設定を変更') },
    { code: 'change_vault', label: text('Change where account secrets are kept', '修改密文存储设置', 'シークレットの保存先を変更') },
    { code: 'change_other', label: text('Change other settings', '修改其他设置', 'その他の設定を変更') },
  ]),
  model(50, 'terminal', 'session', text('session', '会话', 'セッション'), 'acv', '', [
    { code: 'monitor_session', label: text('Watch session', '监控会话', 'セッションを監視') },
    { code: 'terminate_session', label: text('Terminate session', '终断会话', 'セッションを終了') },
    { code: 'validate_sessionactionperm', label: text('Check rights on a session', '校验会话操作权限', 'セッション操作権限を確認') },
  ]),
  model(51, 'terminal', 'sessionreplay', text('session replay', '会话录像', 'セッションの録画'), 'v', '', [
    { code: 'upload_sessionreplay', label: text('Upload session replay', '上传会话录像', 'セッションの録画をアップロード') },
    { code: 'download_sessionreplay', label: text('Download session replay', '下载会话录像', 'セッションの録画をダウンロード') },
  ]),
  model(52, 'terminal', 'sessionsharing', text('session share', '会话分享', 'セッション共有'), '', '', [
    { code: 'add_supersessionsharing', label: text('Share any session', '分享任意会话', '任意のセッションを共有') },
  ]),
  model(53, 'terminal', 'sessionjoinrecord', text('session join record', '会话加入记录', 'セッション参加記録'), 'acv'),
  model(54, 'terminal', 'command', text('command record', '命令记录', 'コマンド記録'), 'av'),
  model(55, 'terminal', 'applet', text('remote application', '远程应用', 'リモートアプリ'), 'acdv', '*'),
  model(56, 'terminal', 'applethost', text('application host', '应用发布机', 'アプリホスト'), 'acdv', '*'),
  model(57, 'terminal', 'commandstorage', text('command storage', '命令存储', 'コマンドの保存先'), 'acdv', '*'),
  model(58, 'terminal', 'replaystorage', text('replay storage', '录像存储', '録画の保存先'), 'acdv', '*'),
  model(59, 'terminal', 'endpoint', text('endpoint', '服务端点', 'エンドポイント'), 'acdv', '*'),
  model(60, 'terminal', 'endpointrule', text('endpoint rule', '端点规则', 'エンドポイントルール'), 'acdv', '*'),
  model(61, 'terminal', 'terminal', text('component', '组件', 'コンポーネント'), 'acdv', '*', [
    { code: 'view_terminalconfig', label: text('View component settings', '查看组件配置', 'コンポーネント設定を表示') },
  ]),
  model(62, 'terminal', 'status', text('component status', '组件状态', 'コンポーネントの状態'), 'av', '*'),
  model(63, 'terminal', 'task', text('component task', '组件任务', 'コンポーネントタスク'), 'cv', '*'),
  model(64, 'tickets', 'ticket', text('ticket', '工单', 'チケット'), 'v', '*'),
  model(65, 'tickets', 'superticket', text('component ticket', '组件工单', 'コンポーネント用チケット'), 'acv', '*'),
  model(66, 'tickets', 'ticketflow', text('ticket flow', '工单流程', 'チケットフロー'), 'cv', '*'),
  model(67, 'tickets', 'ticketsession', text('ticket session', '工单会话', 'チケットセッション'), 'ac', '*'),
  model(68, 'users', 'user', text('user', '用户', 'ユーザー'), 'acdv', 'd', [
    { code: 'invite_user', label: text('Invite user', '邀请用户', 'ユーザーを招待') },
    { code: 'remove_user', label: text('Remove user from organisation', '从组织移除用户', '組織からユーザーを外す') },
    { code: 'match_user', label: text('Find user by name', '匹配用户', 'ユーザーを名前で検索') },
  ]),
  model(69, 'users', 'usergroup', text('user group', '用户组', 'ユーザーグループ'), 'acdv'),
  // Beyond the 248 of the community edition.
  model(83, 'users', 'serviceaccount', text('service account', '服务账号', 'サービスアカウント'), 'acdv'),
  model(81, 'perms', 'accessreview', text('access review', '权限审阅', 'アクセスレビュー'), 'acdv'),
  model(82, 'settings', 'sharedview', text('shared view', '共享视图', '共有ビュー'), 'acd'),
  model(80, 'settings', 'auditreceiver', text('audit receiver', '审计接收端', '監査の受信先'), 'acdv', '*'),
  model(70, 'xpack', 'account', text('cloud account', '云账号', 'クラウドアカウント'), 'acdv', '', [
    { code: 'test_account', label: text('Test cloud account', '测试云账号', 'クラウドアカウントをテスト') },
  ]),
  model(71, 'xpack', 'syncinstancetask', text('cloud sync task', '云同步任务', 'クラウド同期タスク'), 'acdv'),
  model(72, 'xpack', 'syncinstancedetail', text('synced instance', '同步实例', '同期したインスタンス'), 'v'),
  model(73, 'xpack', 'syncinstancetaskexecution', text('cloud sync run', '云同步执行', 'クラウド同期の実行'), 'av'),
];

/** Letter → slot in the id, verb in the codename, sentence around the model's label. */
const STANDARD = {
  a: { slot: 1, verb: 'add', label: (of: Text) => text(`Add ${of.en}`, `添加${of.zh}`, `${of.ja}を追加`) },
  c: { slot: 2, verb: 'change', label: (of: Text) => text(`Change ${of.en}`, `修改${of.zh}`, `${of.ja}を変更`) },
  d: { slot: 3, verb: 'delete', label: (of: Text) => text(`Delete ${of.en}`, `删除${of.zh}`, `${of.ja}を削除`) },
  v: { slot: 4, verb: 'view', label: (of: Text) => text(`View ${of.en}`, `查看${of.zh}`, `${of.ja}を表示`) },
} as const;
const FIRST_CUSTOM_SLOT = 11;

function permissionsOfModel(entry: PermissionModel): Permission[] {
  const base = { app: entry.app, model: entry.model, contentType: entry.number };
  const everythingSystem = entry.systemOnly === '*';
  const standard = [...entry.standard].map((letter): Permission => {
    const { slot, verb, label } = STANDARD[letter as keyof typeof STANDARD];
    const codename = `${verb}_${entry.model}`;
    const scope = everythingSystem || entry.systemOnly.includes(letter) ? 'system' : 'org';
    return { ...base, id: entry.number * 100 + slot, codename, code: `${entry.app}.${codename}`, label: label(entry.label), scope };
  });
  const custom = entry.custom.map(
    ({ code: codename, label, systemOnly }, index): Permission => ({
      ...base,
      id: entry.number * 100 + FIRST_CUSTOM_SLOT + index,
      codename,
      code: `${entry.app}.${codename}`,
      label,
      scope: everythingSystem || systemOnly ? 'system' : 'org',
    }),
  );
  return [...standard, ...custom];
}

/** Every grantable permission, in table order. */
export const PERMISSIONS: readonly Permission[] = PERMISSION_MODELS.flatMap(permissionsOfModel);

const byId = new Map(PERMISSIONS.map((permission) => [permission.id, permission]));
const byCode = new Map(PERMISSIONS.map((permission) => [permission.code, permission]));
export const permissionById = (id: number): Permission | undefined => byId.get(id);
export const permissionByCode = (code: string): Permission | undefined => byCode.get(code);

/** Which rights are missing of those that are asked for, where `a|b` is either, as people know them; undefined when no role can hold one of them. */
export function missingRights(asked: readonly string[], holds: (entry: string) => boolean): Text | undefined {
  const missing = asked.filter((entry) => !holds(entry)).map((entry) => entry.split('|').map((code) => byCode.get(code.trim())?.label));
  const named = missing.map((labels) => labels.filter((label) => label !== undefined));
  if (named.length === 0 || named.some((labels) => labels.length === 0)) return undefined;
  const told = (language: Language) =>
    named.map((labels) => labels.map((label) => label[language]).join(' / ')).join(language === 'en' ? ', ' : '、');
  return { en: told('en'), zh: told('zh'), ja: told('ja') };
}

/** Permissions that roles of a scope may hold. */
export const grantable = (scope: PermissionScope): readonly Permission[] =>
  scope === 'system' ? PERMISSIONS : PERMISSIONS.filter((one) => one.scope === 'org');

/**
 * Codes that endpoints ask for and no role can hold: the system administrator only (docs/wire/roles.md#codes-that-no-role-can-hold).
 */
export const NEVER_GRANTABLE: readonly string[] = [
  ...['role', 'rolebinding'].flatMap((name) => ['add', 'change', 'delete', 'view'].map((verb) => `rbac.${verb}_${name}`)),
  'rbac.change_systemrolebinding',
  'rbac.change_orgrolebinding',
  'perms.view_usergroupassets',
  'accounts.view_historyaccount',
  'accounts.view_historyaccountsecret',
  'authentication.change_connectiontoken',
  'tickets.add_ticketflow',
  'terminal.share_session',
  ...['ssotoken', 'privatetoken'].flatMap((name) => ['add', 'change', 'delete', 'view'].map((verb) => `authentication.${verb}_${name}`)),
];

const codes = (app: string, verbs: string, ...models: string[]): string[] =>
  models.flatMap((name) => [...verbs].map((letter) => `${app}.${STANDARD[letter as keyof typeof STANDARD].verb}_${name}`));

/** What everybody needs to work on granted machines. */
const USER_BLOCK: readonly string[] = [
  'rbac.view_workbench',
  'rbac.view_webterminal',
  'rbac.view_filemanager',
  'perms.view_myassets',
  'assets.match_asset',
  'assets.match_node',
  ...codes('ops', 'acdv', 'adhoc', 'playbook', 'job'),
  ...codes('ops', 'av', 'jobexecution'),
  'ops.view_celerytaskexecution',
];

/** What an auditor adds. Who joined shared sessions is ours (decision 0101). `terminal.view_commandstorage` drops out of organisation roles. */
const AUDIT_BLOCK: readonly string[] = [
  'rbac.view_audit',
  ...PERMISSIONS.filter((one) => one.app === 'audits').map((one) => one.code),
  'terminal.view_commandstorage',
  'terminal.view_sessionreplay',
  'terminal.download_sessionreplay',
  ...codes('terminal', 'acv', 'session'),
  'terminal.monitor_session',
  'terminal.terminate_session',
  'terminal.validate_sessionactionperm',
  ...codes('terminal', 'av', 'command'),
  ...codes('terminal', 'v', 'sessionjoinrecord'),
];

const SYSTEM_USER: readonly string[] = [
  ...USER_BLOCK,
  ...codes('authentication', 'av', 'connectiontoken'),
  'authentication.expire_connectiontoken',
  'authentication.reuse_connectiontoken',
  ...codes('authentication', 'acv', 'temptoken'),
  ...codes('authentication', 'acdv', 'accesskey'),
  'tickets.view_ticket',
  'orgs.view_alljoinedorg',
];

export interface BuiltinRole {
  id: string;
  name: string;
  label: Text;
  scope: PermissionScope;
  /** Codes, limited to what the scope may hold. */
  permissions: readonly string[];
}

const within = (scope: PermissionScope, wanted: readonly string[]): readonly string[] => {
  const allowed = new Set(grantable(scope).map((one) => one.code));
  return [...new Set(wanted)].filter((code) => allowed.has(code)).sort();
};

/**
 * What the calls of the component protocol ask for (component-calls.ts), and no more: what other servers of this API give
 * components would make the key of a gateway as good as an administrator's (docs/decisions/0038).
 */
const COMPONENT_BLOCK: readonly string[] = [
  'terminal.view_terminalconfig',
  ...codes('terminal', 'a', 'status'),
  ...codes('terminal', 'c', 'task'),
  ...codes('terminal', 'acv', 'session'),
  'terminal.upload_sessionreplay',
  'terminal.validate_sessionactionperm',
  ...codes('terminal', 'a', 'command'),
  'terminal.add_supersessionsharing',
  ...codes('terminal', 'acv', 'sessionjoinrecord'),
  ...codes('terminal', 'v', 'applet'),
  'authentication.add_superconnectiontoken',
  'authentication.view_superconnectiontoken',
  'authentication.view_superconnectiontokensecret',
  ...codes('tickets', 'acv', 'superticket'),
  ...codes('tickets', 'a', 'ticketsession'),
  ...codes('audits', 'ac', 'ftplog'),
  'perms.view_userassets',
  ...codes('assets', 'v', 'asset', 'domain', 'platform'),
  ...codes('users', 'v', 'user'),
  'users.match_user',
];

/** The seven roles every installation has (docs/wire/roles.md#built-in-roles). */
export const BUILTIN_ROLES: readonly BuiltinRole[] = [
  {
    id: ROLE.SYSTEM_ADMIN,
    name: 'SystemAdmin',
    label: text('System administrator', '系统管理员', 'システム管理者'),
    scope: 'system',
    permissions: within('system', [...byCode.keys()]),
  },
  {
    id: ROLE.SYSTEM_AUDITOR,
    name: 'SystemAuditor',
    label: text('System auditor', '系统审计员', 'システム監査員'),
    scope: 'system',
    permissions: within('system', [...SYSTEM_USER, ...AUDIT_BLOCK, 'orgs.view_rootorg']),
  },
  { id: ROLE.USER, name: 'User', label: text('User', '用户', 'ユーザー'), scope: 'system', permissions: within('system', SYSTEM_USER) },
  {
    id: ROLE.SYSTEM_COMPONENT,
    name: 'SystemComponent',
    label: text('System component', '系统组件', 'システムコンポーネント'),
    scope: 'system',
    permissions: within('system', COMPONENT_BLOCK),
  },
  {
    id: ROLE.ORG_ADMIN,
    name: 'OrgAdmin',
    label: text('Organisation administrator', '组织管理员', '組織管理者'),
    scope: 'org',
    permissions: within('org', [...byCode.keys()]),
  },
  {
    id: ROLE.ORG_AUDITOR,
    name: 'OrgAuditor',
    label: text('Organisation auditor', '组织审计员', '組織監査員'),
    scope: 'org',
    permissions: within('org', [...USER_BLOCK, ...AUDIT_BLOCK]),
  },
  {
    id: ROLE.ORG_USER,
    name: 'OrgUser',
    label: text('Organisation user', '组织用户', '組織ユーザー'),
    scope: 'org',
    permissions: within('org', USER_BLOCK),
  },
];

export const builtinRole = (id: string): BuiltinRole | undefined => BUILTIN_ROLES.find((role) => role.id === id);

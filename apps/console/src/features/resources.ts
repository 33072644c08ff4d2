import { addressOf } from '@postern/client/api';
import { text } from '@postern/contract/text';
import { type Entry, type Noun, noun, resource, shown } from './resource-entry.ts';

const ROLE = noun('role', ['role', 'roles', 'Roles'], '角色', 'ロール');
const RUN = noun('planRun', ['run', 'runs', 'Runs'], ['执行', '执行历史'], ['実行', '実行履歴']);
const ASSET = noun('asset', ['asset', 'assets', 'Assets'], '资产', 'アセット');

/** Rules about people run in the global organisation, whichever was chosen. */
const GLOBAL = { app: 'acls', pseudoOrg: 'global', disableOrgsChange: true } as const;

/** Assets of one category, which have addresses of their own. */
const machines = (words: Noun, path: 'hosts' | 'devices' | 'databases' | 'clouds' | 'webs' | 'gpts' | 'customs'): Entry =>
  shown(words, 'assets.asset', addressOf(path), `/console/assets/${path}`);

/**
 * Every resource: what it is called, its permission codes (docs/wire/roles.md#codes), its API and its pages
 * (docs/behaviour/start-and-views.md#routes). One that needs nothing special is one line here. Those of a menu stand in its order.
 */
export const RESOURCES = {
  user: resource(noun('user', ['user', 'users', 'Users'], '用户', 'ユーザー'), 'users.user', addressOf('users'), '/console/users/users'),
  group: resource(
    noun('group', ['group', 'groups', 'Groups'], '用户组', 'ユーザーグループ'),
    'users.usergroup',
    addressOf('groups'),
    '/console/users/groups',
    { base: 'UserGroup' },
  ),
  serviceAccount: resource(
    noun('serviceAccount', ['service account', 'service accounts', 'Service accounts'], '服务账号', 'サービスアカウント'),
    'users.serviceaccount',
    addressOf('serviceAccounts'),
    '/console/users/service-accounts',
  ),
  orgRole: resource(ROLE, 'rbac.orgrole', addressOf('orgRoles'), '/console/users/roles', {
    list: { permissions: ['rbac.view_orgrole|rbac.view_systemrole'], pseudoOrg: 'global', disableOrgsChange: true },
    create: { permissions: [] },
    update: { permissions: [] },
    detail: { permissions: [] },
  }),
  systemRole: shown(ROLE, 'rbac.systemrole', addressOf('systemRoles'), '/console/users/roles'),

  asset: resource(ASSET, 'assets.asset', addressOf('assets'), '/console/assets/assets', {
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
  host: machines(noun('host', ['host', 'hosts', 'Hosts'], '主机', 'ホスト'), 'hosts'),
  device: machines(noun('device', ['device', 'devices', 'Devices'], '网络设备', 'ネットワーク機器'), 'devices'),
  database: machines(noun('database', ['database', 'databases', 'Databases'], '数据库', 'データベース'), 'databases'),
  cloud: machines(noun('cloud', ['cloud service', 'cloud services', 'Cloud services'], '云服务', 'クラウドサービス'), 'clouds'),
  web: machines(noun('web', ['website', 'websites', 'Websites'], '网站', 'ウェブサイト'), 'webs'),
  gpt: machines(noun('gpt', ['GPT service', 'GPT services', 'GPT services'], 'GPT 服务', 'GPT サービス'), 'gpts'),
  custom: machines(noun('custom', ['custom asset', 'custom assets', 'Custom assets'], '自定义资产', 'カスタムアセット'), 'customs'),
  gateway: shown(
    noun('gateway', ['gateway', 'gateways', 'Gateways'], '网关', 'ゲートウェイ'),
    'assets.gateway',
    addressOf('gateways'),
    '/console/assets/gateways',
  ),
  domain: resource(
    noun('domain', ['domain', 'domains', 'Domains'], '网域', 'ドメイン'),
    'assets.domain',
    addressOf('domains'),
    '/console/assets/domains',
  ),
  platform: resource(
    noun('platform', ['platform', 'platforms', 'Platforms'], '平台', 'プラットフォーム'),
    'assets.platform',
    addressOf('platforms'),
    '/console/assets/platforms',
    { update: { permissions: ['assets.view_platform'] } },
  ),
  label: resource(
    noun('label', ['label', 'labels', 'Labels'], '标签', 'ラベル'),
    'assets.label',
    addressOf('labels'),
    '/console/assets/labels',
    {
      with: ['create', 'update'],
    },
  ),

  cloudAccount: resource(
    noun('cloudAccount', ['cloud account', 'cloud accounts', 'Cloud accounts'], '云账号', 'クラウドアカウント'),
    'xpack.account',
    addressOf('cloudAccounts'),
    '/console/assets/cloud/account',
    {
      base: 'Account',
      list: { hidden: true, redirect: '..' },
      detail: { activeMenu: '/console/assets/assets' },
      hit: 'cloudaccount',
    },
  ),
  syncTask: resource(
    noun('syncTask', ['sync task', 'sync tasks', 'Sync tasks'], '同步任务', '同期タスク'),
    'xpack.syncinstancetask',
    addressOf('cloudSyncInstanceTasks'),
    '/console/assets/cloud/sync-instance-tasks',
    {
      base: 'SyncInstanceTask',
      list: { hidden: true },
      detail: { permissions: ['xpack.view_syncinstancetask', 'xpack.view_account'], activeMenu: '/console/assets/assets' },
    },
  ),
  syncRun: shown(
    noun('syncRun', ['run', 'runs', 'Runs'], ['执行', '执行历史'], ['実行', '実行履歴']),
    'xpack.syncinstancetaskexecution',
    addressOf('cloudSyncInstanceTaskExecutions'),
    '/console/assets/cloud/sync-instance-tasks',
  ),
  syncInstance: shown(
    noun('syncInstance', ['instance', 'instances', 'Instances'], '实例', 'インスタンス'),
    'xpack.syncinstancedetail',
    addressOf('cloudSyncInstanceDetails'),
    '/console/assets/cloud/sync-instance-tasks',
  ),

  account: resource(
    noun('account', ['account', 'accounts', 'Accounts'], '账号', 'アカウント'),
    'accounts.account',
    addressOf('accounts'),
    '/console/accounts/accounts',
    { base: 'AssetAccount', with: ['detail'], list: { title: text('Asset accounts', '资产账号', 'アセットアカウント') } },
  ),
  accountTemplate: resource(
    noun('accountTemplate', ['account template', 'account templates', 'Account templates'], '账号模板', 'アカウントテンプレート'),
    'accounts.accounttemplate',
    addressOf('accountTemplates'),
    '/console/accounts/account-template',
    { one: text('template', '账号模板', 'テンプレート') },
  ),
  pushPlan: resource(
    noun('pushPlan', ['push plan', 'push plans', 'Account push'], ['推送计划', '账号推送'], ['配布計画', 'アカウントの配布']),
    'accounts.pushaccountautomation',
    addressOf('pushAccountAutomations'),
    '/console/accounts/account-push',
    { base: 'AccountPush', runs: 'accounts.view_pushaccountexecution' },
  ),
  pushRun: shown(RUN, 'accounts.pushaccountexecution', addressOf('pushAccountExecutions'), '/console/accounts/account-push/executions'),
  gatherPlan: resource(
    noun(
      'gatherPlan',
      ['gathering task', 'gathering tasks', 'Account gathering'],
      ['收集任务', '账号收集'],
      ['収集タスク', 'アカウントの収集'],
    ),
    'accounts.gatheraccountsautomation',
    addressOf('gatherAccountAutomations'),
    '/console/accounts/account-gather',
    {
      base: 'AccountGatherTask',
      list: { name: 'AccountGatherList', permissions: ['accounts.view_gatheredaccount'] },
      runs: 'accounts.view_gatheraccountsexecution',
    },
  ),
  gatherRun: shown(
    RUN,
    'accounts.gatheraccountsexecution',
    addressOf('gatherAccountExecutions'),
    '/console/accounts/account-gather/executions',
  ),
  gathered: shown(
    noun('gatheredAccount', ['gathered account', 'gathered accounts', 'Gathered accounts'], '收集的账号', '収集したアカウント'),
    'accounts.gatheredaccount',
    addressOf('gatheredAccounts'),
    '/console/accounts/account-gather',
  ),
  changePlan: resource(
    noun(
      'changePlan',
      ['rotation plan', 'rotation plans', 'Secret rotation'],
      ['改密计划', '账号改密'],
      ['変更計画', 'シークレットの変更'],
    ),
    'accounts.changesecretautomation',
    addressOf('changeSecretAutomations'),
    '/console/accounts/account-change-secret',
    { base: 'AccountChangeSecret', runs: 'accounts.view_changesecretexecution' },
  ),
  changeRun: shown(
    RUN,
    'accounts.changesecretexecution',
    addressOf('changeSecretExecutions'),
    '/console/accounts/account-change-secret/executions',
  ),
  backupPlan: resource(
    noun(
      'backupPlan',
      ['backup plan', 'backup plans', 'Account backup'],
      ['备份计划', '账号备份'],
      ['バックアップ計画', 'アカウントのバックアップ'],
    ),
    'accounts.accountbackupautomation',
    addressOf('accountBackupPlans'),
    '/console/accounts/account-backup',
    {
      base: 'AccountBackupPlan',
      list: { name: 'AccountBackupList', title: text('Account backup', '账号备份', 'バックアップ') },
      runs: 'accounts.view_accountbackupautomation',
    },
  ),
  backupRun: shown(
    RUN,
    'accounts.accountbackupexecution',
    addressOf('accountBackupPlanExecutions'),
    '/console/accounts/account-backup/executions',
  ),

  permission: resource(
    noun('permission', ['asset permission', 'asset permissions', 'Asset permissions'], '资产授权', 'アセット権限'),
    'perms.assetpermission',
    addressOf('assetPermissions'),
    '/console/perms/asset-permissions',
    {
      base: 'AssetPermission',
      one: text('asset permission', '资产授权', 'アセットの権限'),
      list: { title: text('Asset permissions', '资产授权', 'アセットの権限') },
    },
  ),
  accessReview: resource(
    noun('accessReview', ['access review', 'access reviews', 'Access reviews'], '权限审阅', 'アクセスレビュー'),
    'perms.accessreview',
    addressOf('accessReviews'),
    '/console/perms/access-reviews',
    { base: 'AccessReview' },
  ),
  reviewLine: shown(
    noun('reviewLine', ['line', 'lines', 'Lines'], '审阅行', 'レビュー行'),
    'perms.accessreview',
    addressOf('accessReviewLines'),
    '/console/perms/access-reviews',
  ),
  ownReview: shown(
    noun('ownReview', ['access review', 'access reviews', 'My reviews'], ['权限审阅', '我的审阅'], ['アクセスレビュー', '自分のレビュー']),
    'perms.accessreview',
    addressOf('ownAccessReviews'),
    '/workbench/access-reviews',
  ),
  ownReviewLine: shown(
    noun('ownReviewLine', ['line', 'lines', 'Lines'], '审阅行', 'レビュー行'),
    'perms.accessreview',
    addressOf('ownAccessReviewLines'),
    '/workbench/access-reviews',
  ),
  loginAcl: resource(
    noun('loginAcl', ['login rule', 'login rules', 'Login rules'], ['登录规则', '用户登录规则'], 'ログインルール'),
    'acls.loginacl',
    addressOf('loginAcls'),
    '/console/perms/login-acls',
    { base: 'UserLoginAcl', list: GLOBAL },
  ),
  commandAcl: resource(
    noun('commandAcl', ['command filter', 'command filters', 'Command filters'], ['命令过滤规则', '命令过滤'], 'コマンドフィルター'),
    'acls.commandfilteracl',
    addressOf('commandFilterAcls'),
    '/console/perms/cmd-acls',
    { base: 'CommandFilterAcl' },
  ),
  commandGroup: resource(
    noun('commandGroup', ['command group', 'command groups', 'Command groups'], '命令组', 'コマンドグループ'),
    'acls.commandgroup',
    addressOf('commandGroups'),
    '/console/perms/cmd-groups',
    { list: { hidden: true, activeMenu: '/console/perms/cmd-acls' } },
  ),
  assetAcl: resource(
    noun('assetAcl', ['asset login rule', 'asset login rules', 'Asset login rules'], '资产登录规则', 'アセットログインルール'),
    'acls.loginassetacl',
    addressOf('loginAssetAcls'),
    '/console/perms/login-asset-acls',
  ),
  connectAcl: resource(
    noun('connectAcl', ['connect method rule', 'connect method rules', 'Connect method rules'], '连接方式规则', '接続方法ルール'),
    'acls.connectmethodacl',
    addressOf('connectMethodAcls'),
    '/console/perms/connect-method-acls',
    { base: 'ConnectMethodAcl', list: GLOBAL },
  ),

  session: resource(
    noun('session', ['session', 'sessions', 'Sessions'], '会话', 'セッション'),
    'terminal.session',
    addressOf('sessions'),
    '/audit/sessions/sessions',
    { with: ['detail'] },
  ),
  command: resource(
    noun('command', ['command', 'commands', 'Commands'], '命令', 'コマンド'),
    'terminal.command',
    addressOf('commands'),
    '/audit/sessions/command',
    { with: [], list: { title: text('Commands', '命令记录', 'コマンド履歴') } },
  ),
  loginLog: resource(
    noun('loginLog', ['login', 'logins', 'Login logs'], ['登录', '登录日志'], ['ログイン', 'ログイン履歴']),
    'audits.userloginlog',
    addressOf('loginLogs'),
    '/audit/audits/login-logs',
    { with: ['detail'] },
  ),
  operateLog: resource(
    noun('operateLog', ['operation', 'operations', 'Operation logs'], ['操作', '操作日志'], ['操作', '操作履歴']),
    'audits.operatelog',
    addressOf('operateLogs'),
    '/audit/audits/operate-logs',
    { with: ['detail'] },
  ),

  ftpLog: shown(
    noun('ftpLog', ['file transfer', 'file transfers', 'File transfers'], '文件传输', 'ファイル転送'),
    'audits.ftplog',
    addressOf('ftpLogs'),
    '/audit/sessions/ftp',
  ),
  passwordChange: shown(
    noun('passwordChange', ['password change', 'password changes', 'Password changes'], '改密日志', 'パスワード変更履歴'),
    'audits.passwordchangelog',
    addressOf('passwordChangeLogs'),
    '/audit/audits/password-change-log',
  ),
  jobLog: shown(
    noun('jobLog', ['job execution', 'job executions', 'Job executions'], '作业日志', 'ジョブ実行履歴'),
    'audits.joblog',
    addressOf('jobLogs'),
    '/audit/audits/job-execution-log',
  ),
  joinRecord: shown(
    noun('joinRecord', ['participant', 'participants', 'Participants'], '加入记录', '参加記録'),
    'terminal.sessionjoinrecord',
    addressOf('sessionJoinRecords'),
    '/audit/sessions/sessions',
  ),

  myAsset: shown(ASSET, 'perms.myassets', addressOf('permsUsers', 'assets', 'self'), '/workbench/assets'),
  job: shown(
    noun('job', ['job', 'jobs', 'Job list'], ['作业', '作业管理'], ['ジョブ', 'ジョブ一覧']),
    'ops.job',
    addressOf('jobs'),
    '/workbench/ops/job',
  ),
  jobRun: shown(
    noun('jobRun', ['job run', 'job runs', 'Execution history'], ['作业执行', '执行历史'], ['ジョブの実行', '実行履歴']),
    'ops.jobexecution',
    addressOf('jobExecutions'),
    '/workbench/ops/executions',
  ),
  adhoc: shown(
    noun(
      'adhoc',
      ['command template', 'command templates', 'Templates'],
      ['命令模板', '模板管理'],
      ['コマンドテンプレート', 'テンプレート'],
    ),
    'ops.adhoc',
    addressOf('adhocs'),
    '/workbench/ops/adhoc',
  ),
  playbook: shown(
    noun('playbook', ['playbook', 'playbooks', 'Playbooks'], '剧本', 'プレイブック'),
    'ops.playbook',
    addressOf('playbooks'),
    '/workbench/ops/playbook',
  ),
  ticket: shown(
    noun('ticket', ['ticket', 'tickets', 'Tickets'], '工单', 'チケット'),
    'tickets.ticket',
    addressOf('tickets'),
    '/tickets/tickets',
  ),
  ticketFlow: shown(
    noun('ticketFlow', ['approval flow', 'approval flows', 'Approval flows'], '审批流程', '承認フロー'),
    'tickets.ticketflow',
    addressOf('flows'),
    '/tickets/flow',
  ),

  auditReceiver: resource(
    noun('auditReceiver', ['audit receiver', 'audit receivers', 'Audit receivers'], '审计接收端', '監査の受信先'),
    'settings.auditreceiver',
    addressOf('auditReceivers'),
    '/settings/audit-receivers',
    { list: { icon: 'send' } },
  ),
  organization: resource(
    noun('organization', ['organisation', 'organisations', 'Organisations'], '组织', '組織'),
    'orgs.organization',
    addressOf('orgs'),
    '/settings/orgs',
    { list: { title: text('Organisations', '组织管理', '組織'), icon: 'building', permissions: ['orgs.view_organization'] } },
  ),
  component: shown(
    noun('component', ['component', 'components', 'Components'], '组件', 'コンポーネント'),
    'terminal.terminal',
    addressOf('terminals'),
    '/settings/terminal',
  ),
  endpoint: shown(
    noun('endpoint', ['endpoint', 'endpoints', 'Endpoints'], '服务端点', 'エンドポイント'),
    'terminal.endpoint',
    addressOf('endpoints'),
    '/settings/terminal/endpoint',
  ),
  // Whoever writes such rules gives roles anywhere: system administrators alone (session/auth.tsx).
  admissionRule: shown(
    noun('admissionRule', ['admission rule', 'admission rules', 'Admission rules'], '准入规则', '受け入れルール'),
    'settings.admissionrule',
    addressOf('admissionRules'),
    '/settings/auth/rule',
  ),
  endpointRule: shown(
    noun('endpointRule', ['endpoint rule', 'endpoint rules', 'Endpoint rules'], '端点规则', 'エンドポイントルール'),
    'terminal.endpointrule',
    addressOf('endpointRules'),
    '/settings/terminal/endpoint-rule',
  ),
  replayStorage: shown(
    noun('replayStorage', ['replay storage', 'replay storages', 'Replay storages'], '录像存储', '録画の保存先'),
    'terminal.replaystorage',
    addressOf('replayStorages'),
    '/settings/terminal/replay-storage',
  ),
  commandStorage: shown(
    noun('commandStorage', ['command storage', 'command storages', 'Command storages'], '命令存储', 'コマンドの保存先'),
    'terminal.commandstorage',
    addressOf('commandStorages'),
    '/settings/terminal/command-storage',
  ),
  applet: shown(
    noun('applet', ['remote application', 'remote applications', 'Remote applications'], '远程应用', 'リモートアプリ'),
    'terminal.applet',
    addressOf('applets'),
    '/settings/applets',
  ),
  appletHost: shown(
    noun('appletHost', ['application host', 'application hosts', 'Application hosts'], '应用发布机', 'アプリホスト'),
    'terminal.applethost',
    addressOf('appletHosts'),
    '/settings/applets/hosts',
  ),
  appletHostDeployment: shown(
    noun('appletHostDeployment', ['deployment', 'deployments', 'Deployments'], '部署记录', '配備'),
    'terminal.applethost',
    addressOf('appletHostDeployments'),
    '/settings/applets/hosts',
  ),
  publication: shown(
    noun('publication', ['publication', 'publications', 'Publications'], '应用发布', 'アプリの公開'),
    'terminal.applethost',
    addressOf('appletPublications'),
    '/settings/applets',
  ),
  task: shown(
    noun('task', ['task', 'tasks', 'Background tasks'], ['任务', '后台任务'], ['タスク', 'バックグラウンドタスク']),
    'ops.celerytask',
    addressOf('opsTasks'),
    '/settings/tasks',
  ),
  taskRun: shown(
    noun('taskRun', ['task run', 'task runs', 'Task runs'], ['任务执行', '任务执行记录'], ['タスクの実行', 'タスクの実行履歴']),
    'ops.celerytaskexecution',
    addressOf('taskExecutions'),
    '/settings/tasks',
  ),
  connectionToken: shown(
    noun('connectionToken', ['connection token', 'connection tokens', 'Connection tokens'], '连接令牌', '接続トークン'),
    'authentication.connectiontoken',
    addressOf('connectionToken'),
    '/profile/connection-token',
  ),
  listFile: shown(
    noun('listFile', ['exported file', 'exported files', 'Exported files'], '导出文件', 'エクスポートしたファイル'),
    'ops.listfile',
    addressOf('listFiles'),
    '/profile/downloads',
  ),
  tempToken: shown(
    noun('tempToken', ['temporary password', 'temporary passwords', 'Temporary passwords'], '临时密码', '一時パスワード'),
    'authentication.temptoken',
    addressOf('tempTokens'),
    '/profile/temp-password',
  ),
} satisfies Readonly<Record<string, Entry>>;

/** What tables show that is no resource of its own. */
export const OTHER_NOUNS = [
  noun('planRecord', ['record', 'records', 'Records'], '记录', '記録'),
  noun('appletLease', ['login in use', 'logins in use', 'Logins in use'], '使用中的登录', '使用中のログイン'),
  noun('binding', ['member', 'members', 'Members'], '成员', 'メンバー'),
  noun('myAsset', ['asset', 'assets', 'My assets'], ['资产', '我的资产'], ['アセット', 'マイアセット']),
];

export const ENTRIES: readonly Entry[] = Object.values(RESOURCES);

/** Address of an object's page. */
export const pageOf = (kind: keyof typeof RESOURCES, id: string | number): string => `${RESOURCES[kind].path}/${id}`;

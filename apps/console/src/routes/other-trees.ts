import { text } from '@postern/contract/text';
import { below, resourceRoutes } from './resource-routes.ts';
import type { RouteNode } from './route-types.ts';

/** Audit, workbench, tickets and profile (docs/behaviour/README.md). */

export const auditTree: RouteNode = {
  path: 'audit',
  name: 'audit',
  title: text('Audit', '审计台', '監査'),
  icon: 'audit',
  showNavSwitcher: true,
  redirect: 'dashboard',
  children: [
    { path: 'dashboard', name: 'AuditDashboard', title: text('Dashboard', '仪表盘', 'ダッシュボード'), icon: 'dashboard', affix: true },
    {
      path: 'sessions',
      name: 'Sessions',
      title: text('Sessions', '会话审计', 'セッション監査'),
      icon: 'sessions',
      alwaysOpen: true,
      redirect: 'sessions',
      app: 'terminal',
      children: [
        ...below('/audit/sessions'),
        { path: 'ftp', name: 'FtpLog', title: text('File transfers', '文件传输', 'ファイル転送'), permissions: ['audits.view_ftplog'] },
      ],
    },
    {
      path: 'audits',
      name: 'Audits',
      title: text('Logs', '日志审计', 'ログ監査'),
      icon: 'logs',
      alwaysOpen: true,
      children: [
        ...below('/audit/audits'),
        {
          path: 'password-change-log',
          name: 'PasswordChangeLog',
          title: text('Password changes', '改密日志', 'パスワード変更履歴'),
          permissions: ['audits.view_passwordchangelog'],
        },
        {
          path: 'job-execution-log',
          name: 'JobExecutionLog',
          title: text('Job executions', '作业日志', 'ジョブ実行履歴'),
          permissions: ['audits.view_joblog'],
        },
      ],
    },
  ],
};

const template = (path: 'adhoc' | 'playbook', base: string, en: string, zh: string, ja: string): RouteNode =>
  resourceRoutes({
    path,
    base,
    many: text(`${en}s`, zh, ja),
    one: text(en.toLowerCase(), zh, ja),
    list: { hidden: true, redirect: '../templates', permissions: [], activeMenu: '/workbench/ops/templates' },
  });

export const workbenchTree: RouteNode = {
  path: 'workbench',
  name: 'workbench',
  title: text('Workbench', '工作台', 'ワークベンチ'),
  icon: 'workbench',
  showNavSwitcher: true,
  redirect: 'home',
  children: [
    { path: 'home', name: 'MyHome', title: text('Overview', '概览', '概要'), icon: 'home', affix: true },
    {
      path: 'assets',
      name: 'MyAssets',
      title: text('My assets', '我的资产', 'マイアセット'),
      icon: 'server',
      permissions: ['perms.view_myassets'],
    },
    {
      path: '/luna/',
      name: 'WebTerminal',
      title: text('Web terminal', 'Web 终端', 'Webターミナル'),
      icon: 'terminal',
      permissions: ['rbac.view_webterminal'],
    },
    {
      path: '/luna/sftp',
      name: 'FileManager',
      title: text('File manager', '文件管理', 'ファイル管理'),
      icon: 'files',
      permissions: ['rbac.view_filemanager'],
    },
    {
      path: 'access-reviews',
      name: 'OwnReviewList',
      title: text('My reviews', '我的审阅', '自分のレビュー'),
      icon: 'permissions',
      // Being named in one is the right to it.
      permissions: [],
      children: [
        {
          path: ':id',
          name: 'OwnReviewDetail',
          title: text('Access review', '权限审阅', 'アクセスレビュー'),
          hidden: true,
          permissions: [],
        },
      ],
    },
    {
      path: 'ops',
      name: 'JobCenter',
      title: text('Jobs', '作业中心', 'ジョブ'),
      icon: 'jobs',
      setting: 'SECURITY_COMMAND_EXECUTION',
      alwaysOpen: true,
      children: [
        {
          path: 'quick-job',
          name: 'QuickJob',
          title: text('Quick command', '快捷命令', 'クイックコマンド'),
          permissions: ['ops.view_job', 'ops.add_job', 'ops.add_jobexecution'],
        },
        resourceRoutes({ path: 'job', base: 'Job', many: text('Job list', '作业管理', 'ジョブ一覧'), one: text('job', '作业', 'ジョブ') }),
        {
          path: 'templates',
          name: 'Template',
          title: text('Templates', '模板管理', 'テンプレート'),
          permissions: ['ops.view_adhoc|ops.view_playbook'],
        },
        {
          path: 'executions',
          name: 'Execution',
          title: text('Execution history', '执行历史', '実行履歴'),
          permissions: ['ops.view_jobexecution'],
          children: [
            {
              path: ':id',
              name: 'ExecutionDetail',
              title: text('Execution detail', '执行详情', '実行の詳細'),
              hidden: true,
              permissions: ['ops.view_jobexecution'],
            },
          ],
        },
        template('adhoc', 'Adhoc', 'Command template', '命令模板', 'コマンドテンプレート'),
        template('playbook', 'Playbook', 'Playbook', '剧本', 'プレイブック'),
      ],
    },
  ],
};

const ticketScreen = (path: string, name: string, en: string, zh: string, ja: string): RouteNode => ({
  path: `tickets/${path}`,
  name,
  title: text(en, zh, ja),
  hidden: true,
  permissions: ['tickets.view_ticket'],
  activeMenu: '/tickets/my-tickets',
});

export const ticketsTree: RouteNode = {
  path: 'tickets',
  name: 'tickets',
  title: text('Tickets', '工单', 'チケット'),
  icon: 'tickets',
  setting: 'TICKETS_ENABLED',
  permissions: ['tickets.view_ticket'],
  redirect: 'my-tickets',
  children: [
    { path: 'my-tickets', name: 'MyTicketList', title: text('My tickets', '我的申请', '自分のチケット'), icon: 'send', permissions: [] },
    {
      path: 'assigned-tickets',
      name: 'AssignedTicketList',
      title: text('To approve', '待我审批', '承認待ち'),
      icon: 'approve',
      permissions: [],
    },
    ticketScreen('request-host-perm/create', 'RequestAssetPermTicketCreateUpdate', 'Ask for access', '申请授权', 'アクセスを申請'),
    ticketScreen('break-glass/create', 'BreakGlassCreate', 'Emergency access', '紧急访问', '緊急アクセス'),
    ticketScreen('request-host-perm/:id', 'AssetsTicketDetail', 'Ticket detail', '工单详情', 'チケットの詳細'),
    ticketScreen('login-host-confirm/:id', 'LoginAssetTicketDetail', 'Ticket detail', '工单详情', 'チケットの詳細'),
    ticketScreen('login-confirm/:id', 'LoginTicketDetail', 'Ticket detail', '工单详情', 'チケットの詳細'),
    ticketScreen('command-confirm/:id', 'CommandConfirmDetail', 'Command review', '命令复核', 'コマンドの確認'),
    // Leads on to the page of the ticket's type.
    { ...ticketScreen(':id', 'TicketDetail', 'Ticket detail', '工单详情', 'チケットの詳細'), noTab: true },
    {
      path: 'flow',
      name: 'TicketFlow',
      title: text('Approval flows', '审批流程', '承認フロー'),
      icon: 'flow',
      permissions: ['tickets.view_ticketflow'],
      children: [
        {
          path: ':id',
          name: 'FlowDetail',
          title: text('Approval flow', '审批流程详情', '承認フローの詳細'),
          hidden: true,
          permissions: ['tickets.view_ticketflow'],
        },
        {
          path: ':id/update',
          name: 'TicketFlowUpdate',
          title: text('Update flow', '更新流程', 'フローを更新'),
          hidden: true,
          permissions: ['tickets.change_ticketflow'],
        },
      ],
    },
  ],
};

export const profileTree: RouteNode = {
  path: 'profile',
  name: 'profile',
  title: text('Profile', '个人信息', 'プロフィール'),
  icon: 'profile',
  showOrganization: false,
  redirect: 'info',
  children: [
    { path: 'info', name: 'ProfileInfo', title: text('Account', '账户信息', 'アカウント情報'), icon: 'profile' },
    { path: 'setting', name: 'ProfileSetting', title: text('Profile settings', '个人设置', '個人設定'), icon: 'userCog' },
    {
      path: 'preferences',
      name: 'Preferences',
      title: text('Preferences', '偏好设置', '環境設定'),
      icon: 'sliders',
    },
    {
      path: 'program',
      name: 'ProgramLogin',
      title: text('Log a program in', '程序登录', 'プログラムのログイン'),
      hidden: true,
      noTab: true,
    },
    {
      path: 'key',
      name: 'ApiKey',
      title: text('API keys', 'API 密钥', 'APIキー'),
      icon: 'key',
      permissions: ['authentication.view_accesskey'],
    },
    {
      path: 'temp-password',
      name: 'TempPassword',
      title: text('Temporary passwords', '临时密码', '一時パスワード'),
      icon: 'wand',
      permissions: ['authentication.view_temptoken'],
      setting: 'AUTH_TEMP_TOKEN',
    },
    {
      path: 'sponsored',
      name: 'Sponsored',
      title: text('People I sponsor', '我担保的人员', '責任を持つ社外の人'),
      icon: 'users',
    },
    {
      path: 'connection-token',
      name: 'ConnectionToken',
      title: text('Connection tokens', '连接令牌', '接続トークン'),
      icon: 'ticket',
      permissions: ['authentication.view_connectiontoken'],
    },
    {
      path: 'downloads',
      name: 'Downloads',
      title: text('Downloads', '下载中心', 'ダウンロードセンター'),
      icon: 'download',
    },
  ],
};

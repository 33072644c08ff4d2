import { text as t } from '@postern/contract/text';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type Change,
  computed,
  datetime,
  defineResource,
  labelled,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { orNull } from '../../platform/shown.ts';

/** What an operation did, in words. The order is AUDIT_ACTIONS'. */
const ACTION_LABELS = {
  view: t('View', '查看', '閲覧'),
  update: t('Update', '更新', '更新'),
  delete: t('Delete', '删除', '削除'),
  create: t('Create', '创建', '作成'),
  connect: t('Connect', '连接', '接続'),
  login: t('Log in', '登录', 'ログイン'),
  change_password: t('Change password', '修改密码', 'パスワード変更'),
} as const satisfies Record<(typeof AUDIT_ACTIONS)[number], unknown>;

declare module '@postern/resource/database' {
  interface Columns {
    'operate_logs.action': AuditAction;
    'operate_logs.diff': readonly Change[];
  }
}

/** What nobody writes but the platform; the newest is first. */
const LOG = { authored: false, audited: false, bulk: false, order: '-datetime', countUpTo: 10_000, dateField: 'datetime' } as const;

/** Who changed what (docs/wire/audits.md#operations). The table is the platform's chained one; here it is only read. */
export const operateLog = defineResource({
  name: 'operatelog',
  app: 'audits',
  path: 'operate-logs',
  table: 'operate_logs',
  label: t('Operation log', '操作日志', '操作履歴'),
  labelPlural: t('Operation logs', '操作日志', '操作履歴'),
  scope: 'org',
  ...LOG,
  verbs: ['list'],
  orderable: ['datetime', 'user', 'action', 'resource'],
  title: 'resource',
  columns: { diff: 'jsonb', resource_type: 'text', resource_id: 'text', user_id: 'uuid' },
  fields: {
    user: text({ label: t('User', '用户', 'ユーザー'), column: 'user_text', filter: true, search: true }),
    action: labelled({
      label: t('Action', '动作', '操作'),
      filter: true,
      choices: AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] })),
    }),
    resource_type: computed({ label: t('Resource type', '资源类型', 'リソースの種類'), type: 'string' }),
    resource: text({ label: t('Resource', '资源', 'リソース'), filter: true, search: true }),
    remote_addr: text({ label: t('Remote address', '远端地址', '接続元アドレス'), filter: true }),
    datetime: datetime({ label: t('Time', '时间', '日時'), filled: true }),
  },
});

/**
 * Password changes (docs/wire/audits.md#operations): operations of their own kind, so this is another view of the same rows, by names of its own.
 */
export const passwordChangeLog = defineResource({
  name: 'passwordchangelog',
  app: 'audits',
  path: 'password-change-logs',
  table: 'operate_logs',
  label: t('Password change', '改密日志', 'パスワード変更'),
  labelPlural: t('Password changes', '改密日志', 'パスワード変更履歴'),
  scope: 'system',
  ...LOG,
  verbs: ['list'],
  orderable: ['datetime', 'user', 'change_by'],
  title: 'user',
  fields: {
    user: text({ label: t('User', '用户', 'ユーザー'), column: 'resource', filter: true, search: true }),
    change_by: text({ label: t('Changed by', '修改者', '変更者'), column: 'user_text', filter: true, search: true }),
    remote_addr: text({ label: t('Remote address', '远端地址', '接続元アドレス'), filter: true }),
    datetime: datetime({ label: t('Time', '时间', '日時'), filled: true }),
  },
});

export const LOGIN_TYPES = [
  { value: 'W', label: t('Web', 'Web', 'Web') },
  { value: 'T', label: t('Terminal', '终端', 'ターミナル') },
  { value: 'U', label: t('Unknown', '未知', '不明') },
];

/** Who tried to log in (docs/wire/audits.md#logins). In an organisation: its members' names only. */
export const loginLog = defineResource({
  name: 'userloginlog',
  app: 'audits',
  path: 'login-logs',
  table: 'login_logs',
  label: t('Login log', '登录日志', 'ログイン履歴'),
  labelPlural: t('Login logs', '登录日志', 'ログイン履歴'),
  scope: 'system',
  ...LOG,
  verbs: ['list', 'retrieve'],
  orderable: ['datetime', 'username', 'ip', 'city'],
  title: 'username',
  columns: { facts: 'jsonb', city_names: 'jsonb' },
  fields: {
    username: text({ label: t('Username', '用户名', 'ユーザー名'), filter: true, search: true }),
    type: labelled({ label: t('Type', '类型', '種類'), choices: LOGIN_TYPES, filter: true }),
    ip: text({ label: t('Address', '地址', 'アドレス'), filter: true, search: true }),
    /** In the reader's language, where the place has a name there. Kept in English. */
    city: text({ label: t('City', '城市', '都市'), nullable: true, filter: true, search: true, answered: orNull(TEXT_SCHEMA) }),
    user_agent: text({ label: t('User agent', '客户端', 'クライアント'), nullable: true }),
    mfa: labelled({
      label: t('MFA', 'MFA', 'MFA'),
      filter: true,
      choices: [
        { value: 0, label: t('Off', '未启用', 'なし') },
        { value: 1, label: t('On', '已启用', 'あり') },
        { value: 2, label: t('-', '-', '-') },
      ],
    }),
    reason: text({ label: t('Reason code', '原因代码', '理由コード') }),
    reason_display: computed({ label: t('Reason', '原因', '理由'), type: 'string' }),
    backend: text({ label: t('Backend', '认证后端', '認証バックエンド') }),
    backend_display: computed({ label: t('Method', '认证方式', '認証方法'), type: 'string' }),
    factor: computed({ label: t('Second factor', '多因子方式', '多要素の種類'), type: 'string' }),
    provider: computed({ label: t('Identity provider', '身份提供方', 'IDプロバイダー'), type: 'string' }),
    assurance: computed({ label: t('Strength of the proof', '认证强度', '認証の強さ'), type: 'string' }),
    login_id: computed({ label: t('Login ID', '登录 ID', 'ログイン ID'), type: 'string' }),
    is_known: computed({ label: t('Known browser', '已知浏览器', '既知のブラウザー'), type: 'boolean', nullable: true }),
    status: labelled({
      label: t('Result', '结果', '結果'),
      filter: true,
      choices: [
        { value: true, label: t('Success', '成功', '成功') },
        { value: false, label: t('Failed', '失败', '失敗') },
      ],
    }),
    datetime: datetime({ label: t('Time', '时间', '日時'), filled: true }),
  },
});

/** A note of what touched an object: a session, a login, a task (docs/wire/audits.md#activities). Read through `activities/`. */
export const activityLabel = {
  session: t(
    '{user} connected to {asset} as {account}',
    '{user} 使用 {account} 连接了 {asset}',
    '{user} が {account} で {asset} に接続しました',
  ),
  login: t('{user} logged in', '{user} 登录', '{user} がログインしました'),
  watched: t(
    '{user} stopped watching {resource} after {time}',
    '{user} 结束了对 {resource} 的查看，时长 {time}',
    '{user} が {resource} の閲覧を終えました（{time}）',
  ),
  operate: {
    view: t('{user} viewed {resource}', '{user} 查看了 {resource}', '{user} が {resource} を閲覧しました'),
    update: t('{user} updated {resource}', '{user} 更新了 {resource}', '{user} が {resource} を更新しました'),
    delete: t('{user} deleted {resource}', '{user} 删除了 {resource}', '{user} が {resource} を削除しました'),
    create: t('{user} created {resource}', '{user} 创建了 {resource}', '{user} が {resource} を作成しました'),
    connect: t('{user} connected to {resource}', '{user} 连接了 {resource}', '{user} が {resource} に接続しました'),
    login: t('{user} logged in', '{user} 登录', '{user} がログインしました'),
    change_password: t(
      '{user} changed the password of {resource}',
      '{user} 修改了 {resource} 的密码',
      '{user} が {resource} のパスワードを変更しました',
    ),
  },
} as const;

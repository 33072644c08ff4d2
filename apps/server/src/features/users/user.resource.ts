import { ROLE } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  and,
  at,
  boolean,
  type Context,
  can,
  comment,
  computed,
  datetime,
  defineResource,
  derived,
  eb,
  email,
  input,
  labelled,
  phone,
  type Row,
  type RowOf,
  reference,
  secret,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { isLocked } from '../../platform/auth/lockout.ts';
import { now } from '../../platform/database/moment.queries.ts';
import { MESSAGE, NOTHING, orNull } from '../../platform/shown.ts';
import { MAX_PASSWORD } from './password-rules.ts';
import { phoneRules } from './phone-rules.ts';
import { virtual, virtualMany } from './virtual-field.ts';

/** Where an account comes from; only `local` ones have a password here (docs/wire/users.md#source). */
const SOURCES = [
  { value: 'local', label: text('Local', '本地', 'ローカル') },
  { value: 'ldap', label: text('LDAP/AD', 'LDAP/AD', 'LDAP/AD') },
  { value: 'openid', label: text('OpenID', 'OpenID', 'OpenID') },
  { value: 'radius', label: text('RADIUS', 'RADIUS', 'RADIUS') },
  { value: 'cas', label: text('CAS', 'CAS', 'CAS') },
  { value: 'saml2', label: text('SAML2', 'SAML2', 'SAML2') },
  { value: 'oauth2', label: text('OAuth2', 'OAuth2', 'OAuth2') },
  { value: 'wecom', label: text('WeCom', '企业微信', 'WeCom') },
  { value: 'dingtalk', label: text('DingTalk', '钉钉', 'DingTalk') },
  { value: 'feishu', label: text('Feishu', '飞书', 'Feishu') },
  { value: 'slack', label: text('Slack', 'Slack', 'Slack') },
  { value: 'custom', label: text('Custom', '自定义', 'カスタム') },
];

const MFA_LEVELS = [
  { value: 0, label: text('Disabled', '禁用', '無効') },
  { value: 1, label: text('Enabled', '启用', '有効') },
  { value: 2, label: text('Forced', '强制启用', '強制') },
];

const PASSWORD_STRATEGIES = [
  { value: 'email', label: text('Send a link by mail', '通过邮件发送重置链接', 'リンクをメールで送る') },
  { value: 'slack', label: text('Slack', 'Slack', 'Slack') },
  { value: 'custom', label: text('Set a password', '设置密码', 'パスワードを設定') },
];

/** New accounts live this long unless said otherwise. */
const YEARS = 70;
const inSeventyYears = (ctx: Context): Date => {
  const date = ctx.clock();
  return new Date(Date.UTC(date.getUTCFullYear() + YEARS, date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()));
};

const t = at('t');
const expired = and(eb(t('date_expired'), 'is not', null), eb(t('date_expired'), '<=', now));
const waiting = and(eb(t('date_waiting'), 'is not', null), eb(t('is_active'), '=', false));
const blocked = isLocked(t('username'), now);
/** What a chat service calls somebody who has bound an account there (docs/decisions/0123). */
const externalId = (name: string) =>
  computed({ label: text(`${name} ID`, `${name} ID`, `${name} ID`), type: 'string', nullable: true, answered: orNull(TEXT_SCHEMA) });

/** People and service accounts (docs/wire/users.md). */
export const userResource = defineResource({
  name: 'user',
  app: 'users',
  path: 'users',
  table: 'users',
  label: text('User', '用户', 'ユーザー'),
  labelPlural: text('Users', '用户', 'ユーザー'),
  scope: 'system',
  title: 'username',
  fields: {
    name: textField({ label: text('Name', '名称', '名前'), required: true, filter: true, search: true }),
    username: textField({ label: text('Username', '用户名', 'ユーザー名'), required: true, unique: 'global', filter: true, search: true }),
    password: input(secret({ label: text('Password', '密码', 'パスワード'), max: MAX_PASSWORD })),
    // One of the person's SSH keys, which are kept elsewhere (docs/decisions/0093).
    public_key: input(
      textField({
        label: text('SSH public key', 'SSH 公钥', 'SSH 公開鍵'),
        multiline: true,
        max: 16384,
        nullable: true,
        blank: true,
        order: false,
      }),
    ),
    email: email({ label: text('Email', '邮箱', 'メール'), required: true, unique: 'global', filter: true, search: true }),
    wechat: textField({ label: text('WeChat', '微信', 'WeChat'), default: '', blank: true }),
    phone: phone(phoneRules, { label: text('Phone', '手机', '電話') }),
    mfa_level: labelled({ label: text('MFA', 'MFA', 'MFA'), choices: MFA_LEVELS, default: 0 }),
    source: labelled({ label: text('Source', '来源', 'ソース'), choices: SOURCES, default: 'local', filter: true }),
    wecom_id: externalId('WeCom'),
    dingtalk_id: externalId('DingTalk'),
    feishu_id: externalId('Feishu'),
    slack_id: externalId('Slack'),
    created_by: textField({ label: text('Created by', '创建者', '作成者'), readOnly: true }),
    updated_by: textField({ label: text('Updated by', '更新者', '更新者'), readOnly: true }),
    comment: comment(),
    is_superuser: computed({
      label: text('System administrator', '系统管理员', 'システム管理者'),
      type: 'field',
      answered: { type: 'boolean' },
    }),
    is_org_admin: computed({
      label: text('Organisation administrator', '组织管理员', '組織管理者'),
      type: 'field',
      answered: { type: 'boolean' },
    }),
    avatar_url: computed({ label: text('Picture', '头像', 'アバター'), type: 'field', unexported: true, answered: TEXT_SCHEMA }),
    groups: virtualMany(text('User groups', '用户组', 'ユーザーグループ'), 'usergroup', '/api/v1/users/groups/', { filter: true }),
    system_roles: virtualMany(text('System roles', '系统角色', 'システムロール'), 'systemrole', '/api/v1/rbac/system-roles/', {
      show: ['id', 'display_name'],
      default: [ROLE.USER],
      filter: true,
      readWith: 'rbac.view_systemrolebinding',
      writeWith: 'rbac.add_systemrolebinding',
    }),
    org_roles: virtualMany(text('Organisation roles', '组织角色', '組織ロール'), 'orgrole', '/api/v1/rbac/org-roles/', {
      show: ['id', 'display_name', 'name'],
      default: [ROLE.ORG_USER],
      filter: true,
      readWith: 'rbac.view_orgrolebinding',
      writeWith: 'rbac.add_orgrolebinding',
    }),
    password_strategy: virtual(
      labelled({ label: text('Password method', '密码方式', 'パスワードの設定方法'), choices: PASSWORD_STRATEGIES, default: 'email' }),
    ),
    is_service_account: boolean({ label: text('Service account', '服务账号', 'サービスアカウント'), readOnly: true }),
    is_valid: derived({
      label: text('Valid', '有效', '有効'),
      type: 'boolean',
      expression: () => and(eb(t('is_active'), '=', true), eb.not(expired)),
      order: false,
    }),
    is_expired: derived({ label: text('Expired', '已过期', '期限切れ'), type: 'boolean', expression: () => expired, order: false }),
    is_waiting: derived({
      label: text('Waiting for approval', '等待批准', '承認待ち'),
      type: 'boolean',
      expression: () => waiting,
      order: false,
      filter: true,
    }),
    is_active: boolean({ label: text('Active', '激活', 'アクティブ'), default: true, filter: true }),
    is_otp_secret_key_bound: derived({
      label: text('OTP bound', '已绑定 OTP', 'OTP 登録済み'),
      type: 'boolean',
      expression: () => eb(t('otp_secret'), 'is not', null),
      order: false,
    }),
    can_public_key_auth: computed({ label: text('SSH key login', 'SSH 密钥登录', 'SSH 鍵ログイン'), type: 'boolean' }),
    mfa_enabled: computed({ label: text('MFA on', '已启用 MFA', 'MFA 有効'), type: 'boolean' }),
    is_manageable: computed({
      label: text('Yours to change', '可由你修改', '変更可能'),
      help: text(
        'False for somebody who also belongs to organisations that you do not manage.',
        '该用户还属于你不管理的组织时为否。',
        'あなたが管理していない組織にも属する人では「いいえ」です。',
      ),
      type: 'boolean',
      unexported: true,
    }),
    need_update_password: boolean({ label: text('Change password at next login', '下次登录修改密码', '次回ログイン時にパスワード変更') }),
    mfa_force_enabled: computed({ label: text('MFA forced', '强制 MFA', 'MFA 強制'), type: 'boolean' }),
    is_first_login: boolean({ label: text('First login', '首次登录', '初回ログイン'), readOnly: true, default: true }),
    login_blocked: derived({
      label: text('Login blocked', '登录被锁定', 'ログインロック中'),
      type: 'boolean',
      expression: () => blocked,
      order: false,
    }),
    date_expired: datetime({ label: text('Expires', '失效日期', '有効期限'), nullable: true, default: inSeventyYears }),
    // Neither has a default: a PUT of a client that does not know them leaves them as they are (docs/wire/users.md#people-from-outside).
    from_outside: boolean({ label: text('From outside', '外部人员', '社外の人'), default: undefined, filled: true, filter: true }),
    sponsor: reference('user', {
      label: text('Sponsor', '担保人', '責任者'),
      help: text(
        'The person of the organisation who answers for somebody from outside.',
        '为外部人员负责的组织成员。',
        '社外の人に責任を持つ、組織の人です。',
      ),
      nullable: true,
      filter: true,
      show: ['id', 'name', 'username'],
    }),
    date_joined: datetime({ label: text('Joined', '加入日期', '登録日時'), readOnly: true }),
    last_login: datetime({ label: text('Last login', '最后登录', '最終ログイン'), readOnly: true, nullable: true }),
    date_updated: datetime({ label: text('Date updated', '更新日期', '更新日時'), readOnly: true }),
    date_password_last_updated: datetime({
      label: text('Password changed', '密码更新日期', 'パスワード更新日時'),
      readOnly: true,
      nullable: true,
    }),
  },
  columns: {
    password_hash: 'text',
    // Encrypted base32 secret and the last time step that was accepted, so that a code works once.
    otp_secret: 'text',
    otp_last_step: 'integer not null default 0',
    // Encrypted password of encrypted exports.
    secret_key: 'text',
    // The end of which the sponsor was told, and the one that they let stand.
    end_told: 'timestamptz',
    end_accepted: 'timestamptz',
    // Administrators were told that the sponsor is gone.
    sponsor_loss_told: 'boolean not null default false',
    // Since when nothing opens any more for somebody whose account has ended by itself.
    date_access_ended: 'timestamptz',
    // Since when a new person waits to be let in (docs/decisions/0189).
    date_waiting: 'timestamptz',
    // Who asks by a service account, which is neither a person nor a component (docs/decisions/0202): there is nothing to log in with.
    program:
      'boolean not null default false check (not program or (is_service_account and password_hash is null and otp_secret is null and phone is null))',
  },
  order: 'name',
  indexes: ['date_waiting where date_waiting is not null'],
  mini: ['id', 'name', 'username'],
  small: [
    'id',
    'name',
    'username',
    'email',
    'wechat',
    'phone',
    'mfa_level',
    'source',
    'wecom_id',
    'dingtalk_id',
    'feishu_id',
    'slack_id',
    'created_by',
    'updated_by',
    'comment',
  ],
  actions: {
    suggestions: { method: 'GET', on: 'list', path: 'suggestions', policy: can('users.match_user'), shape: { rows: 'user', sparse: true } },
    removeMany: { method: 'POST', on: 'list', path: 'remove', policy: can('users.remove_user'), status: 204 },
    removeOne: { method: 'POST', on: 'detail', path: 'remove', policy: can('users.remove_user'), status: 204 },
    letInMany: { method: 'POST', on: 'list', path: 'let-in', policy: can('users.change_user'), status: 204 },
    letIn: { method: 'POST', on: 'detail', path: 'let-in', policy: can('users.change_user'), status: 204 },
    turnAwayMany: { method: 'POST', on: 'list', path: 'turn-away', policy: can('users.change_user'), status: 204 },
    turnAway: { method: 'POST', on: 'detail', path: 'turn-away', policy: can('users.change_user'), status: 204 },
    resetPassword: { method: ['PATCH', 'PUT'], on: 'detail', path: 'password/reset', policy: can('users.change_user'), answer: NOTHING },
    resetPublicKey: {
      method: ['PATCH', 'PUT'],
      on: 'detail',
      path: 'pubkey/reset',
      policy: can('users.change_user'),
      answer: { rows: 'user' },
    },
    unblock: { method: ['PATCH', 'PUT'], on: 'detail', path: 'unblock', policy: can('users.change_user'), answer: { rows: 'user' } },
    distrust: { method: ['PATCH', 'PUT'], on: 'detail', path: 'trusted-devices/end', policy: can('users.change_user'), answer: NOTHING },
    resetMfa: { method: 'GET', on: 'detail', path: 'mfa/reset', policy: can('users.change_user'), transaction: true, answer: MESSAGE },
  },
});

/** A stored person or service account, with what is derived of them. */
export type UserRow = RowOf<typeof userResource> & Row;
/** The kernel, which knows resources by their definitions only, hands out rows of any; where this is called they are people. */
export const asUser = (row: Row): UserRow => row as UserRow;

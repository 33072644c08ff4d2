import { text as t } from '@postern/contract/text';
import { boolean, computed, datetime, defineResource, integer, labelled, listSchema, TEXT_SCHEMA, text } from '@postern/resource';
import { LOGIN_FROM } from '../sessions/index.ts';

/** What somebody who joins may do. */
export const SHARE_ACTIONS = [
  { value: 'readonly', label: t('Watch', '只读', '閲覧のみ') },
  { value: 'writable', label: t('Watch and type', '可写', '入力可') },
] as const;

const session = computed({ label: t('Session', '会话', 'セッション'), type: 'object_related_field' });
const permission = labelled({
  label: t('Permission', '权限', '権限'),
  choices: SHARE_ACTIONS,
  default: 'writable',
  readOnly: true,
  order: false,
});
const organisation = computed({ label: t('Organisation', '组织', '組織'), type: 'string' });

declare module '@postern/resource/database' {
  interface Columns {
    'session_sharings.users': readonly string[];
    'session_sharings.action_permission': (typeof SHARE_ACTIONS)[number]['value'];
  }
}

/** A live session that its user shows to others (docs/wire/sessions.md#sharing). What it is about stays as it was made. */
export const sessionSharing = defineResource({
  name: 'sessionsharing',
  app: 'terminal',
  path: 'session-sharings',
  table: 'session_sharings',
  label: t('Session share', '会话分享', 'セッション共有'),
  labelPlural: t('Session shares', '会话分享', 'セッション共有'),
  scope: 'org',
  rootOrg: true,
  // Machine traffic: making one and each join leave events of their own.
  audited: false,
  bulk: false,
  verbs: ['list', 'retrieve'],
  access: { list: { allow: 'user' }, retrieve: { allow: 'user' } },
  base: ['created_by', 'date_created', 'date_updated'],
  order: '-date_created',
  orderable: ['date_created', 'expired_time', 'is_active'],
  title: 'session_display',
  columns: {
    session_id: 'uuid not null',
    creator_id: 'uuid not null',
    users: "jsonb not null default '[]'::jsonb",
    sealed_code: 'text not null',
    // Whoever shared took it back: guests go. That it is not active any more ends joining alone.
    date_withdrawn: 'timestamptz',
  },
  indexes: ['session_id', 'creator_id'],
  fields: {
    session,
    session_display: text({ label: t('Session name', '会话名称', 'セッション名'), max: 512, default: '', readOnly: true, order: false }),
    creator: computed({ label: t('Creator', '分享人', '共有者'), type: 'object_related_field' }),
    users_display: computed({ label: t('Users', '用户', 'ユーザー'), type: 'list', answered: listSchema(TEXT_SCHEMA) }),
    action_permission: permission,
    expired_time: integer({
      label: t('Minutes', '有效分钟', '有効分数'),
      min: 0,
      default: 0,
      readOnly: true,
      filter: true,
      noIndex: 'own rows only',
    }),
    is_active: boolean({ label: t('Active', '激活', '有効'), default: true, readOnly: true, filter: true, noIndex: 'own rows only' }),
    verify_code: computed({ label: t('Code', '验证码', '確認コード'), type: 'string' }),
    org_name: organisation,
  },
});

/** Somebody who joined a shared session, or was not let in. */
export const sessionJoinRecord = defineResource({
  name: 'sessionjoinrecord',
  app: 'terminal',
  path: 'session-join-records',
  table: 'session_join_records',
  label: t('Session join record', '会话加入记录', 'セッション参加記録'),
  labelPlural: t('Session join records', '会话加入记录', 'セッション参加記録'),
  scope: 'org',
  audited: false,
  bulk: false,
  verbs: ['list', 'retrieve'],
  base: ['created_by', 'date_created', 'date_updated'],
  order: '-date_joined',
  orderable: ['date_joined', 'date_left', 'joiner_display', 'remote_addr'],
  dateField: 'date_joined',
  title: 'joiner_display',
  columns: { sharing_id: 'uuid not null', session_id: 'uuid not null', joiner_id: 'uuid' },
  indexes: ['sharing_id', 'session_id', 'joiner_id'],
  fields: {
    sharing: computed({ label: t('Share', '分享', '共有'), type: 'object_related_field' }),
    session,
    joiner: computed({ label: t('Joined by', '加入者', '参加者'), type: 'object_related_field', nullable: true }),
    joiner_display: text({
      label: t('Name of who joined', '加入者名称', '参加者名'),
      max: 260,
      default: '',
      readOnly: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    remote_addr: text({ label: t('Remote address', '远端地址', '接続元アドレス'), default: '', readOnly: true }),
    login_from: labelled({
      label: t('Login from', '登录来源', '接続元'),
      choices: LOGIN_FROM,
      default: 'WT',
      readOnly: true,
      filter: true,
      noIndex: 'narrowed by organisation and date',
    }),
    action_permission: permission,
    verify_code: computed({ label: t('Code', '验证码', '確認コード'), type: 'string' }),
    is_success: boolean({
      label: t('Success', '成功', '成功'),
      default: true,
      readOnly: true,
      filter: true,
      noIndex: 'narrowed by organisation and date',
    }),
    reason: text({ label: t('Reason', '原因', '理由'), max: 1024, default: '-', readOnly: true, order: false }),
    is_finished: boolean({
      label: t('Left', '已离开', '退出済み'),
      readOnly: true,
      filter: true,
      noIndex: 'narrowed by organisation and date',
    }),
    date_joined: datetime({ label: t('Joined', '加入时间', '参加日時'), readOnly: true, required: true }),
    date_left: datetime({ label: t('Left at', '离开时间', '退出日時'), nullable: true, readOnly: true }),
    org_name: organisation,
  },
});

import { type Text, text as t } from '@postern/contract/text';
import {
  COLUMN,
  can,
  comment,
  computed,
  datetime,
  defineResource,
  defineTable,
  INTEGER_SCHEMA,
  objectSchema,
  type RowOf,
  type Schema,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { answerShape, LOAD, labelledAs } from '../../platform/shown.ts';

/** Component types that may register (docs/wire/components.md#registering). */
export const COMPONENT_TYPES = [
  'koko',
  'guacamole',
  'omnidb',
  'xrdp',
  'lion',
  'core',
  'celery',
  'magnus',
  'razor',
  'tinker',
  'video_worker',
  'chen',
  'kael',
] as const;

export const LOADS: Readonly<Record<'normal' | 'high' | 'critical' | 'offline', Text>> = {
  normal: t('Normal', '正常', '正常'),
  high: t('High', '偏高', '高い'),
  critical: t('Critical', '严重', '危険'),
  offline: t('Offline', '离线', 'オフライン'),
};

/** Whether a component may work (decision 0069). */
export const STANDINGS = {
  waiting: t('Waits for approval', '待批准', '承認待ち'),
  approved: t('Approved', '已批准', '承認済み'),
  revoked: t('Revoked', '已吊销', '失効'),
} as const satisfies Record<string, Text>;

/** Its last sign of life; null where there was none. */
const STAT: Schema = {
  ...objectSchema({
    cpu_load: { type: 'number' },
    memory_used: { type: 'number' },
    disk_used: { type: 'number' },
    session_online: INTEGER_SCHEMA,
    date_created: TEXT_SCHEMA,
  }),
  nullable: true,
};

/** A component that carries sessions. */
export const terminal = defineResource({
  name: 'terminal',
  app: 'terminal',
  path: 'terminals',
  table: 'terminals',
  label: t('Component', '组件', 'コンポーネント'),
  labelPlural: t('Components', '组件', 'コンポーネント'),
  scope: 'system',
  verbs: ['list', 'retrieve', 'update', 'delete'],
  base: ['date_created'],
  order: 'name',
  columns: { user_id: 'uuid', methods: 'jsonb', approved_by: 'text', revoked_by: 'text' },
  fields: {
    name: text({ label: t('Name', '名称', '名前'), required: true, search: true, unique: 'global' }),
    type: text({ label: t('Type', '类型', '種類'), readOnly: true, required: true, filter: true }),
    remote_addr: text({ label: t('Address', '地址', 'アドレス'), default: '', blank: true, search: true }),
    version: text({ label: t('Version', '版本', 'バージョン'), default: '', blank: true, readOnly: true, max: 64 }),
    standing: computed({
      label: t('Approval', '批准状态', '承認状態'),
      type: 'labeled_choice',
      answered: labelledAs('waiting', 'approved', 'revoked'),
    }),
    date_approved: datetime({ label: t('Date approved', '批准日期', '承認日時'), nullable: true, readOnly: true }),
    date_revoked: datetime({ label: t('Date revoked', '吊销日期', '失効日時'), nullable: true, readOnly: true }),
    session_online: computed({ label: t('Live sessions', '在线会话', '接続中のセッション'), type: 'integer' }),
    command_storage: text({ label: t('Command storage', '命令存储', 'コマンドの保存先'), default: 'default' }),
    replay_storage: text({ label: t('Replay storage', '录像存储', '録画の保存先'), default: 'default' }),
    is_active: computed({ label: t('Active', '激活', '有効'), type: 'boolean' }),
    is_alive: computed({ label: t('Alive', '存活', '稼働中'), type: 'boolean' }),
    load: computed({ label: t('Load', '负载', '負荷'), type: 'labeled_choice', answered: LOAD }),
    stat: computed({ label: t('Status', '状态', '状態'), answered: STAT }),
    comment: comment(),
  },
  actions: {
    approve: {
      method: 'POST',
      on: 'detail',
      path: 'approve',
      policy: can('terminal.change_terminal'),
      answer: answerShape(objectSchema({ id: TEXT_SCHEMA })),
    },
    revoke: {
      method: 'POST',
      on: 'detail',
      path: 'revoke',
      policy: can('terminal.change_terminal'),
      // Nothing, where it was revoked before.
      status: [200, 204],
      answer: answerShape(objectSchema({ id: TEXT_SCHEMA, sessions: INTEGER_SCHEMA })),
    },
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    /** Ways of connecting that it serves; null where it did not say. */
    'terminals.methods': readonly string[] | null;
  }
}

export type TerminalRow = RowOf<typeof terminal>;

/** Last heartbeat of each component. Unlogged would do; it is small, and a restart should not forget who is alive. */
export const componentStatus = defineTable({
  name: 'component_status',
  columns: {
    terminal_id: COLUMN.id,
    cpu_load: 'double precision not null default 0',
    memory_used: 'double precision not null default 0',
    disk_used: 'double precision not null default 0',
    session_online: 'integer not null default 0',
    date_seen: COLUMN.now,
    address: 'text',
    sealed_pass: 'text',
  },
});

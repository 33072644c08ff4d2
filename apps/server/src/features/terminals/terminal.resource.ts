import { type Text, text as t } from '@postern/contract/text';
import { comment, computed, defineResource, defineTable, text } from '@postern/resource';

/** Component types that may register (contract/terminal.md §5). */
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

/** A component that carries sessions (contract/terminal.md §5). */
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
  columns: { user_id: 'uuid', methods: 'jsonb' },
  fields: {
    name: text({ label: t('Name', '名称', '名前'), required: true, search: true, unique: 'global' }),
    type: text({ label: t('Type', '类型', '種類'), readOnly: true, required: true, filter: true }),
    remote_addr: text({ label: t('Address', '地址', 'アドレス'), default: '', blank: true, search: true }),
    session_online: computed({ label: t('Live sessions', '在线会话', '接続中のセッション'), type: 'integer' }),
    command_storage: text({ label: t('Command storage', '命令存储', 'コマンドの保存先'), default: 'default' }),
    replay_storage: text({ label: t('Replay storage', '录像存储', '録画の保存先'), default: 'default' }),
    is_active: computed({ label: t('Active', '激活', '有効'), type: 'boolean' }),
    is_alive: computed({ label: t('Alive', '存活', '稼働中'), type: 'boolean' }),
    load: computed({ label: t('Load', '负载', '負荷'), type: 'labeled_choice' }),
    stat: computed({ label: t('Status', '状态', '状態') }),
    comment: comment(),
  },
});

/** Last heartbeat of each component. Unlogged would do; it is small, and a restart should not forget who is alive. */
export const componentStatus = defineTable({
  name: 'component_status',
  columns: {
    terminal_id: 'uuid primary key',
    cpu_load: 'double precision not null default 0',
    memory_used: 'double precision not null default 0',
    disk_used: 'double precision not null default 0',
    session_online: 'integer not null default 0',
    date_seen: 'timestamptz not null default now()',
  },
});

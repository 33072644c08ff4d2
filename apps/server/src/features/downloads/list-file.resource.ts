import { text as words } from '@postern/contract/text';
import {
  type Behaviour,
  type Context,
  computed,
  datetime,
  defineResource,
  eb,
  integer,
  labelled,
  type RowOf,
  rowsOf,
  text as textField,
} from '@postern/resource';
import { perRow } from '../../platform/rows.ts';
import { reachedOf } from '../tasks/index.ts';

export const FILE_STATES = [
  { value: 'waiting', label: words('Waiting', '等待中', '待機中') },
  { value: 'running', label: words('Being made', '生成中', '作成中') },
  { value: 'ready', label: words('Ready', '可下载', 'ダウンロード可') },
  { value: 'failed', label: words('Failed', '失败', '失敗') },
  { value: 'expired', label: words('Expired', '已过期', '期限切れ') },
] as const;

/** Files of lists that were too long to wait for (docs/decisions/0171). Nobody but who asked for one sees it. */
export const listFile = defineResource({
  name: 'listfile',
  app: 'ops',
  path: 'list-files',
  table: 'list_files',
  label: words('Exported file', '导出文件', 'エクスポートしたファイル'),
  labelPlural: words('Exported files', '导出文件', 'エクスポートしたファイル'),
  scope: 'system',
  rootOrg: true,
  bulk: false,
  clientIds: false,
  verbs: ['list', 'retrieve', 'delete'],
  access: { list: { allow: 'user' }, retrieve: { allow: 'user' }, delete: { allow: 'user' } },
  title: 'name',
  base: ['date_created'],
  fields: {
    name: textField({ label: words('Name', '名称', '名前'), max: 255, readOnly: true, default: '' }),
    state: labelled({ label: words('State', '状态', '状態'), choices: FILE_STATES, readOnly: true, default: 'waiting' }),
    rows: integer({ label: words('Rows', '行数', '行数'), readOnly: true, default: 0 }),
    progress: computed({ label: words('Progress', '进度', '進捗'), type: 'integer', nullable: true }),
    bytes: integer({ label: words('Size', '大小', 'サイズ'), readOnly: true, default: 0 }),
    date_expired: datetime({ label: words('Kept until', '保留至', '保存期限'), readOnly: true, nullable: true }),
  },
  columns: {
    user_id: 'uuid not null references users (id) on delete cascade',
    org_id: 'uuid not null',
    resource: 'text not null',
    file_format: 'text not null',
    query: 'jsonb not null',
    language: 'text not null',
    time_zone: 'text not null',
    // Which try of the run it came of, and the key that opens its pieces; null until it is there.
    made: 'uuid',
    sealed_key: 'text',
  },
  order: '-date_created',
  indexes: ['user_id', 'date_expired'],
});

declare module '@postern/resource/database' {
  interface Columns {
    'list_files.state': (typeof FILE_STATES)[number]['value'];
    'list_files.query': Readonly<Record<string, string>>;
    'list_files.file_format': 'csv' | 'xlsx';
    'list_files.language': Context['language'];
  }
}

export type ListFile = RowOf<typeof listFile>;

/** Its owner's alone: it holds what they may see, which is not what an administrator of the list may see of them. */
const listFileRows = rowsOf(listFile, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

export interface ListFileDeps {
  cancel(ctx: Context, run: string): Promise<unknown>;
}

const UNDER_WAY: ReadonlySet<unknown> = new Set(['waiting', 'running']);

/** How far a file is comes from its run, in one question for a page. Whoever removes a file that is still being made stops its run. */
export const listFileBehaviour = ({ cancel }: ListFileDeps): Behaviour => ({
  rows: listFileRows,
  computed: {
    async progress(ctx, rows) {
      const running = rows.filter(({ state }) => state === 'running').map(({ id }) => String(id));
      const reached = await reachedOf(ctx, running);
      return perRow(rows, ({ id }) => reached.get(String(id)) ?? null);
    },
  },
  async deleting(ctx, rows) {
    for (const { id, state } of rows) if (UNDER_WAY.has(state)) await cancel(ctx, String(id));
    return undefined;
  },
});

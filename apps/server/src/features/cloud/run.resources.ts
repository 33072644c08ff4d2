import { INSTANCE_STATUS, RUN_STATUS, type SyncSummary } from '@postern/contract/cloud';
import { text as words } from '@postern/contract/text';
import {
  type Behaviour,
  COLUMN,
  choice,
  datetime,
  defineResource,
  eb,
  INTEGER_SCHEMA,
  json,
  labelled,
  narrowedRows,
  recordSchema,
  reference,
  rowsOf,
  text,
} from '@postern/resource';

import { TRIGGERS } from '../automations/index.ts';

const task = { label: words('Task', '任务', 'タスク'), readOnly: true, filter: true } as const;

/**
 * One run of a task. Its id is that of its task run, which has its log and says who works on it (decision 0087). The list is our addition; other servers have the runs of a task below it.
 */
export const syncExecution = defineResource({
  name: 'syncinstancetaskexecution',
  app: 'xpack',
  path: 'cloud/sync-instance-task-executions',
  table: 'sync_instance_task_executions',
  label: words('Cloud sync run', '云同步执行', 'クラウド同期の実行'),
  labelPlural: words('Cloud sync runs', '云同步执行', 'クラウド同期の実行'),
  scope: 'org',
  verbs: ['list', 'retrieve'],
  bulk: false,
  authored: false,
  // Evidence of its own; what a run changes is audited where it changes it.
  audited: false,
  order: '-date_start',
  title: 'id',
  columns: { date_created: COLUMN.now },
  indexes: ['date_created'],
  fields: {
    task: reference('syncinstancetask', { ...task, required: true, onDelete: 'cascade' }),
    trigger: labelled({
      label: words('Trigger', '触发方式', '契機'),
      readOnly: true,
      default: 'manual',
      order: false,
      choices: TRIGGERS,
    }),
    summary: json({ label: words('Result', '结果', '結果'), readOnly: true, holds: recordSchema(INTEGER_SCHEMA), default: {} }),
    status: choice({
      label: words('Status', '状态', '状態'),
      readOnly: true,
      default: RUN_STATUS.running,
      filter: true,
      noIndex: 'three values',
      choices: [
        { value: RUN_STATUS.failed, label: words('Failed', '失败', '失敗') },
        { value: RUN_STATUS.ok, label: words('Succeeded', '成功', '成功') },
        { value: RUN_STATUS.running, label: words('Under way', '进行中', '実行中') },
      ],
    }),
    date_start: datetime({ label: words('Started', '开始时间', '開始日時'), readOnly: true, nullable: true }),
    date_sync: datetime({ label: words('Ended', '同步时间', '同期日時'), readOnly: true, nullable: true, order: false }),
  },
});

/**
 * A machine of the cloud as a task last saw it, and the asset it became. Without its task it is on no list and says on which asset
 * another task of the account is to go on, instead of making the machine a second time.
 */
export const syncDetail = defineResource({
  name: 'syncinstancedetail',
  app: 'xpack',
  path: 'cloud/sync-instance-details',
  table: 'sync_instance_details',
  label: words('Instance', '实例', 'インスタンス'),
  labelPlural: words('Instances', '实例', 'インスタンス'),
  scope: 'org',
  verbs: ['list', 'retrieve'],
  bulk: false,
  authored: false,
  // Follows from runs; what becomes of the assets is audited there.
  audited: false,
  order: 'instance_id',
  title: 'instance_id',
  uniqueTogether: [['task', 'instance_id']],
  columns: { account_id: 'uuid not null', seen_in: 'uuid', made_in: 'uuid' },
  indexes: ['account_id, instance_id'],
  fields: {
    task: reference('syncinstancetask', { ...task, nullable: true, onDelete: 'set null' }),
    instance_id: text({
      label: words('Instance ID', '实例 ID', 'インスタンス ID'),
      max: 256,
      required: true,
      readOnly: true,
      search: true,
    }),
    name: text({ label: words('Name', '名称', '名前'), max: 128, default: '', readOnly: true, order: false }),
    asset_ip: text({ label: words('Address', 'IP', 'アドレス'), default: '', readOnly: true, search: true, order: false }),
    region: text({ label: words('Region', '区域', 'リージョン'), default: '', readOnly: true, order: false }),
    asset: reference('asset', { label: words('Asset', '资产', 'アセット'), readOnly: true, nullable: true, onDelete: 'set null' }),
    status: choice({
      label: words('Status', '状态', '状態'),
      readOnly: true,
      default: INSTANCE_STATUS.unsynced,
      filter: true,
      noIndex: 'four values',
      choices: [
        { value: INSTANCE_STATUS.unsynced, label: words('Not synced', '未同步', '未同期') },
        { value: INSTANCE_STATUS.fresh, label: words('New', '新增', '新規') },
        { value: INSTANCE_STATUS.synced, label: words('Synced', '已同步', '同期済み') },
        { value: INSTANCE_STATUS.released, label: words('Released', '已释放', '解放済み') },
      ],
    }),
    date_sync: datetime({ label: words('Synced', '同步时间', '同期日時'), readOnly: true, nullable: true, order: false }),
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'sync_instance_task_executions.summary': Partial<SyncSummary>;
  }
}

/** All lines about instances, those without a task as well. */
export const lineRows = rowsOf(syncDetail);
export const syncDetailBehaviour: Behaviour = { rows: narrowedRows(lineRows, (_ctx, t) => eb(t('task_id'), 'is not', null)) };

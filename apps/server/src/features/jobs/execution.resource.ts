import { text as words } from '@postern/contract/text';
import {
  boolean,
  can,
  computed,
  datetime,
  defineResource,
  eb,
  integer,
  json,
  labelled,
  objectSchema,
  type RowOf,
  rowsOf,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { triggerField } from '../automations/index.ts';
import { JOB_TYPES } from './job.resource.ts';

export const EXECUTION_STATUS = [
  { value: 'waiting', label: words('Waiting', '等待中', '待機中') },
  { value: 'running', label: words('Running', '执行中', '実行中') },
  { value: 'success', label: words('Succeeded', '成功', '成功') },
  { value: 'failed', label: words('Failed', '失败', '失敗') },
  { value: 'timeout', label: words('Timed out', '超时', 'タイムアウト') },
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUS)[number]['value'];

/** What is run, as it was when the run was asked for: a job that is changed meanwhile changes no run. */
export interface Order {
  /** Absent from those of before there were playbooks: a command. */
  type?: 'adhoc' | 'playbook';
  /** Its files as they were when the run was asked for (`snapshotFiles`). */
  playbook?: { id: string; name: string; snapshot: string };
  module: 'shell' | 'win_shell' | 'python' | 'sql';
  args: string;
  chdir: string;
  runas: string;
  runas_policy: 'skip' | 'privileged_first' | 'privileged_only';
  timeout: number;
  parallelism: number;
  is_repeatable: boolean;
  /** When its owner is told of its end. Absent from those of before it could be said: always. */
  notify?: 'always' | 'failed' | 'never';
}

/** Runs of jobs (docs/wire/jobs.md#runs-of-jobs). Its id is its task run's, which says who works on it (decision 0087). */
export const jobExecution = defineResource({
  name: 'jobexecution',
  app: 'ops',
  path: 'job-executions',
  table: 'job_executions',
  label: words('Job run', '作业执行', 'ジョブの実行'),
  labelPlural: words('Job runs', '作业执行', 'ジョブの実行'),
  scope: 'org',
  verbs: ['list', 'retrieve'],
  bulk: false,
  authored: false,
  // Evidence of its own; what is done on machines is in their sessions.
  audited: false,
  access: { list: can('ops.view_jobexecution'), retrieve: can('ops.view_jobexecution') },
  order: '-date_created',
  title: 'material',
  columns: {
    job_id: 'uuid references jobs (id) on delete set null',
    job_name: `text not null default ''`,
    job_named: 'boolean not null default true',
    creator_id: 'uuid not null references users (id) on delete cascade',
    status: `text not null default 'waiting'`,
    ordered: 'jsonb not null',
    playbook_snapshot_id: 'uuid references playbook_snapshots (id)',
    origin_ip: `text not null default ''`,
  },
  indexes: ['creator_id, date_created', 'job_id, date_created', 'org_id, date_start', 'playbook_snapshot_id'],
  fields: {
    task_id: computed({ label: words('Task', '任务', 'タスク'), type: 'string' }),
    job: computed({
      label: words('Job', '作业', 'ジョブ'),
      type: 'object_related_field',
      nullable: true,
      answered: objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, is_named: { type: 'boolean' } }),
    }),
    material: text({ label: words('Command', '命令', 'コマンド'), readOnly: true, max: 8300, default: '', search: true, order: false }),
    job_type: labelled({
      label: words('Type', '类型', '種類'),
      readOnly: true,
      default: 'adhoc',
      choices: JOB_TYPES,
    }),
    job_version: integer({ label: words('Version', '版本', 'バージョン'), readOnly: true, default: 1, order: false }),
    parameters: json({
      label: words('Parameters', '参数', 'パラメーター'),
      readOnly: true,
      holds: { type: 'object' },
      default: {},
      order: false,
    }),
    trigger: triggerField(),
    state: computed({ label: words('Status', '状态', '状態'), type: 'labeled_choice' }),
    summary: computed({ label: words('Result', '结果', '結果'), type: 'json', answered: { type: 'object' } }),
    counts: computed({ label: words('Assets', '资产', 'アセット'), type: 'json', answered: { type: 'object' } }),
    is_finished: boolean({ label: words('Finished', '已结束', '終了'), readOnly: true, default: false, order: false }),
    is_success: boolean({ label: words('Succeeded', '成功', '成功'), readOnly: true, default: false, order: false }),
    time_cost: computed({ label: words('Time (seconds)', '耗时（秒）', '所要時間（秒）'), type: 'float' }),
    timedelta: computed({ label: words('Duration', '时长', '所要時間'), type: 'string', nullable: true }),
    date_start: datetime({ label: words('Started', '开始时间', '開始日時'), readOnly: true, nullable: true }),
    date_finished: datetime({ label: words('Finished at', '结束时间', '終了日時'), readOnly: true, nullable: true }),
    date_created: datetime({ label: words('Date created', '创建日期', '作成日時'), readOnly: true, required: true }),
    creator: computed({ label: words('Owner', '所有者', '所有者'), type: 'string' }),
  },
});

export type ExecutionRow = RowOf<typeof jobExecution>;

declare module '@postern/resource/database' {
  interface Columns {
    'job_executions.status': ExecutionStatus;
    'job_executions.ordered': Order;
    'job_executions.parameters': Readonly<Record<string, string>>;
  }
}

/** Everyone's own. */
export const executionRows = rowsOf(jobExecution, (ctx, t) => eb(t('creator_id'), '=', ctx.actor.id));

import { text as t } from '@postern/contract/text';
import {
  boolean,
  computed,
  datetime,
  defineResource,
  derived,
  eb,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  json,
  listSchema,
  objectSchema,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';

/** What runs in the background (docs/wire/jobs.md#tasks). The rows follow the jobs of the installed version. */
export const backgroundTask = defineResource({
  name: 'celerytask',
  app: 'ops',
  path: 'tasks',
  table: 'background_tasks',
  label: t('Background task', '后台任务', 'バックグラウンドタスク'),
  labelPlural: t('Background tasks', '后台任务', 'バックグラウンドタスク'),
  scope: 'system',
  verbs: ['list', 'retrieve'],
  authored: false,
  // Nobody writes these: they follow the installed version.
  audited: false,
  order: 'name',
  fields: {
    name: text({ label: t('Name', '名称', '名前'), required: true, readOnly: true, unique: 'global', filter: true, search: true }),
    meta: computed({ label: t('Description', '描述', '説明'), answered: objectSchema({ comment: TEXT_SCHEMA, queue: TEXT_SCHEMA }) }),
    summary: computed({
      label: t('Runs', '执行情况', '実行状況'),
      answered: objectSchema({ total: INTEGER_SCHEMA, success: INTEGER_SCHEMA }),
    }),
    state: computed({ label: t('State', '状态', '状態'), type: 'string' }),
    /** What runs by the clock, and whether it does; nothing of what somebody starts. */
    schedule: computed({
      label: t('By the clock', '定时执行', '定期実行'),
      nullable: true,
      answered: { ...objectSchema({ id: INTEGER_SCHEMA, enabled: FLAG_SCHEMA }), nullable: true },
    }),
    date_last_publish: datetime({ label: t('Last start', '最近启动', '最終開始'), readOnly: true, nullable: true, order: false }),
  },
});

/**
 * One run of a background task. Its owner and whoever may see the tasks of the organisation read it,
 * not everybody who is logged in.
 */
export const taskRun = defineResource({
  name: 'celerytaskexecution',
  app: 'ops',
  path: 'task-executions',
  table: 'task_runs',
  label: t('Task run', '任务执行', 'タスクの実行'),
  labelPlural: t('Task runs', '任务执行', 'タスクの実行'),
  scope: 'system',
  verbs: ['list', 'retrieve'],
  authored: false,
  // Evidence of its own; what a task changes is audited where it changes it.
  audited: false,
  order: '-date_published',
  dateField: 'date_published',
  columns: {
    state: `text not null default 'PENDING'`,
    user_id: 'uuid',
    org_id: 'uuid not null',
    language: `text not null default 'en'`,
    // Who carries it out, until when, and for which time; how far it is (lease.ts).
    worker: 'text',
    lease: 'timestamptz',
    attempts: 'integer not null default 0',
    done: 'integer not null default 0',
    total: 'integer',
    date_cancelled: 'timestamptz',
  },
  indexes: ['name, date_published desc', 'user_id, date_published desc'],
  fields: {
    name: text({ label: t('Name', '名称', '名前'), required: true, readOnly: true, search: true, order: false }),
    task_name: computed({ label: t('Task', '任务', 'タスク'), type: 'string' }),
    args: json({ label: t('Arguments', '参数', '引数'), readOnly: true, holds: listSchema({}), default: [] }),
    kwargs: json({ label: t('Details', '详情', '詳細'), holds: { type: 'object' }, readOnly: true, default: {} }),
    is_success: derived({
      label: t('Succeeded', '成功', '成功'),
      type: 'boolean',
      expression: () => eb('t.state', '=', 'SUCCESS'),
    }),
    is_finished: boolean({ label: t('Finished', '已结束', '終了'), readOnly: true, filter: true }),
    time_cost: computed({ label: t('Duration', '时长', '所要時間'), type: 'float', nullable: true }),
    timedelta: computed({ label: t('Seconds', '秒数', '秒数'), type: 'string', nullable: true }),
    date_published: datetime({ label: t('Requested', '提交时间', '依頼日時'), readOnly: true, required: true }),
    date_start: datetime({ label: t('Started', '开始时间', '開始日時'), readOnly: true, nullable: true, order: false }),
    date_finished: datetime({ label: t('Ended', '结束时间', '終了日時'), readOnly: true, nullable: true, order: false }),
  },
});

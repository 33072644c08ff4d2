import { text as words } from '@postern/contract/text';
import {
  boolean,
  comment,
  computed,
  defineResource,
  eb,
  type Field,
  INTEGER_SCHEMA,
  integer,
  json,
  labelled,
  objectSchema,
  type RowOf,
  reference,
  rowsOf,
  text,
  textList,
} from '@postern/resource';
import { MODULES } from '../adhocs/index.ts';
import { PLANNED, scheduleFields } from '../automations/index.ts';

/** Machines of one job at most. */
export const MAX_ASSETS = 10_000;
/** Seconds that one machine may take at most. */
const MAX_TIMEOUT = 86_400;
/** Machines at once: as many as asked for, up to these. */
const MAX_PARALLEL = 50;

/** What a job runs: a command, or a playbook. */
export const JOB_TYPES = [
  { value: 'adhoc', label: words('Command', '命令', 'コマンド') },
  { value: 'playbook', label: words('Playbook', '剧本', 'プレイブック') },
] as const;

/** Something that a body asks for with a write, and that no column keeps. */
function order<V>({ kind: { column: _none, ...kind }, options }: Field<V, 'always'>): Field<V, 'always'> {
  return { kind, options };
}

/**
 * A command, script or playbook that its owner runs on machines, by hand or by the clock (docs/wire/jobs.md#jobs). Private: others do not see it,
 * whatever they may do.
 */
export const job = defineResource({
  name: 'job',
  app: 'ops',
  path: 'jobs',
  table: 'jobs',
  label: words('Job', '作业', 'ジョブ'),
  labelPlural: words('Jobs', '作业', 'ジョブ'),
  scope: 'org',
  base: ['date_created', 'date_updated'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), max: 128, default: '', blank: true, search: true, filter: true }),
    is_named: boolean({ label: words('Named', '已命名', '名前あり'), readOnly: true, default: true, order: false }),
    instant: boolean({ label: words('Run once now', '立即执行一次', '今すぐ一度だけ実行'), default: false, createOnly: true }),
    type: labelled({
      label: words('Type', '类型', '種類'),
      default: 'adhoc',
      createOnly: true,
      choices: JOB_TYPES,
    }),
    module: labelled({ label: words('Module', '模块', 'モジュール'), default: 'shell', choices: MODULES }),
    args: text({ label: words('Command', '命令', 'コマンド'), max: 8192, default: '', blank: true, multiline: true, order: false }),
    playbook: reference('playbook', {
      label: words('Playbook', '剧本', 'プレイブック'),
      nullable: true,
      default: null,
      onDelete: 'set null',
    }),
    assets: textList({ label: words('Assets', '资产', 'アセット'), max: 36, most: MAX_ASSETS, default: [] }),
    nodes: { ...textList({ label: words('Nodes', '节点', 'ノード'), max: 36, most: 1_000, default: [] }) },
    runas: text({
      label: words('Run as', '运行用户', '実行ユーザー'),
      help: words(
        'Username of the account; several, separated by commas, are tried in this order.',
        '账号的用户名；多个用户名以逗号分隔，按顺序尝试。',
        'アカウントのユーザー名。カンマ区切りで複数指定すると、その順に試します。',
      ),
      max: 128,
      default: 'root',
    }),
    runas_policy: labelled({
      label: words('Where there is no such account', '无匹配账号时', '該当アカウントがない場合'),
      default: 'skip',
      choices: [
        { value: 'skip', label: words('Leave the asset out', '跳过该资产', 'アセットを対象外にする') },
        { value: 'privileged_first', label: words('Privileged account, else any', '优先特权账号', '特権アカウントを優先') },
        { value: 'privileged_only', label: words('Privileged account only', '仅特权账号', '特権アカウントのみ') },
      ],
    }),
    use_parameter_define: boolean({ label: words('Ask for parameters', '执行时填写参数', '実行時にパラメーターを尋ねる'), default: false }),
    parameters_define: json({
      label: words('Parameters', '参数定义', 'パラメーター定義'),
      holds: { type: 'object' },
      default: {},
      order: false,
    }),
    chdir: text({
      label: words('Working folder', '执行文件夹', '作業フォルダー'),
      help: words('Default: the home of the account.', '默认为账号的主目录。', '既定はアカウントのホームです。'),
      max: 1024,
      default: '',
      blank: true,
      order: false,
    }),
    timeout: integer({
      label: words('Timeout (seconds)', '超时（秒）', 'タイムアウト（秒）'),
      help: words('For each asset; -1 is none.', '每个资产的时限；-1 表示不限。', 'アセットごと。-1 は無制限です。'),
      default: -1,
      min: -1,
      max: MAX_TIMEOUT,
    }),
    parallelism: integer({
      label: words('Assets at once', '并行数', '同時実行数'),
      default: 20,
      min: 1,
      max: MAX_PARALLEL,
    }),
    is_repeatable: boolean({
      label: words('Safe to repeat', '可安全重复执行', '繰り返し実行しても安全'),
      help: words(
        'If a worker dies in the middle, machines where it had begun are run again. Otherwise they are marked as unknown.',
        '若执行进程中途退出，已开始的主机将重新执行；否则标记为未知。',
        '実行プロセスが途中で落ちたとき、開始済みのホストを再実行します。オフの場合は「不明」とします。',
      ),
      default: false,
    }),
    concurrency: labelled({
      label: words('While it is still running', '上次未结束时', '前回が実行中の場合'),
      default: 'skip',
      choices: [
        { value: 'skip', label: words('Do not start', '不再启动', '開始しない') },
        { value: 'parallel', label: words('Start beside it', '同时执行', '並行して開始する') },
      ],
    }),
    notify: labelled({
      label: words('Tell me of a run', '执行结果通知', '実行結果の通知'),
      default: 'always',
      choices: [
        { value: 'always', label: words('Whenever one ends', '每次结束时', '終了するたび') },
        { value: 'failed', label: words('Only when it failed', '仅失败时', '失敗したときだけ') },
        { value: 'never', label: words('Never', '从不', '通知しない') },
      ],
    }),
    ...scheduleFields(),
    parameters: order(
      json({
        label: words('Parameter values', '参数值', 'パラメーターの値'),
        nullable: true,
        default: null,
        writeOnly: true,
        order: false,
      }),
    ),
    run_after_save: order(boolean({ label: words('Run after saving', '保存后执行', '保存後に実行'), default: false, writeOnly: true })),
    comment: comment(),
    version: integer({ label: words('Version', '版本', 'バージョン'), readOnly: true, default: 1 }),
    creator: computed({ label: words('Owner', '所有者', '所有者'), type: 'string' }),
    summary: computed({
      label: words('Runs', '执行统计', '実行回数'),
      type: 'nested object',
      answered: objectSchema({ total: INTEGER_SCHEMA, success: INTEGER_SCHEMA }),
    }),
    date_last_run: computed({ label: words('Last run', '上次执行', '前回の実行'), type: 'datetime', nullable: true }),
    average_time_cost: computed({ label: words('Average time (seconds)', '平均耗时（秒）', '平均時間（秒）'), type: 'float' }),
    task_id: computed({ label: words('Started run', '已启动的执行', '開始した実行'), type: 'string', nullable: true }),
  },
  columns: { creator_id: 'uuid not null references users (id) on delete cascade', ...PLANNED },
  indexes: ['creator_id', 'date_next_run'],
  order: '-date_created',
  uniqueTogether: [['creator_id', 'name']],
  mini: ['id', 'name'],
  small: ['id', 'name', 'type', 'comment'],
});

export type JobRow = RowOf<typeof job>;

declare module '@postern/resource/database' {
  interface Columns {
    'jobs.assets': string[];
    'jobs.nodes': string[];
    'jobs.parameters_define': unknown;
  }
}

/** Everyone's own, superusers included: a job runs as whoever made it. */
export const jobRows = rowsOf(job, (ctx, t) => eb(t('creator_id'), '=', ctx.actor.id));

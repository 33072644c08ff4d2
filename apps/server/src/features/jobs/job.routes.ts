import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import {
  type Context,
  can,
  containing,
  fetchRow,
  formatDatetime,
  INTEGER_SCHEMA,
  json,
  listSchema,
  objectSchema,
  type Policy,
  type ResourceDefinition,
  type Route,
  recordSchema,
  reference,
  TEXT_SCHEMA,
  text as textField,
  uuid,
} from '@postern/resource';
import { uuids } from '../../platform/fields.ts';
import { action } from '../../platform/routes/action.ts';
import { detail } from '../../platform/routes/detail.ts';
import { ownList } from '../../platform/routes/list.ts';
import { question } from '../../platform/routes/question.ts';
import { run } from '../../platform/routes/run.ts';
import { answerShape, NO_VALUE, shown, WORDS } from '../../platform/shown.ts';
import { reachedBy } from '../permissions/index.ts';
import { chooseAccount } from './choose-account.ts';
import { checkText, commandFor, type HOST_VARIABLES, hostVariables, scriptFor } from './command.ts';
import { type JobDeps, requireOn } from './deps.ts';
import { usernamesOn } from './execution.queries.ts';
import { type ExecutionRow, jobExecution, type Order } from './execution.resource.ts';
import { HOST_STATUS, type HostStatus, reasonOf } from './host-status.ts';
import { job, MAX_ASSETS } from './job.resource.ts';
import { jobLog } from './job-log.resource.ts';
import { RUN } from './owner.ts';
import { readDefinitions, readParameters } from './parameters.ts';
import { reasonText } from './sentences.ts';
import { refuseListed, startByHand } from './start.ts';

const OPS = '/api/v1/ops';
const view = can('ops.view_jobexecution');

/** Starts a run of a job: `{job, parameters}`. */
const starting = (deps: JobDeps): Route =>
  run({
    path: `${OPS}/job-executions/`,
    name: 'ops.jobexecution.create',
    who: can(RUN),
    rows: { of: [job, jobExecution] },
    body: {
      job: reference(job.name, { label: job.label, required: true }),
      parameters: json({ label: text('Parameters', '参数', 'パラメーター'), nullable: true, default: null }),
      failed_of: uuid({ label: text('Only what failed in', '仅重试该次执行的失败项', '失敗分のみ再実行'), nullable: true }),
    },
    errors: [
      'jobs_off',
      'jobs_busy',
      'job_running',
      'job_nothing_failed',
      'job_command_refused',
      'playbook_gone',
      'playbook_no_entry',
      'playbook_refused',
    ],
    as: 'task_id',
    ofOrganisation: true,
    start: (ctx, { body, kernel }) => startByHand(deps, kernel, ctx, body),
  });

/** Stops a run of one's own: what was not begun is not run. */
const stop = (deps: JobDeps): Route =>
  action({
    path: `${OPS}/job-executions/:id/stop/`,
    name: 'ops.jobexecution.stop',
    who: can(RUN),
    rows: { one: jobExecution },
    body: 'none',
    async act(ctx, { row }) {
      await deps.cancel(ctx, row.id);
    },
  });

const taskDetail = detail({
  path: `${OPS}/job-execution/task-detail/:task_id/`,
  name: 'ops.jobexecution.taskDetail',
  who: view,
  rows: { one: jobExecution, at: 'task_id' },
  answer: {
    title: jobExecution.label,
    fields: {
      status: shown(WORDS.status),
      is_finished: shown(text('Finished', '已结束', '終了'), 'boolean'),
      is_success: shown(text('Succeeded', '成功', '成功'), 'boolean'),
      time_cost: shown(text('Time (seconds)', '耗时（秒）', '所要時間（秒）'), 'float'),
      job_id: shown(job.label, 'string', { nullable: true }),
    },
  },
  show: (ctx, { row: { status, is_finished, is_success, date_start, date_finished, job_id } }) => ({
    // A run that no worker has taken up yet is under way for whoever waits.
    status: status === 'waiting' ? 'running' : status,
    is_finished,
    is_success,
    time_cost: date_start ? ((date_finished ?? ctx.clock()).getTime() - date_start.getTime()) / 1000 : 0,
    job_id,
  }),
});

const columns = [
  'asset_id',
  'name',
  'account',
  'status',
  'reason',
  'exit_code',
  'output',
  'is_cut',
  'date_start',
  'date_finished',
] as const;

const hostsOf = (ctx: Context, { id }: { id?: unknown }) =>
  ctx.tx.selectFrom('job_execution_hosts as h').select(columns).where('h.execution_id', '=', String(id));
type HostRow = Awaited<ReturnType<ReturnType<typeof hostsOf>['execute']>>[number];

/** Equal outputs are told apart from others by this, and nothing else is made of it. */
const digestOf = (output: string): string => createHash('sha256').update(output).digest('hex').slice(0, 16);

const wireHost = (host: HostRow, ctx: Context) => ({
  asset: { id: host.asset_id, name: host.name },
  account: host.account,
  status: { value: host.status, label: render(HOST_STATUS[host.status], ctx.language) },
  reason: host.reason ? reasonText(host.reason, ctx.language) : '',
  exit_code: host.exit_code,
  output: host.output,
  output_digest: digestOf(host.output),
  is_cut: host.is_cut,
  date_start: formatDatetime(host.date_start, ctx.timeZone),
  date_finished: formatDatetime(host.date_finished, ctx.timeZone),
});

/** Machines that are answered in one piece: each brings its output. */
const MAX_WHOLE = 100;

/** The machines of a run, each with what it answered: for whoever had it done, and for whoever audits them. */
const hosts = (of: ResourceDefinition, path: string, who: Policy): Route =>
  ownList({
    path: `${path}:id/hosts/`,
    name: `${of.app}.${of.name}.hosts`,
    who,
    rows: { one: of },
    errors: ['page_wanted'],
    query: {
      status: textField({ label: WORDS.status, max: 16, default: '', blank: true }),
      search: textField({ label: text('Search', '搜索', '検索'), max: 256, default: '', blank: true }),
    },
    answer: {
      title: WORDS.asset,
      fields: {
        asset: shown(WORDS.asset, 'object_related_field'),
        account: shown(text('Account', '账号', 'アカウント')),
        status: shown(WORDS.status, 'labeled_choice'),
        reason: shown(text('Reason', '原因', '理由')),
        exit_code: shown(text('Exit code', '退出码', '終了コード'), 'integer', { nullable: true }),
        output: shown(text('Output', '输出', '出力')),
        output_digest: shown(text('Digest of the output', '输出摘要', '出力のダイジェスト')),
        is_cut: shown(text('Cut off', '已截断', '途中まで'), 'boolean'),
        date_start: shown(text('Started', '开始时间', '開始日時'), 'datetime', { nullable: true }),
        date_finished: shown(text('Finished at', '结束时间', '終了日時'), 'datetime', { nullable: true }),
      },
    },
    async items(ctx, { row, query, page }) {
      const like = containing(query.search);
      const found = hostsOf(ctx, row)
        .$if(query.status !== '', (all) => all.where('h.status', '=', query.status as HostStatus))
        .$if(query.search !== '', (all) => all.where((of) => of.or([of('h.name', 'ilike', like), of('h.output', 'ilike', like)])));
      const ordered = found.orderBy('h.name').orderBy('h.asset_id');
      if (!page) {
        const all = await ordered.limit(MAX_WHOLE + 1).execute();
        if (all.length > MAX_WHOLE) throw new CodedError('page_wanted', { max: MAX_WHOLE });
        return all;
      }
      const { count } = await found
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { count, results: await ordered.limit(page.limit).offset(page.offset).execute() };
    },
    wire: wireHost,
  });

const IN_DETAIL: Partial<Record<HostStatus, string>> = { ok: 'ok', excluded: 'excludes' };

/** What each machine answered, as clients of the API know it. */
const assetDetail = detail({
  path: `${OPS}/job-execution/asset-detail/`,
  name: 'ops.jobexecution.assetDetail',
  who: view,
  rows: { of: [jobExecution] },
  query: { execution_id: uuid({ label: jobExecution.label, required: true }) },
  answer: answerShape({ oneOf: [objectSchema({ detail: listSchema({ type: 'object' }), summary: { type: 'object' } }), NO_VALUE] }),
  async show(ctx, { query, kernel }) {
    const row = (await fetchRow(kernel.byName(jobExecution.name), ctx, query.execution_id)) as ExecutionRow;
    if (!row.is_finished) return null;
    const all = await hostsOf(ctx, row).orderBy('h.name').limit(1_000).execute();
    return {
      summary: {},
      detail: all.map((host) => ({
        name: host.name,
        status: IN_DETAIL[host.status] ?? 'failed',
        tasks: [{ name: row.material, output: host.reason ? reasonText(host.reason, ctx.language) : host.output }],
      })),
    };
  },
});

const VARIABLES: Readonly<Record<(typeof HOST_VARIABLES)[number], Text>> = {
  jms_username: text('Username of whoever runs the job', '执行人用户名', '実行者のユーザー名'),
  'jms_asset.id': text('ID of the asset', '资产 ID', 'アセットの ID'),
  'jms_asset.type': text('Type of the asset', '资产类型', 'アセットの種類'),
  'jms_asset.category': text('Category of the asset', '资产类别', 'アセットのカテゴリー'),
  'jms_asset.name': text('Name of the asset', '资产名称', 'アセットの名前'),
  'jms_asset.address': text('Address of the asset', '资产地址', 'アセットのアドレス'),
  'jms_asset.port': text('SSH port of the asset', '资产 SSH 端口', 'アセットの SSH ポート'),
  jms_job_id: text('ID of the job', '作业 ID', 'ジョブの ID'),
  jms_job_name: text('Name of the job', '作业名称', 'ジョブの名前'),
};

const help = detail({
  path: `${OPS}/variables/help/`,
  name: 'ops.variables.help',
  who: { allow: 'user' },
  rows: { none: 'the variables of this version' },
  answer: answerShape(recordSchema(TEXT_SCHEMA)),
  show: (ctx) => Object.fromEntries(Object.entries(VARIABLES).map(([name, words]) => [name, render(words, ctx.language)])),
});

const MOST_HINTS = 10;
const TARGETS = {
  assets: uuids(WORDS.asset, MAX_ASSETS),
  nodes: json({ label: WORDS.node, default: [] }),
};
const textsOf = (given: unknown): string[] => (Array.isArray(given) ? given.slice(0, 1_000).map(String) : []);

/** Usernames of accounts on the chosen machines, among those that whoever asks reaches. */
const hints = question({
  path: `${OPS}/username-hints/`,
  name: 'ops.usernameHints',
  who: { allow: 'user' },
  rows: { own: 'accounts on assets that they reach' },
  body: { ...TARGETS, query: textField({ label: WORDS.username, max: 128, default: '', blank: true }) },
  answer: answerShape(listSchema(objectSchema({ username: TEXT_SCHEMA, total: INTEGER_SCHEMA }))),
  async tell(ctx, { body }) {
    const reached = await reachedBy(ctx, ctx.actor.id, { assets: body.assets, nodes: textsOf(body.nodes) });
    return usernamesOn(
      ctx,
      reached.map(({ id }) => id),
      body.query,
      MOST_HINTS,
    );
  },
});

/** Machines that a dry run looks at. */
const MOST_PREVIEWED = 200;

/** What a job would do where, without doing it: which account on which machine, the very command, and why others are left out. */
const preview = (deps: JobDeps): Route =>
  question({
    path: `${OPS}/jobs/preview/`,
    name: 'ops.job.preview',
    who: can('ops.add_job'),
    rows: { own: 'assets that they reach' },
    body: {
      ...TARGETS,
      module: job.fields.module,
      args: job.fields.args,
      chdir: job.fields.chdir,
      runas: job.fields.runas,
      runas_policy: job.fields.runas_policy,
      parameters_define: job.fields.parameters_define,
      parameters: job.fields.parameters,
    },
    errors: ['jobs_off', 'job_command_refused'],
    answer: answerShape(
      objectSchema({
        total: INTEGER_SCHEMA,
        hosts: listSchema(
          objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, account: TEXT_SCHEMA, reason: TEXT_SCHEMA, command: TEXT_SCHEMA }),
        ),
      }),
    ),
    async tell(ctx, { body }) {
      requireOn(deps.settings);
      // Choices of the definition.
      const order = body as unknown as Order;
      checkText(order.module, order.args);
      refuseListed(deps, order);
      const values = readParameters(readDefinitions(body.parameters_define), body.parameters);
      const reached = await reachedBy(ctx, ctx.actor.id, { assets: body.assets, nodes: textsOf(body.nodes) });
      const known = new Set(reached.map(({ id }) => id));
      const gone = body.assets.filter((id) => !known.has(id));
      const looked = [];
      for (const one of reached.slice(0, MOST_PREVIEWED)) {
        try {
          const account = await chooseAccount(ctx, ctx.actor, one, order);
          const variables = { ...values, ...hostVariables(ctx.actor.username, one, order) };
          const sent = commandFor(order, variables);
          looked.push({
            id: one.id,
            name: one.name,
            account: account.name,
            reason: '',
            // As people read it; it is refused as it would be sent.
            command: order.module === 'win_shell' ? scriptFor(order, variables) : sent,
          });
        } catch (error) {
          const reason = reasonOf(error);
          if (!reason) throw error;
          looked.push({ id: one.id, name: one.name, account: '', reason: reasonText(reason, ctx.language), command: '' });
        }
      }
      const absent = gone.slice(0, MOST_PREVIEWED).map((id) => ({
        id,
        name: id,
        account: '',
        reason: reasonText({ code: 'job_asset_gone' }, ctx.language),
        command: '',
      }));
      return { total: reached.length + gone.length, hosts: [...looked, ...absent] };
    },
  });

export const jobRoutes = (deps: JobDeps): readonly Route[] => [
  starting(deps),
  stop(deps),
  taskDetail,
  hosts(jobExecution, `${OPS}/job-executions/`, view),
  hosts(jobLog, '/api/v1/audits/job-logs/', can('audits.view_joblog')),
  assetDetail,
  help,
  hints,
  preview(deps),
];

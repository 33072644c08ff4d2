import { text } from '@postern/contract/text';
import { can, formatDatetime, type Route } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { shown } from '../../platform/shown.ts';
import { jobExecution } from './execution.resource.ts';
import { job } from './job.resource.ts';
import { versionsOf } from './versions.queries.ts';

/** Versions that are told at most. */
const MOST = 200;

/** Earlier contents of a job: each that ever ran, until its runs are cleared away. */
export const jobVersions: Route = ownList({
  path: '/api/v1/ops/jobs/:id/versions/',
  name: 'ops.job.versions',
  who: can('ops.view_jobexecution'),
  rows: { one: job },
  answer: {
    title: text('Versions', '版本', 'バージョン'),
    fields: {
      version: shown(text('Version', '版本', 'バージョン'), 'integer'),
      date_first: shown(text('First run', '首次执行', '最初の実行'), 'datetime'),
      date_last: shown(text('Last run', '上次执行', '前回の実行'), 'datetime'),
      runs: shown(text('Runs', '执行次数', '実行回数'), 'integer'),
      playbook: shown(text('Playbook', '剧本', 'プレイブック'), 'object_related_field', { nullable: true }),
      module: shown(text('Module', '模块', 'モジュール')),
      args: shown(jobExecution.fields.material.options.label),
      chdir: shown(text('Working folder', '执行文件夹', '作業フォルダー')),
      runas: shown(text('Run as', '运行用户', '実行ユーザー')),
      runas_policy: shown(text('Where there is no such account', '无匹配账号时', '該当アカウントがない場合')),
    },
  },
  items: (ctx, { row }) => versionsOf(ctx, String(row.id), MOST),
  wire: ({ version, date_first, date_last, runs, ordered: { playbook, module, args, chdir, runas, runas_policy } }, ctx) => ({
    version,
    date_first: formatDatetime(date_first, ctx.timeZone),
    date_last: formatDatetime(date_last, ctx.timeZone),
    runs,
    playbook: playbook ? { id: playbook.id, name: playbook.name } : null,
    module,
    args,
    chdir,
    runas,
    runas_policy,
  }),
});

import { text } from '@postern/contract/text';
import { can, plainZip, type Route } from '@postern/resource';
import { download } from '../../platform/routes/download.ts';
import { ownList } from '../../platform/routes/list.ts';
import { run } from '../../platform/routes/run.ts';
import { shown } from '../../platform/shown.ts';
import { checkFiles, type Finding } from './check.ts';
import { fileRoutes } from './file.routes.ts';
import { findingText } from './finding.ts';
import { requireOwn } from './playbook.behaviour.ts';
import { playbook } from './playbook.resource.ts';
import { filesOf } from './store.ts';
import { type PlaybookDeps, startSync } from './sync.ts';

const ONE = '/api/v1/ops/playbooks/:id';

/** Updates files from Git now. */
const sync = (deps: PlaybookDeps): Route =>
  run({
    path: `${ONE}/sync/`,
    name: 'ops.playbook.sync',
    who: can('ops.change_playbook'),
    rows: { one: playbook },
    body: 'none',
    errors: ['permission_denied', 'playbook_not_git', 'playbook_syncing'],
    as: 'task_id',
    ofOrganisation: true,
    async start(ctx, { row }) {
      requireOwn(ctx, row);
      return startSync(deps, ctx, row);
    },
  });

/** What is wrong with a playbook, without running it (docs/wire/jobs.md#what-is-checked). */
const check = ownList({
  path: `${ONE}/check/`,
  name: 'ops.playbook.check',
  who: can('ops.view_playbook'),
  rows: { one: playbook },
  answer: {
    title: text('Findings', '检查结果', '検査結果'),
    fields: {
      path: shown(text('File', '文件', 'ファイル')),
      line: shown(text('Line', '行', '行'), 'integer'),
      severity: shown(text('Severity', '级别', '重大度')),
      code: shown(text('Code', '代码', 'コード')),
      text: shown(text('Text', '说明', '説明')),
    },
  },
  items: async (ctx, { row }): Promise<readonly Finding[]> => checkFiles(await filesOf(ctx, row.id)),
  wire: (finding: Finding, ctx) => {
    const { path, line, severity, code } = finding;
    return { path, line, severity, code, text: findingText(finding, ctx.language) };
  },
});

/** All files as an archive that can be uploaded again. */
const exported = download({
  path: `${ONE}/download/`,
  name: 'ops.playbook.download',
  who: can('ops.view_playbook'),
  rows: { one: playbook },
  media: 'application/zip',
  async give(ctx, { row }) {
    const body = await plainZip(await filesOf(ctx, row.id));
    return { body, type: 'application/zip', size: body.length, name: `${row.name.replaceAll(/[/\\]/g, '_')}.zip` };
  },
});

export const playbookRoutes = (deps: PlaybookDeps): readonly Route[] => [sync(deps), check, exported, ...fileRoutes];

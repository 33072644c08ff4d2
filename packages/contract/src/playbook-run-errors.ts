import { text } from './text.ts';

/** Why a playbook does not run, or did not work on a machine. Part of the closed table of `errors.ts`. */
export const PLAYBOOK_RUN_ERRORS = {
  playbook_programs_missing: {
    status: 503,
    text: text(
      'Playbooks cannot be run: {missing} is not installed where jobs are run. Install ansible-core and bubblewrap there.',
      '无法执行剧本：执行作业的机器上未安装 {missing}。请在该机器上安装 ansible-core 和 bubblewrap。',
      'プレイブックを実行できません。ジョブを実行するマシンに {missing} がありません。ansible-core と bubblewrap をインストールしてください。',
    ),
  },
  playbook_sandbox_failed: {
    status: 503,
    text: text(
      'Playbooks cannot be run: no sandbox can be made where jobs are run ({detail}).',
      '无法执行剧本：执行作业的机器上无法创建沙箱（{detail}）。',
      'プレイブックを実行できません。ジョブを実行するマシンでサンドボックスを作れません（{detail}）。',
    ),
  },
  playbook_task_failed: {
    status: 502,
    text: text('This task failed: {task}', '任务失败：{task}', 'タスクが失敗しました：{task}'),
  },
  playbook_failed: {
    status: 502,
    text: text(
      'The playbook ended early. The log of the run says why.',
      '剧本提前终止，原因见执行日志。',
      'プレイブックが途中で終了しました。理由は実行ログにあります。',
    ),
  },
  playbook_not_addressed: {
    status: 400,
    text: text(
      'No play of the playbook is for this asset.',
      '剧本中没有针对该资产的 play。',
      'このアセットを対象とする play がありません。',
    ),
  },
  playbook_host_unknown: {
    status: 400,
    text: text('This is no asset of the run: {name}', '该资产不在此次执行范围内：{name}', 'この実行の対象ではないアセットです：{name}'),
  },
  playbook_file_denied: {
    status: 403,
    text: text(
      'Moving this file is not permitted: {detail}',
      '无权传输该文件：{detail}',
      'このファイルの転送は許可されていません：{detail}',
    ),
  },
  playbook_limit: {
    status: 502,
    text: text(
      'The playbook was ended: it took more than it may ({what}).',
      '剧本已被终止：超出资源限制（{what}）。',
      '上限を超えたためプレイブックを終了しました（{what}）。',
    ),
  },
} as const;

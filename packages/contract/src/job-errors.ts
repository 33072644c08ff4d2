import { text } from './text.ts';

/** Why a job does not run, or leaves a machine out. Part of the closed table of `errors.ts`. */
export const JOB_ERRORS = {
  jobs_off: {
    status: 403,
    text: text(
      'Running commands from jobs is switched off. An administrator switches it on in the security settings.',
      '作业执行已关闭，管理员可在安全设置中开启。',
      'ジョブの実行はオフです。管理者がセキュリティ設定でオンにできます。',
    ),
  },
  job_running: {
    status: 409,
    text: text(
      'The last run of this job is not over yet. Stop it, or let the job start beside it.',
      '该作业上次执行尚未结束。请先停止，或允许同时执行。',
      'このジョブの前回の実行がまだ終わっていません。停止するか、並行実行を許可してください。',
    ),
  },
  jobs_busy: {
    status: 429,
    text: text(
      'You have {max} runs under way. Wait for one to end, or stop it.',
      '你已有 {max} 个作业正在执行，请等待结束或停止其一。',
      '実行中のジョブが {max} 件あります。終了を待つか、いずれかを停止してください。',
    ),
  },
  job_nothing_failed: {
    status: 400,
    text: text('Nothing is left to repeat.', '没有需要重新执行的资产。', '再実行するアセットはありません。'),
  },
  job_command_refused: {
    status: 400,
    text: text('"{command}" may not be run by jobs.', '作业不允许执行“{command}”。', 'ジョブで「{command}」は実行できません。'),
  },
  job_value_refused: {
    status: 400,
    text: text('This value cannot be put in safely: {value}', '该值无法安全代入：{value}', 'この値は安全に埋め込めません：{value}'),
  },
  job_script_too_long: {
    status: 400,
    text: text(
      'With its values filled in, this PowerShell has more than {max} characters.',
      '代入参数后，此 PowerShell 脚本超过 {max} 个字符。',
      '値を埋め込むと、この PowerShell は {max} 文字を超えます。',
    ),
  },
  job_asset_gone: {
    status: 400,
    text: text(
      'You do not reach this asset, or not any more.',
      '你无权访问该资产，或权限已失效。',
      'このアセットへのアクセス権がないか、失効しています。',
    ),
  },
  job_account_missing: {
    status: 400,
    text: text(
      'You may use no account with a stored secret here that the job could run as ({runas}).',
      '没有可用于执行该作业的账号（{runas}），或账号未保存密文。',
      'このジョブを実行できるアカウント（{runas}）がないか、シークレットが保存されていません。',
    ),
  },
  job_automation_off: {
    status: 400,
    text: text('Its platform has automation switched off.', '所属平台未启用自动化。', 'プラットフォームの自動化がオフです。'),
  },
  job_no_ssh: {
    status: 400,
    text: text('It has no SSH.', '该资产没有 SSH 协议。', 'SSH プロトコルがありません。'),
  },
  job_no_database: {
    status: 400,
    text: text(
      'It has none of PostgreSQL, MySQL and MariaDB.',
      '该资产没有 PostgreSQL、MySQL 或 MariaDB 协议。',
      'PostgreSQL、MySQL、MariaDB のいずれのプロトコルもありません。',
    ),
  },
  job_person_gone: {
    status: 400,
    text: text(
      'The owner of the job may not run jobs any more.',
      '作业所有者已无权执行作业。',
      'ジョブの所有者に実行権限がなくなりました。',
    ),
  },
  job_gateway_unreachable: {
    status: 502,
    text: text(
      'The gateway was not reached ({detail}). Jobs go through its SSH port.',
      '无法连接网关（{detail}）。作业通过网关的 SSH 端口执行。',
      'ゲートウェイに接続できません（{detail}）。ジョブはその SSH ポートを通ります。',
    ),
  },
  job_gateway_refused: {
    status: 502,
    text: text('The gateway did not open the session.', '网关未打开会话。', 'ゲートウェイがセッションを開きませんでした。'),
  },
  job_interrupted: {
    status: 502,
    text: text('The connection ended before the command did.', '命令结束前连接已断开。', 'コマンドの終了前に接続が切れました。'),
  },
  job_worker_died: {
    status: 502,
    text: text(
      'The worker died while the command ran here. Look at its session before you repeat it.',
      '执行进程在此主机执行期间退出。重新执行前请查看其会话。',
      'このホストでの実行中にワーカーが停止しました。再実行の前にセッションを確認してください。',
    ),
  },
} as const;

import { text } from './text.ts';

/** Why files of a playbook are not taken, or a playbook does not run. Part of the closed table of `errors.ts`. */
export const PLAYBOOK_ERRORS = {
  playbook_has_job: {
    status: 400,
    text: text(
      'A job uses this playbook. Change or delete the job first.',
      '有作业正在使用该剧本，请先修改或删除作业。',
      'このプレイブックを使うジョブがあります。先にジョブを変更または削除してください。',
    ),
  },
  playbook_archive_refused: {
    status: 400,
    text: text('This archive cannot be used: {reason}.', '该压缩包不可用：{reason}。', 'このアーカイブは使えません：{reason}。'),
  },
  playbook_path_refused: {
    status: 400,
    text: text('"{path}" cannot be a file here: {reason}.', '“{path}”不能作为文件名：{reason}。', '「{path}」は使えません：{reason}。'),
  },
  playbook_file_exists: {
    status: 400,
    text: text('"{path}" is there already.', '“{path}”已存在。', '「{path}」はすでにあります。'),
  },
  playbook_file_missing: {
    status: 400,
    text: text('There is no file "{path}".', '文件“{path}”不存在。', 'ファイル「{path}」はありません。'),
  },
  playbook_file_protected: {
    status: 400,
    text: text(
      'The top folder and main.yml cannot be renamed or deleted.',
      '根目录和 main.yml 不能重命名或删除。',
      '最上位フォルダーと main.yml は名前変更や削除ができません。',
    ),
  },
  playbook_file_binary: {
    status: 400,
    text: text(
      'This file is no text and cannot be edited here.',
      '该文件不是文本，无法在此编辑。',
      'このファイルはテキストではないため、ここでは編集できません。',
    ),
  },
  playbook_file_changed: {
    status: 409,
    text: text(
      'This file was changed meanwhile. Load it again before you save.',
      '该文件已被修改，请重新加载后再保存。',
      'このファイルは別に変更されました。読み込み直してから保存してください。',
    ),
  },
  playbook_too_large: {
    status: 400,
    text: text(
      'A playbook holds at most {files} files, {each} MiB each and {all} MiB in all.',
      '剧本最多 {files} 个文件，单个不超过 {each} MiB，总计不超过 {all} MiB。',
      'プレイブックは最大 {files} ファイル、1 件 {each} MiB、合計 {all} MiB までです。',
    ),
  },
  playbook_syncing: {
    status: 409,
    text: text('An update from Git is under way.', '正在从 Git 更新。', 'Git からの更新が進行中です。'),
  },
  playbook_not_git: {
    status: 400,
    text: text('This playbook does not come from Git.', '该剧本并非来自 Git。', 'このプレイブックは Git から取得したものではありません。'),
  },
  playbook_git_failed: {
    status: 502,
    text: text(
      'The files were not fetched from Git: {reason}. Nothing was changed.',
      '未能从 Git 获取文件：{reason}。未做任何更改。',
      'Git からファイルを取得できません：{reason}。何も変更していません。',
    ),
  },
  playbook_gone: {
    status: 400,
    text: text(
      'The playbook of this job is gone, or you may not use it any more.',
      '该作业的剧本已不存在，或你已无权使用。',
      'このジョブのプレイブックがないか、使えなくなりました。',
    ),
  },
  playbook_no_entry: {
    status: 400,
    text: text(
      'The playbook has no main.yml, main.yaml or main at its top.',
      '剧本根目录缺少 main.yml、main.yaml 或 main。',
      'プレイブックの最上位に main.yml、main.yaml、main のいずれもありません。',
    ),
  },
  playbook_refused: {
    status: 400,
    text: text('{path}, line {line}: {reason}', '{path} 第 {line} 行：{reason}', '{path} の {line} 行目：{reason}'),
  },
  playbooks_unavailable: {
    status: 503,
    text: text('Playbooks cannot be run here.', '此处无法执行剧本。', 'ここではプレイブックを実行できません。'),
  },
} as const;

import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job, Run } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { validUser } from '../connection-tokens/index.ts';
import { NOTHING_LEFT, startTask } from '../tasks/index.ts';
import { entryOf } from './files.ts';
import { fetchFiles, GitError, type GitProblem } from './git.ts';
import type { PlaybookRow } from './playbook.resource.ts';
import { refusal, replaceFiles, shownPath } from './store.ts';

export interface PlaybookDeps {
  outbound: Pick<Outbound, 'open'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

const SYNC = 'sync-playbook';
/** Names of what is left out that the log tells. */
const MOST_NAMED = 20;

const WORDS = {
  fetching: text('Fetching {url}', '正在获取 {url}', '{url} を取得しています'),
  left_out: text(
    '{path} is left out: links and repositories within this one are not taken.',
    '已跳过 {path}：不包含链接和子模块。',
    '{path} は対象外です（リンクとサブモジュールは取得しません）。',
  ),
  done: text('{count} files of commit {commit}', '提交 {commit}，共 {count} 个文件', 'コミット {commit} の {count} ファイル'),
} as const satisfies Record<string, Text>;

const REASONS: Readonly<Record<GitProblem, Text>> = {
  refused: text(
    'it wants a username and token, or refuses these',
    '需要用户名和令牌，或凭据被拒绝',
    '認証が必要か、認証情報が拒否されました',
  ),
  missing: text('there is no such repository, branch or tag', '仓库、分支或标签不存在', 'リポジトリ、ブランチ、タグが見つかりません'),
  unreachable: text('it was not reached', '无法连接', '接続できません'),
  untrusted: text('its certificate is not trusted', '证书不受信任', '証明書を信頼できません'),
  blocked: text('that address is not allowed', '该地址不被允许', 'そのアドレスは許可されていません'),
  redirect: text('it sends us elsewhere', '服务器要求重定向', '別の場所へ転送されました'),
  too_large: text('it holds more than a playbook may', '内容超出剧本上限', 'プレイブックの上限を超えています'),
  late: text('it took too long', '超时', '時間がかかりすぎました'),
  damaged: text('its answer cannot be read', '无法解析响应', '応答を読み取れません'),
};

/**
 * Starts an update from Git, one at a time.
 * @returns id of the run
 * @throws CodedError playbook_not_git, playbook_syncing
 */
export async function startSync({ jobs }: PlaybookDeps, ctx: Context, row: PlaybookRow): Promise<string> {
  if (row.create_method !== 'vcs') throw refusal(ctx, 'playbook_not_git');
  if (row.sync_run) throw refusal(ctx, 'playbook_syncing');
  const id = randomUUID();
  await ctx.tx.updateTable('playbooks').set({ sync_run: id }).where('id', '=', row.id).execute();
  return startTask(ctx, jobs, SYNC, { playbook: row.id }, id);
}

/** What is to be updated by a run. Undefined when it is over, or the playbook gone. */
const found = ({ tx }: Context, run: string) => tx.selectFrom('playbooks').selectAll().where('sync_run', '=', run);

/** Puts what came in the place of all files, as the owner's doing. */
async function keep(ctx: Context, run: string, { commit, files }: Awaited<ReturnType<typeof fetchFiles>>): Promise<void> {
  const row = await found(ctx, run).forUpdate().executeTakeFirst();
  if (!row) return;
  const owner = await validUser(ctx, row.creator_id);
  if (!owner) throw new CodedError('job_person_gone');
  await replaceFiles(ctx, row.id, files);
  const now = ctx.clock();
  await ctx.tx
    .updateTable('playbooks')
    .set({ vcs_commit: commit, date_synced: now, date_updated: now, sync_run: null })
    .where('id', '=', row.id)
    .execute();
  ctx.audit({
    action: 'update',
    resourceType: 'playbook',
    resourceId: row.id,
    resource: row.name,
    changes: [{ field: 'vcs_commit', before: row.vcs_commit, after: commit }],
    orgId: row.org_id,
    by: { id: owner.id, name: owner.name, username: owner.username },
  });
}

async function sync({ outbound }: PlaybookDeps, ctx: Context, run: Run): Promise<void> {
  const say = (words: Text, params: Readonly<Record<string, string | number>> = {}): void =>
    run.write(render(words, ctx.language, params as Record<string, string>));
  const row = await found(ctx, run.id).executeTakeFirst();
  if (!row) {
    say(NOTHING_LEFT);
    return;
  }
  say(WORDS.fetching, { url: row.vcs_url });
  const token = row.vcs_token ? ctx.secrets.decrypt(row.vcs_token) : '';
  let fetched: Awaited<ReturnType<typeof fetchFiles>>;
  try {
    fetched = await fetchFiles(outbound, { url: row.vcs_url, ref: row.vcs_ref, username: row.vcs_username, token }, run.signal);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    ctx.log.info({ why: error.why, playbook: row.id }, 'a playbook was not updated from Git');
    throw new CodedError('playbook_git_failed', { reason: render(REASONS[error.why], ctx.language) });
  }
  for (const path of fetched.leftOut.slice(0, MOST_NAMED)) say(WORDS.left_out, { path: shownPath(path) });
  if (entryOf(fetched.files) === undefined) throw new CodedError('playbook_no_entry');
  run.atEnd(async (inner) => {
    await keep({ ...inner, language: ctx.language }, run.id, fetched);
  });
  say(WORDS.done, { count: fetched.files.length, commit: fetched.commit });
}

export const syncJob = (deps: PlaybookDeps): Job => ({
  name: SYNC,
  task: {
    label: text('Update a playbook from Git', '从 Git 更新剧本', 'Git からプレイブックを更新'),
    brokenOff: async (ctx, run) =>
      void (await ctx.tx.updateTable('playbooks').set({ sync_run: null }).where('sync_run', '=', run).execute()),
  },
  transaction: false,
  // They wait for others; a slow one holds up nobody else's.
  atOnce: 4,
  awaited: true,
  run: (ctx, _data, run) => sync(deps, ctx, run),
});

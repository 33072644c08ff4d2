import { type Language, render, type Text, text } from '@postern/contract/text';
import type { Kernel } from '@postern/resource';
import type { Run as LeasedRun } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { AutomationType } from './automation.fields.ts';
import { inParallel } from './in-parallel.ts';
import { asRefusal, refusalText } from './refusal.ts';
import type { Outcome } from './rotate.ts';
import type { Snapshot } from './snapshot.ts';

/** What runs of automations need of the platform. */
export interface RunDeps {
  system: SystemAccess;
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Machines worked on at once, beside those that do not answer. */
const WIDTH = { width: 20, patience: 3_000, most: 100 } as const;
/** Accounts or assets that one run deals with at most. */
export const MAX_TARGETS = 100_000;

const MESSAGES = {
  empty: text('No account or asset matches.', '没有匹配的账号或资产。', '一致するアカウントまたはアセットがありません。'),
  done: text('ok: {target}', '成功：{target}', '成功：{target}'),
  noted: text('note: {target}: {reason}', '提示：{target}：{reason}', '注意：{target}：{reason}'),
  failed: text('failed: {target}: {reason}', '失败：{target}：{reason}', '失敗：{target}：{reason}'),
  uncertain: text('uncertain: {target}: {reason}', '待确认：{target}：{reason}', '未確定：{target}：{reason}'),
  skipped: text(
    'skipped: {target}: privileged accounts and the one logged in with stay as they are',
    '跳过：{target}：特权账号及用于登录的账号保持不变',
    'スキップ：{target}：特権アカウントとログインに使うアカウントは変更しません',
  ),
  found: text(
    'ok: {target}: {count} accounts found, {made} new',
    '成功：{target}：发现 {count} 个账号，新建 {made} 个',
    '成功：{target}：{count} 件見つかり、{made} 件を作成しました',
  ),
  no_secret: text('The automation has no secret to set.', '该任务没有指定密文。', 'この自動化には設定するシークレットがありません。'),
  total: text('{ok} succeeded, {bad} did not', '成功 {ok} 项，未成功 {bad} 项', '成功 {ok} 件、失敗 {bad} 件'),
} as const satisfies Record<string, Text>;

/** The row of a run, with what the automation said when it began. */
export interface Execution {
  id: string;
  org_id: string;
  type: AutomationType;
  snapshot: Snapshot;
  sealed_secret: string | null;
}

/** One run on its way. */
export interface Run extends RunDeps {
  execution: Execution;
  language: Language;
  leased: LeasedRun;
  tally: { ok: number; bad: number };
  /** Ids of what did not succeed: accounts, or assets of runs about these. */
  failed: Set<string>;
}

/** Writes a line into the log of the run, in the language of who started it. */
export const say = (run: Run, what: keyof typeof MESSAGES, params: Record<string, unknown> = {}): void =>
  run.leased.write(render(MESSAGES[what], run.language, params));

const reasonText = (run: Run, error: unknown, address = ''): string => refusalText(asRefusal(error, address), run.language);

/** Something a run deals with: its id, and how the log calls it. */
interface Subject {
  id: string;
  label: string;
}

/** Counts how it went with one of them, and says it in the log. */
export function report(run: Run, { id, label: target }: Subject, outcome: Outcome): void {
  if (outcome.state === 'success') {
    run.tally.ok += 1;
    say(run, 'done', { target });
    if (outcome.note) say(run, 'noted', { target, reason: reasonText(run, outcome.note) });
    return;
  }
  run.tally.bad += 1;
  run.failed.add(id);
  say(run, outcome.state, { target, reason: reasonText(run, outcome.reason) });
}

/** Counts one that could not even be begun with; an error that is no refusal is told as a machine that cannot be reached. */
export function refused(run: Run, { id, label: target }: Subject, error: unknown): void {
  run.tally.bad += 1;
  run.failed.add(id);
  say(run, 'failed', { target, reason: reasonText(run, error, target) });
}

/** Does the machines of a run, so many at a time, and says how far it is. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>, { leased }: Run): Promise<void> {
  let done = 0;
  leased.progress(0, items.length);
  const counted = async (item: T): Promise<void> => {
    await work(item);
    done += 1;
    leased.progress(done);
  };
  await inParallel(items, counted, WIDTH, leased.signal);
}

import { InvalidInput } from '@postern/contract/errors';
import { ORG, parseUuids } from '@postern/contract/ids';
import type { SettingKey } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import { among, at, type Context } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { Job, Run } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { nextRun } from '../automations/index.ts';
import { startTask } from '../tasks/index.ts';
import { disablePeople } from '../users/index.ts';
import { type Applied, type ApplyDeps, applyPart, nextPart } from './apply.ts';
import { directoryConfig } from './config.ts';
import { DirectoryError, reasonText } from './errors.ts';
import { leavers, planOf } from './plan.ts';
import { readPeople } from './read-people.ts';
import { noteState, PEOPLE, stateOf, writeState } from './state.ts';

/** The job that reads the directory and does what is asked with its people; also the name of the background task. */
const SYNC = 'sync-directory';
/** Accounts that one transaction switches off. */
const PART = 100;

export interface SyncDeps extends ApplyDeps {
  system: SystemAccess;
  allow: readonly string[];
  /** Names of attributes that rules of admission ask for. */
  asked(): Promise<readonly string[]>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Told that the sync has stopped before it would have disabled so many. */
  tellSubscribers(ctx: Context, notice: { subject: Text; message: Text; params: Readonly<Record<string, string | number>> }): Promise<void>;
}

/** `read` keeps who there is; `import` makes accounts of some or all; `sync` follows, leavers included. */
export interface Order {
  mode: 'read' | 'import' | 'sync';
  usernames?: readonly string[];
  orgs?: readonly string[];
  /** A person has seen how many would be disabled. */
  force?: boolean;
}

const WORDS = {
  read: text('{count} people in the directory', '目录中有 {count} 个用户', 'ディレクトリに {count} 人'),
  nobody: text(
    'Nobody was found. Nothing was changed.',
    '未找到任何用户，未做任何更改。',
    '誰も見つかりませんでした。何も変更していません。',
  ),
  applied: text('{created} created, {updated} updated', '新建 {created}，更新 {updated}', '作成 {created}、更新 {updated}'),
  skipped: text('not taken over: {name}', '未导入：{name}', '取り込まず：{name}'),
  disabled: text('{count} disabled', '禁用 {count}', '無効化 {count}'),
  stopped: text(
    'Would disable {count} people: {names}. Nothing was changed. Look at the preview, and start the sync by hand if that is right.',
    '将禁用 {count} 个用户：{names}。未做任何更改。请查看预览，确认无误后手动同步。',
    '{count} 人を無効にするところでした：{names}。何も変更していません。プレビューを確認し、正しければ手動で同期してください。',
  ),
  failed: text('failed: {reason}', '失败：{reason}', '失敗：{reason}'),
} as const satisfies Record<string, Text>;
const STOPPED = {
  subject: text(
    'The directory sync would disable {count} people',
    '目录同步将禁用 {count} 个用户',
    'ディレクトリの同期で {count} 人が無効になります',
  ),
  message: text(
    '<p>It has stopped and changed nothing: {names}</p><p><a href="/ui/settings/auth">Open directory settings</a></p>',
    '<p>已停止，未做任何更改：{names}</p><p><a href="/ui/settings/auth">打开目录设置</a></p>',
    '<p>何も変更せずに停止しました：{names}</p><p><a href="/ui/settings/auth">ディレクトリの設定を開く</a></p>',
  ),
};

/**
 * What is about to be stored names organisations that are there: nobody is told of a success that leads new people nowhere.
 * @throws InvalidInput
 */
export async function judgeSyncOrganisations(ctx: Context, changed: ReadonlyMap<SettingKey, unknown>): Promise<void> {
  const wanted = (changed.get('AUTH_LDAP_SYNC_ORG_IDS') ?? []) as readonly string[];
  const known = await organisationsThere(ctx, parseUuids(wanted));
  const missing = wanted.find((id) => !known.includes(id));
  if (missing !== undefined) throw InvalidInput.on('AUTH_LDAP_SYNC_ORG_IDS', 'does_not_exist', { value: missing.slice(0, 64) });
}

/** Organisations that are there, of those that are asked for; the usual one where there is none. */
async function organisationsOf(ctx: Context, wanted: readonly string[]): Promise<string[]> {
  const ids = await organisationsThere(ctx, wanted);
  return ids.length > 0 ? ids : [ORG.DEFAULT];
}

async function organisationsThere(ctx: Context, wanted: readonly string[]): Promise<string[]> {
  const found = await ctx.tx
    .selectFrom('organizations as o')
    .select('o.id')
    .where(among(at('o')('id'), wanted))
    .execute();
  return found.map(({ id }) => id).filter((id) => id !== ORG.ROOT);
}

async function applyAll(deps: SyncDeps, ctx: Context, run: Run, { mode, usernames, orgs }: Order): Promise<void> {
  const orgIds = await organisationsOf(ctx, orgs ?? deps.settings.get('AUTH_LDAP_SYNC_ORG_IDS'));
  const all: Applied = { created: 0, updated: 0, skipped: [] };
  let [after, done] = ['', 0];
  for (;;) {
    run.signal.throwIfAborted();
    const part = await nextPart(ctx, after, usernames);
    const last = part.at(-1);
    if (!last) break;
    const { created, updated, skipped } = await deps.system.asSystem('people of the directory', (inner) =>
      applyPart(inner, deps, part, { orgIds, join: mode === 'import' }),
    );
    all.created += created;
    all.updated += updated;
    for (const name of skipped) run.write(render(WORDS.skipped, ctx.language, { name }));
    after = last.subject;
    done += part.length;
    run.progress(done);
  }
  run.write(render(WORDS.applied, ctx.language, { created: all.created, updated: all.updated }));
}

async function disableLeavers(deps: SyncDeps, ctx: Context, run: Run): Promise<void> {
  let count = 0;
  for (;;) {
    run.signal.throwIfAborted();
    const part = await deps.system.asSystem('leavers of the directory', async (inner) => {
      const gone = await leavers(inner).limit(PART).execute();
      return disablePeople(
        inner,
        deps.newcomer,
        gone.map(({ id }) => id),
      );
    });
    count += part;
    if (part === 0) break;
  }
  run.write(render(WORDS.disabled, ctx.language, { count }));
}

/** Makes the reading of people this run's: two at once would each forget whom the other one has read. */
const claim = (system: SystemAccess, run: string): Promise<boolean> =>
  system.asSystem('the directory is read', async (ctx) => {
    await lockByName(ctx.tx, PEOPLE);
    const now = await stateOf(ctx, PEOPLE);
    if (now?.state === 'running' && now.message !== '' && now.message !== run) {
      const other = await ctx.tx.selectFrom('task_runs').select('is_finished').where('id', '=', now.message).executeTakeFirst();
      if (other?.is_finished === false) return false;
    }
    await writeState(ctx, PEOPLE, 'running', run);
    return true;
  });

async function carryOut(deps: SyncDeps, ctx: Context, order: Order, run: Run): Promise<void> {
  const { system, settings } = deps;
  // Chosen ones are those of a list that was read just now.
  if (order.mode !== 'import' || !order.usernames) {
    if (!(await claim(system, run.id))) throw new DirectoryError('reading');
    const count = await readPeople(deps, directoryConfig(settings, {}, await deps.asked()), run.id, run);
    run.write(render(WORDS.read, ctx.language, { count }));
    await noteState(system, PEOPLE, 'done');
    if (count === 0) return run.write(render(WORDS.nobody, ctx.language));
  }
  if (order.mode === 'read') return;
  if (order.mode === 'import') return applyAll(deps, ctx, run, order);
  const { disable, too_many } = await planOf(ctx);
  if (too_many && !order.force) {
    const leaving = { count: disable.count, names: disable.names.slice(0, 20).join(', ') };
    run.write(render(WORDS.stopped, ctx.language, leaving));
    return system.asSystem('the directory sync has stopped', (inner) => deps.tellSubscribers(inner, { ...STOPPED, params: leaving }));
  }
  await applyAll(deps, ctx, run, order);
  await disableLeavers(deps, ctx, run);
}

async function runOrder(deps: SyncDeps, ctx: Context, order: Order, run: Run): Promise<void> {
  try {
    await carryOut(deps, ctx, order, run);
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const reason = reasonText(error, ctx.language);
    ctx.log.warn({ err: error }, 'the directory could not be read');
    // The other run says itself how it ends.
    if (error.why !== 'reading') await noteState(deps.system, PEOPLE, 'failed', reason);
    run.write(render(WORDS.failed, ctx.language, { reason }));
    throw error;
  }
}

/** Starts work with the directory as a background task. @returns id of the run */
export async function startOrder(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, order: Order): Promise<string> {
  if ((order.mode !== 'import' || !order.usernames) && (await stateOf(ctx, PEOPLE))?.state !== 'running')
    await writeState(ctx, PEOPLE, 'running');
  return startTask(ctx, jobs, SYNC, { ...order });
}

/** The state that says when the clock starts the next sync, and by what schedule. */
const NEXT = 'next sync';

/** Starts the sync that is due by the settings. What was missed runs once; another schedule begins to count when it is seen. */
async function startDue(deps: SyncDeps, ctx: Context): Promise<void> {
  const { settings } = deps;
  await lockByName(ctx.tx, NEXT);
  const schedule = {
    is_periodic: settings.get('AUTH_LDAP') && settings.get('AUTH_LDAP_SYNC_IS_PERIODIC'),
    crontab: settings.get('AUTH_LDAP_SYNC_CRONTAB') || null,
    interval: settings.get('AUTH_LDAP_SYNC_INTERVAL'),
  };
  const next = nextRun(schedule, ctx.clock(), ctx.timeZone);
  const planned = await stateOf(ctx, NEXT);
  const written = JSON.stringify(schedule);
  if (!next) return void (await ctx.tx.deleteFrom('directory_states').where('name', '=', NEXT).execute());
  const due = planned?.message === written && planned.date <= ctx.clock();
  if (planned?.message === written && !due) return;
  await writeState(ctx, NEXT, 'done', written);
  await ctx.tx.updateTable('directory_states').set({ date: next }).where('name', '=', NEXT).execute();
  if (due) await startOrder(ctx, deps.jobs, { mode: 'sync' });
}

export const syncJobs = (deps: SyncDeps): readonly Job[] => [
  {
    name: SYNC,
    task: {
      label: text('Follow the directory', '同步目录用户', 'ディレクトリの同期'),
      async brokenOff(ctx, run) {
        const now = await stateOf(ctx, PEOPLE);
        if (now?.state === 'running' && (now.message === run || now.message === '')) await writeState(ctx, PEOPLE, 'failed');
      },
    },
    transaction: false,
    run: (ctx, data, run) => runOrder(deps, ctx, data as unknown as Order, run),
  },
  { name: 'directory.schedule', schedule: '* * * * *', run: (ctx) => startDue(deps, ctx) },
];

import { type Language, render, type Text, text } from '@postern/contract/text';
import { type Context, eb, type Kernel } from '@postern/resource';
import type { Run as LeasedRun } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { createAccount, noteLogin } from '../accounts/index.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import { gatherFacts, testAsset } from './asset-checks.ts';
import type { AutomationType } from './automation.fields.ts';
import { randomKey, randomPassword } from './candidate.ts';
import { storeFound, storeGathered } from './gathered.ts';
import { inParallel } from './in-parallel.ts';
import { type Machine, machineOf } from './machine.ts';
import { notifyRecipients } from './notify-recipients.ts';
import { beginRecord, type ChangeRecord, markFailed, openRecordOf, recordIn } from './record-store.ts';
import { Refusal, refusalText } from './refusal.ts';
import { type Outcome, rotate, settle } from './rotate.ts';
import type { Snapshot } from './snapshot.ts';
import { missingAccounts } from './target.queries.ts';
import { assetsOfRun, type Target, targetsById, targetsIn } from './targets.ts';

export interface RunDeps {
  system: SystemAccess;
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Machines worked on at once, beside those that do not answer. */
const WIDTH = { width: 20, patience: 3_000, most: 100 } as const;
const MAX_TARGETS = 100_000;

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

interface Execution {
  id: string;
  org_id: string;
  type: AutomationType;
  snapshot: Snapshot;
  sealed_secret: string | null;
}

/** One run on its way. */
interface Run extends RunDeps {
  execution: Execution;
  language: Language;
  leased: LeasedRun;
  tally: { ok: number; bad: number };
  /** Ids of what did not succeed: accounts, or assets of runs about these. */
  failed: Set<string>;
}

const say = (run: Run, what: keyof typeof MESSAGES, params: Record<string, unknown> = {}): void =>
  run.leased.write(render(MESSAGES[what], run.language, params));
const reasonText = (run: Run, error: unknown, address = ''): string =>
  refusalText(error instanceof Refusal ? error : new Refusal('unreachable', { address, detail: 'error' }), run.language);

/** Something a run deals with: its id, and how the log calls it. */
interface Subject {
  id: string;
  label: string;
}

function report(run: Run, { id, label: target }: Subject, outcome: Outcome): void {
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

function refused(run: Run, { id, label: target }: Subject, error: unknown): void {
  run.tally.bad += 1;
  run.failed.add(id);
  say(run, 'failed', { target, reason: reasonText(run, error, target) });
}

/** Makes what is to be pushed and is not there yet (docs/wire/automations.md#pushes). They get their secret with the push. */
async function makeMissing(run: Run): Promise<void> {
  const { snapshot, org_id } = run.execution;
  for (const { asset, username } of await missingAccounts(run.system.systemContext('push'), org_id, snapshot, MAX_TARGETS)) {
    await run.system.asSystem('account to be pushed', (ctx) =>
      createAccount(run.kernel(), ctx, { asset, username, name: `${username}-${snapshot.secret_type}`, secret_type: snapshot.secret_type }),
    );
  }
}

/** Accounts a run deals with. They are written down once, so that a run taken up again deals with the same. */
async function targetsOf(run: Run): Promise<Target[]> {
  const { execution, system } = run;
  const { snapshot } = execution;
  const ctx = system.systemContext('automation');
  if (snapshot.accounts.length > 0) return targetsById(ctx, execution.org_id, snapshot.accounts);
  if (snapshot.type === 'push_account') await makeMissing(run);
  const targets = await targetsIn(ctx, execution.org_id, snapshot, MAX_TARGETS);
  snapshot.accounts = targets.map(({ id }) => id);
  await system.asSystem('accounts of a run', (write) =>
    write.tx
      .updateTable('automation_executions')
      .set({ snapshot: JSON.stringify(snapshot) })
      .where('id', '=', execution.id)
      .execute(),
  );
  return targets;
}

/** The new secret of one account: its own for a push on demand, the automation's, or a fresh one. */
function candidateOf(run: Run, { method }: Machine, target: Target): string {
  const { snapshot, sealed_secret } = run.execution;
  const { secrets } = run.system.systemContext('candidate');
  if (snapshot.secret_strategy === 'random')
    return target.secret_type === 'ssh_key' ? randomKey() : randomPassword(snapshot.password_rules?.length, method.symbols);
  const encrypted = snapshot.secret_strategy === 'specific' ? sealed_secret : target.secret;
  if (!encrypted) throw new Refusal('no_secret');
  return secrets.decrypt(encrypted);
}

/** Privileged accounts, those that everything hangs on, and the login itself stay (docs/wire/automations.md#accounts-that-stay-as-they-are). */
const untouchable = (target: Target, machine: Machine): boolean =>
  target.privileged || ['root', 'administrator'].includes(target.username.toLowerCase()) || target.id === machine.admin?.id;

async function changeOne(run: Run, machine: Machine, target: Target): Promise<Outcome> {
  const { system, execution } = run;
  const { snapshot, sealed_secret } = execution;
  const type = snapshot.type as ChangeRecord['type'];
  const wanted = (secret: string) => ({
    username: target.username,
    secretType: target.secret_type,
    secret,
    keyStrategy: snapshot.ssh_key_change_strategy ?? 'add',
    params: { ...machine.params, ...paramsOf(snapshot.params, machine.methodId) },
    switched: machine.reachedBySwitching(target),
  });
  const ctx = system.systemContext('automation');
  const known = await recordIn(ctx, execution.id, target.id);
  if (known && (known.status === 'success' || known.status === 'failed'))
    return known.status === 'success' ? { state: 'success' } : { state: 'failed', reason: new Refusal('still_old') };
  if (known && known.status !== 'pending') {
    // Left open by a worker that died: first find out what the machine takes.
    return settle(system, target, known);
  }
  const candidate = known ? ctx.secrets.decrypt(known.new_secret) : candidateOf(run, machine, target);
  const other = known ? undefined : await openRecordOf(ctx, target.id);
  if (other && other.execution_id !== execution.id) {
    const earlier = await settle(system, target, other);
    if (earlier.state === 'uncertain') return { state: 'failed', reason: new Refusal('unsettled') };
  }
  // What the earlier change left behind is what this one starts from.
  const account = other ? ((await targetsById(ctx, execution.org_id, [target.id]))[0] ?? target) : target;
  const record =
    known ??
    (await system.asSystem('secret to be changed', (write) =>
      beginRecord(write, {
        type,
        executionId: execution.id,
        orgId: execution.org_id,
        assetId: target.asset_id,
        account,
        candidate,
      }),
    ));
  if (!record) return { state: 'failed', reason: new Refusal('unsettled') };
  try {
    // The former secret is tried as well, to find out which one holds.
    machine.mustFit(target.id, account.secret);
    if (snapshot.secret_strategy === 'specific') machine.mustFit(target.id, sealed_secret);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await system.asSystem('secret not to be sent', (write) => markFailed(write, record, error));
    return { state: 'failed', reason: error };
  }
  return rotate(system, machine, target, record, wanted(candidate));
}

/** Parameters of the automation for the method of one machine: they are keyed by the method's id. */
function paramsOf(params: Snapshot['params'], methodId: string): Record<string, unknown> {
  const own = params?.[methodId];
  const empty = (value: unknown): boolean => value === '' || value === null || (Array.isArray(value) && value.every((one) => one === ''));
  return typeof own === 'object' && own !== null ? Object.fromEntries(Object.entries(own).filter(([, value]) => !empty(value))) : {};
}

/** Whether the account got a secret since the change that is in doubt began. Encrypted texts are compared: it may be the same again, and nobody is told. */
const setByHand = ({ secret }: Target, { old_secret: old }: ChangeRecord): boolean => secret !== null && secret !== old;

async function verifyOne(run: Run, machine: Machine, target: Target): Promise<Outcome> {
  const { system } = run;
  const ctx = system.systemContext('verify');
  // A change that is in doubt is settled by the same question; who asks now need not wait for the clock.
  const known = await openRecordOf(ctx, target.id);
  const open = known?.status === 'uncertain' ? known : undefined;
  const byHand = open !== undefined && setByHand(target, open);
  if (open && !byHand && (await settle(system, target, open)).state === 'success') return { state: 'success' };
  if (!target.secret) throw new Refusal('no_secret');
  machine.mustFit(target.id, target.secret);
  const secret = ctx.secrets.decrypt(target.secret);
  let reason: Refusal | undefined;
  try {
    const good = await machine.method.verify(machine.reach, await machine.loginAs(target, secret), machine.login);
    if (!good) reason = new Refusal('login_refused', { address: machine.reach.name, account: target.username });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reason = error;
  }
  await system.asSystem('account verified', (ctx) => noteLogin(ctx, target.id, reason ? 'err' : 'ok'));
  // Neither secret of the change, then: what somebody found out and entered is the one that holds.
  if (byHand && !reason) await system.asSystem('secret set by hand', (write) => markFailed(write, open, new Refusal('by_hand')));
  return reason ? { state: 'failed', reason } : { state: 'success' };
}

/** Does the machines of a run, so many at a time, and says how far it is. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>, { leased }: Run): Promise<void> {
  let done = 0;
  leased.progress(0, items.length);
  const counted = async (item: T): Promise<void> => {
    await work(item);
    done += 1;
    leased.progress(done);
  };
  await inParallel(items, counted, WIDTH, leased.signal);
}

async function onAccounts(run: Run): Promise<void> {
  const { snapshot } = run.execution;
  const type = snapshot.type as 'change_secret' | 'push_account' | 'verify_account';
  if (snapshot.secret_strategy === 'specific' && !run.execution.sealed_secret) {
    say(run, 'no_secret');
    return;
  }
  const targets = await targetsOf(run);
  if (targets.length === 0) say(run, 'empty');
  const byAsset = Map.groupBy(targets, ({ asset_id }) => asset_id);
  const one = async ([assetId, accounts]: [string, Target[]]): Promise<void> => {
    let machine: Machine;
    try {
      machine = await machineOf(run.system, assetId, type);
    } catch (error) {
      for (const { id, name } of accounts) refused(run, { id, label: name ?? '' }, error);
      return;
    }
    // One account after the other: two changes at once on one machine would only wait for its lock.
    for (const target of accounts) {
      // Between two accounts is where a run can stop: what is begun is brought to an end that its record knows.
      if (run.leased.signal.aborted) return;
      const label = `${machine.asset.name} ${target.username}`;
      try {
        if (type !== 'verify_account' && untouchable(target, machine)) say(run, 'skipped', { target: label });
        else report(run, { id: target.id, label }, await (type === 'verify_account' ? verifyOne : changeOne)(run, machine, target));
      } catch (error) {
        refused(run, { id: target.id, label }, error);
      }
    }
  };
  await each([...byAsset], one, run);
}

async function gatherFrom(run: Run, assetId: string, name: string): Promise<void> {
  const { system, execution } = run;
  try {
    const { asset, method, reach, login, noLogin } = await machineOf(system, assetId, 'gather_accounts');
    if (!login) throw noLogin;
    const session = await method.open(reach, login);
    const found = await session.gather().finally(() => session.close());
    const made = await system.asSystem('accounts found', async (ctx) => {
      await storeGathered(ctx, asset, found);
      return execution.snapshot.is_sync_account ? storeFound(run.kernel(), ctx, eb('g.asset_id', '=', asset.id)) : 0;
    });
    run.tally.ok += 1;
    say(run, 'found', { target: name, count: found.length, made });
  } catch (error) {
    refused(run, { id: assetId, label: name }, error);
  }
}

async function onAssets(run: Run, type: AssetRun): Promise<void> {
  const { execution, system } = run;
  const assets = await assetsOfRun(system.systemContext('assets of a run'), execution.org_id, execution.snapshot, MAX_TARGETS);
  if (assets.length === 0) say(run, 'empty');
  const one = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    if (type === 'gather_accounts') await gatherFrom(run, id, name);
    else report(run, { id, label: name }, await (type === 'ping' ? testAsset : gatherFacts)(system, id));
  };
  await each(assets, one, run);
}

/** Runs about assets as a whole; the others are about accounts. */
const ASSET_RUNS = ['gather_accounts', 'ping', 'gather_facts'] as const;
type AssetRun = (typeof ASSET_RUNS)[number];

/** The execution that a worker has in hand, from now on under way. Undefined when it is over, or there is none. */
const begin = (system: SystemAccess, id: string): Promise<Execution | undefined> =>
  system.asSystem('run under way', ({ tx, clock }) =>
    tx
      .updateTable('automation_executions')
      .set(({ fn, val }) => ({ status: 'running', date_start: fn.coalesce('date_start', val(clock())) }))
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'running'])
      .returning(['id', 'org_id', 'type', 'snapshot', 'sealed_secret'])
      .executeTakeFirst(),
  );

/** Carries out one run, from its start or from where a worker that died left it: its records say where to go on. */
export async function runExecution(deps: RunDeps, ctx: Context, leased: LeasedRun): Promise<void> {
  const execution = await begin(deps.system, leased.id);
  if (!execution) {
    leased.write(render(NOTHING_LEFT, ctx.language));
    return;
  }
  const run: Run = { ...deps, execution, language: ctx.language, leased, tally: { ok: 0, bad: 0 }, failed: new Set() };
  const whole = ASSET_RUNS.find((type) => type === execution.type);
  await (whole ? onAssets(run, whole) : onAccounts(run));
  leased.signal.throwIfAborted();
  say(run, 'total', run.tally);
  leased.atEnd(async (write) => {
    const snapshot: Snapshot = { ...execution.snapshot, failed: [...run.failed] };
    await write.tx
      .updateTable('automation_executions')
      .set({
        status: run.tally.bad > 0 ? 'failed' : 'success',
        date_finished: write.clock(),
        sealed_secret: null,
        snapshot: JSON.stringify(snapshot),
      })
      .where('id', '=', execution.id)
      .execute();
    await notifyRecipients(write, deps.jobs, execution, run.tally, run.language);
  });
}

/** A run that did not come to its end. What it left open of changes is looked into from now on (record-store.ts). */
export async function endExecution(ctx: Context, id: string): Promise<void> {
  await ctx.tx
    .updateTable('automation_executions')
    .set({ status: 'failed', date_finished: ctx.clock(), sealed_secret: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
}

import { setTimeout as pause } from 'node:timers/promises';
import type { SettingsReader } from '@postern/contract/settings';
import { type Language, render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { BrokenOff, Run as LeasedRun } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { deliver } from '../../platform/mail/deliver.ts';
import { encryptedWorkbook } from '../../platform/mail/encrypted-file.ts';
import { post } from '../../platform/mail/outbox.ts';
import { type MailRefusal, refusalOf } from '../../platform/mail/refusal.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import { type Recipient, recipientsAmong } from '../users/index.ts';
import { addDelivered } from './execution.queries.ts';
import { type Failure, failureWords, type PlanSnapshot } from './execution.resource.ts';
import { accountsByType, sheetsOf, TooManyAccounts } from './report.ts';

export interface BackupDeps {
  system: SystemAccess;
  settings: SettingsReader;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Pauses between the tries of one mail. What the server will not take in any case is not tried again. */
const PAUSES_MS = [2_000, 10_000];
const WORTH_WAITING: ReadonlySet<string> = new Set(['unreachable', 'too_slow']);

const MESSAGES = {
  empty: text('There are no accounts of these types.', '没有这些类型的账号。', 'これらの種類のアカウントはありません。'),
  nobody: text('There is nobody to send it to.', '没有收件人。', '送り先がありません。'),
  counted: text('{type}: {count} accounts', '{type}：{count} 个账号', '{type}：アカウント {count} 件'),
  sent: text('{who}: sent', '{who}：已发送', '{who}：送信しました'),
  noticed: text(
    '{who}: has no file key and was told so',
    '{who}：未设置文件密钥，已发送提醒',
    '{who}：ファイル鍵がないため、案内を送りました',
  ),
  gone: text('{who}: is no recipient any more', '{who}：已不再是收件人', '{who}：受信者ではなくなっています'),
  failed: text('failed: {reason}', '失败：{reason}', '失敗：{reason}'),
} as const satisfies Record<string, Text>;

const LETTER = {
  subject: text('Account backup: {plan}', '账号备份：{plan}', 'アカウントのバックアップ：{plan}'),
  attached: text(
    'The accounts of {org} are in the attached archive. It opens with your file key.',
    '{org} 的账号备份见附件，请使用你的文件密钥打开。',
    '{org} のアカウントを添付しました。ご自身のファイル鍵で開いてください。',
  ),
  without: text(
    'The accounts of {org} were backed up. Nothing is attached, because you have no file key. Set one on your profile page.',
    '{org} 的账号已备份。由于你尚未设置文件密钥，本邮件没有附件。请在个人设置中设置文件密钥。',
    '{org} のアカウントをバックアップしました。ファイル鍵が未設定のため添付はありません。プロフィール画面で設定してください。',
  ),
};

interface Execution {
  id: string;
  org_id: string;
  plan_id: string;
  plan_snapshot: PlanSnapshot;
  delivered: string[];
}

interface Run extends BackupDeps {
  execution: Execution;
  org: { id: string; name: string };
  language: Language;
  leased: LeasedRun;
}

const say = (run: Run, what: keyof typeof MESSAGES, params: Record<string, unknown> = {}): void =>
  run.leased.write(render(MESSAGES[what], run.language, params));

/** Reads as the system, in the organisation of the run. */
const reading = ({ system, org }: Run): Context => inOrganisation(system.systemContext('backup'), org.id, org.name);

/** The execution that a worker has in hand, from now on under way. Undefined when it is over, or there is none. */
const begin = ({ system }: BackupDeps, id: string): Promise<Execution | undefined> =>
  system.asSystem('backup under way', ({ tx, clock }) =>
    tx
      .updateTable('account_backup_executions')
      .set(({ fn, val }) => ({ status: 'running', date_start: fn.coalesce('date_start', val(clock())) }))
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'running'])
      .returning(['id', 'org_id', 'plan_id', 'plan_snapshot', 'delivered'])
      .executeTakeFirst(),
  );

const failureOf = (error: unknown): Failure => ({ code: error instanceof TooManyAccounts ? 'too_large' : 'broken' });
const undelivered = ({ code, answer }: MailRefusal, to: string): Failure => ({ code: 'mail', refusal: code, answer, to });

/** Notes that somebody was reached, with what is told to them, and that secrets have left the house. */
async function note(run: Run, { id, display }: Recipient, withFile: boolean, also: (ctx: Context) => Promise<unknown>): Promise<void> {
  await run.system.asSystem('backup sent', async (ctx) => {
    await addDelivered(ctx, run.execution.id, id);
    await also(ctx);
    const { plan_id, plan_snapshot, org_id } = run.execution;
    if (withFile)
      ctx.audit({
        action: 'view',
        resourceType: 'accountbackupautomation',
        resourceId: plan_id,
        resource: plan_snapshot.name,
        orgId: org_id,
        changes: [{ field: 'recipients', before: '', after: display }],
      });
  });
}

async function sendTo(run: Run, person: Recipient, accounts: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const { language, settings } = run;
  const params = { plan: run.execution.plan_snapshot.name, org: run.org.name };
  const letter = (line: Text) => ({
    to: person.email,
    subject: render(LETTER.subject, language, params),
    lines: [render(line, language, params)],
  });
  const { key } = person;
  if (key === null) {
    await note(run, person, false, (ctx) => post(ctx, run.jobs, letter(LETTER.without)));
    say(run, 'noticed', { who: person.display });
    return;
  }
  for (let tried = 0; ; tried += 1) {
    const ctx = reading(run);
    // A stream is read once: each try makes its own.
    const attachment = encryptedWorkbook('accounts', sheetsOf(ctx, accounts, language), ctx.secrets.decrypt(key));
    try {
      await deliver(settings, { ...letter(LETTER.attached), attachment });
      break;
    } catch (error) {
      const refusal = refusalOf(error);
      const wait = PAUSES_MS[tried];
      if (wait === undefined || !WORTH_WAITING.has(refusal.code)) throw refusal;
      await pause(wait);
    }
  }
  await note(run, person, true, async () => undefined);
  say(run, 'sent', { who: person.display });
}

/** @returns what went wrong; the others are served all the same */
async function carryOut(run: Run): Promise<Failure | undefined> {
  const { plan_snapshot: plan, delivered } = run.execution;
  const ctx = reading(run);
  const accounts = await accountsByType(ctx, plan.types);
  for (const [type, ids] of accounts) say(run, 'counted', { type, count: ids.length });
  if (accounts.size === 0) {
    say(run, 'empty');
    return undefined;
  }
  const named = Object.keys(plan.recipients);
  if (named.length === 0) say(run, 'nobody');
  const people = new Map((await recipientsAmong(ctx, named)).map((person) => [person.id, person]));
  let failure: Failure | undefined;
  let done = 0;
  run.leased.progress(done, named.length);
  for (const [id, [who]] of Object.entries(plan.recipients)) {
    run.leased.signal.throwIfAborted();
    run.leased.progress(done++);
    if (delivered.includes(id)) continue;
    const person = people.get(id);
    if (!person) {
      say(run, 'gone', { who });
      continue;
    }
    try {
      await sendTo(run, person, accounts);
    } catch (error) {
      const problem = undelivered(refusalOf(error), who);
      failure ??= problem;
      say(run, 'failed', { reason: failureWords(problem, run.language) });
    }
  }
  return failure;
}

async function end(ctx: Context, id: string, failure: Failure | undefined): Promise<void> {
  await ctx.tx
    .updateTable('account_backup_executions')
    .set({
      status: failure ? 'failed' : 'success',
      is_success: failure === undefined,
      failure: failure ? JSON.stringify(failure) : null,
      date_finished: ctx.clock(),
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
}

/** Carries out one run, from its start or from where a worker that died left it: nobody who was reached is sent the same again. */
export async function runBackup(deps: BackupDeps, ctx: Context, leased: LeasedRun): Promise<void> {
  const execution = await begin(deps, leased.id);
  if (!execution) {
    leased.write(render(NOTHING_LEFT, ctx.language));
    return;
  }
  const run: Run = { ...deps, execution, org: { id: execution.org_id, name: ctx.org.name }, language: ctx.language, leased };
  let failure: Failure | undefined;
  try {
    failure = await carryOut(run);
  } catch (error) {
    leased.signal.throwIfAborted();
    ctx.log.error({ err: error, run: execution.id }, 'a backup broke off');
    failure = failureOf(error);
    say(run, 'failed', { reason: failureWords(failure, run.language) });
  }
  leased.atEnd((write) => end(write, execution.id, failure));
}

const BROKEN_OFF = { cancelled: 'cancelled', failed: 'broken', lost: 'lost' } as const satisfies Record<BrokenOff, Failure['code']>;

/** A run that did not come to its end. */
export const endBackup = (ctx: Context, id: string, why: BrokenOff): Promise<void> => end(ctx, id, { code: BROKEN_OFF[why] });

import type { SystemAccess } from '../../platform/platform.ts';
import { type Machine, machineOf, type StoredAccount } from './machine.ts';
import type { Wanted } from './methods/index.ts';
import { type ChangeRecord, markChanging, markFailed, markUncertain, settleAsNew } from './record-store.ts';
import { asRefusal, Refusal } from './refusal.ts';

/** Changing one secret on one machine so that nothing can be lost (decision 0044). */

/** After so many milliseconds a command that was cut off has ended one way or the other. */
const QUIET_MS = 120_000;

/** `note` says with what reservation the machine took it. */
export type Outcome = { state: 'success'; note?: Refusal } | { state: 'failed' | 'uncertain'; reason: Refusal };

type Account = Pick<StoredAccount, 'username' | 'secret_type' | 'su_from_id'>;

async function accepts(machine: Machine, account: Account, secret: string): Promise<boolean> {
  return machine.method.verify(machine.reach, await machine.loginAs(account, secret), machine.login);
}

/** Which secret a machine takes now, by fresh logins: the new one is tried first. */
async function whichHolds(
  system: SystemAccess,
  machine: Machine,
  account: Account,
  record: ChangeRecord,
): Promise<'new' | 'old' | 'neither'> {
  const { secrets } = system.systemContext('settle');
  if (await accepts(machine, account, await secrets.open(record.new_secret))) return 'new';
  return record.old_secret !== null && (await accepts(machine, account, await secrets.open(record.old_secret))) ? 'old' : 'neither';
}

const succeeded = async (system: SystemAccess, record: ChangeRecord, note?: Refusal): Promise<Outcome> => {
  await system.asSystem('secret changed', (ctx) => settleAsNew(ctx, record, note));
  return { state: 'success', ...(note ? { note } : {}) };
};
const failed = async (system: SystemAccess, record: ChangeRecord, reason: Refusal): Promise<Outcome> => {
  await system.asSystem('secret not changed', (ctx) => markFailed(ctx, record, reason));
  return { state: 'failed', reason };
};
const uncertain = async (system: SystemAccess, record: ChangeRecord, reason: Refusal): Promise<Outcome> => {
  await system.asSystem('secret in doubt', (ctx) => markUncertain(ctx, record, reason));
  return { state: 'uncertain', reason };
};

/** What the machine said to the change: done (perhaps with a note), no, or nothing that anybody heard. */
type Answer = { done: Refusal | undefined } | { no: Refusal } | 'unknown';

/** After these nobody knows how far the machine came; every other refusal is an answer. */
const SAYS_NOTHING: readonly string[] = ['timeout', 'interrupted', 'unreachable'];
const answerOf = (error: unknown): Answer => (error instanceof Refusal && !SAYS_NOTHING.includes(error.code) ? { no: error } : 'unknown');

/** The machine has answered, or not, and now it is asked by a login. `no` is its own refusal of the change. */
async function conclude(system: SystemAccess, machine: Machine, account: Account, record: ChangeRecord, answer: Answer): Promise<Outcome> {
  const no = answer !== 'unknown' && 'no' in answer ? answer.no : undefined;
  let holds: 'new' | 'old' | 'neither';
  try {
    holds = await whichHolds(system, machine, account, record);
  } catch {
    if (no) return failed(system, record, no);
    return uncertain(system, record, new Refusal('interrupted'));
  }
  if (holds === 'new') return succeeded(system, record, answer !== 'unknown' && 'done' in answer ? answer.done : undefined);
  // It says it has not changed anything, and it does not take the new one.
  if (no) return failed(system, record, no);
  if (holds === 'neither') return uncertain(system, record, new Refusal(answer === 'unknown' ? 'interrupted' : 'neither'));
  // A command that was cut off may still be at work: the former secret proves nothing yet.
  const sent = record.date_started?.getTime() ?? 0;
  if (answer === 'unknown' && system.systemContext('settle').clock().getTime() - sent < QUIET_MS)
    return uncertain(system, record, new Refusal('interrupted'));
  return failed(system, record, new Refusal('still_old'));
}

/**
 * Carries a pending record out: logs in, says so in the record, changes, and lets a fresh login decide. Whatever breaks in
 * between leaves both secrets in the record.
 */
export async function rotate(
  system: SystemAccess,
  machine: Machine,
  account: Account,
  record: ChangeRecord,
  wanted: Wanted,
): Promise<Outcome> {
  const { method, reach, login, noLogin } = machine;
  if (!login) return failed(system, record, noLogin);
  let session: Awaited<ReturnType<typeof method.open>>;
  try {
    method.check(wanted);
    session = await method.open(reach, login);
  } catch (error) {
    return failed(system, record, asRefusal(error, reach.name));
  }
  let answer: Answer;
  try {
    if (record.type === 'push_account') {
      try {
        await session.create(wanted);
      } catch (error) {
        return await failed(system, record, asRefusal(error, reach.name));
      }
    }
    const taken = await system.asSystem('secret is about to change', (ctx) => markChanging(ctx, record));
    if (!taken) return { state: 'failed', reason: new Refusal('unsettled') };
    try {
      answer = { done: await session.change(wanted) };
    } catch (error) {
      answer = answerOf(error);
    }
  } finally {
    session.close();
  }
  const now = system.systemContext('rotate').clock();
  return conclude(system, machine, account, { ...record, status: 'changing', date_started: now }, answer);
}

/** Looks into a record that was left open: changes nothing on the machine, only finds out what it takes. */
export async function settle(system: SystemAccess, account: Account, record: ChangeRecord): Promise<Outcome> {
  if (record.status === 'pending') return failed(system, record, new Refusal('not_started'));
  try {
    const machine = await machineOf(system, record.asset_id, record.type);
    // Both secrets of the record are tried. Where another one was entered since, they may be meant for another place.
    machine.mustFit(record.account_id, record.old_secret);
    return await conclude(system, machine, account, record, 'unknown');
  } catch (error) {
    return uncertain(system, record, asRefusal(error, ''));
  }
}

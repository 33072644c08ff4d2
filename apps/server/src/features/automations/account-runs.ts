import { createAccount } from '../accounts/index.ts';
import { changeOne } from './change-account.ts';
import { type Machine, machineOf } from './machine.ts';
import { each, MAX_TARGETS, type Run, refused, report, say } from './run-state.ts';
import { missingAccounts } from './target.queries.ts';
import { type Target, targetsById, targetsIn } from './targets.ts';
import { verifyOne } from './verify-account.ts';

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

/** Privileged accounts, those that everything hangs on, and the login itself stay (docs/wire/automations.md#accounts-that-stay-as-they-are). */
const untouchable = (target: Target, machine: Machine): boolean =>
  target.privileged || ['root', 'administrator'].includes(target.username.toLowerCase()) || target.id === machine.admin?.id;

/** One run about accounts, machine by machine: secrets changed, pushed or verified. */
export async function onAccounts(run: Run): Promise<void> {
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

import { newKeyPair } from '../accounts/index.ts';
import { randomPassword } from './candidate.ts';
import type { Machine } from './machine.ts';
import { beginRecord, type ChangeRecord, markFailed, openRecordOf, recordIn } from './record-store.ts';
import { Refusal } from './refusal.ts';
import { type Outcome, rotate, settle } from './rotate.ts';
import type { Run } from './run-state.ts';
import type { Snapshot } from './snapshot.ts';
import { type Target, targetsById } from './targets.ts';

/** The new secret of one account: its own for a push on demand, the automation's, or a fresh one. */
async function candidateOf(run: Run, { method }: Machine, target: Target): Promise<string> {
  const { snapshot, sealed_secret } = run.execution;
  const { secrets } = run.system.systemContext('candidate');
  if (snapshot.secret_strategy === 'random')
    return target.secret_type === 'ssh_key' ? newKeyPair().pem : randomPassword(snapshot.password_rules?.length, method.symbols);
  const encrypted = snapshot.secret_strategy === 'specific' ? sealed_secret : target.secret;
  if (!encrypted) throw new Refusal('no_secret');
  return secrets.open(encrypted);
}

/**
 * Sets the secret of one account on its machine, or goes on with where a worker that died left it.
 * @throws Refusal where there is no secret to set
 */
export async function changeOne(run: Run, machine: Machine, target: Target): Promise<Outcome> {
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
  const candidate = known ? await ctx.secrets.open(known.new_secret) : await candidateOf(run, machine, target);
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

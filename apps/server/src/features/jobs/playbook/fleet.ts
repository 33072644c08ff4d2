import { CodedError } from '@postern/contract/errors';
import { openThroughGateway } from '../gateway.ts';
import { type HostReason, reasonOf } from '../host-status.ts';
import { allow, type Host, note, type Run } from '../one-host.ts';
import type { SecretPool } from '../redaction.ts';
import { hostLine, reasonText } from '../sentences.ts';
import { NotReached } from './door.ts';
import { type Machine, machineOver } from './machine.ts';

/** How often one machine is connected to anew in a run: a machine that is started anew is waited for. */
const MAX_OPENINGS = 20;

/** The machines of a run, each behind at most one connection through the gateway, by the names under which the playbook knows them. */
export interface Fleet {
  /** @throws NotReached */
  reach(name: string): Promise<Machine>;
  /** Why a machine was left out or not reached. */
  reasons: ReadonlyMap<string, HostReason>;
  /** Those that were connected to. */
  begun: ReadonlySet<string>;
  end(): void;
}

/** @param pool is given the secrets of each machine before it is connected to */
export function openFleet(run: Run, hosts: ReadonlyMap<string, Host>, pool: Pick<SecretPool, 'add'>): Fleet {
  const open = new Map<string, Promise<Machine>>();
  const openings = new Map<string, number>();
  const reasons = new Map<string, HostReason>();
  const begun = new Set<string>();
  let over = false;

  const refuse = (name: string, reason: HostReason): NotReached => {
    reasons.set(name, reason);
    run.leased.write(hostLine(name, reason, run.language));
    return new NotReached(reasonText(reason, run.language));
  };

  /** Rights are asked at this moment, as for a command: for a machine that was left before, once more. */
  async function connect(name: string, host: Host): Promise<Machine> {
    let allowed: Awaited<ReturnType<typeof allow<undefined>>>;
    try {
      allowed = await allow(run, host, () => undefined);
    } catch (error) {
      const reason = codedReason(run, error);
      // Where it was begun, the end says what became of it.
      if (!begun.has(name)) await note(run, host, { status: 'excluded', reason: JSON.stringify(reason) });
      throw refuse(name, reason);
    }
    pool.add(allowed.secrets);
    await note(run, host, { status: 'running', account: allowed.account.name });
    begun.add(name);
    try {
      const machine = machineOver(await openThroughGateway(run, allowed.token, run.leased.signal));
      reasons.delete(name);
      if (over) machine.end();
      return machine;
    } catch (error) {
      throw refuse(name, codedReason(run, error));
    }
  }

  async function reach(name: string): Promise<Machine> {
    const host = hosts.get(name);
    // A name that a playbook has made up is a machine of nobody's.
    if (!host || over)
      throw new NotReached(reasonText({ code: 'playbook_host_unknown', params: { name: name.slice(0, 128) } }, run.language));
    const known = open.get(name);
    const machine = await known?.catch(() => undefined);
    if (machine?.isOpen()) return machine;
    // Another task may have begun to connect meanwhile.
    if (open.get(name) !== known) return reach(name);
    const count = (openings.get(name) ?? 0) + 1;
    openings.set(name, count);
    if (count > MAX_OPENINGS) throw new NotReached(reasonText({ code: 'job_interrupted' }, run.language));
    const opening = connect(name, host);
    opening.catch(() => undefined);
    open.set(name, opening);
    return opening;
  }

  return {
    reach,
    reasons,
    begun,
    end() {
      over = true;
      for (const one of open.values())
        one.then(
          (machine) => machine.end(),
          () => undefined,
        );
    },
  };
}

function codedReason(run: Run, error: unknown): HostReason {
  if (!(error instanceof CodedError))
    run.system.systemContext('job').log.error({ err: error, run: run.execution.id }, 'a playbook failed on a machine');
  return reasonOf(error) ?? { code: 'job_interrupted' };
}

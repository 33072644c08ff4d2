import type { SystemAccess } from '../../platform/platform.ts';
import { noteLogin } from '../accounts/index.ts';
import { addFacts, noteTest } from '../assets/index.ts';
import { type Machine, machineOf } from './machine.ts';
import { asRefusal, Refusal } from './refusal.ts';
import type { Outcome } from './rotate.ts';

/** What is done to assets as a whole: trying the login, and asking what the machine is (docs/wire/assets.md#tests-and-refreshes). */

/** The account whose secret opens the connection: with sudo from another login, that one. */
const entered = ({ admin, login }: Machine): string | null =>
  (login?.become?.method === 'sudo' && login.username !== admin?.username ? admin?.su_from_id : admin?.id) ?? null;

/** Keeps what a test found, on the asset and on the account that was used. */
const keep = (system: SystemAccess, machine: Machine, connectivity: 'ok' | 'err' | '-'): Promise<unknown> =>
  system.asSystem('asset tested', async (ctx) => {
    await noteTest(ctx, machine.asset.id, connectivity);
    const account = machine.login ? entered(machine) : null;
    if (account) await noteLogin(ctx, account, connectivity);
  });

async function tryLogin({ method, reach, login, noLogin }: Machine): Promise<Refusal | undefined> {
  try {
    if (!login) {
      if (noLogin.code === 'no_login') (await reach.dial()).destroy();
      return noLogin;
    }
    if (await method.verify(reach, login)) return undefined;
    return new Refusal('login_refused', { address: reach.name, account: login.username });
  } catch (error) {
    return asRefusal(error, reach.name);
  }
}

/**
 * A fresh login as the administrator. Without an account only the port is tried: a machine that answers there is neither
 * good nor bad (decision 0053).
 */
export async function testAsset(system: SystemAccess, assetId: string): Promise<Outcome> {
  let machine: Machine;
  try {
    machine = await machineOf(system, assetId, 'ping');
  } catch (error) {
    // Nothing was tried, so nothing is known now that was not known before.
    return { state: 'failed', reason: asRefusal(error, '') };
  }
  const reason = await tryLogin(machine);
  const untried = reason === machine.noLogin;
  await keep(system, machine, reason === undefined ? 'ok' : untried ? '-' : 'err');
  return reason ? { state: 'failed', reason } : { state: 'success' };
}

/**
 * Asks a machine what it is and puts the answer into `gathered_info`. What it does not say, such as a serial number that
 * only root may read, stays as somebody wrote it down.
 */
export async function gatherFacts(system: SystemAccess, assetId: string): Promise<Outcome> {
  try {
    const { method, reach, login, noLogin, asset } = await machineOf(system, assetId, 'gather_facts');
    if (!login) throw noLogin;
    const session = await method.open(reach, login);
    const facts = await Promise.resolve(session.facts?.()).finally(() => session.close());
    if (!facts) throw new Refusal('no_method', { type: method.protocols.join(', ') });
    await system.asSystem('facts of an asset', (ctx) => addFacts(ctx, asset.id, facts));
    return { state: 'success' };
  } catch (error) {
    return { state: 'failed', reason: asRefusal(error, '') };
  }
}

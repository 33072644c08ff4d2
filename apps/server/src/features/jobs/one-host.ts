import { CodedError } from '@postern/contract/errors';
import type { Language } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Run as LeasedRun } from '../../platform/feature.ts';
import { secretsHanded, tokenFor } from '../connection-tokens/index.ts';
import { type ReachedAsset, reachedNow, rememberLinks } from '../permissions/index.ts';
import { chooseAccount, requireProtocol } from './choose-account.ts';
import { hostVariables, type Variables } from './command.ts';
import type { JobDeps } from './deps.ts';
import type { ExecutionRow } from './execution.resource.ts';
import type { Answer } from './gateway.ts';
import type { HostStatus } from './host-status.ts';
import { asOwner } from './owner.ts';

/** What commands and playbooks do alike with one machine of a run: its rights are asked at its turn, and its row says what became of it. */

/** The way of connecting that rules are asked about: jobs come to the SSH door. */
const METHOD = 'ssh';

/** A run that a worker has in hand. */
export interface Run extends JobDeps {
  execution: ExecutionRow;
  leased: LeasedRun;
  language: Language;
}
/** A machine of it. */
export interface Host {
  asset_id: string;
  name: string;
}

/** Writes what became of a machine. Once the run is to stop, that is for whoever ends it: then only what was heard is kept. */
export const note = (
  { system, execution, leased }: Run,
  host: Host,
  { status, answer, ...more }: { status: HostStatus; account?: string; reason?: string; answer?: Answer },
): Promise<unknown> =>
  system.asSystem('job on a machine', async ({ tx, clock }) => {
    const heard = answer && { output: answer.output, is_cut: answer.isCut };
    if (leased.signal.aborted && !heard) return;
    const over = status === 'running' ? { date_start: clock() } : { date_finished: clock(), exit_code: answer?.exitCode ?? null };
    await tx
      .updateTable('job_execution_hosts')
      .set(leased.signal.aborted && heard ? heard : { status, ...more, ...over, ...heard })
      .where('execution_id', '=', execution.id)
      .where('asset_id', '=', host.asset_id)
      .where('status', 'in', ['waiting', 'running'])
      .execute();
  });

const variablesOf = (run: Run, owner: Context, asset: ReachedAsset): Variables => ({
  ...run.execution.parameters,
  ...hostVariables(owner.actor.username, asset, run.execution.ordered),
  jms_job_id: run.execution.job_id ?? '',
  jms_job_name: run.execution.job_name,
});

/**
 * Asks everything anew for one machine, as its owner stands at this moment, and takes a token of one session; with the secrets that it opens.
 * @param make what is made of its variables, before there is a token
 * @throws CodedError
 */
export const allow = <T>(run: Run, host: Host, make: (variables: Variables) => T) =>
  run.system.asSystem('job asks to connect', async (ctx) => {
    const owner = await asOwner(ctx, run.execution, run.execution.origin_ip);
    // Whether it is reached, by which account, and for the token: one question of this moment.
    rememberLinks(owner);
    const asset = await reachedNow(owner, owner.actor.id, host.asset_id);
    if (!asset) throw new CodedError('job_asset_gone');
    const account = await chooseAccount(owner, owner.actor, asset, run.execution.ordered);
    const made = make(variablesOf(run, owner, asset));
    const protocol = requireProtocol(run.execution.ordered, asset);
    const token = await tokenFor(run.kernel(), owner, { asset: asset.id, account: account.alias, protocol, method: METHOD });
    const secrets = [token.value, ...(account.id === null ? [] : await secretsHanded(owner, account.id))];
    return { token, account, made, secrets };
  });

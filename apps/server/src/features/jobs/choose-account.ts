import { ACTION } from '@postern/contract/actions';
import { CodedError } from '@postern/contract/errors';
import { among, type Context, eb } from '@postern/resource';
import { accountsFor, type ReachedAsset, type UsableAccount } from '../permissions/index.ts';
import type { Order } from './execution.resource.ts';

/** Protocols by which jobs reach machines, by what is run there. Of several that a machine has the first is taken. */
const SHELLS = ['ssh'] as const;
const DATABASES = ['postgresql', 'mysql', 'mariadb'] as const;

/** Whether it is statements for databases; a playbook is none, whatever its job says besides. */
const isSql = ({ module, type }: Pick<Order, 'module' | 'type'>): boolean => type !== 'playbook' && module === 'sql';

/** The protocol by which a job reaches a machine; undefined where the machine has none for it. */
export function protocolFor(order: Pick<Order, 'module' | 'type'>, { protocols }: Pick<ReachedAsset, 'protocols'>): string | undefined {
  const wanted: readonly string[] = isSql(order) ? DATABASES : SHELLS;
  return wanted.find((name) => protocols.some((one) => one.name === name));
}

/** Usernames in the order in which they are tried. */
export const runAs = (text: string): string[] => text.split(',').flatMap((name) => name.trim().toLowerCase() || []);

/** Ids of privileged ones among accounts. */
async function privilegedAmong(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx
    .selectFrom('accounts')
    .select('id')
    .where(among(eb.ref('id'), ids))
    .where('privileged', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** @throws CodedError job_no_ssh, job_no_database */
export function requireProtocol(order: Pick<Order, 'module' | 'type'>, asset: Pick<ReachedAsset, 'protocols'>): string {
  const found = protocolFor(order, asset);
  if (!found) throw new CodedError(isSql(order) ? 'job_no_database' : 'job_no_ssh');
  return found;
}

/**
 * The account by which a job runs on an asset: one that its owner may use themself and connect with, by the names that the job says, else by its policy.
 * @throws CodedError why the asset is left out
 */
export async function chooseAccount(
  ctx: Context,
  person: { id: string; username: string },
  asset: Pick<ReachedAsset, 'id' | 'automated' | 'protocols'>,
  order: Pick<Order, 'runas' | 'runas_policy' | 'module' | 'type'>,
): Promise<UsableAccount> {
  const { runas, runas_policy } = order;
  if (!asset.automated) throw new CodedError('job_automation_off');
  requireProtocol(order, asset);
  const usable = (await accountsFor(ctx, person, asset.id)).filter(
    ({ id, hasSecret, actions }) => id !== null && hasSecret && (actions & ACTION.connect) !== 0,
  );
  for (const name of runAs(runas)) {
    const found = usable.find(({ username }) => username.toLowerCase() === name);
    if (found) return found;
  }
  if (runas_policy === 'skip') throw new CodedError('job_account_missing', { runas });
  const privileged = await privilegedAmong(
    ctx,
    usable.flatMap(({ id }) => id ?? []),
  );
  const first = usable.find(({ id }) => id !== null && privileged.has(id));
  if (first) return first;
  const any = usable[0];
  if (runas_policy === 'privileged_only' || !any) throw new CodedError('job_account_missing', { runas });
  return any;
}

import type { PermsUserAccounts, PermsUserAssets } from '@postern/client/api.gen';
import { type ConnectOrder, carriedWays, leaveOrders, readPicks } from '@postern/client/connect-picks';

/** From the console to a session: what may be picked, and the way into the web terminal with it (decision 0141). */

/** An asset as lists of what somebody reaches have it. */
export type ReachedAsset = Pick<PermsUserAssets, 'id' | 'name' | 'address' | 'org_id' | 'protocols' | 'is_active'>;
export type UsableAccount = Pick<PermsUserAccounts, 'alias' | 'name' | 'username' | 'has_secret'>;

/** A way of connecting as the server offers it. */
export interface Way {
  component: string;
  type: string;
  value: string;
  label: string;
  disabled?: boolean;
}
/** Ways by protocol. */
export type Ways = Readonly<Record<string, readonly Way[]>>;

/** An account and a way that go together. */
export interface Choice {
  account: UsableAccount;
  protocol: string;
  way: Way;
}

/** Opens the web terminal in a tab of its own, and connects there. */
export function openTerminal(orders: readonly ConnectOrder[], org?: string): void {
  window.open(leaveOrders(localStorage, orders, org), '_blank', 'noopener');
}

/** Opens the web terminal in a tab of its own, which asks what to connect with. */
export function askInTerminal({ id, org_id }: Pick<ReachedAsset, 'id' | 'org_id'>): void {
  window.open(`/luna/?${new URLSearchParams({ login_to: id, oid: org_id })}`, '_blank', 'noopener');
}

const isTyped = ({ has_secret, alias }: UsableAccount): boolean => !has_secret && alias !== '@ANON';

/** Ways that lead to an asset: what the web terminal carries, then clients of the person's own machine, for accounts that need no typed secret. */
export function choicesOf(asset: Pick<ReachedAsset, 'protocols'>, account: UsableAccount, ways: Ways): Choice[] {
  const open = asset.protocols.filter((protocol) => protocol.public !== false);
  return open.flatMap(({ name: protocol }) => {
    const native = isTyped(account) ? [] : (ways[protocol] ?? []).filter(({ type }) => type === 'native');
    return [...carriedWays(ways, protocol, asset), ...native].map((way) => ({ account, protocol, way }));
  });
}

export const keyOfChoice = ({ account, protocol, way }: Choice): string => [account.alias, protocol, way.value].join('\n');

/** What was picked for an asset the last time, as a key of a choice. */
export function lastChoice(store: Pick<Storage, 'getItem'>, asset: string, kept: boolean): string | undefined {
  const picks = kept ? readPicks(store, asset) : null;
  return picks ? [picks.account.alias, picks.protocol.name, picks.connectMethod.value].join('\n') : undefined;
}

interface Opened {
  asset: string;
  account: string;
  protocol: string;
  type: string;
}
/** Protocols whose sessions are pictures: no terminal opens them. */
const PICTURES = new Set(['rdp', 'vnc']);

/** Opens again what was open: the same account, and files where files were open. */
export function orderAgain({ asset, account, protocol, type }: Opened): ConnectOrder {
  if (type === 'sftp') return { asset, account, protocol: 'ssh', method: 'web_sftp' };
  return { asset, account, protocol, ...(PICTURES.has(protocol) ? {} : { method: 'web_cli' }) };
}

import type { MenuAccount, MenuAsset, MenuTarget, Notice } from './model.ts';

/** What is still to be chosen of an asset before it opens: an account where there are several, a protocol where there are several. */
export interface Picks {
  asset: MenuAsset;
  accounts: readonly MenuAccount[];
  account?: MenuAccount | undefined;
  protocol?: string | undefined;
}

export type NextPick =
  | { next: 'account' | 'protocol'; options: readonly string[] }
  | { next: 'open'; target: MenuTarget }
  | { next: 'none'; why: Notice };

const accountLabel = ({ name, username }: MenuAccount): string => (username === '' || name === username ? name : `${name} (${username})`);

/** What comes next; where there is one of something, it is that one. */
export function nextPick({ asset, accounts, account, protocol }: Picks): NextPick {
  const params = { asset: asset.name };
  if (!asset.active) return { next: 'none', why: { key: 'asset_off', params } };
  if (asset.protocols.length === 0) return { next: 'none', why: { key: 'no_protocol', params } };
  const picked = account ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (accounts.length === 0) return { next: 'none', why: { key: 'no_account', params } };
  if (!picked) return { next: 'account', options: accounts.map(accountLabel) };
  const by = protocol ?? (asset.protocols.length === 1 ? asset.protocols[0] : undefined);
  if (!by) return { next: 'protocol', options: asset.protocols };
  return { next: 'open', target: { asset: asset.id, account: picked.alias, protocol: by, label: `${picked.name}@${asset.name}` } };
}

/** The same with the option at a place chosen. */
export const picked = (picks: Picks, next: 'account' | 'protocol', at: number): Picks =>
  next === 'account' ? { ...picks, account: picks.accounts[at] } : { ...picks, protocol: picks.asset.protocols[at] };

/** Why an asset is not even asked about. */
export function refusedAtOnce(asset: MenuAsset): Notice | undefined {
  const next = nextPick({ asset, accounts: [{ alias: '', name: '', username: '' }] });
  return next.next === 'none' ? next.why : undefined;
}

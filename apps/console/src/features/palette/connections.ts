import type { TFunction } from 'i18next';
import { client } from '../../session/http.ts';
import { openTerminal, type ReachedAsset, type UsableAccount } from '../connect/connect.ts';
import type { ConnectCommand } from './connect-command.ts';
import { matchScore, type PaletteEntry } from './palette-entries.ts';

/** Assets that are looked at, and of how many their accounts are asked for. */
const ASSETS = 5;
const WITH_ACCOUNTS = 3;

const begins = (text: string, words: string): boolean => text.toLowerCase().startsWith(words.toLowerCase());
const isNamed = ({ name, address }: ReachedAsset, words: string): boolean =>
  [name, address].some((text) => text.toLowerCase() === words.toLowerCase());

/** Sessions that fit a command, best first: of assets and accounts that the server says this person has, and of no others. */
export async function findConnections(command: ConnectCommand, t: TFunction<'shell'>, signal: AbortSignal): Promise<PaletteEntry[]> {
  const asked = { search: command.asset, is_active: true, limit: ASSETS, offset: 0 } as const;
  const found = (await client.permsUsers.assets('self', asked, { signal })).results.filter((asset) => asset.is_active);
  const assets = found.toSorted((one, other) => Number(isNamed(other, command.asset)) - Number(isNamed(one, command.asset)));
  // Accounts are offered once one is asked for, and beside the only asset that can be meant.
  const only = command.sentence && (assets.length === 1 || (assets[0] !== undefined && isNamed(assets[0], command.asset)));
  const open = command.account === undefined ? assets.slice(0, only ? 1 : 0) : assets.slice(0, WITH_ACCOUNTS);
  const accounts = await Promise.all(open.map((asset) => client.permsUsers.accounts('self', asset.id, {}, { signal })));
  const withAccounts = open.flatMap((asset, at) =>
    (accounts[at] ?? []).filter((account) => fits(account, command.account ?? '')).map((account) => accountEntry(asset, account, t)),
  );
  if (command.account !== undefined) return withAccounts;
  const [first, ...rest] = assets.map((asset) => assetEntry(asset, command.asset, t));
  return first ? [first, ...withAccounts, ...rest] : [];
}

const fits = ({ alias, name, username }: UsableAccount, words: string): boolean =>
  [alias, name, username].some((text) => begins(text, words));

const assetEntry = (asset: ReachedAsset, words: string, t: TFunction<'shell'>): PaletteEntry => ({
  id: `connect ${asset.id}`,
  group: 'connect',
  title: t('palette.connectTo', { asset: asset.name }),
  fit: matchScore(asset.name, words),
  detail: asset.address,
  run: () => openTerminal([{ asset: asset.id }], asset.org_id),
});

const accountEntry = (asset: ReachedAsset, account: UsableAccount, t: TFunction<'shell'>): PaletteEntry => ({
  id: `connect ${asset.id} ${account.alias}`,
  group: 'connect',
  title: t('palette.connectAs', { asset: asset.name, account: account.name }),
  fit: 0,
  detail: asset.address,
  run: () => openTerminal([{ asset: asset.id, account: account.alias }], asset.org_id),
});

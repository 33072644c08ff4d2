import { type ConnectOrder, carriedWays, FILES_METHOD, picksKey, readPicks, type StoredPicks } from '@postern/client/connect-picks';
import type {
  ConnectMethod,
  ConnectMethods,
  GrantedAccount,
  GrantedAsset,
  GrantedProtocol,
  PublicSettings,
  TokenRequest,
} from '../transport/api.ts';

/** What a person picks to connect, and how the picks depend on each other (docs/behaviour/terminal.md#connecting). No React. */

export type AccountGroup = 'last' | 'withSecret' | 'manual' | 'special';

export interface Choice {
  protocol: string;
  /** Alias of the account. */
  account: string;
  username: string;
  secret: string;
  method: string;
  charset: string;
  backspaceAsCtrlH: boolean;
  disableautohash: boolean;
  autoLogin: boolean;
}

export type StoredChoice = StoredPicks;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** Where picks are kept between visits: nowhere, once the installation does not want them kept, and what was kept goes. */
export function pickStore(
  store: Store,
  { SECURITY_LUNA_REMEMBER_AUTH: kept = true }: Pick<PublicSettings, 'SECURITY_LUNA_REMEMBER_AUTH'>,
): Store {
  if (kept) return store;
  const forget = (key: string): null => {
    store.removeItem(key);
    return null;
  };
  return { getItem: forget, setItem: forget, removeItem: forget };
}

export const readStored = readPicks;

/** Keeps the picks for the next time; the typed secret is not among them. */
export function writeStored(store: Store, asset: string, choice: Choice, account: GrantedAccount): void {
  store.setItem(
    picksKey(asset),
    JSON.stringify({
      account: { alias: account.alias, username: isManual(account) ? choice.username : account.username, has_secret: account.has_secret },
      connectMethod: { value: choice.method },
      protocol: { name: choice.protocol },
      autoLogin: choice.autoLogin,
      connectOption: { charset: choice.charset, backspaceAsCtrlH: choice.backspaceAsCtrlH, disableautohash: choice.disableautohash },
    }),
  );
}

/** Makes the dialog come up again for this asset. */
export function clearAutoLogin(store: Store, asset: string): void {
  const stored = readStored(store, asset);
  if (stored?.autoLogin) store.setItem(picksKey(asset), JSON.stringify({ ...stored, autoLogin: false }));
}

/**
 * Protocols to choose from: the public ones, SSH for an asset without any. Those this page cannot open are left out
 * as long as one remains, so that no tab leads nowhere.
 */
export function offeredProtocols(asset: GrantedAsset, methods: ConnectMethods): GrantedProtocol[] {
  const open = asset.protocols.filter((protocol) => protocol.public !== false);
  const seen = open.length > 0 ? open : [{ name: 'ssh', port: 22 }];
  const usable = seen.filter((protocol) => offeredMethods(methods, protocol.name, asset).length > 0);
  return usable.length > 0 ? usable : seen;
}

export const offeredMethods = (methods: ConnectMethods, protocol: string, asset?: GrantedAsset): ConnectMethod[] =>
  carriedWays(methods, protocol, asset);

/** One method of each protocol that has it. */
export const methodsCalled = (methods: ConnectMethods, value: string): ConnectMethods =>
  Object.fromEntries(Object.entries(methods).map(([protocol, offered]) => [protocol, offered.filter((one) => one.value === value)]));

/** What opens files of the account that a terminal was opened with; null where they are not offered, or its secret was typed. */
export function filesRequest(
  wanted: TokenRequest,
  asset: GrantedAsset,
  account: GrantedAccount,
  methods: ConnectMethods,
): TokenRequest | null {
  const offered = offeredMethods(methods, wanted.protocol, asset).some(({ value, disabled }) => value === FILES_METHOD && !disabled);
  return offered && !needsSecret(account) ? { ...wanted, connect_method: FILES_METHOD, input_secret: '' } : null;
}

export const isManual = (account: GrantedAccount): boolean => account.alias === '@INPUT';
export const needsSecret = (account: GrantedAccount): boolean => !account.has_secret && account.alias !== '@ANON';
export const showsUsername = (account: GrantedAccount): boolean => isManual(account) || account.alias === '@USER';

const rankOf = (account: GrantedAccount): number => (account.alias.startsWith('@') ? 2 : account.username === 'root' ? 0 : 1);

/** Accounts in the groups of the dialog; the last used one comes first and only once. */
export function groupAccounts(
  accounts: readonly GrantedAccount[],
  category: string,
  lastAlias?: string,
): [AccountGroup, GrantedAccount[]][] {
  const anonymousAllowed = category === 'custom' || category === 'web';
  const usable = accounts.filter((account) => account.alias !== '@ANON' || anonymousAllowed);
  const byName = (a: GrantedAccount, b: GrantedAccount): number => a.name.localeCompare(b.name);
  const rest = usable.filter((account) => account.alias !== lastAlias);
  const groups: [AccountGroup, GrantedAccount[]][] = [
    ['last', usable.filter((account) => account.alias === lastAlias)],
    ['withSecret', rest.filter((account) => account.has_secret).sort(byName)],
    [
      'manual',
      rest.filter((account) => !account.has_secret && account.alias !== '@ANON').sort((a, b) => rankOf(a) - rankOf(b) || byName(a, b)),
    ],
    ['special', rest.filter((account) => account.alias === '@ANON')],
  ];
  return groups.filter(([, members]) => members.length > 0);
}

/** Where the dialog starts: the stored picks as far as they still exist, else the first of each. */
export function firstChoice(
  asset: GrantedAsset,
  accounts: readonly GrantedAccount[],
  methods: ConnectMethods,
  stored: StoredChoice | null,
  preferences: { backspaceAsCtrlH: boolean },
): Choice {
  const protocols = offeredProtocols(asset, methods);
  const protocol = protocols.find((entry) => entry.name === stored?.protocol.name) ?? protocols[0];
  const name = protocol?.name ?? 'ssh';
  const account = groupAccounts(accounts, asset.category.value, stored?.account.alias)[0]?.[1][0];
  const offered = offeredMethods(methods, name, asset);
  const method =
    offered.find((entry) => entry.value === stored?.connectMethod.value && !entry.disabled) ?? offered.find((entry) => !entry.disabled);
  const options = stored?.connectOption ?? {};
  return {
    protocol: name,
    account: account?.alias ?? '',
    username: account && isManual(account) && stored?.account.alias === account.alias ? stored.account.username : '',
    secret: '',
    method: method?.value ?? '',
    charset: typeof options.charset === 'string' ? options.charset : 'default',
    backspaceAsCtrlH: typeof options.backspaceAsCtrlH === 'boolean' ? options.backspaceAsCtrlH : preferences.backspaceAsCtrlH,
    disableautohash: options.disableautohash === true,
    autoLogin: stored?.autoLogin ?? false,
  };
}

/** True when the stored choice can connect without asking: wanted, still granted, and with the secret on the server. */
export function canSkipDialog(choice: Choice, accounts: readonly GrantedAccount[], stored: StoredChoice | null): boolean {
  if (!stored?.autoLogin || stored.protocol.name !== choice.protocol || stored.connectMethod.value !== choice.method) return false;
  const account = accounts.find((entry) => entry.alias === stored.account.alias);
  return account?.has_secret === true && choice.account === account.alias;
}

/** The kept picks with what was picked for this once over them. */
export function withOrder(stored: StoredChoice | null, order: ConnectOrder | undefined): StoredChoice | null {
  if (!order || (!order.account && !order.protocol && !order.method)) return stored;
  const same = stored && (order.account === undefined || order.account === stored.account.alias);
  return {
    account: same ? stored.account : { alias: order.account ?? '', username: '' },
    connectMethod: { value: order.method ?? stored?.connectMethod.value ?? '' },
    protocol: { name: order.protocol ?? stored?.protocol.name ?? '' },
    autoLogin: stored?.autoLogin ?? false,
    connectOption: stored?.connectOption ?? {},
  };
}

/**
 * True when an order can be carried out without asking: what was picked is offered, and nothing is left to be typed. Where no account was picked, the one of the last
 * time is meant, or the only one there is.
 */
export function carriesOut(order: ConnectOrder, choice: Choice, accounts: readonly GrantedAccount[], stored: StoredChoice | null): boolean {
  const account = accounts.find(({ alias }) => alias === choice.account);
  if (!account || needsSecret(account) || choice.method === '') return false;
  const meant = order.account ?? stored?.account.alias ?? (accounts.length === 1 ? account.alias : undefined);
  return (
    meant === account.alias && (order.protocol ?? choice.protocol) === choice.protocol && (order.method ?? choice.method) === choice.method
  );
}

export const hasCharset = (protocol: string): boolean => protocol === 'ssh' || protocol === 'telnet';
export const hasAutoHash = (protocol: string): boolean => protocol === 'mysql' || protocol === 'mariadb';

/** Options of the picks, as text: they travel in the token and, for the gateway, in the socket's address. */
export function connectOptions(choice: Choice): Record<string, string> {
  return {
    ...(hasCharset(choice.protocol) ? { charset: choice.charset } : {}),
    ...(hasAutoHash(choice.protocol) ? { disableautohash: choice.disableautohash ? '1' : '0' } : {}),
    backspaceAsCtrlH: choice.backspaceAsCtrlH ? '1' : '0',
  };
}

export function tokenRequest(asset: string, choice: Choice, account: GrantedAccount, me: string): TokenRequest {
  return {
    asset,
    account: account.alias,
    protocol: choice.protocol,
    connect_method: choice.method,
    input_username: isManual(account) ? choice.username.trim() : account.alias === '@USER' ? me : account.username,
    input_secret: needsSecret(account) ? choice.secret : '',
    connect_options: connectOptions(choice),
  };
}

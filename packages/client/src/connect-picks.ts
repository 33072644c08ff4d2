import { isRecord, jsonOf } from '@postern/contract/wire';

/**
 * What somebody connects with, as it is kept in the browser: the console and the web terminal share it (docs/behaviour/terminal.md#connecting).
 * Never a secret.
 */

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What is kept between visits, per asset, under `JMS_PRE_{asset}`. */
export interface StoredPicks {
  account: { alias: string; username: string };
  connectMethod: { value: string };
  protocol: { name: string };
  autoLogin: boolean;
  connectOption: Readonly<Record<string, string | boolean>>;
}

export const picksKey = (asset: string): string => `JMS_PRE_${asset}`;

const isShort = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const MOST = { alias: 128, method: 32, protocol: 32 };

/** The picks that are kept for an asset; null where there are none that can be read. */
export function readPicks(store: Pick<Store, 'getItem'>, asset: string): StoredPicks | null {
  const kept = jsonOf(store.getItem(picksKey(asset)) ?? '');
  if (!isRecord(kept) || !isRecord(kept.account) || !isRecord(kept.connectMethod) || !isRecord(kept.protocol)) return null;
  const { alias, username = '' } = kept.account;
  const { value } = kept.connectMethod;
  const { name } = kept.protocol;
  const { autoLogin = false, connectOption = {} } = kept;
  if (!isShort(alias, MOST.alias) || !isShort(username, MOST.alias) || !isShort(value, MOST.method) || !isShort(name, MOST.protocol))
    return null;
  if (typeof autoLogin !== 'boolean' || !isRecord(connectOption)) return null;
  const options = Object.entries(connectOption).filter(
    (entry): entry is [string, string | boolean] => typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
  );
  return {
    account: { alias, username },
    connectMethod: { value },
    protocol: { name },
    autoLogin,
    connectOption: Object.fromEntries(options),
  };
}

/** What is to be opened: an asset, and as far as somebody picked them, account, protocol and way of connecting. */
export interface ConnectOrder {
  asset: string;
  /** Alias of the account. */
  account?: string;
  protocol?: string;
  method?: string;
}

/** Sessions that one page opens at once at most. */
export const MOST_ORDERS = 20;
/** Orders that nobody took are void after this. */
const LIFE_MS = 10 * 60_000;
const PREFIX = 'postern.connect.';
/** Ids as addresses may hold them. */
const ID = /^[\w-]{1,64}$/;

/** Away with what was left and never taken. */
function sweep(store: Storage, now: number): void {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '').filter((key) => key.startsWith(PREFIX));
  for (const key of keys) {
    const left = jsonOf(store.getItem(key) ?? '');
    if (!isRecord(left) || typeof left.at !== 'number' || Math.abs(now - left.at) > LIFE_MS) store.removeItem(key);
  }
}

/**
 * Leaves orders for the web terminal and answers the address that takes them up. They wait in the browser and are taken once, so that only a page of ours
 * opens sessions without asking: an address from elsewhere names an asset and nothing more (decision 0141).
 *
 * @param org id of the organisation to which the assets belong
 */
export function leaveOrders(store: Storage, orders: readonly ConnectOrder[], org?: string, now = Date.now()): string {
  const query = new URLSearchParams();
  if (orders[0]) query.set('login_to', orders[0].asset);
  if (org) query.set('oid', org);
  const id = crypto.randomUUID();
  try {
    sweep(store, now);
    store.setItem(PREFIX + id, JSON.stringify({ at: now, orders: orders.slice(0, MOST_ORDERS) }));
    query.set('picked', id);
  } catch {
    // A browser that keeps nothing: the page asks what to connect with.
  }
  return `/luna/?${query}`;
}

function orderIn(value: unknown): ConnectOrder[] {
  if (!isRecord(value) || typeof value.asset !== 'string' || !ID.test(value.asset)) return [];
  const { asset, account, protocol, method } = value;
  return [
    {
      asset,
      ...(isShort(account, MOST.alias) ? { account } : {}),
      ...(isShort(protocol, MOST.protocol) ? { protocol } : {}),
      ...(isShort(method, MOST.method) ? { method } : {}),
    },
  ];
}

/** Takes the orders that the address of the page speaks of: none where there are none, or somebody took them already. */
export function takeOrders(store: Store, search: string, now = Date.now()): ConnectOrder[] {
  const id = new URLSearchParams(search).get('picked');
  if (!id || !ID.test(id)) return [];
  try {
    const left = jsonOf(store.getItem(PREFIX + id) ?? '');
    store.removeItem(PREFIX + id);
    if (!isRecord(left) || typeof left.at !== 'number' || Math.abs(now - left.at) > LIFE_MS || !Array.isArray(left.orders)) return [];
    return left.orders.slice(0, MOST_ORDERS).flatMap(orderIn);
  } catch {
    return [];
  }
}

/** The way of connecting that opens files. */
export const FILES_METHOD = 'web_sftp';
/** The ways that the web terminal carries itself: terminals and files of the gateway. */
const CARRIED: ReadonlySet<string> = new Set(['web_cli', FILES_METHOD]);

interface Way {
  type: string;
  component: string;
  value: string;
}
interface Protocols {
  protocols: readonly { name: string; setting?: Readonly<Record<string, unknown>> }[];
}

/** Ways that the web terminal can carry of those offered for a protocol. Files only where the asset's platform has them switched on. */
export function carriedWays<W extends Way>(offered: Readonly<Record<string, readonly W[]>>, protocol: string, asset?: Protocols): W[] {
  const setting = asset?.protocols.find(({ name }) => name === protocol)?.setting;
  return (offered[protocol] ?? []).filter(
    ({ type, component, value }) =>
      type === 'web' && component === 'koko' && CARRIED.has(value) && (value !== FILES_METHOD || setting?.sftp_enabled !== false),
  );
}

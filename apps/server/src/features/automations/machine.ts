import type { Duplex } from 'node:stream';
import { typeLabel } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { SystemAccess } from '../../platform/platform.ts';
import { dialTcp, SshFailure } from '../../platform/ssh/log-in.ts';
import { gatewaysOf, hostKeysOf, recordHostKey } from '../connection-tokens/index.ts';
import { inSnapshot } from '../destinations/index.ts';
import { type AccountHere, type AssetRow, accountsOn, assetOf, type StoredAccount } from './machine.queries.ts';
import { type BecomeMethod, type Login, type MachineAutomation, type Method, methodFor, type Reach } from './methods/index.ts';
import { LIMITS } from './methods/method.ts';
import { logInAt } from './methods/ssh-client.ts';
import { Refusal } from './refusal.ts';

export type { StoredAccount } from './machine.queries.ts';

/** An asset that one automation is to work on. */
export interface Machine {
  asset: Pick<AssetRow, 'id' | 'name' | 'address' | 'org_id'>;
  method: Method;
  /** Id of the method that the platform names, by which parameters are kept (docs/wire/assets.md#automation-methods). */
  methodId: string;
  reach: Reach;
  /** Run-time parameters of the platform for this automation. */
  params: Readonly<Record<string, unknown>>;
  /** The account an administrator's login is made with; undefined when the asset has none with a secret. */
  admin?: StoredAccount;
  /** How to log in as the administrator. */
  login?: Login;
  /** Why there is no login. */
  noLogin: Refusal;
  /**
   * Asked before a secret of an account is sent: `secret` is the stored form it came from, null for one that was just made up.
   * A secret that is not the account's own goes only where somebody with the right stands for (docs/decisions/0067).
   * @throws Refusal `unconfirmed`
   */
  mustFit(accountId: string, secret: string | null): void;
  /** Whether an account has no login of its own here but is switched to from another one. */
  reachedBySwitching(account: Pick<StoredAccount, 'su_from_id' | 'secret_type'>): boolean;
  /** How somebody logs in as an account with a given secret; by switching when the account is reached that way. */
  loginAs(account: Pick<StoredAccount, 'username' | 'secret_type' | 'su_from_id'>, secret: string): Promise<Login>;
}

const ADMINISTRATORS = ['root', 'administrator'];
const rank = ({ username, privileged, connectivity }: AccountHere): string =>
  [ADMINISTRATORS.includes(username.toLowerCase()), privileged, connectivity === 'ok'].map((yes) => (yes ? 0 : 1)).join('');

/** The account to log in with: root's first, then privileged ones, then those last seen working (docs/wire/automations.md#the-login-of-a-run). */
const administrators = (accounts: readonly AccountHere[], types: readonly string[]): AccountHere[] =>
  accounts
    .filter(({ is_active, secret, secret_type }) => is_active && secret !== null && types.includes(secret_type))
    .sort((a, b) => rank(a).localeCompare(rank(b)) || b.date_updated.getTime() - a.date_updated.getTime() || a.id.localeCompare(b.id));

const openedOf = async (ctx: Context, { secret }: Pick<StoredAccount, 'secret'>): Promise<string> =>
  secret ? ctx.secrets.open(secret) : '';
const passwordOf = async (ctx: Context, account: StoredAccount): Promise<string> =>
  account.secret_type === 'password' ? openedOf(ctx, account) : '';

const identityOf = async (ctx: Context, account: StoredAccount): Promise<Login> => ({
  username: account.username,
  secretType: account.secret_type,
  secret: await openedOf(ctx, account),
});

/** Network devices have levels instead of users to switch to; the platform says by which word (docs/wire/assets.md#what-a-type-allows). */
const DEVICE_WORDS: ReadonlyMap<string, BecomeMethod> = new Map([
  ['super', 'super'],
  ['super_level', 'super_level'],
]);
const becomeOnDevice = ({ su_method }: Pick<AssetRow, 'su_method'>, username: string, password: string): Login['become'] => ({
  method: DEVICE_WORDS.get(su_method ?? '') ?? 'enable',
  username,
  password,
});

async function adminLogin(
  ctx: Context,
  admin: StoredAccount,
  asset: AssetRow,
  switching: Method['switching'],
  base: StoredAccount | undefined,
): Promise<Login> {
  const plain = await identityOf(ctx, admin);
  if (!switching) return plain;
  const from = asset.su_enabled ? base : undefined;
  if (switching === 'device')
    return from?.secret
      ? { ...(await identityOf(ctx, from)), become: becomeOnDevice(asset, admin.username, await passwordOf(ctx, admin)) }
      : plain;
  if (from?.secret) {
    const login = await identityOf(ctx, from);
    return asset.su_method === 'su'
      ? { ...login, become: { method: 'su', username: admin.username, password: await passwordOf(ctx, admin) } }
      : { ...login, become: { method: 'sudo', username: 'root', password: await passwordOf(ctx, from) } };
  }
  if (admin.username === 'root') return plain;
  return { ...plain, become: { method: 'sudo', username: 'root', password: await passwordOf(ctx, admin) } };
}

/** @throws Refusal `unreachable` */
async function dialMachine(address: string, port: number): Promise<Duplex> {
  try {
    return await dialTcp(address, port, LIMITS.connect);
  } catch (error) {
    const detail = error instanceof SshFailure ? error.detail : 'error';
    throw new Refusal('unreachable', { address: `${address}:${port}`, detail }, error);
  }
}

const NO_DATABASE: Reach['database'] = { name: '', tls: false };

/** Judges and pins host keys as sessions do: in one place, with the same audit events (decision 0027). */
function pinning(system: SystemAccess, assetId: string, address: string, port: number): Pick<Reach, 'knownKeys' | 'trust'> {
  const pinned = () => hostKeysOf(system.systemContext('host key'), assetId, address, port);
  return {
    knownKeys: async () => (await pinned()).map(({ type }) => type),
    async trust(type, fingerprint) {
      if ((await pinned()).some((key) => key.type === type && key.fingerprint === fingerprint)) return true;
      return system.asSystem('host key of an automated asset', (ctx) =>
        recordHostKey(ctx, { asset: assetId, address, port, type, fingerprint }),
      );
    },
  };
}

type Gateway = Awaited<ReturnType<typeof gatewaysOf>>[number];

async function dialThrough(system: SystemAccess, gateway: Gateway, asset: AssetRow, port: number): Promise<Duplex> {
  const at = gateway.protocols.find(({ name }) => name === 'ssh')?.port ?? 22;
  const reach: Reach = {
    name: `${gateway.address}:${at}`,
    address: gateway.address,
    port: at,
    dial: () => dialMachine(gateway.address, at),
    ...pinning(system, gateway.id, gateway.address, at),
    protocol: { name: 'ssh', setting: {} },
    platform: '',
    database: NO_DATABASE,
  };
  const { username, secret, secret_type } = gateway.account;
  const client = await logInAt(reach, { username, secret, secretType: secret_type.value });
  return new Promise((resolve, reject) => {
    client.forwardOut('127.0.0.1', 0, asset.address, port, (error, stream) => {
      if (error) {
        client.end();
        reject(new Refusal('unreachable', { address: `${asset.address}:${port}`, detail: 'gateway' }, error));
        return;
      }
      stream.once('close', () => client.end());
      resolve(stream);
    });
  });
}

/** A stream to the asset and nowhere else: straight, or through the first gateway of its zone that gets there (decision 0043). */
async function dialAsset(system: SystemAccess, ctx: Context, asset: AssetRow, port: number): Promise<Duplex> {
  if (!asset.domain_id || !asset.domain_enabled || asset.platform === 'Gateway') return dialMachine(asset.address, port);
  let last: unknown = new Refusal('no_gateway');
  for (const gateway of await gatewaysOf(ctx, asset.domain_id)) {
    try {
      return await dialThrough(system, gateway, asset, port);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function databaseOf(ctx: Context, asset: AssetRow): Reach['database'] {
  if (!asset.use_ssl) return { name: asset.db_name ?? '', tls: false };
  return {
    name: asset.db_name ?? '',
    tls: {
      rejectUnauthorized: asset.allow_invalid_cert !== true,
      ...(asset.ca_cert ? { ca: asset.ca_cert } : {}),
      ...(asset.client_cert ? { cert: asset.client_cert } : {}),
      ...(asset.client_key ? { key: ctx.secrets.decrypt(asset.client_key) } : {}),
    },
  };
}

/**
 * Everything needed to work on an asset.
 * @throws Refusal `switched_off` or `no_method` when its platform does not allow the automation or we cannot do it
 */
export async function machineOf(system: SystemAccess, assetId: string, automation: MachineAutomation): Promise<Machine> {
  const ctx = system.systemContext('automation');
  // Address and accounts as they were at one moment: what is judged is what is used.
  const { asset, accounts } = await inSnapshot(ctx, async (still) => ({
    asset: await assetOf(still, assetId),
    accounts: await accountsOn(still, assetId),
  }));
  if (asset?.automation.ansible_enabled !== true || asset.automation[`${automation}_enabled`] !== true) throw new Refusal('switched_off');
  const methodId = String(asset.automation[`${automation}_method`] ?? '');
  const method = methodFor(methodId);
  if (!method) throw new Refusal('no_method', { type: render(typeLabel(asset.type), 'en') });
  const chosen = method.protocols.flatMap((wanted) => asset.protocols.find(({ name, port }) => name === wanted && port > 0) ?? [])[0];
  if (!chosen) throw new Refusal('no_protocol', { protocols: method.protocols.join(', ') });
  const { name: protocol, port } = chosen;
  const reach: Reach = {
    name: `${asset.address}:${port}`,
    address: asset.address,
    port,
    dial: () => dialAsset(system, ctx, asset, port),
    ...pinning(system, asset.id, asset.address, port),
    protocol: { name: protocol, setting: asset.platform_protocols.find(({ name }) => name === protocol)?.setting ?? {} },
    platform: asset.platform,
    database: databaseOf(ctx, asset),
  };
  const { switching } = method;
  const known = new Map(accounts.map((account) => [account.id, account]));
  /** The account to switch from; one that may not be used takes the switched account with it. */
  const baseOf = ({ su_from_id }: Pick<StoredAccount, 'su_from_id'>): AccountHere | undefined => {
    const base = su_from_id === null ? undefined : known.get(su_from_id);
    return base?.is_active ? base : undefined;
  };
  const usable = (account: AccountHere): boolean => !account.unconfirmed && !(asset.su_enabled && baseOf(account)?.unconfirmed);
  const able = administrators(accounts, method.secretTypes);
  const admin = able.find(usable);
  const reachedBySwitching: Machine['reachedBySwitching'] = ({ su_from_id, secret_type }) =>
    switching !== undefined && asset.su_enabled && su_from_id !== null && secret_type === 'password';
  return {
    asset,
    method,
    methodId,
    reach,
    params: (asset.automation[`${automation}_params`] ?? {}) as Record<string, unknown>,
    ...(admin ? { admin, login: await adminLogin(ctx, admin, asset, switching, baseOf(admin)) } : {}),
    noLogin: new Refusal(able.length > 0 ? 'unconfirmed' : 'no_login', { asset: asset.name }),
    mustFit(accountId, secret) {
      const account = known.get(accountId);
      const own = secret === null || secret === account?.secret;
      if (!account || !usable(account) || (!own && !account.vouched)) throw new Refusal('unconfirmed', { asset: asset.name });
    },
    reachedBySwitching,
    async loginAs(account, secret) {
      const { username, secret_type, su_from_id } = account;
      const from = reachedBySwitching(account) ? baseOf({ su_from_id }) : undefined;
      if (!from?.secret) return { username, secretType: secret_type, secret };
      const become: Login['become'] =
        switching === 'device' ? becomeOnDevice(asset, username, secret) : { method: 'su', username, password: secret };
      return { ...(await identityOf(ctx, from)), become };
    },
  };
}

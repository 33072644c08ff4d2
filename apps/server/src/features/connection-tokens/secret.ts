import { timingSafeEqual } from 'node:crypto';
import { actionsOf } from '@postern/contract/actions';
import type { ConnectionSecret, SecretAccount } from '@postern/contract/component';
import { connectMethod } from '@postern/contract/connect-methods';
import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { ALIAS, CATEGORIES, CATEGORY_LABELS, typeLabel, VIRTUAL_ACCOUNT_ID } from '@postern/contract/platforms';
import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { commandFilters } from '../acls/index.ts';
import { plainSpecInfo } from '../assets/index.ts';
import { inSnapshot, unconfirmedAmong } from '../destinations/index.ts';
import { markOfAsset } from '../labels/index.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { AGENT, carries } from './component-scope.ts';
import { waysTo } from './gateway.ts';
import { hostKeysOf } from './host-keys.ts';
import { refused } from './refusal.ts';
import { detailsOf, encryptedSecrets, type PlatformRow, storedSecret } from './secret.queries.ts';
import { activeAsset, type TargetAsset } from './token.queries.ts';
import type { TokenRow } from './token.resource.ts';
import {
  type Applet,
  type Applets,
  appletCalled,
  needsFactor,
  type Person,
  ruleTarget,
  type TokenDeps,
  validUser,
} from './token.service.ts';

/** The exchange of a token for target, credential and policy of one session (docs/wire/components.md#the-secret). */

const TAKEN = [
  'id',
  'sealed_value',
  'user_id',
  'asset_id',
  'account',
  'input_username',
  'input_secret',
  'connect_method',
  'connect_options',
  'protocol',
  'from_ticket_id',
  'is_reusable',
] as const;
type Taken = Pick<TokenRow, (typeof TAKEN)[number]>;

/** How somebody who logs in through a component shows that a token is theirs: its value, or being logged in as its user. */
export interface TokenProof {
  value?: string | null | undefined;
  user?: string | null | undefined;
}

function proves(ctx: Context, proof: TokenProof, token: { sealed_value: string; user_id: string }): boolean {
  if (proof.user !== undefined && parseUuid(proof.user) !== token.user_id) return false;
  if (proof.value === undefined) return true;
  const [given, real] = [Buffer.from(proof.value ?? ''), Buffer.from(ctx.secrets.decrypt(token.sealed_value))];
  return given.length === real.length && timingSafeEqual(given, real);
}

/**
 * Takes a token out of use in one statement: of any number of exchanges at the same moment, one gets the row. It is
 * spent whatever comes after. `keep` leaves it usable until it expires. A proof that comes along (our own addition,
 * docs/wire/components.md#tokens) is judged first: a wrong guess costs its owner nothing.
 */
export async function takeToken(
  ctx: Context,
  applets: Applets,
  id: string,
  keep: (row: { type: string | null; is_reusable: boolean }) => boolean,
  proof: TokenProof = {},
): Promise<Taken> {
  const found = await ctx.tx
    .selectFrom('connection_tokens as k')
    .leftJoin('assets as a', 'a.id', 'k.asset_id')
    .leftJoin('platforms as p', 'p.id', 'a.platform_id')
    .select(['k.connect_method', 'k.protocol', 'p.type', 'k.is_reusable', 'k.sealed_value', 'k.user_id', 'k.from_ticket_id', 'k.is_active'])
    .where('k.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
  if (!proves(ctx, proof, found)) throw refused('proof');
  const { component } = ctx.actor;
  const applet = await appletCalled(ctx, applets, found.connect_method);
  if (component && !carries(component.type, found.connect_method, found.protocol, applet !== undefined)) throw refused('component');
  // An agent logs in for those who were given a login on its own host. The session is of the component that carries it there.
  const agent = component?.type === AGENT;
  if (agent && !(await applets.leasedAt(ctx, id, component.id))) throw refused('component');
  const now = ctx.clock();
  // What was reviewed is one connection, whatever the settings say of others (decision 0046).
  const spent = keep(found) && !found.from_ticket_id ? {} : { date_used: now, date_expired: now };
  const taken = await ctx.tx
    .updateTable('connection_tokens')
    .set({ ...spent, ...(agent ? {} : { component_id: component?.id ?? null }), date_updated: now })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('date_used', 'is', null)
    .where('date_expired', '>', now)
    .returning(TAKEN)
    .executeTakeFirst();
  if (!taken) throw refused(found.from_ticket_id && !found.is_active ? 'review' : 'spent');
  return taken;
}

const secretType = (ctx: Context, value: SecretType) => ({ value, label: render(SECRET_TYPE_LABELS[value], ctx.language) });

const decryptedOf = (ctx: Context, encrypted: string | null): string => (encrypted ? ctx.secrets.decrypt(encrypted) : '');

/** The login to use: stored, typed in, the user's own name, or none (docs/wire/components.md#the-secret). */
async function credential(ctx: Context, token: Taken, account: UsableAccount, user: Person, su: boolean): Promise<SecretAccount> {
  const typed = decryptedOf(ctx, token.input_secret);
  const row = account.id ? await storedSecret(ctx, account.id) : undefined;
  if (!row) {
    const username = account.alias === ALIAS.INPUT ? token.input_username : account.alias === ALIAS.USER ? user.username : '';
    const secret = account.alias === ALIAS.ANON ? '' : typed;
    return {
      id: VIRTUAL_ACCOUNT_ID[account.alias] ?? token.id,
      name: account.name,
      username,
      secret_type: secretType(ctx, 'password'),
      secret,
      privileged: false,
      su_from: null,
    };
  }
  const from = su && row.su_from_id ? await storedSecret(ctx, row.su_from_id) : undefined;
  if ((await unconfirmedAmong(ctx, [row.id, ...(from ? [from.id] : [])])).size > 0) throw refused('unconfirmed');
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    secret_type: secretType(ctx, row.secret_type),
    secret: row.secret ? await ctx.secrets.open(row.secret) : typed,
    privileged: row.privileged,
    su_from: from
      ? {
          name: from.name,
          username: from.username,
          secret_type: secretType(ctx, from.secret_type),
          secret: from.secret ? await ctx.secrets.open(from.secret) : '',
        }
      : null,
  };
}

/** What an exchange of a token hands out of an account, so that it can be taken out of what comes back. */
export const secretsHanded = async (ctx: Context, account: string): Promise<string[]> =>
  Promise.all((await encryptedSecrets(ctx, account)).map((encrypted) => ctx.secrets.open(encrypted)));

function wirePlatform(ctx: Context, row: PlatformRow): ConnectionSecret['platform'] {
  const category = CATEGORIES.find((one) => one === row.category);
  return {
    ...row,
    category: { value: row.category, label: category ? render(CATEGORY_LABELS[category], ctx.language) : row.category },
    type: { value: row.type, label: render(typeLabel(row.type), ctx.language) },
    charset: { value: row.charset, label: row.charset.toUpperCase() },
    su_method: row.su_enabled && row.su_method ? { value: row.su_method, label: row.su_method } : null,
  };
}

/** Remote applications are called by their name, which is no method of a protocol. */
function methodOf(value: string, protocol: string, applet: Applet | undefined): ConnectionSecret['connect_method'] {
  if (applet) return { label: applet.display_name, value, type: 'applet', component: AGENT };
  const { label, type, component } = connectMethod(value, protocol) ?? { label: value, type: 'native', component: 'koko' };
  return { label, value, type, component };
}

const portOf = (asset: TargetAsset, protocol: string): number =>
  asset.protocols.find(({ name }) => name === (protocol === 'sftp' ? 'ssh' : protocol))?.port ?? 0;

/**
 * Exchanges a token; user, asset and grant are checked again now, however young the token is.
 * @param expireNow whether it is spent by this; null leaves it to the settings
 */
export async function connectionSecret(
  ctx: Context,
  id: string | null | undefined,
  expireNow: boolean | null,
  deps: TokenDeps,
  proof: TokenProof = {},
): Promise<ConnectionSecret> {
  const { settings } = deps;
  const tokenId = parseUuid(id);
  if (!tokenId) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
  const reusable = settings.get('CONNECTION_TOKEN_REUSABLE');
  const token = await takeToken(
    ctx,
    deps.applets,
    tokenId,
    (row) => {
      if (expireNow === false || (row.is_reusable && reusable)) return true;
      return expireNow === null && (row.type === 'k8s' || reusable);
    },
    proof,
  );
  // The address is read in the state in which it is judged.
  return inSnapshot(ctx, (still) => grantOf(still, token, deps));
}

async function grantOf(ctx: Context, token: Taken, deps: TokenDeps): Promise<ConnectionSecret> {
  const user = await validUser(ctx, token.user_id);
  if (!user) throw refused('user');
  const asset = await activeAsset(ctx, token.asset_id);
  if (!asset) throw refused('asset');
  const account = (await accountsFor(ctx, user, asset.id)).find((one) => one.alias === token.account);
  if (!account || account.actions === 0) throw refused('grant');
  // Whoever exchanges it does not say where the person is: rules of some addresses are asked about when it becomes reusable.
  if (token.is_reusable && (await needsFactor(ctx, deps.kernel(), user.id, ruleTarget(asset, account), ''))) throw refused('factor');
  const details = await detailsOf(ctx, asset.id);
  if (!details) throw refused('asset');
  const { gathered_info, ca_cert, client_cert, client_key, domain_uuid, domain_name, org_name, ...platform } = details;
  const ways = await waysTo(ctx, domain_uuid, platform.name === 'Gateway');
  if (!ways) throw refused('gateway');
  const [gateway, ...more_gateways] = ways;
  return {
    id: token.id,
    value: ctx.secrets.decrypt(token.sealed_value),
    protocol: token.protocol,
    user: { id: user.id, name: user.name, username: user.username, email: user.email },
    asset: {
      id: asset.id,
      name: asset.name,
      address: asset.address,
      protocols: asset.protocols,
      category: asset.category,
      type: asset.type,
      org_id: asset.org_id,
      info: gathered_info ?? {},
      secret_info: { ca_cert: ca_cert ?? '', client_cert: client_cert ?? '', client_key: decryptedOf(ctx, client_key) },
      spec_info: await plainSpecInfo(ctx, asset.id),
    },
    account: await credential(ctx, token, account, user, platform.su_enabled),
    platform: wirePlatform(ctx, platform),
    command_filter_acls: await commandFilters(ctx, deps.kernel(), user.id, ruleTarget(asset, account)),
    domain: domain_uuid ? { id: domain_uuid, name: domain_name ?? '' } : null,
    gateway: gateway ?? null,
    more_gateways,
    actions: actionsOf(account.actions).map(({ value, label }) => ({ value, label: render(label, ctx.language) })),
    expire_at: Math.floor(account.dateExpired.getTime() / 1000),
    from_ticket: token.from_ticket_id ? { id: token.from_ticket_id } : null,
    connect_method: methodOf(token.connect_method, token.protocol, await appletCalled(ctx, deps.applets, token.connect_method)),
    connect_options: token.connect_options,
    org_id: asset.org_id,
    org_name,
    recording: account.recording,
    forward_to: account.forwardTo,
    account_alias: account.alias,
    mark: await markOfAsset(ctx, asset.id),
    host_keys: await hostKeysOf(ctx, asset.id, asset.address, portOf(asset, token.protocol)),
  };
}

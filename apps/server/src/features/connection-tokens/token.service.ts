import { isOwnMethod } from '@postern/contract/connect-methods';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ALIAS } from '@postern/contract/platforms';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel, Write } from '@postern/resource';
import { randomText } from '../../platform/auth/random.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { decideAssetLogin, refusedMethods, reviewersOfRule, type Target } from '../acls/index.ts';
import { unconfirmedAmong } from '../destinations/index.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { displayOf, type Reviews } from '../tickets/index.ts';
import { activeAsset, type TargetAsset } from './token.queries.ts';

/** Existing clients know 16 characters, which is 95 bits; longer is as good to clients and out of anybody's reach (143 bits). */
const valueLength = 24;
const minimumSeconds = 300;

export interface Person {
  id: string;
  name: string;
  username: string;
}

export const oneTimeSeconds = (settings: SettingsReader): number =>
  Math.max(minimumSeconds, settings.get('CONNECTION_TOKEN_ONETIME_EXPIRATION'));

export const later = (ctx: Context, seconds: number): Date => new Date(ctx.clock().getTime() + seconds * 1000);

/** A person who may log in. */
export const validUser = (ctx: Context, id: string): Promise<(Person & { email: string }) | undefined> =>
  ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('is_service_account', '=', false)
    .where((eb) => eb.or([eb('date_expired', 'is', null), eb('date_expired', '>', ctx.clock())]))
    .executeTakeFirst();

/** Whether a person is switched on and past the date until which they may use this. */
export async function hasExpired(ctx: Context, id: string): Promise<boolean> {
  return anyRow(ctx.tx.selectFrom('users').where('id', '=', id).where('is_active', '=', true).where('date_expired', '<=', ctx.clock()));
}

/** SFTP runs over SSH; the name is only used by what listens for clients. */
const carriedBy = (protocol: string): string => (protocol === 'sftp' ? 'ssh' : protocol);

/** Whether sessions of the protocol can be opened on the asset. */
export const offers = (asset: TargetAsset, protocol: string): boolean => asset.protocols.some(({ name }) => name === carriedBy(protocol));

/** @throws CodedError destination_unconfirmed when its secret, or that of the account it is switched to from, goes where nobody confirmed */
async function needConfirmed(ctx: Context, asset: TargetAsset, { id }: UsableAccount): Promise<void> {
  if (!id) return;
  const stored = await ctx.tx.selectFrom('accounts').select('su_from_id').where('id', '=', id).executeTakeFirst();
  const unconfirmed = await unconfirmedAmong(ctx, [id, ...(stored?.su_from_id ? [stored.su_from_id] : [])]);
  if (unconfirmed.size > 0) throw new CodedError('destination_unconfirmed', { asset: asset.name });
}

/** The account as it may be used now, or the refusal (docs/wire/authentication.md#making-a-connection-token). */
export async function checkAccount(ctx: Context, user: Person, asset: TargetAsset, alias: string): Promise<UsableAccount> {
  if (alias === ALIAS.ANON && asset.category !== 'web' && asset.category !== 'custom') {
    throw InvalidInput.on('account', 'invalid_choice', { value: alias });
  }
  const found = (await accountsFor(ctx, user, asset.id)).find((account) => account.alias === alias);
  if (found && found.actions !== 0) {
    await needConfirmed(ctx, asset, found);
    return found;
  }
  const lapsed = (await accountsFor(ctx, user, asset.id, 'lapsed')).some((account) => account.alias === alias);
  throw new CodedError(lapsed ? 'perm_expired' : 'perm_account_invalid');
}

/** A remote application, as far as tokens go. */
export interface Applet {
  name: string;
  display_name: string;
  protocols: readonly string[];
  is_active: boolean;
}

/** What tokens ask of remote applications. Given from outside: hosts lease logins to those who hold tokens. */
export interface Applets {
  /** The application of a name, whether or not it may be used. */
  called(ctx: Context, name: string): Promise<Applet | undefined>;
  /** Whether a token was given a login on the host of this agent. */
  leasedAt(ctx: Context, tokenId: string, agentId: string): Promise<boolean>;
}

/** The application that a way of connecting is; ways of our own come first. */
export const appletCalled = async (ctx: Context, applets: Applets, method: string): Promise<Applet | undefined> =>
  isOwnMethod(method) ? undefined : applets.called(ctx, method);

export const opens = ({ is_active, protocols }: Applet, protocol: string): boolean => is_active && protocols.includes(protocol);

export interface TokenDeps {
  applets: Applets;
  settings: SettingsReader;
  kernel: () => Kernel;
  reviews: Reviews;
  /** Asks whoever connects for a second factor of this moment, for a rule. @throws CodedError where none was shown, or can be */
  proveFactor(ctx: Context, userId: string, rule: { name: string }): Promise<void>;
  /** Takes a code that somebody typed at a component. Not inside a transaction. @throws CodedError second_factor_wrong */
  takeCode(ctx: Context, userId: string, code: string, url: URL): Promise<void>;
}

/** What whoever connects brings along for the rules. */
export interface Willing {
  /** They agree to wait for a review. */
  review: boolean;
  /** They have shown a second factor for this one connection. */
  proved: boolean;
}

/** Seconds a connection may wait for its review (decision 0047). */
const REVIEW_WAIT = 3600;

/** What a rule calls an account: its username, or its alias while it has none (docs/wire/access-rules.md#connections). */
export const ruleTarget = (asset: TargetAsset, { alias, username }: UsableAccount): Target => ({
  orgId: asset.org_id,
  assetId: asset.id,
  account: alias.startsWith('@') ? alias : username,
});

/**
 * Asks the access rules whether this session may be, from here, now.
 * @returns the rule that wants a review first
 * @throws CodedError acl_reject when a rule stands against it; what asks for a second factor where one lets it be only with that
 */
async function requireAllowed(
  ctx: Context,
  { kernel, proveFactor }: TokenDeps,
  user: Person,
  asset: TargetAsset,
  account: UsableAccount,
  proved: boolean,
): Promise<{ id: string; name: string } | undefined> {
  const { action, rule } = await decideAssetLogin(ctx, kernel(), user.id, ruleTarget(asset, account), ctx.origin.ip);
  if (action === 'reject') throw new CodedError('acl_reject', { name: rule.name, id: rule.id });
  if (action === 'mfa' && !proved) await proveFactor(ctx, user.id, rule);
  return action === 'review' ? rule : undefined;
}

/**
 * Whether a rule wants a second factor for this, whatever else there is to say. Asked of tokens that open many sessions: what was shown once is good for minutes.
 * @param ip where the person is, as far as it is known
 */
export async function needsFactor(ctx: Context, kernel: Kernel, userId: string, target: Target, ip: string): Promise<boolean> {
  return (await decideAssetLogin(ctx, kernel, userId, target, ip)).action === 'mfa';
}

/** Opens the review of one connection: this person, this asset, this account, once (docs/wire/tickets.md#what-a-decision-sets-off). */
async function openReview(
  ctx: Context,
  { reviews }: TokenDeps,
  rule: { id: string; name: string },
  { user, asset, account }: { user: Person; asset: TargetAsset; account: UsableAccount },
): Promise<string> {
  const where = `${asset.name}(${asset.address})`;
  const name = account.name.slice(0, 128);
  return reviews.open(ctx, {
    type: 'login_asset_confirm',
    orgId: asset.org_id,
    applicant: user,
    rule,
    reviewers: await reviewersOfRule(ctx, 'login_asset_acl_reviewers', rule.id),
    subject: `${where} · ${name}`,
    fields: { apply_login_user: user.id, apply_login_asset: asset.id, apply_login_account: name },
    snapshot: { apply_login_user: displayOf(user), apply_login_asset: where },
    details: { asset: where, account: name },
    lasts: REVIEW_WAIT,
  });
}

/** Ends the tokens of somebody whose ways in end. */
export async function endTokensOf(ctx: Context, userId: string): Promise<void> {
  const now = ctx.clock();
  await ctx.tx
    .updateTable('connection_tokens')
    .set({ date_expired: now })
    .where('user_id', '=', userId)
    .where('date_expired', '>', now)
    .execute();
}

/**
 * What became of a review: its token comes to life for as long as one that needed none, or it is spent.
 */
export async function endTokenReview(ctx: Context, ticketId: string, approved: boolean, settings: SettingsReader): Promise<void> {
  await ctx.tx
    .updateTable('connection_tokens')
    .set({ is_active: approved, date_expired: approved ? later(ctx, oneTimeSeconds(settings)) : ctx.clock() })
    .where('from_ticket_id', '=', ticketId)
    .where('is_active', '=', false)
    .where('date_used', 'is', null)
    .where('date_expired', '>', ctx.clock())
    .execute();
}

/**
 * Checks a new token and fills in what the server decides. `user` is the one it is for, not always the one who asks;
 * `review` says that they agree to wait for one, `proved` that a second factor was shown for it just now.
 */
export async function prepareToken(ctx: Context, write: Write, user: Person, { review, proved }: Willing, deps: TokenDeps): Promise<void> {
  const { values } = write;
  const { settings, kernel } = deps;
  const asset = await activeAsset(ctx, values.asset);
  if (!asset) throw new CodedError('perm_account_invalid');
  const account = await checkAccount(ctx, user, asset, String(values.account));
  const protocol = String(values.protocol ?? 'ssh');
  if (!offers(asset, protocol)) throw InvalidInput.on('protocol', 'invalid_choice', { value: protocol });
  const method = String(values.connect_method ?? '');
  if ((await refusedMethods(ctx, kernel(), user.id)).has(method)) throw new CodedError('connect_method_refused');
  const applet = await appletCalled(ctx, deps.applets, method);
  if (applet && !opens(applet, protocol)) throw InvalidInput.on('connect_method', 'invalid_choice', { value: method });
  const rule = await requireAllowed(ctx, deps, user, asset, account, proved);
  if (rule && !review) throw new CodedError('acl_review');
  if (account.username !== ALIAS.INPUT) values.input_username = '';
  if (account.hasSecret || !values.input_secret) delete values.input_secret;
  const ticket = rule ? await openReview(ctx, deps, rule, { user, asset, account }) : null;
  Object.assign(values, {
    user: user.id,
    user_display: `${user.name}(${user.username})`,
    asset_display: `${asset.name}(${asset.address})`,
    org_id: asset.org_id,
    actions: account.actions,
    from_ticket_id: ticket,
    is_active: ticket === null,
    is_reusable: false,
    sealed_value: ctx.secrets.encrypt(randomText(valueLength)),
    date_used: null,
    // A token that waits lives as long as its ticket; approval gives it the time of any other.
    date_expired: later(ctx, ticket === null ? oneTimeSeconds(settings) : REVIEW_WAIT),
  });
}

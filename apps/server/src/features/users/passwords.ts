import { InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { revokeBearerTokens } from '../../platform/auth/bearer-tokens.ts';
import { forgetDeviceLogins } from '../../platform/auth/device-logins.ts';
import { inHashQueue, type QueueKey } from '../../platform/auth/hash-queue.ts';
import { forgetDevices } from '../../platform/auth/known-devices.ts';
import { removeLoginKey } from '../../platform/auth/login-links.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import { endPendingLogins } from '../../platform/auth/session.queries.ts';
import { endOtherSessions } from '../../platform/auth/sessions.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { removeAccessKeys } from '../access-keys/index.ts';
import { endTokensOf } from '../connection-tokens/index.ts';
import { removeTempTokens } from '../temp-tokens/index.ts';
import type { KnownPasswords } from './known-passwords/index.ts';
import { followsRule, type PasswordRule, passwordRule } from './password-rules.ts';

export interface PasswordDeps {
  settings: SettingsReader;
  isKnown: KnownPasswords;
}

/** Former passwords kept at most, however high the setting is: each costs an argon2 run at every change. */
const MAX_HISTORY = 24;

/** Administrators of anything have the stricter minimum length. */
async function administers(ctx: Context, userId: string): Promise<boolean> {
  return anyRow(
    ctx.tx.selectFrom('role_bindings').where('user_id', '=', userId).where('role_id', 'in', [ROLE.SYSTEM_ADMIN, ROLE.ORG_ADMIN]),
  );
}

/** The rule for the password of somebody. */
export const ruleFor = async (ctx: Context, deps: Pick<PasswordDeps, 'settings'>, userId: string): Promise<PasswordRule> =>
  passwordRule(deps.settings, await administers(ctx, userId));

/** The latest so many passwords of somebody, newest first. */
const latest = (ctx: Context, userId: string, count: number) =>
  ctx.tx.selectFrom('password_history').where('user_id', '=', userId).orderBy('date_created', 'desc').orderBy('id', 'desc').limit(count);

async function usedBefore(
  ctx: Context,
  deps: Pick<PasswordDeps, 'settings'>,
  queueKey: QueueKey,
  userId: string,
  password: string,
): Promise<boolean> {
  const count = Math.min(deps.settings.get('OLD_PASSWORD_HISTORY_LIMIT_COUNT'), MAX_HISTORY);
  const former = await latest(ctx, userId, count).select('password_hash').execute();
  // One after the other, each in its turn: somebody with a long history takes no more at a time than anybody else.
  for (const { password_hash } of former)
    if (await inHashQueue(queueKey, (slot) => verifyPassword(slot, password, password_hash))) return true;
  return false;
}

/**
 * Checks a new password against rule, lists of known passwords and history, and returns its hash (docs/wire/users.md#password-rules).
 * @param queueKey in whose name the hashes are queued; `inTransaction` when a transaction is open
 * @param userId undefined for a user who does not exist yet
 * @throws InvalidInput under `field`: password_rule, password_known, password_reused; CodedError password_list_unreadable
 */
export async function acceptPassword(
  ctx: Context,
  deps: PasswordDeps,
  queueKey: QueueKey,
  field: string,
  password: string,
  userId?: string,
): Promise<string> {
  const administrator = userId !== undefined && (await administers(ctx, userId));
  if (!followsRule(password, passwordRule(deps.settings, administrator))) throw InvalidInput.on(field, 'password_rule');
  if (await deps.isKnown(ctx, password)) throw InvalidInput.on(field, 'password_known');
  // Asked of their owner alone: to anybody else it would tell whether a guess at a password is right.
  const own = userId !== undefined && userId === ctx.actor.id;
  if (own && (await usedBefore(ctx, deps, queueKey, userId, password))) throw InvalidInput.on(field, 'password_reused');
  return inHashQueue(queueKey, (slot) => hashPassword(slot, password));
}

/** Remembers a hash for the history; only as many as could ever be asked for are kept. */
export async function rememberPassword(ctx: Context, userId: string, hash: string): Promise<void> {
  await ctx.tx.insertInto('password_history').values({ user_id: userId, password_hash: hash, date_created: ctx.clock() }).execute();
  await ctx.tx
    .deleteFrom('password_history')
    .where('user_id', '=', userId)
    .where('id', 'not in', latest(ctx, userId, MAX_HISTORY).select('id'))
    .execute();
}

/** Ends what somebody is logged in with: browser sessions on all nodes, Bearer tokens, and the browsers that are known. */
export async function endLogins(ctx: Context, userId: string): Promise<void> {
  await endOtherSessions(ctx, ctx.tx, userId, true);
  await revokeBearerTokens(ctx.tx, userId);
  await forgetDevices(ctx, userId);
}

/**
 * Ends every way in that a person has but the password itself. The one place for it: a new password, a person who is switched
 * off, expired or gone leaves nothing behind that opens (decision 0066). Logins that stand between password and second factor,
 * access keys, the private token, links by mail and tokens for connections end, too.
 */
export async function revokeAccess(ctx: Context, userId: string): Promise<void> {
  await endLogins(ctx, userId);
  await endPendingLogins(ctx.tx, userId, ctx.session?.id);
  for (const id of await removeAccessKeys(ctx, userId))
    ctx.audit({ action: 'delete', resourceType: 'accesskey', resourceId: id, resource: id });
  await removeTempTokens(ctx, userId);
  await ctx.tx.deleteFrom('private_tokens').where('user_id', '=', userId).execute();
  await removeLoginKey(ctx, userId);
  await forgetDeviceLogins(ctx.tx, userId);
  await ctx.tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
  await endTokensOf(ctx, userId);
}

/**
 * What every new password of somebody who has an account brings along, whoever set it and however: history, other ways in ended,
 * and a line in the log of password changes, which shows operations of this kind.
 */
export async function passwordChanged(ctx: Context, userId: string, hash: string): Promise<void> {
  await rememberPassword(ctx, userId, hash);
  await revokeAccess(ctx, userId);
  const user = await ctx.tx.selectFrom('users').select(['name', 'username']).where('id', '=', userId).executeTakeFirst();
  ctx.audit({
    action: 'change_password',
    resourceType: 'user',
    resourceId: userId,
    resource: user ? `${user.name}(${user.username})` : '',
    changes: [{ field: 'password', before: '******', after: '******' }],
  });
}

/** Stores a checked password: hash, dates, and what follows from it. */
export async function storePassword(ctx: Context, userId: string, hash: string, options: { mustChange: boolean }): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set({ password_hash: hash, need_update_password: options.mustChange, date_password_last_updated: ctx.clock() })
    .where('id', '=', userId)
    .execute();
  await passwordChanged(ctx, userId, hash);
}

import { InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { revokeBearerTokens } from '../../platform/auth/bearer-tokens.ts';
import { forgetDevices } from '../../platform/auth/known-devices.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import { endOtherSessions } from '../../platform/auth/sessions.ts';
import { inTurn, type Lane } from '../../platform/auth/turns.ts';
import { followsRule, type PasswordRule, passwordRule } from './password-rules.ts';

export interface PasswordDeps {
  settings: SettingsReader;
}

/** Former passwords kept at most, however high the setting is: each costs an argon2 run at every change. */
const MAX_HISTORY = 24;

/** Administrators of anything have the stricter minimum length. */
async function administers(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from role_bindings where user_id = ${userId} and role_id in (${ROLE.SYSTEM_ADMIN}, ${ROLE.ORG_ADMIN}) limit 1`.execute(ctx.tx);
  return rows.length > 0;
}

/** The rule for the password of somebody. */
export const ruleFor = async (ctx: Context, deps: PasswordDeps, userId: string): Promise<PasswordRule> =>
  passwordRule(deps.settings, await administers(ctx, userId));

async function usedBefore(ctx: Context, deps: PasswordDeps, lane: Lane, userId: string, password: string): Promise<boolean> {
  const count = Math.min(deps.settings.get('OLD_PASSWORD_HISTORY_LIMIT_COUNT'), MAX_HISTORY);
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from password_history where user_id = ${userId} order by date_created desc, id desc limit ${count}`.execute(
    ctx.tx,
  );
  // One after the other, each in its turn: somebody with a long history takes no more at a time than anybody else.
  for (const row of rows) if (await inTurn(lane, (turn) => verifyPassword(turn, password, row.password_hash))) return true;
  return false;
}

/**
 * Checks a new password against rule and history and returns its hash (docs/wire/users.md#password-rules).
 * @param lane whose turns this takes; `holding` when a transaction is open
 * @param userId undefined for a user who does not exist yet
 * @throws InvalidInput under `field`: password_rule, password_reused
 */
export async function acceptPassword(
  ctx: Context,
  deps: PasswordDeps,
  lane: Lane,
  field: string,
  password: string,
  userId?: string,
): Promise<string> {
  const administrator = userId !== undefined && (await administers(ctx, userId));
  if (!followsRule(password, passwordRule(deps.settings, administrator))) throw InvalidInput.on(field, 'password_rule');
  // Asked of their owner alone: to anybody else it would tell whether a guess at a password is right.
  const own = userId !== undefined && userId === ctx.actor.id;
  if (own && (await usedBefore(ctx, deps, lane, userId, password))) throw InvalidInput.on(field, 'password_reused');
  return inTurn(lane, (turn) => hashPassword(turn, password));
}

/** Remembers a hash for the history; only as many as could ever be asked for are kept. */
export async function rememberPassword(ctx: Context, userId: string, hash: string): Promise<void> {
  await sql`insert into password_history (user_id, password_hash, date_created) values (${userId}, ${hash}, ${ctx.clock()})`.execute(
    ctx.tx,
  );
  await sql`delete from password_history where user_id = ${userId} and id not in (
    select id from password_history where user_id = ${userId} order by date_created desc, id desc limit ${MAX_HISTORY})`.execute(ctx.tx);
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
  await sql`delete from login_sessions where user_id is null and data #>> '{login,userId}' = ${userId}
    and id is distinct from ${ctx.session?.id ?? null}::uuid`.execute(ctx.tx);
  const { rows } = await sql<{ id: string }>`delete from access_keys where user_id = ${userId} returning id`.execute(ctx.tx);
  for (const { id } of rows) ctx.audit({ action: 'delete', resourceType: 'accesskey', resourceId: id, resource: id });
  await sql`delete from private_tokens where user_id = ${userId}`.execute(ctx.tx);
  await sql`delete from password_links where user_id = ${userId}`.execute(ctx.tx);
  await sql`update connection_tokens set date_expired = ${ctx.clock()} where user_id = ${userId} and date_expired > ${ctx.clock()}`.execute(
    ctx.tx,
  );
}

/**
 * What every new password of somebody who has an account brings along, whoever set it and however: history, other ways in ended,
 * and a line in the log of password changes, which shows operations of this kind.
 */
export async function passwordChanged(ctx: Context, userId: string, hash: string): Promise<void> {
  await rememberPassword(ctx, userId, hash);
  await revokeAccess(ctx, userId);
  const { rows } = await sql<{ shown: string }>`select name || '(' || username || ')' as shown from users where id = ${userId}`.execute(
    ctx.tx,
  );
  ctx.audit({
    action: 'change_password',
    resourceType: 'user',
    resourceId: userId,
    resource: rows[0]?.shown ?? '',
    changes: [{ field: 'password', before: '******', after: '******' }],
  });
}

/** Stores a checked password: hash, dates, and what follows from it. */
export async function storePassword(ctx: Context, userId: string, hash: string, options: { mustChange: boolean }): Promise<void> {
  await sql`update users set password_hash = ${hash}, need_update_password = ${options.mustChange}, date_password_last_updated = ${ctx.clock()}
    where id = ${userId}`.execute(ctx.tx);
  await passwordChanged(ctx, userId, hash);
}

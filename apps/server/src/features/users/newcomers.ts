import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import { isMailAddress } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { assignedRoles, type BindingDeps, isEverywhere, setOrgRoles, setSystemRoles } from '../rbac/index.ts';
import { insertAccount } from './accounts.ts';
import { noteChange } from './user-changes.ts';

/** People whom another place vouches for: they have no password here, and nobody filled in a form. */

export interface Newcomer extends BindingDeps {
  /** Told of new people, in their transaction. */
  joined(ctx: Context): Promise<void>;
}

interface Facts {
  name: string;
  email: string;
  phone?: string;
}

/** The person of a name, who may come from anywhere; service accounts are no people. */
export async function personNamed(ctx: Context, username: string): Promise<{ id: string; source: string; superuser: boolean } | undefined> {
  const found = await ctx.tx
    .selectFrom('users')
    .select(['id', 'source'])
    .where('username', '=', username)
    .where('is_service_account', '=', false)
    .executeTakeFirst();
  if (!found) return undefined;
  const roles = await assignedRoles(ctx, [found.id], undefined);
  return { ...found, superuser: roles.some((role) => isEverywhere(role) && role.role_id === ROLE.SYSTEM_ADMIN) };
}

/** Where the account of a person comes from. */
export async function sourceOf(ctx: Context, userId: string): Promise<string | undefined> {
  return (await ctx.tx.selectFrom('users').select('source').where('id', '=', userId).executeTakeFirst())?.source;
}

/** How long the accounts of people from elsewhere live: the other place says when they end. */
const YEARS = 70;

export function expiryOfNewcomers(ctx: Context): Date {
  const expires = new Date(ctx.clock());
  expires.setUTCFullYear(expires.getUTCFullYear() + YEARS);
  return expires;
}

/**
 * Makes an account with the roles of everybody, in the default organisation unless it has its place elsewhere.
 * @returns its id; undefined when name or mail address are somebody's already
 */
export async function createPerson(
  ctx: Context,
  deps: Newcomer,
  { username, name, email, phone, source, active, placed }: Facts & { username: string; source: string; active: boolean; placed: boolean },
): Promise<string | undefined> {
  if (!isMailAddress(email)) return undefined;
  const taken = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where((user) => user.or([user('username', '=', username), user('email', '=', email)]))
    .executeTakeFirst();
  if (taken) return undefined;
  const id = randomUUID();
  await insertAccount(ctx, {
    id,
    username,
    name: name === '' ? username : name,
    email,
    source,
    is_active: active,
    is_first_login: true,
    date_expired: expiryOfNewcomers(ctx),
    ...(phone ? { phone } : {}),
  });
  await setSystemRoles(ctx, deps, id, [ROLE.USER]);
  if (!placed) await setOrgRoles(ctx, deps, id, ORG.DEFAULT, [ROLE.ORG_USER]);
  ctx.audit({ action: 'create', resourceType: 'user', resourceId: id, resource: username, orgId: ORG.DEFAULT });
  await deps.joined(ctx);
  return id;
}

/** Writes what another place says of a person today; what it does not say, and a mail address that is somebody else's, stays as it is. */
export async function updatePerson(ctx: Context, userId: string, { name, email }: Facts): Promise<void> {
  const now = await ctx.tx.selectFrom('users').select(['id', 'username', 'name', 'email']).where('id', '=', userId).executeTakeFirst();
  if (!now) return;
  if (name !== '' && name !== now.name) {
    await ctx.tx.updateTable('users').set({ name }).where('id', '=', userId).execute();
    noteChange(ctx, now, 'name', now.name, name);
  }
  if (email === now.email || !isMailAddress(email)) return;
  const other = await ctx.tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (other) return;
  await ctx.tx.updateTable('users').set({ email }).where('id', '=', userId).execute();
  noteChange(ctx, now, 'email', now.email, email);
}

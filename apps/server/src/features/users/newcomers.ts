import { ROLE } from '@postern/contract/ids';
import { isMailAddress } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { assignedRoles, type BindingDeps, isEverywhere } from '../rbac/index.ts';
import { noteChange } from './user-changes.ts';

/** People whom another place vouches for: they have no password here, and nobody filled in a form. */

export interface Newcomer extends BindingDeps {
  /** Told of new people, in their transaction. */
  joined(ctx: Context): Promise<void>;
}

interface Facts {
  name: string;
  email: string;
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

/** Writes what another place says of a person today; what it does not say, and a mail address that is somebody else's, stays as it is. */
export async function updatePerson(ctx: Context, userId: string, { name, email }: Facts): Promise<void> {
  const now = await ctx.tx.selectFrom('users').select(['id', 'username', 'name', 'email']).where('id', '=', userId).executeTakeFirst();
  if (!now) return;
  if (name !== '' && name !== now.name) {
    await ctx.tx.updateTable('users').set({ name }).where('id', '=', userId).execute();
    noteChange(ctx, now, 'name', now.name, name);
  }
  if (email === now.email || !isMailAddress(email)) return;
  const other = await anyRow(ctx.tx.selectFrom('users').where('email', '=', email));
  if (other) return;
  await ctx.tx.updateTable('users').set({ email }).where('id', '=', userId).execute();
  noteChange(ctx, now, 'email', now.email, email);
}

import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { inHashQueue, queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { type BindingDeps, setOrgRoles, setSystemRoles } from '../rbac/index.ts';
import { insertAccount } from './accounts.ts';
import { rememberPassword } from './passwords.ts';

/** What the first start cannot know of its administrator: they are asked for it at their first login (docs/decisions/0161). */
const MADE_UP = { name: 'Administrator', email: 'admin@example.com' } as const;

/** Which of these facts still are what the first start made up. Only until the first login is over. */
export function madeUp(person: { name: string; email: string; is_first_login: boolean }): ('name' | 'email')[] {
  if (!person.is_first_login || person.email !== MADE_UP.email) return [];
  return person.name === MADE_UP.name ? ['name', 'email'] : ['email'];
}

/** True when a person with an account exists already; then no first administrator is made. */
export async function hasAdministrator(ctx: Context): Promise<boolean> {
  return anyRow(ctx.tx.selectFrom('role_bindings').where('role_id', '=', ROLE.SYSTEM_ADMIN));
}

/**
 * The account of the first start: `admin`, system administrator, member of Default. Its password comes from the caller
 * (random unless the operator chose one), and nothing is made when an administrator exists. Returns whether it was made.
 */
export async function createAdministrator(ctx: Context, deps: BindingDeps, password: string): Promise<boolean> {
  if (await hasAdministrator(ctx)) return false;
  const [id, hash] = [randomUUID(), await inHashQueue(queueKeyOf(ctx, 'admin'), (slot) => hashPassword(slot, password))];
  await insertAccount(ctx, {
    id,
    ...MADE_UP,
    username: 'admin',
    is_first_login: true,
    password_hash: hash,
    date_password_last_updated: ctx.clock(),
  });
  await rememberPassword(ctx, id, hash);
  await setSystemRoles(ctx, deps, id, [ROLE.SYSTEM_ADMIN]);
  await setOrgRoles(ctx, deps, id, ORG.DEFAULT, [ROLE.ORG_ADMIN]);
  ctx.audit({ action: 'create', resourceType: 'user', resourceId: id, resource: 'admin', orgId: ORG.DEFAULT });
  return true;
}

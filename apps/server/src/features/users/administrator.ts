import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { inTurn, laneOf } from '../../platform/auth/turns.ts';
import { type BindingDeps, setOrgRoles, setSystemRoles } from '../rbac/index.ts';
import { rememberPassword } from './passwords.ts';

/** True when a person with an account exists already; then no first administrator is made. */
export async function hasAdministrator(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select 1 from role_bindings where role_id = ${ROLE.SYSTEM_ADMIN} limit 1`.execute(ctx.tx);
  return rows.length > 0;
}

/**
 * The account of the first start: `admin`, system administrator, member of Default. Its password comes from the caller
 * (random unless the operator chose one), and nothing is made when an administrator exists. Returns whether it was made.
 */
export async function createAdministrator(ctx: Context, deps: BindingDeps, password: string): Promise<boolean> {
  if (await hasAdministrator(ctx)) return false;
  const [id, now, hash] = [randomUUID(), ctx.clock(), await inTurn(laneOf(ctx, 'admin'), (turn) => hashPassword(turn, password))];
  await sql`insert into users (id, name, username, email, source, comment, wechat, mfa_level, is_service_account, is_active, need_update_password, is_first_login,
      password_hash, date_password_last_updated, date_joined, date_created, date_updated, created_by, updated_by)
    values (${id}, 'Administrator', 'admin', 'admin@example.com', 'local', '', '', 0, false, true, false, true,
      ${hash}, ${now}, ${now}, ${now}, ${now}, 'System', 'System')`.execute(ctx.tx);
  await rememberPassword(ctx, id, hash);
  await setSystemRoles(ctx, deps, id, [ROLE.SYSTEM_ADMIN]);
  await setOrgRoles(ctx, deps, id, ORG.DEFAULT, [ROLE.ORG_ADMIN]);
  ctx.audit({ action: 'create', resourceType: 'user', resourceId: id, resource: 'admin', orgId: ORG.DEFAULT });
  return true;
}

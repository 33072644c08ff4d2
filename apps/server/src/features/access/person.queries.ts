import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { isLocked } from '../../platform/auth/lockout.ts';
import { isMember } from '../rbac/index.ts';

export interface UserStatus {
  id: string;
  name: string;
  username: string;
  is_active: boolean;
  is_service_account: boolean;
  /** Of the organisation of the context. */
  member: boolean;
  /** Logins are refused at this moment. */
  locked: boolean;
}

/** How a person stands in an organisation, whoever asks; undefined for somebody who does not exist. */
export async function userStatusOf(ctx: Context, userId: string): Promise<UserStatus | undefined> {
  const { rows } = await sql<UserStatus>`
    select u.id, u.name, u.username, u.is_active, u.is_service_account, ${isMember(ctx, sql`u.id`)} as member,
      ${isLocked(sql`u.username`, sql`${ctx.clock()}::timestamptz`)} as locked
    from users u where u.id = ${userId}`.execute(ctx.tx);
  return rows[0];
}

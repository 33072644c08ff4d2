import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** What a login needs to know of a user. Read afresh at every step: a user may be disabled between two. */
export interface LoginUser {
  id: string;
  name: string;
  username: string;
  source: string;
  password_hash: string | null;
  public_key: string | null;
  otp_secret: string | null;
  mfa_level: number;
  is_active: boolean;
  expired: boolean;
  need_update_password: boolean;
  date_password_last_updated: Date | null;
  passkeys: number;
  /** Unused ones. */
  recovery_codes: number;
  superuser: boolean;
  administrator: boolean;
}

async function find(ctx: Context, key: { id: string } | { username: string }): Promise<LoginUser | undefined> {
  const { rows } = await sql<LoginUser>`
    select u.id, u.name, u.username, u.source, u.password_hash, u.public_key, u.otp_secret, u.mfa_level, u.is_active, u.need_update_password,
      u.date_password_last_updated, (u.date_expired is not null and u.date_expired <= now()) as expired,
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*)::int from recovery_codes r where r.user_id = u.id and r.date_used is null) as recovery_codes,
      exists (select 1 from role_bindings b where b.user_id = u.id and b.role_id = ${ROLE.SYSTEM_ADMIN}) as superuser,
      exists (select 1 from role_bindings b where b.user_id = u.id and b.role_id in (${ROLE.SYSTEM_ADMIN}, ${ROLE.ORG_ADMIN})) as administrator
    from users u where not u.is_service_account and ${'id' in key ? sql`u.id = ${key.id}` : sql`u.username = ${key.username}`}`.execute(
    ctx.tx,
  );
  return rows[0];
}

/** A person by the name typed in. Service accounts never log in. */
export const findByUsername = (ctx: Context, username: string): Promise<LoginUser | undefined> => find(ctx, { username });
export const findById = (ctx: Context, id: string): Promise<LoginUser | undefined> => find(ctx, { id });

export interface MfaState {
  /** Without it there is no login. */
  needed: boolean;
  /** By setting or administrator: the person cannot do without (docs/wire/authentication.md#second-factors). */
  forced: boolean;
  /** What the person has, in the order it is offered. Empty: something has to be set up first. */
  methods: string[];
}

/** Whether MFA is wanted of a user, and by what it can be shown. */
export function mfaOf(user: LoginUser, settings: SettingsReader): MfaState {
  const policy = settings.get('SECURITY_MFA_AUTH');
  const forced = policy === 1 || (policy === 2 && user.administrator) || user.mfa_level === 2;
  const factors = [...(user.otp_secret ? ['otp'] : []), ...(user.passkeys > 0 ? ['passkey'] : [])];
  const methods = factors.length > 0 && user.recovery_codes > 0 ? [...factors, 'recovery'] : factors;
  // A bound factor is always asked for: a level that somebody lowered must not switch it off quietly.
  return { needed: forced || user.mfa_level > 0 || methods.length > 0, forced, methods };
}

/** Days are counted from the last change; other sources keep their own passwords (docs/wire/users.md#password-rules). */
export function passwordExpired(user: LoginUser, settings: SettingsReader, now: Date): boolean {
  if (user.source !== 'local' || !user.date_password_last_updated) return false;
  const days = (now.getTime() - user.date_password_last_updated.getTime()) / 86_400_000;
  return days > settings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
}

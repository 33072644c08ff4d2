import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';

/** What a login needs to know of a user. Read afresh at every step: a user may be disabled between two. */
export interface LoginUser {
  id: string;
  name: string;
  username: string;
  source: string;
  email: string;
  /** Digits with the country code; null without one. */
  phone: string | null;
  password_hash: string | null;
  otp_secret: string | null;
  mfa_level: number;
  is_active: boolean;
  expired: boolean;
  /** New, and not let in yet. */
  waiting: boolean;
  from_outside: boolean;
  need_update_password: boolean;
  date_password_last_updated: Date | null;
  passkeys: number;
  /** Unused ones. */
  recovery_codes: number;
  superuser: boolean;
  administrator: boolean;
  /** The version of the terms of use that they accepted last. */
  terms_version: string | null;
}

const ADMINISTRATORS: readonly string[] = [ROLE.SYSTEM_ADMIN, ROLE.ORG_ADMIN];

const people = (ctx: Context) =>
  ctx.tx
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      'u.name',
      'u.username',
      'u.source',
      'u.email',
      'u.phone',
      'u.password_hash',
      'u.otp_secret',
      'u.mfa_level',
      'u.is_active',
      'u.need_update_password',
      'u.date_password_last_updated',
      'u.date_expired',
      'u.date_waiting',
      'u.from_outside',
      eb
        .selectFrom('passkeys as p')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('p.user_id', '=', 'u.id')
        .$asScalar()
        .$notNull()
        .as('passkeys'),
      eb
        .selectFrom('recovery_codes as r')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('r.user_id', '=', 'u.id')
        .where('r.date_used', 'is', null)
        .$asScalar()
        .$notNull()
        .as('recovery_codes'),
      eb
        .selectFrom('terms_acceptances as a')
        .select('a.version')
        .whereRef('a.user_id', '=', 'u.id')
        .orderBy('a.date_accepted', 'desc')
        .limit(1)
        .as('terms_version'),
      eb
        .selectFrom('role_bindings as b')
        .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['b.role_id']).as('held'))
        .whereRef('b.user_id', '=', 'u.id')
        .where('b.role_id', 'in', ADMINISTRATORS)
        .as('administers'),
    ])
    .where('u.is_service_account', '=', false);

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

const asLoginUser = (ctx: Context, { administers, date_expired, date_waiting, ...user }: PersonRow): LoginUser => ({
  ...user,
  expired: date_expired !== null && date_expired <= ctx.clock(),
  waiting: date_waiting !== null,
  superuser: administers?.includes(ROLE.SYSTEM_ADMIN) ?? false,
  administrator: administers !== null,
});

/** A person by the name typed in. Service accounts never log in. */
export async function findByUsername(ctx: Context, username: string): Promise<LoginUser | undefined> {
  const found = await people(ctx).where('u.username', '=', username).executeTakeFirst();
  return found && asLoginUser(ctx, found);
}

export async function findById(ctx: Context, id: string): Promise<LoginUser | undefined> {
  const found = await people(ctx).where('u.id', '=', id).executeTakeFirst();
  return found && asLoginUser(ctx, found);
}

/** So many are read at once. */
const BATCH = 1_000;

/** Everybody who can log in, by and by. */
export async function* everybody(ctx: Context): AsyncGenerator<LoginUser> {
  for (let after: string | undefined, more = true; more; ) {
    const last = after;
    const rows = await people(ctx)
      .where('u.is_active', '=', true)
      .$if(last !== undefined, (query) => query.where('u.id', '>', String(last)))
      .orderBy('u.id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const user = asLoginUser(ctx, row);
      if (!user.expired) yield user;
    }
    after = rows.at(-1)?.id;
    more = rows.length === BATCH;
  }
}

/** Days are counted from the last change; other sources keep their own passwords (docs/wire/users.md#password-rules). */
export function passwordExpired(user: LoginUser, settings: SettingsReader, now: Date): boolean {
  if (user.source !== 'local' || !user.date_password_last_updated) return false;
  const days = (now.getTime() - user.date_password_last_updated.getTime()) / 86_400_000;
  return days > settings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
}

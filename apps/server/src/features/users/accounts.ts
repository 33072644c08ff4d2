import type { Context, Tables } from '@postern/resource';
import type { Insertable } from 'kysely';

/** Nobody comes from outside whom no form says so of. */
type Given = Omit<Insertable<Tables['users']>, 'from_outside'>;

/** The row of an account that the system makes by itself: nobody filled in a form. It is a person's unless said otherwise. */
export function newAccount<G extends Given>(ctx: Context, given: G) {
  const now = ctx.clock();
  return {
    source: 'local',
    comment: '',
    wechat: '',
    mfa_level: 0,
    is_service_account: false,
    from_outside: false,
    is_active: true,
    need_update_password: false,
    is_first_login: false,
    date_joined: now,
    date_created: now,
    date_updated: now,
    created_by: 'System',
    updated_by: 'System',
    ...given,
  };
}

/** Stores such an account. */
export async function insertAccount(ctx: Context, given: Given): Promise<void> {
  await ctx.tx.insertInto('users').values(newAccount(ctx, given)).execute();
}

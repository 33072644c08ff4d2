import type { Context, Tables } from '@postern/resource';
import type { Insertable } from 'kysely';

type Given = Insertable<Tables['users']>;

/** Stores an account that the system makes by itself: nobody filled in a form. It is a person's unless said otherwise. */
export async function insertAccount(ctx: Context, given: Given): Promise<void> {
  const now = ctx.clock();
  await ctx.tx
    .insertInto('users')
    .values({
      source: 'local',
      comment: '',
      wechat: '',
      mfa_level: 0,
      is_service_account: false,
      is_active: true,
      need_update_password: false,
      is_first_login: false,
      date_joined: now,
      date_created: now,
      date_updated: now,
      created_by: 'System',
      updated_by: 'System',
      ...given,
    })
    .execute();
}

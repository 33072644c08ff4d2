import type { Context } from '@postern/resource';
import { unlockAddress, unlockEverything, unlockUser } from '../../platform/auth/lockout.ts';

/** What the operator of the machine opens again: the last way in when every administrator is locked out (decision 0065). */
export type Locked = { username: string } | { address: string } | { all: true };

/** Lifts pauses and forgets what was counted. @returns how many counters went */
export async function unlockLogins(ctx: Context, locked: Locked): Promise<number> {
  const name = 'username' in locked ? locked.username : 'address' in locked ? locked.address : '*';
  const count =
    'username' in locked
      ? await unlockUser(ctx.tx, locked.username)
      : await ('address' in locked ? unlockAddress(ctx.tx, locked.address) : unlockEverything(ctx.tx));
  const user =
    'username' in locked ? await ctx.tx.selectFrom('users').select('id').where('username', '=', name).executeTakeFirst() : undefined;
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: user?.id ?? '',
    resource: name,
    changes: [{ field: 'login_blocked', before: count > 0 ? 'Yes' : 'No', after: 'No' }],
  });
  return count;
}

import { InvalidInput } from '@postern/contract/errors';
import { among, at, type Context, holds, type Write } from '@postern/resource';
import { userRows } from './user.rows.ts';

/** Somebody to whom files are sent. */
export interface Recipient {
  id: string;
  /** As lists show people. */
  display: string;
  email: string;
  /** Password of their encrypted files, encrypted; null for who has none (docs/wire/users.md#file-key). */
  key: string | null;
}

/**
 * Those of some people who may still be sent something of the context's organisation: active, not expired, members. Being
 * named once does not outlive leaving.
 */
export async function recipientsAmong(ctx: Context, ids: readonly string[]): Promise<Recipient[]> {
  const people = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.username', 'u.email', 'u.secret_key'])
    .where(among(at('u')('id'), ids))
    .where('u.is_active', '=', true)
    .where((u) => u.or([u('u.date_expired', 'is', null), u('u.date_expired', '>', ctx.clock())]))
    .where(userRows(ctx, 'u'))
    .orderBy('u.username')
    .execute();
  return people.map(({ id, name, username, email, secret_key }) => ({ id, display: `${name}(${username})`, email, key: secret_key }));
}

/**
 * Who names recipients of a plan hands out secrets, so it takes the right to see them (decision 0056).
 * @throws InvalidInput on `recipients`
 */
export function checkRecipients(ctx: Context, { values }: Write): void {
  const named = values.recipients;
  if (Array.isArray(named) && named.length > 0 && !holds(ctx.actor, ['accounts.view_accountsecret']))
    throw InvalidInput.on('recipients', 'secrets_not_visible');
}

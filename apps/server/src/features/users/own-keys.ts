import type { Context } from '@postern/resource';
import { noteChange } from './user-changes.ts';

/** What people set for themselves: the key they log in with, and the password of what they export. */

/** @param shown what the record says of the key */
export async function setPublicKey(ctx: Context, key: string, shown: string): Promise<void> {
  await ctx.tx.updateTable('users').set({ public_key: key }).where('id', '=', ctx.actor.id).execute();
  noteChange(ctx, ctx.actor, 'public_key', '', shown);
}

/** The password of encrypted exports (docs/wire/users.md#file-key). Encrypted: it is needed again to write the archive. */
export async function setFileKey(ctx: Context, password: string): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set({ secret_key: ctx.secrets.encrypt(password) })
    .where('id', '=', ctx.actor.id)
    .execute();
  noteChange(ctx, ctx.actor, 'secret_key', '******', '******');
}

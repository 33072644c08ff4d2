import type { Context } from '@postern/resource';
import { acceptPublicKey, profileKey, setProfileKey, sha256Fingerprint } from '../ssh-keys/index.ts';
import { noteChange } from './user-changes.ts';

/** What people set for themselves: the key they log in with, and the password of what they export. */

/** @throws InvalidInput under `public_key` */
export async function setPublicKey(ctx: Context, line: string): Promise<void> {
  const before = (await profileKey(ctx, ctx.actor.id))?.fingerprint ?? '';
  const key = acceptPublicKey('public_key', line);
  await setProfileKey(ctx, ctx.actor.id, key);
  noteChange(ctx, ctx.actor, 'public_key', before, sha256Fingerprint(key));
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

import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import type { Context, Tables } from '@postern/resource';
import { expressionBuilder } from 'kysely';
import { endLoginsByKeys } from '../../platform/auth/bearer-tokens.ts';
import { asLine, parseOffered, type SshPublicKey, sha256Fingerprint } from './ssh-public-key.ts';

/** Keys a person may have. */
export const MAX_KEYS = 50;
/** What a key without a comment is called. */
const UNNAMED = 'Default';

/** Keys of one person are added one after the other, so that nobody gets past the limit. */
export async function lockOwner(ctx: Context, userId: string): Promise<void> {
  await ctx.tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export const keysOf = (ctx: Context, userId: string): Promise<{ id: string; fingerprint: string; of_profile: boolean }[]> =>
  ctx.tx.selectFrom('ssh_keys').select(['id', 'fingerprint', 'of_profile']).where('user_id', '=', userId).execute();

/** The key of somebody that is the offered one and switched on. */
export async function openingKey(ctx: Context, userId: string, offered: string): Promise<string | undefined> {
  const key = parseOffered(offered);
  if (!key) return undefined;
  const row = await ctx.tx
    .selectFrom('ssh_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('fingerprint', '=', sha256Fingerprint(key))
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row?.id;
}

/** Notes that somebody has logged in by a key. False when it was switched off or taken away since it was shown: then it opens nothing. */
export async function noteKeyUse(ctx: Context, keyId: string, ip: string): Promise<boolean> {
  const used = await ctx.tx
    .updateTable('ssh_keys')
    .set({ date_last_used: ctx.clock(), last_used_from: ip.slice(0, 45) })
    .where('id', '=', keyId)
    .where('is_active', '=', true)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The key that `public_key` of a person means. */
export const profileKey = (ctx: Context, userId: string): Promise<{ line: string; fingerprint: string } | undefined> =>
  ctx.tx
    .selectFrom('ssh_keys')
    .select(['line', 'fingerprint'])
    .where('user_id', '=', userId)
    .where('of_profile', '=', true)
    .executeTakeFirst();

/** Its line, as a value of a statement. */
export const profileLine = (userId: string) =>
  expressionBuilder<Tables, never>()
    .selectFrom('ssh_keys as k')
    .select('k.line')
    .where('k.user_id', '=', userId)
    .where('k.of_profile', '=', true)
    .limit(1)
    .$asScalar();

/**
 * Puts a key in the place of the one that `public_key` of a person means; the others stay. One that the person has already becomes it.
 * The caller audits, who knows what for.
 * @throws InvalidInput too_many
 */
export async function setProfileKey(ctx: Context, userId: string, key: SshPublicKey): Promise<void> {
  await lockOwner(ctx, userId);
  const [fingerprint, keys] = [sha256Fingerprint(key), await keysOf(ctx, userId)];
  const others = keys.filter((one) => one.of_profile && one.fingerprint !== fingerprint).map(({ id }) => id);
  if (others.length > 0) await ctx.tx.deleteFrom('ssh_keys').where('id', 'in', others).execute();
  await endLoginsByKeys(ctx.tx, userId, others);
  const author = { updated_by: ctx.actor.name, date_updated: ctx.clock() };
  const known = keys.find((one) => one.fingerprint === fingerprint);
  if (known) {
    await ctx.tx
      .updateTable('ssh_keys')
      .set({ of_profile: true, is_active: true, line: asLine(key), ...author })
      .where('id', '=', known.id)
      .execute();
    return;
  }
  if (keys.length - others.length >= MAX_KEYS) throw InvalidInput.on('public_key', 'too_many', { max: MAX_KEYS });
  await ctx.tx
    .insertInto('ssh_keys')
    .values({
      id: randomUUID(),
      user_id: userId,
      name: key.comment || UNNAMED,
      line: asLine(key),
      fingerprint,
      key_type: key.type,
      of_profile: true,
      is_active: true,
      created_by: ctx.actor.name,
      date_created: ctx.clock(),
      ...author,
    })
    .execute();
}

/** Takes all keys from somebody; answers their fingerprints. The caller audits. */
export async function removeKeys(ctx: Context, userId: string): Promise<string[]> {
  const gone = await ctx.tx.deleteFrom('ssh_keys').where('user_id', '=', userId).returning(['id', 'fingerprint']).execute();
  await endLoginsByKeys(
    ctx.tx,
    userId,
    gone.map(({ id }) => id),
  );
  return gone.map(({ fingerprint }) => fingerprint).sort();
}

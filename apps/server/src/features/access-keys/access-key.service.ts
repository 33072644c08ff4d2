import { randomUUID } from 'node:crypto';
import type { Context, Database, SecretBox } from '@postern/resource';
import type { AccessKeyOwner } from '../../platform/auth/identity.ts';
import { now } from '../../platform/database/moment.queries.ts';

/** Milliseconds in which the use of a key from one address is noted once. */
const NOTED_MS = 60_000;

/** What its owner may set of a key; all of it is left to what stands in the table where it is not given. */
export interface KeyTerms {
  ip_group?: string[];
  date_expired?: Date | null;
  is_read_only?: boolean;
  permissions?: string[];
}

/** A key or token that is held back in any way must not make, or become, one that is not: one rule for all of them (decision 0116). */
export function limitsOf(row: { ip_group: string[]; date_expired: Date | null; is_read_only: boolean; permissions: string[] }) {
  const { ip_group, date_expired, is_read_only: readOnly, permissions } = row;
  const free = ip_group.includes('*') && date_expired === null && !readOnly && permissions.length === 0;
  return free ? undefined : { readOnly, permissions };
}

/** What of a key (`k`) is needed to check a signature. */
export const SIGNING_KEY = [
  'k.id as key_id',
  'k.sealed_secret',
  'k.ip_group',
  'k.date_expired',
  'k.is_read_only',
  'k.permissions',
  'k.signs_body',
  'k.date_last_used',
  'k.last_used_from',
] as const;

type SigningKeyRow = Parameters<typeof limitsOf>[0] & {
  key_id: string;
  sealed_secret: string;
  signs_body: boolean;
  date_last_used: Date | null;
  last_used_from: string;
};

/** Such a row, as it is held against a signature. */
export const signingKeyOf = (secrets: SecretBox, row: SigningKeyRow): Omit<AccessKeyOwner, 'user'> => ({
  keyId: row.key_id,
  secret: secrets.decrypt(row.sealed_secret),
  addresses: row.ip_group,
  limits: limitsOf(row),
  signsBody: row.signs_body,
  lastUsed: row.date_last_used,
  usedFrom: row.last_used_from,
});

/** Notes that a key was used, at most once a minute from one address: a write for each request would cost more than the request. */
export async function noteAccessKeyUse(
  db: Database,
  key: Pick<AccessKeyOwner, 'keyId' | 'signsBody' | 'lastUsed' | 'usedFrom'>,
  { ip, signsBody }: { ip: string; signsBody: boolean },
): Promise<void> {
  const recent = key.lastUsed && Date.now() - key.lastUsed.getTime() < NOTED_MS && key.usedFrom === ip;
  if (recent && (key.signsBody || !signsBody)) return;
  await db
    .updateTable('access_keys')
    .set({ date_last_used: now, last_used_from: ip.slice(0, 45), ...(signsBody ? { signs_body: true } : {}) })
    .where('id', '=', key.keyId)
    .execute();
}

/** Makes a key for somebody. Nobody gets its secret again (decision 0066). */
export async function addAccessKey(
  ctx: Context,
  userId: string,
  author: string,
  { ip_group, permissions, ...terms }: KeyTerms = {},
): Promise<{ id: string; secret: string; is_active: true; date_created: Date }> {
  const key = { id: randomUUID(), secret: randomUUID(), is_active: true as const, date_created: ctx.clock() };
  const { id, secret, is_active, date_created } = key;
  await ctx.tx
    .insertInto('access_keys')
    .values({
      id,
      user_id: userId,
      sealed_secret: ctx.secrets.encrypt(secret),
      is_active,
      created_by: author,
      updated_by: author,
      date_created,
      ...terms,
      ...(ip_group ? { ip_group: JSON.stringify(ip_group) } : {}),
      ...(permissions ? { permissions: JSON.stringify(permissions) } : {}),
    })
    .execute();
  return key;
}

/** Takes all keys from somebody; answers their ids. */
export async function removeAccessKeys(ctx: Context, userId: string): Promise<string[]> {
  const gone = await ctx.tx.deleteFrom('access_keys').where('user_id', '=', userId).returning('id').execute();
  return gone.map(({ id }) => id);
}

import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, holds, type Tables } from '@postern/resource';
import type { Selectable } from 'kysely';
import { type Bucket, regionOf } from './s3.ts';

/** Storages as they are kept: found by components, and by those who look for a recording. */

/** Both tables have the same columns. */
export type StorageTable = 'command_storages' | 'replay_storages';

declare module '@postern/resource/database' {
  interface Columns {
    'command_storages.meta': Record<string, string>;
    'replay_storages.meta': Record<string, string>;
  }
}

export type StoredStorage = Pick<Selectable<Tables[StorageTable]>, 'id' | 'name' | 'type' | 'meta' | 'secrets'>;

export const storages = (ctx: Context, table: StorageTable) => ctx.tx.selectFrom(table).select(['id', 'name', 'type', 'meta', 'secrets']);

export const decryptedSecrets = (ctx: Context, secrets: string | null | undefined): Record<string, string> =>
  secrets ? (JSON.parse(ctx.secrets.decrypt(secrets)) as Record<string, string>) : {};

/** The bucket of an S3 storage with its key. */
export function bucketOf(ctx: Context, { meta, secrets }: Pick<StoredStorage, 'meta' | 'secrets'>): Bucket {
  const { SECRET_KEY = '' } = decryptedSecrets(ctx, secrets);
  const endpoint = meta.ENDPOINT ?? '';
  return { endpoint, bucket: meta.BUCKET ?? '', region: regionOf(endpoint), key: { id: meta.ACCESS_KEY ?? '', secret: SECRET_KEY } };
}

/** Buckets in which a component's recording may lie: its own first. */
export async function bucketsFor(ctx: Context, terminalId: unknown): Promise<Bucket[]> {
  const id = parseUuid(terminalId) ?? null;
  const rows = await ctx.tx
    .selectFrom('replay_storages as r')
    .leftJoin('terminals as c', (join) => join.on('c.id', '=', id).onRef('c.replay_storage', '=', 'r.name'))
    .select(['r.meta', 'r.secrets'])
    .where('r.type', 'in', ['s3', 'ceph'])
    .orderBy('c.id', (order) => order.asc().nullsLast())
    .orderBy('r.name')
    .execute();
  return rows.map((row) => bucketOf(ctx, row));
}

export interface ComponentStorages {
  command_storage: string;
  replay_storage: string;
}

/**
 * What a component is told of where to put commands and recordings (docs/decisions/0081). The key of a bucket goes to
 * an approved component for which somebody chose that storage, and to nobody else; everything that is not such a storage is the server.
 */
export async function storageConfig(ctx: Context, { replay_storage: name }: ComponentStorages) {
  const server = { TYPE: 'server' };
  const found = ctx.actor.component?.approved
    ? await storages(ctx, 'replay_storages').where('name', '=', name).executeTakeFirst()
    : undefined;
  if (found?.type !== 's3' && found?.type !== 'ceph') return { command: server, replay: server };
  const { endpoint, bucket, region, key } = bucketOf(ctx, found);
  // Components know Ceph by the protocol that it speaks.
  const replay = { TYPE: 's3', BUCKET: bucket, ACCESS_KEY: key.id, SECRET_KEY: key.secret, ENDPOINT: endpoint, REGION: region };
  return { command: server, replay };
}

const isBuiltIn = (type: string): boolean => type === 'server' || type === 'null';

/**
 * The name under which a component keeps a storage that somebody chose for it, by id or name.
 * @param own whether it is our own gateway, which hands everything to the server
 * @throws InvalidInput for one that is not there, keeps nothing, or is not obeyed; CodedError permission_denied for who has no right to its key
 */
export async function chosenStorage(ctx: Context, kind: 'command' | 'replay', given: unknown, own: boolean): Promise<string> {
  const field = `${kind}_storage`;
  const table: StorageTable = `${kind}_storages`;
  const name = String(given).slice(0, 128);
  const id = parseUuid(name);
  const found = await storages(ctx, table)
    .where((eb) => eb.or([eb('name', '=', name), ...(id ? [eb('id', '=', id)] : [])]))
    .orderBy((eb) => eb('name', '=', name), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw InvalidInput.on(field, 'does_not_exist', { value: name.slice(0, 64) });
  // Nothing that is sent switches evidence off (decision 0070).
  if (found.type === 'null') throw InvalidInput.on(field, 'storage_keeps_nothing');
  if (isBuiltIn(found.type)) return found.name;
  if (own) throw InvalidInput.on(field, 'storage_not_obeyed');
  // Choosing it sends its key to the component.
  if (!holds(ctx.actor, ['terminal.change_replaystorage'])) throw new CodedError('permission_denied');
  return found.name;
}

import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, holds, type Tables } from '@postern/resource';
import type { Selectable } from 'kysely';
import { secretsIn } from '../../platform/secrets/encrypted-record.ts';
import { regionOf } from './s3.ts';
import { ADDED, TOLD } from './storage-types.ts';
import type { Described } from './stores/open-store.ts';

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

/** A storage with its secrets in the clear: for whoever opens it, and nobody else. */
export const described = (ctx: Context, { type, meta, secrets }: Pick<StoredStorage, 'type' | 'meta' | 'secrets'>): Described => ({
  type,
  meta: { ...meta, ...secretsIn(ctx, secrets) },
});

/** Storages in which a component's recording may lie: its own first. */
export async function storagesOf(ctx: Context, terminalId: unknown): Promise<Described[]> {
  const id = parseUuid(terminalId) ?? null;
  const rows = await ctx.tx
    .selectFrom('replay_storages as r')
    .leftJoin('terminals as c', (join) => join.on('c.id', '=', id).onRef('c.replay_storage', '=', 'r.name'))
    .select(['r.type', 'r.meta', 'r.secrets'])
    .where('r.type', 'in', [...TOLD])
    .orderBy('c.id', (order) => order.asc().nullsLast())
    .orderBy('r.name')
    .execute();
  return rows.map((row) => described(ctx, row));
}

export interface ComponentStorages {
  command_storage: string;
  replay_storage: string;
  /** Null for components of others. */
  methods: readonly string[] | null;
}

/**
 * What a component is told of where to put commands and recordings (docs/decisions/0081). The key of a storage goes to an approved component
 * of others for which somebody chose it, and to nobody else. Everybody else hands to the server, also our own gateway, whose recordings the
 * server takes to the storage that was chosen (0103).
 */
export async function storageConfig(ctx: Context, { replay_storage: name, methods }: ComponentStorages) {
  const server = { TYPE: 'server' };
  const found =
    ctx.actor.component?.approved && methods === null
      ? await storages(ctx, 'replay_storages').where('name', '=', name).executeTakeFirst()
      : undefined;
  if (!found || !TOLD.has(found.type)) return { command: server, replay: server };
  const { type, meta } = described(ctx, found);
  // How long objects are locked is between the server and the bucket.
  const { LOCK_DAYS: _lock, ...told } = meta;
  const region = type === 'azure' ? {} : { REGION: meta.REGION ?? regionOf(meta.ENDPOINT ?? '') };
  // Components know Ceph by the protocol that it speaks.
  return { command: server, replay: { ...told, ...region, TYPE: type === 'ceph' ? 's3' : type } };
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
  // Those of others know neither it nor its type.
  if (!own && !TOLD.has(found.type)) throw InvalidInput.on(field, 'storage_not_obeyed');
  // Choosing it sends its key to the component, or recordings there.
  if (!holds(ctx.actor, ['terminal.change_replaystorage'])) throw new CodedError('permission_denied');
  return found.name;
}

/** The storage that a component's recordings are taken to; undefined where they stay on the server. */
export async function storageOf(ctx: Context, terminalId: string): Promise<string | undefined> {
  const found = await ctx.tx
    .selectFrom('terminals as c')
    .innerJoin('replay_storages as r', 'r.name', 'c.replay_storage')
    .select('r.id')
    .where('c.id', '=', terminalId)
    .where('r.type', 'in', Object.keys(ADDED))
    .executeTakeFirst();
  return found?.id;
}

/** The name of the storage that is the default: the one that was chosen, or the server. */
export async function defaultStorage(ctx: Context, table: StorageTable): Promise<string | undefined> {
  const found = await ctx.tx
    .selectFrom(table)
    .select('name')
    .orderBy('is_default', 'desc')
    .orderBy(({ eb }) => eb('type', '=', 'server'), 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.name;
}

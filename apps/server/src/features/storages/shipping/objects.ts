import { randomUUID } from 'node:crypto';
import { among, type Context, type Tables } from '@postern/resource';
import type { Selectable } from 'kysely';
import { anyRow } from '../../../platform/database/any-row.ts';
import { due, LEASE_S } from '../../../platform/database/lease.queries.ts';
import { fromNow, now } from '../../../platform/database/moment.queries.ts';

/** Files on their way to a storage and back (tables.ts). All moments are those of the database, which all nodes share. */

declare module '@postern/resource/database' {
  interface Columns {
    'stored_objects.kind': Kind;
    'stored_objects.state': State;
  }
}

/** Recordings, with what is prepared of them, and copies of files that were moved. */
export type Kind = 'replay' | 'copy';
export type State = 'waiting' | 'shipped' | 'kept' | 'leaving';

export interface FileFacts {
  path: string;
  bytes: number;
  sha256: string;
}

type Stored = Selectable<Tables['stored_objects']>;
/** One that its holder works on; nobody else does meanwhile. */
export type Claimed = Pick<Stored, 'kind' | 'path' | 'bytes' | 'sha256' | 'version' | 'state' | 'failures'> & { holder: string };

const MAX_ERROR = 500;

const FREE = { holder: null, lease: null } as const;

/** Writes down what belongs into a storage, in the transaction of what it is of. What is known stays as it was. */
export async function noteObjects(ctx: Context, storageId: string, kind: Kind, owner: string, files: readonly FileFacts[]): Promise<void> {
  if (files.length === 0) return;
  await ctx.tx
    .insertInto('stored_objects')
    .values(files.map((file) => ({ ...file, kind, storage_id: storageId, owner_id: owner })))
    .onConflict((clash) => clash.columns(['kind', 'path']).doNothing())
    .execute();
}

/** What is known of a file, wherever it lies. */
export const knownObject = (ctx: Context, kind: Kind, path: string) =>
  ctx.tx
    .selectFrom('stored_objects')
    .select(['storage_id', 'bytes', 'sha256', 'version', 'state'])
    .where('kind', '=', kind)
    .where('path', '=', path)
    .where('state', '<>', 'leaving')
    .executeTakeFirst();

/** Storages with something to do whose pause is over. */
export async function dueStorages(ctx: Context): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('stored_objects as o')
    .leftJoin('storage_health as h', 'h.storage_id', 'o.storage_id')
    .select('o.storage_id')
    .distinct()
    .where('o.state', '<>', 'kept')
    .where(({ eb, or }) => or([eb('o.date_next', 'is', null), eb('o.date_next', '<=', now)]))
    .where(({ eb, or }) => or([eb('h.date_next', 'is', null), eb('h.date_next', '<=', now)]))
    .execute();
  return rows.map((row) => row.storage_id);
}

/** Takes on the oldest file of a storage that is due and that nobody works on. */
export async function claimObject(ctx: Context, storageId: string): Promise<Claimed | undefined> {
  const holder = randomUUID();
  const next = await ctx.tx
    .selectFrom('stored_objects')
    .select(['kind', 'path'])
    .where('storage_id', '=', storageId)
    .where('state', '<>', 'kept')
    .where(due)
    .orderBy('date_made')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return undefined;
  const found = await ctx.tx
    .updateTable('stored_objects')
    .set({ holder, lease: fromNow({ seconds: LEASE_S }) })
    .where('kind', '=', next.kind)
    .where('path', '=', next.path)
    .returning(['kind', 'path', 'bytes', 'sha256', 'version', 'state', 'failures'])
    .executeTakeFirstOrThrow();
  return { ...found, holder };
}

const ofHolder = (ctx: Context, { kind, path, holder }: Claimed) =>
  ctx.tx.updateTable('stored_objects').where('kind', '=', kind).where('path', '=', path).where('holder', '=', holder);

/** Says that the holder lives. @returns whether it still has the file */
export async function renew(ctx: Context, claimed: Claimed): Promise<boolean> {
  const mine = await ofHolder(ctx, claimed)
    .set({ lease: fromNow({ seconds: LEASE_S }) })
    .returning('path')
    .executeTakeFirst();
  return mine !== undefined;
}

/** It is in the storage and is what it was here. @returns whether the holder still has it, and it is still wanted there */
export async function markShipped(ctx: Context, claimed: Claimed, version: string): Promise<boolean> {
  const mine = await ofHolder(ctx, claimed)
    .set(({ eb }) => ({
      // What is to leave by now has to be known by its version all the same.
      state: eb.case().when('state', '=', 'waiting').then<State>('shipped').else(eb.ref('state')).end(),
      version,
      failures: 0,
      error: '',
      date_kept: now,
    }))
    .returning('state')
    .executeTakeFirst();
  return mine?.state === 'shipped';
}

/** Nothing of it is here any more. */
export async function markKept(ctx: Context, claimed: Claimed): Promise<void> {
  await ofHolder(ctx, claimed)
    .where('state', '=', 'shipped')
    .set({ state: 'kept', ...FREE, date_next: null })
    .execute();
}

/** Lets go of a file that was to be removed, once nothing of it is left. */
export async function forget(ctx: Context, { kind, path, holder }: Claimed): Promise<void> {
  await ctx.tx.deleteFrom('stored_objects').where('kind', '=', kind).where('path', '=', path).where('holder', '=', holder).execute();
}

/** Lets go of a file for a pause; `error` is what is wrong with it, where it is the file and not the storage. @returns how often in a row */
export async function letGo(ctx: Context, claimed: Claimed, pauseMs: number, error?: string): Promise<number> {
  const found = await ofHolder(ctx, claimed)
    .set(({ eb }) => ({
      ...FREE,
      date_next: pauseMs > 0 ? fromNow({ seconds: Math.ceil(pauseMs / 1_000) }) : null,
      ...(error === undefined ? {} : { error: error.slice(0, MAX_ERROR), failures: eb('failures', '+', 1) }),
    }))
    .returning('failures')
    .executeTakeFirst();
  return found?.failures ?? 0;
}

/** Has the storages remove what nobody has any more, in the transaction that removed what it was of. @returns how many files */
export async function leaveOrphans(ctx: Context, kind: Kind): Promise<number> {
  const gone = await ctx.tx
    .updateTable('stored_objects as o')
    .set({ state: 'leaving', failures: 0, error: '', date_next: null })
    .where('o.kind', '=', kind)
    .where('o.state', '<>', 'leaving')
    .where(({ not, exists, selectFrom }) =>
      kind === 'replay'
        ? not(exists(selectFrom('sessions as s').select('s.id').whereRef('s.id', '=', 'o.owner_id')))
        : not(exists(selectFrom('ftp_logs as f').select('f.id').whereRef('f.id', '=', 'o.owner_id'))),
    )
    .executeTakeFirst();
  return Number(gone.numUpdatedRows);
}

/** Of each storage: how many files are on their way, and what is wrong with the first that has trouble. */
export async function onTheirWay(ctx: Context, ids: readonly string[]): Promise<Map<string, { waiting: number; error: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.tx
    .selectFrom('stored_objects')
    .select(({ fn }) => ['storage_id', fn.countAll<number>().as('waiting'), fn.max<string>('error').as('error')])
    .where('state', '<>', 'kept')
    .where(({ ref }) => among(ref('storage_id'), ids))
    .groupBy('storage_id')
    .execute();
  return new Map(rows.map(({ storage_id, waiting, error }) => [storage_id, { waiting: Number(waiting), error: error ?? '' }]));
}

/** Whether anything lies in one of these storages, or is to. */
export async function holdsObjects(ctx: Context, ids: readonly string[]): Promise<boolean> {
  return anyRow(ctx.tx.selectFrom('stored_objects').where(({ ref }) => among(ref('storage_id'), ids)));
}

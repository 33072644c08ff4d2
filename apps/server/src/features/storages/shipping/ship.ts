import type { Readable } from 'node:stream';
import { setInterval as every } from 'node:timers';
import type { Context } from '@postern/resource';
import { LEASE_S } from '../../../platform/database/lease.queries.ts';
import { doubledPause } from '../../../platform/jobs/pause.ts';
import type { SystemAccess } from '../../../platform/platform.ts';
import { described, storages } from '../stored.ts';
import { digestsOf } from '../stores/digest.ts';
import { type ObjectStore, StoreError } from '../stores/object-store.ts';
import { openStore, type StoreTools } from '../stores/open-store.ts';
import { reasonOf, whole } from '../stores/reason.ts';
import { storageFailed, storageWorked } from './health.ts';
import { type Claimed, claimObject, forget, type Kind, letGo, markKept, markShipped, renew } from './objects.ts';

/** Where files lie on this server until a storage has them. */
export interface LocalFiles {
  size(path: string): Promise<number | undefined>;
  read(path: string): Readable;
  /** One that is not there is no error. */
  remove(path: string): Promise<void>;
}

export interface ShipDeps {
  system: SystemAccess;
  tools: StoreTools;
  folders: Readonly<Record<Kind, LocalFiles>>;
  /** Tells administrators that a storage takes nothing, or not this file, inside the transaction. */
  warn(ctx: Context, storage: string, reason: string): Promise<void>;
}

/** Where a kind of files lies in a storage. Components that put recordings there themselves put them at its root. */
export const nameIn = (kind: Kind, path: string): string => (kind === 'copy' ? `FTP_FILES/${path}` : path);

/** A storage with much to take is let go after this time; the next run goes on. */
const SPAN_MS = 240_000;
/** An outage is told to administrators once it is no mere hiccup. */
const TOLD_AT = 3;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
/** What a storage keeps until a day is asked for once a day. */
const LOCKED_PAUSE_MS = 86_400_000;

/** Something is wrong with one file; others go their way. */
class FileError extends Error {
  readonly pause: number | undefined;
  constructor(message: string, pause?: number) {
    super(message);
    this.pause = pause;
  }
}

/** Another worker has the file by now, or nobody wants it there any more. */
class Taken extends Error {}

const REASON = 'takes files to their storage';

/** The version under which a storage has a file as it is; undefined when it has not. All of it is read back. */
async function versionThere(store: ObjectStore, name: string, { bytes, sha256 }: Claimed): Promise<string | undefined> {
  const there = await store.stat(name);
  const body = there?.bytes === bytes ? await store.get(name) : undefined;
  if (!there || !body) return undefined;
  const found = await digestsOf(whole(body), bytes);
  return found.bytes === bytes && found.sha256 === sha256 ? there.version : undefined;
}

/** Puts a file into its storage and looks at what arrived. @returns its version. What is there already from a run that broke off is not put again. */
async function put(store: ObjectStore, local: LocalFiles, claimed: Claimed): Promise<string> {
  const { kind, path, bytes, sha256 } = claimed;
  const name = nameIn(kind, path);
  if ((await local.size(path)) === undefined) throw new FileError('the file is not on this server');
  const here = await digestsOf(local.read(path) as AsyncIterable<Buffer>);
  if (here.bytes !== bytes || here.sha256 !== sha256) throw new FileError('the file was changed on this server');
  const before = await versionThere(store, name, claimed);
  if (before !== undefined) return before;
  const made = await store.put(name, { bytes, sha256, md5: here.md5, open: () => local.read(path) });
  if ((await versionThere(store, name, claimed)) === undefined) throw new FileError('what arrived is not what was sent');
  return made;
}

/** Does what is next with a file. Each step is written down before the one after, and can be done again. */
async function step({ system, folders }: ShipDeps, store: ObjectStore, claimed: Claimed): Promise<void> {
  const { kind, path, version } = claimed;
  const local = folders[kind];
  if (claimed.state === 'leaving') {
    await store.remove(nameIn(kind, path), version);
    await local.remove(path);
    return system.asSystem(REASON, (ctx) => forget(ctx, claimed));
  }
  if (claimed.state === 'waiting') {
    const made = await put(store, local, claimed);
    if (!(await system.asSystem(REASON, (ctx) => markShipped(ctx, claimed, made)))) throw new Taken();
  }
  // Only now: the storage has it, and that stands in the books.
  await local.remove(path);
  await system.asSystem(REASON, (ctx) => markKept(ctx, claimed));
}

/** Keeps the lease while work lasts. */
async function leased<T>({ system }: ShipDeps, claimed: Claimed, work: () => Promise<T>): Promise<T> {
  const beat = every(() => void system.asSystem(REASON, (ctx) => renew(ctx, claimed)).catch(() => undefined), (LEASE_S * 1_000) / 4);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Writes down why a file stays where it is. @returns whether the storage may be asked for another one */
async function failed(
  { system, warn }: ShipDeps,
  storage: { id: string; name: string },
  claimed: Claimed,
  error: unknown,
): Promise<boolean> {
  if (error instanceof Taken) {
    await system.asSystem(REASON, (ctx) => letGo(ctx, claimed, 0));
    return true;
  }
  const locked = error instanceof StoreError && error.locked;
  const ofFile = locked ? new FileError(`locked: ${error.detail}`, LOCKED_PAUSE_MS) : error;
  if (ofFile instanceof FileError) {
    await system.asSystem(REASON, async (ctx) => {
      ctx.log.warn({ storage: storage.id, path: claimed.path, reason: ofFile.message }, 'a file stays where it is');
      const failures = await letGo(
        ctx,
        claimed,
        ofFile.pause ?? doubledPause(claimed.failures, FIRST_PAUSE_MS, MAX_PAUSE_MS),
        ofFile.message,
      );
      if (failures === (locked ? 1 : TOLD_AT)) await warn(ctx, storage.name, `${claimed.path}: ${ofFile.message}`);
    });
    return true;
  }
  const reason = reasonOf(error) ?? 'error';
  await system.asSystem(REASON, async (ctx) => {
    ctx.log.warn({ storage: storage.id, reason, ...(reasonOf(error) === undefined ? { err: error } : {}) }, 'a storage took nothing');
    await letGo(ctx, claimed, 0);
    if ((await storageFailed(ctx, storage.id, reason)) === TOLD_AT) await warn(ctx, storage.name, reason);
  });
  return false;
}

/** Takes a storage what waits for it, and removes from it what is to leave, until nothing is due, it fails, or the time is over. */
export async function shipTo(deps: ShipDeps, storageId: string): Promise<void> {
  const { system, tools } = deps;
  const storage = await system.asSystem(REASON, (ctx) => storages(ctx, 'replay_storages').where('id', '=', storageId).executeTakeFirst());
  if (!storage) return;
  const store = openStore(described(system.systemContext(REASON), storage), tools);
  const end = Date.now() + SPAN_MS;
  let told = false;
  try {
    while (Date.now() < end) {
      const claimed = await system.asSystem(REASON, (ctx) => claimObject(ctx, storageId));
      if (!claimed) return;
      try {
        await leased(deps, claimed, () => step(deps, store, claimed));
        if (!told) await system.asSystem(REASON, (ctx) => storageWorked(ctx, storageId));
        told = true;
      } catch (error) {
        if (!(await failed(deps, storage, claimed, error))) return;
      }
    }
  } finally {
    store.close();
  }
}

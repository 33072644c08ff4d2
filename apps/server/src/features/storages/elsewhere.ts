import type { Readable } from 'node:stream';
import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { type FileFacts, type Kind, knownObject, leaveOrphans, noteObjects } from './shipping/objects.ts';
import { sendShip } from './shipping/ship.job.ts';
import { nameIn } from './shipping/ship.ts';
import { described, storageOf, storages } from './stored.ts';
import type { Part } from './stores/object-store.ts';
import { openStore, type StoreTools } from './stores/open-store.ts';
import { reasonOf } from './stores/reason.ts';

/** Files of one kind that do not lie on this server, or not for long (docs/decisions/0103). */
export interface Elsewhere {
  /** Writes down that files which have come belong where their component's are kept, in the transaction of what they are of. */
  note(ctx: Context, terminalId: string | null, owner: string, files: readonly FileFacts[]): Promise<void>;
  /** The same for files that belong to one that is known; where it stays here, they do. */
  noteBeside(ctx: Context, path: string, owner: string, files: readonly FileFacts[]): Promise<void>;
  /** Size and digest of a file, as it came. */
  find(path: string): Promise<{ bytes: number; sha256: string } | undefined>;
  /** A file from its storage, or a part of it. @throws CodedError storage_unreachable, object_does_not_exist */
  open(path: string, part?: Part): Promise<Readable>;
  /** Has the storages remove what no session or transfer has any more. @returns how many files */
  leaveOrphans(ctx: Context): Promise<number>;
}

export interface ElsewhereDeps {
  system: SystemAccess;
  tools: StoreTools;
  jobs: Pick<Jobs, 'enqueue'>;
}

export function createElsewhere(kind: Kind, { system, tools, jobs }: ElsewhereDeps): Elsewhere {
  const reading = () => system.systemContext('reads from a storage');
  async function noted(ctx: Context, storage: string | undefined, owner: string, files: readonly FileFacts[]): Promise<void> {
    if (!storage) return;
    await noteObjects(ctx, storage, kind, owner, files);
    sendShip(ctx, jobs);
  }
  return {
    note: async (ctx, terminalId, owner, files) => noted(ctx, terminalId ? await storageOf(ctx, terminalId) : undefined, owner, files),
    noteBeside: async (ctx, path, owner, files) => noted(ctx, (await knownObject(ctx, kind, path))?.storage_id, owner, files),
    find: (path) => knownObject(reading(), kind, path),
    async open(path, part) {
      const ctx = reading();
      const known = await knownObject(ctx, kind, path);
      const storage = known && (await storages(ctx, 'replay_storages').where('id', '=', known.storage_id).executeTakeFirst());
      if (!storage) throw new CodedError('object_does_not_exist', { resource: 'replay' });
      const store = openStore(described(ctx, storage), tools);
      try {
        const body = await store.get(nameIn(kind, path), part);
        if (!body) throw new CodedError('stored_object_gone');
        body.once('close', () => store.close());
        return body;
      } catch (error) {
        store.close();
        const reason = reasonOf(error);
        if (reason === undefined) throw error;
        ctx.log.warn({ storage: storage.id, reason }, 'a storage does not give what it holds');
        throw new CodedError('storage_unreachable', { reason }, { cause: error });
      }
    },
    leaveOrphans: (ctx) => leaveOrphans(ctx, kind),
  };
}

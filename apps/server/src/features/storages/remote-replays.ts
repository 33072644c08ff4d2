import type { Readable } from 'node:stream';
import type { Context, Row } from '@postern/resource';
import { storagesOf } from './stored.ts';
import { openStore, type StoreTools } from './stores/open-store.ts';

/** A recording that a component put into a storage by itself. */
export interface RemoteReplay {
  path: string;
  data: Readable;
}

/**
 * Looks for a session's recording in the storages that components use: that of its own component first. One that cannot be
 * asked is passed by, as another may have it (docs/decisions/0081).
 * @param paths where it may be, by the rule for objects
 */
export async function findRemoteReplay(
  ctx: Context,
  tools: StoreTools,
  row: Row,
  paths: readonly string[],
): Promise<RemoteReplay | undefined> {
  for (const storage of await storagesOf(ctx, row.terminal_id)) {
    try {
      const store = openStore(storage, tools);
      for (const path of paths) {
        const data = await store.get(path);
        if (data) return { path, data };
      }
    } catch (error) {
      ctx.log.warn({ err: error, session: row.id }, 'a replay storage does not answer');
    }
  }
  return undefined;
}

import type { Readable } from 'node:stream';
import type { Context, Row } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { openObject } from './s3.ts';
import { bucketsFor } from './stored.ts';

/** A recording that a component put into a bucket by itself. */
export interface RemoteReplay {
  path: string;
  data: Readable;
}

/**
 * Looks for a session's recording in the buckets that components use: that of its own component first. A bucket that cannot be
 * asked is passed by, as another may have it (docs/decisions/0081).
 * @param paths where it may be, by the rule for objects
 */
export async function findRemoteReplay(
  ctx: Context,
  outbound: Outbound,
  row: Row,
  paths: readonly string[],
): Promise<RemoteReplay | undefined> {
  for (const bucket of await bucketsFor(ctx, row.terminal_id)) {
    try {
      for (const path of paths) {
        const data = await openObject(outbound, bucket, path);
        if (data) return { path, data };
      }
    } catch (error) {
      ctx.log.warn({ err: error, session: row.id }, 'a replay storage does not answer');
    }
  }
  return undefined;
}

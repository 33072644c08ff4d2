import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ChainLine } from '@postern/contract/evidence';
import type { Context } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { sendPrepare } from './pieces/prepare.job.ts';
import { MAX_REPLAY, type ReplayStore, replayPath } from './replay-store.ts';
import type { SessionRow } from './session.resource.ts';

/** The version under which components upload a cast (docs/wire/sessions.md#recordings). */
const CAST = 3;
const packed = promisify(gzip);

type Told = 'user' | 'user_id' | 'asset' | 'asset_id' | 'account' | 'account_id' | 'login_from' | 'remote_addr' | 'end_reason';

export interface PastSession extends Pick<SessionRow, Told> {
  end_params: Readonly<Record<string, string>>;
  start: Date;
  end: Date;
  recording: { cast: Buffer; chain: readonly ChainLine[] };
  commands: readonly PastCommand[];
}

export interface PastCommand {
  input: string;
  output: string;
  risk_level: number;
  cmd_filter_acl: string | null;
  cmd_group: string | null;
  at: Date;
}

/**
 * Writes down a session that is over as the component that carried it would have left it, with its commands and its recording. For the demo: what is
 * evidence comes from components alone. @returns its id
 */
export async function keepPastSession(
  ctx: Context,
  { store, jobs }: { store: ReplayStore; jobs: Pick<Jobs, 'enqueue'> },
  { start, end, recording, commands, end_params, ...told }: PastSession,
): Promise<string> {
  const id = randomUUID();
  const path = replayPath({ id, date_start: start, date_created: start }, CAST);
  const came = await store.write(path, Readable.from([await packed(recording.cast)]), MAX_REPLAY);
  await ctx.tx
    .insertInto('sessions')
    .values({
      ...told,
      id,
      org_id: ctx.org.id,
      protocol: 'ssh',
      type: 'normal',
      is_finished: true,
      has_replay: true,
      has_command: commands.length > 0,
      end_params: JSON.stringify(end_params),
      date_start: start,
      date_end: end,
      date_alive: end,
      date_created: start,
      date_updated: end,
      replay_path: path,
      replay_chain: JSON.stringify(recording.chain),
      replay_bytes: came.bytes,
      replay_sha256: came.sha256,
    })
    .execute();
  const { user, asset, account } = told;
  const named = { org_id: ctx.org.id, session: id, user, asset, account, storage_id: null };
  if (commands.length > 0)
    await ctx.tx
      .insertInto('commands')
      .values(
        commands.map(({ at, ...command }) => ({ ...named, ...command, id: randomUUID(), timestamp: Math.floor(at.getTime() / 1000) })),
      )
      .execute();
  sendPrepare(ctx, jobs, id);
  return id;
}

import { EVIDENCE_FLOOR_DAYS, type SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { among, type Context } from '@postern/resource';
import { type KeptDigest, keepDigests } from '../../platform/audit/kept-digests.ts';
import type { Job } from '../../platform/feature.ts';
import type { Elsewhere } from '../storages/index.ts';
import { cleanCommands } from './command.queries.ts';
import type { ReplayStore, StoredReplay } from './replay-store.ts';
import { type Leaving, leavingSessions } from './retention.queries.ts';

const DAY_MS = 86_400_000;
/** Ids asked for at a time. */
const BATCH = 1_000;

/** Recordings whose session is not there. */
async function orphans(ctx: Context, files: readonly StoredReplay[]): Promise<StoredReplay[]> {
  const found: StoredReplay[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH);
    const ids = some.map(({ session }) => session);
    const rows = await ctx.tx
      .selectFrom('sessions')
      .select('id')
      .where(({ ref }) => among(ref('id'), ids))
      .execute();
    const here = new Set(rows.map(({ id }) => id));
    found.push(...some.filter(({ session }) => !here.has(session)));
  }
  return found;
}

/** What proves the recording of a session; nothing where there is none, or nothing is known of it. */
async function proofOf(store: ReplayStore, row: Leaving): Promise<KeptDigest[]> {
  const { id, replay_path: path, replay_bytes, replay_sha256, chain_links, chain_end } = row;
  if (path === null) return [];
  let [bytes, sha256] = [replay_bytes, replay_sha256];
  // Those that came before digests were written down as they came are read once more; a storage knows what it was given.
  const size = sha256 === null ? await store.size(path) : undefined;
  if (size !== undefined) {
    bytes = size;
    sha256 = await store.sha256(path);
  }
  if (sha256 === null && chain_end === null) return [];
  const { org_id, user, user_id, asset, asset_id, account, account_id, protocol, date_start, date_end } = row;
  return [
    {
      ...{ id, kind: 'recording', session_id: id, org_id, user, user_id, asset, asset_id, account, account_id, protocol },
      ...{ date_start, date_end, name: path, bytes, sha256, chain_links, chain_end },
    },
  ];
}

/** Removes sessions, some at a time, and keeps what proves their recordings (decision 0179). @returns how many, and how many digests */
async function removed(ctx: Context, store: ReplayStore, before: Date): Promise<{ sessions: number; digests: number }> {
  const done = { sessions: 0, digests: 0 };
  while (true) {
    const rows = await leavingSessions(ctx, before, BATCH);
    if (rows.length === 0) return done;
    const proofs: KeptDigest[] = [];
    for (const row of rows) proofs.push(...(await proofOf(store, row)));
    await keepDigests(ctx.tx, proofs, ctx.clock());
    const ids = rows.map(({ id }) => id);
    await ctx.tx
      .deleteFrom('sessions')
      .where(({ ref }) => among(ref('id'), ids))
      .execute();
    done.sessions += rows.length;
    done.digests += proofs.length;
  }
}

/**
 * Removes finished sessions that are older than the setting says, with their commands and recordings; digests of the recordings stay. Files go once the
 * rows are gone for good; what a crash left of them has no session any more, and goes the next night.
 */
export const sessionRetention = (settings: SettingsReader, store: ReplayStore, elsewhere: Elsewhere): Job => ({
  name: 'sessions-retention',
  schedule: '30 2 * * *',
  task: { label: text('Clean up old sessions', '清理历史会话', '古いセッションの整理') },
  async run(ctx, _data, output) {
    const days = Math.max(settings.get('TERMINAL_SESSION_KEEP_DURATION'), EVIDENCE_FLOOR_DAYS);
    const before = new Date(ctx.clock().getTime() - days * DAY_MS);
    const { sessions, digests } = await removed(ctx, store, before);
    const commands = await cleanCommands(ctx, days);
    const files = await orphans(ctx, await store.olderThan(before));
    const away = await elsewhere.leaveOrphans(ctx);
    output.write(
      `sessions: -${sessions}, commands: -${commands}, recordings: -${files.length}, digests kept: ${digests}${away > 0 ? `, in storages: -${away}` : ''}`,
    );
    if (sessions > 0) ctx.audit({ action: 'delete', resourceType: 'session', resourceId: '', resource: `${sessions}` });
    ctx.afterCommit(async () => {
      for (const { path } of files) await store.remove(path);
    });
  },
});

import type { Context } from '@postern/resource';
import { keptDigestChain } from '../../../platform/audit/kept-digests.ts';
import { loginChain } from '../../../platform/audit/login-log.ts';
import { operateChain } from '../../../platform/audit/operate-log.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
import { movedHeads } from './anchor.queries.ts';
import { type Anchor, ensureAnchorKey } from './anchor.ts';

export const CHAINS = [operateChain, loginChain, keptDigestChain] as const;

const MINUTE_MS = 60_000;
/** A job of every minute starts a little earlier or later than the last one. */
const SLACK_MS = 10_000;

/** Writes the heads down that have moved since their last anchor, when the interval is over. Answers how many. */
export async function takeAnchors(ctx: Context, settings: SettingsStore): Promise<number> {
  const now = ctx.clock();
  const due = new Date(now.getTime() - settings.get('AUDIT_ANCHOR_INTERVAL') * MINUTE_MS + SLACK_MS);
  const heads = await movedHeads(ctx, due);
  if (heads.length === 0) return 0;
  const key = await ensureAnchorKey(ctx, settings);
  const values = heads.map(({ name: chain, seq, hash }) => ({
    chain,
    seq,
    hash,
    date_made: now,
    signature: key.sign({ chain, seq, hash, at: now }),
  }));
  await ctx.tx.insertInto('audit_anchors').values(values).execute();
  return heads.length;
}

/** Anchors after one, the oldest first. */
export const anchorsAfter = (ctx: Pick<Context, 'tx'>, id: number, limit: number): Promise<Anchor[]> =>
  ctx.tx
    .selectFrom('audit_anchors')
    .select(['id', 'chain', 'seq', 'hash', 'date_made as at', 'signature'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();

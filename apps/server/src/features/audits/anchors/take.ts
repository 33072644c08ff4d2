import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { loginChain } from '../../../platform/audit/login-log.ts';
import { operateChain } from '../../../platform/audit/operate-log.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
import { type Anchor, ensureAnchorKey } from './anchor.ts';

export const CHAINS = [operateChain, loginChain] as const;

const MINUTE_MS = 60_000;
/** A job of every minute starts a little earlier or later than the last one. */
const SLACK_MS = 10_000;

interface Stored extends Omit<Anchor, 'at'> {
  date_made: Date;
}

/** Writes the heads down that have moved since their last anchor, when the interval is over. Answers how many. */
export async function takeAnchors(ctx: Context, settings: SettingsStore): Promise<number> {
  const now = ctx.clock();
  const due = new Date(now.getTime() - settings.get('AUDIT_ANCHOR_INTERVAL') * MINUTE_MS + SLACK_MS);
  const { rows } = await sql<{ name: string; seq: number; hash: string }>`
    select c.name, c.seq, c.hash from audit_chains c
    left join lateral (select a.seq, a.date_made from audit_anchors a where a.chain = c.name order by a.id desc limit 1) last on true
    where c.seq > coalesce(last.seq, 0) and coalesce(last.date_made <= ${due}, true) order by c.name`.execute(ctx.tx);
  if (rows.length === 0) return 0;
  const key = await ensureAnchorKey(ctx, settings);
  for (const { name, seq, hash } of rows) {
    const signature = key.sign({ chain: name, seq, hash, at: now });
    await sql`insert into audit_anchors (chain, seq, hash, date_made, signature) values (${name}, ${seq}, ${hash}, ${now}, ${signature})`.execute(
      ctx.tx,
    );
  }
  return rows.length;
}

/** Anchors after one, the oldest first. */
export async function anchorsAfter(ctx: Pick<Context, 'tx'>, id: number, limit: number): Promise<Anchor[]> {
  const { rows } = await sql<Stored>`
    select id, chain, seq, hash, date_made, signature from audit_anchors where id > ${id} order by id limit ${limit}`.execute(ctx.tx);
  return rows.map(({ date_made, ...rest }) => ({ ...rest, at: date_made }));
}

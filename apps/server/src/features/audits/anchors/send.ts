import type { Context } from '@postern/resource';
import { anchorsAfter } from './take.ts';
import type { AnchorTarget } from './target.ts';

/** Anchors in one attempt. */
const BATCH = 500;
const DAY_MS = 86_400_000;
const MAX_REASON = 300;

export interface SendDeps {
  /** Runs work as the system in a transaction of its own. */
  asSystem<T>(reason: string, work: (ctx: Context) => Promise<T>): Promise<T>;
  /** Tells administrators that a place takes nothing, inside the transaction. */
  warn(ctx: Context, target: string, reason: string): Promise<void>;
}

/**
 * Sends a place what it has not had yet, in order. What it does not take stays in the database and is sent next time; nothing is passed
 * over. Administrators hear of it when it begins, and daily while it lasts.
 * @returns whether the place has everything now
 */
export async function sendAnchors(deps: SendDeps, target: AnchorTarget): Promise<boolean> {
  const { asSystem, warn } = deps;
  const before = await asSystem('anchors', async (ctx) => {
    await ctx.tx
      .insertInto('audit_anchor_targets')
      .values({ target: target.name })
      .onConflict((clash) => clash.doNothing())
      .execute();
    const known = ctx.tx.selectFrom('audit_anchor_targets').select(['last_id', 'error', 'date_failed']).where('target', '=', target.name);
    return (await known.executeTakeFirst()) ?? { last_id: 0, error: '', date_failed: null };
  });
  let last = before.last_id;
  try {
    for (;;) {
      const from = last;
      const anchors = await asSystem('anchors', (ctx) => anchorsAfter(ctx, from, BATCH));
      if (anchors.length === 0) return true;
      await target.send(anchors);
      last = anchors.at(-1)?.id ?? last;
      const to = last;
      await asSystem('anchors', async (ctx) => {
        await ctx.tx
          .updateTable('audit_anchor_targets')
          .set({ last_id: to, date_sent: ctx.clock(), error: '', date_failed: null })
          .where('target', '=', target.name)
          .execute();
      });
    }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
    await asSystem('anchors', async (ctx) => {
      ctx.log.warn({ target: target.name, err: reason }, 'the head of the audit chain could not be anchored');
      const again = !before.error || !before.date_failed || ctx.clock().getTime() - before.date_failed.getTime() > DAY_MS;
      // The time is that of the last message, so that there is one a day and not one a minute.
      await ctx.tx
        .updateTable('audit_anchor_targets')
        .set({ error: reason || 'failed', date_failed: again ? ctx.clock() : before.date_failed })
        .where('target', '=', target.name)
        .execute();
      if (again) await warn(ctx, target.name, reason);
    });
    return false;
  }
}

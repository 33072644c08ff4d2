import { among, at, type Context } from '@postern/resource';
import type { Every, WaitingKind } from './message-kinds.ts';
import type { Way } from './ways.ts';

/** When somebody wants which messages; what is not named goes at once. */
export interface Timing {
  kinds: Readonly<Partial<Record<WaitingKind, Readonly<Partial<Record<Way, Every>>>>>>;
  /** For messages that come once a day: `08:00`. */
  daily_at: string;
  zone: string;
}

const NONE = { kinds: {}, daily_at: '08:00' } as const;

/** What some people have chosen; who has not is not in it. */
export async function timingsOf(ctx: Context, userIds: readonly string[]): Promise<ReadonlyMap<string, Timing>> {
  const rows = await ctx.tx
    .selectFrom('message_timings as m')
    .select(['m.user_id', 'm.kinds', 'm.daily_at', 'm.zone'])
    .where(among(at('m')('user_id'), userIds))
    .execute();
  return new Map(rows.map(({ user_id, ...timing }) => [user_id, timing]));
}

export const ownTiming = async (ctx: Context): Promise<Timing> =>
  (await timingsOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? { ...NONE, zone: ctx.timeZone };

/** Keeps what the acting person has chosen; what is left out stays. */
export async function keepTiming(ctx: Context, chosen: Partial<Timing>): Promise<Timing> {
  const timing = { ...(await ownTiming(ctx)), ...chosen };
  const row = { kinds: JSON.stringify(timing.kinds), daily_at: timing.daily_at, zone: timing.zone };
  await ctx.tx
    .insertInto('message_timings')
    .values({ user_id: ctx.actor.id, ...row })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(row))
    .execute();
  return timing;
}

import { among, type Context } from '@postern/resource';
import { type EventKind, isChained, type LogName, takes } from './event-kinds.ts';
import { commandEvent, type Fed, type ForwardedEvent, fileEvent, loginEvent, operateEvent, runEvent, sessionEvent } from './events.ts';

/** Bytes of one batch; an event has some ten thousand at most, and one goes in any case. */
const MAX_BYTES = 512 * 1024;

/** What follows a number in a log. */
export interface Batch {
  /** Of the kinds that are taken, in order. */
  events: readonly ForwardedEvent[];
  /** The last number that this covers, kinds that are not taken included; undefined when nothing follows. */
  upTo: number | undefined;
}

type Numbered = { seq: number; event: ForwardedEvent | undefined };

async function chained(ctx: Context, log: 'login_logs' | 'operate_logs', after: number, limit: number): Promise<Numbered[]> {
  if (log === 'login_logs') {
    const rows = await ctx.tx.selectFrom(log).selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute();
    return rows.map((row) => ({ seq: row.seq, event: loginEvent(row) }));
  }
  const rows = await ctx.tx.selectFrom(log).selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute();
  return rows.map((row) => ({ seq: row.seq, event: operateEvent(row) }));
}

type FedLog = Exclude<LogName, 'login_logs' | 'operate_logs'>;

/** The rows of a log by id, as makers of their events. What retention has removed meanwhile is not there. */
async function makers(ctx: Context, log: FedLog, ids: readonly string[]): Promise<Map<string, (fed: Fed) => ForwardedEvent>> {
  if (log === 'sessions') {
    const rows = await ctx.tx
      .selectFrom(log)
      .selectAll()
      .where(({ ref }) => among(ref('id'), ids))
      .execute();
    return new Map(rows.map((row) => [row.id, (fed) => sessionEvent(row, fed)]));
  }
  if (log === 'commands') {
    const rows = await ctx.tx
      .selectFrom(log)
      .selectAll()
      .where(({ ref }) => among(ref('id'), ids))
      .execute();
    return new Map(rows.map((row) => [row.id, (fed) => commandEvent(row, fed)]));
  }
  if (log === 'ftp_logs') {
    const rows = await ctx.tx
      .selectFrom(log)
      .selectAll()
      .where(({ ref }) => among(ref('id'), ids))
      .execute();
    return new Map(rows.map((row) => [row.id, (fed) => fileEvent(row, fed)]));
  }
  const rows = await ctx.tx
    .selectFrom(log)
    .selectAll()
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
  return new Map(rows.map((row) => [row.id, (fed) => runEvent(row, fed)]));
}

async function fed(ctx: Context, log: FedLog, after: number, limit: number): Promise<Numbered[]> {
  const entries = await ctx.tx
    .selectFrom('audit_feed')
    .select(['seq', 'row_id', 'event', 'date_made'])
    .where('log', '=', log)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const made = await makers(ctx, log, [...new Set(entries.map(({ row_id }) => row_id))]);
  return entries.map(({ seq, row_id, event, date_made }) => {
    const number = seq ?? 0;
    return { seq: number, event: made.get(row_id)?.({ seq: number, event, made: date_made }) };
  });
}

/**
 * The next events of a log, after a number.
 * @param events bits of the kinds that are taken
 */
export async function nextBatch(ctx: Context, log: LogName, after: number, events: number, limit: number): Promise<Batch> {
  const found = isChained(log) ? await chained(ctx, log, after, limit) : await fed(ctx, log, after, limit);
  const taken: ForwardedEvent[] = [];
  let bytes = 0;
  let upTo: number | undefined;
  for (const { seq, event } of found) {
    const wanted = event && takes(events, event.kind as EventKind);
    if (wanted) bytes += Buffer.byteLength(event.line);
    if (wanted && bytes > MAX_BYTES && taken.length > 0) break;
    if (wanted) taken.push(event);
    upTo = seq;
  }
  return { events: taken, upTo };
}

import type { Context } from '@postern/resource';
import { z } from 'zod';
import { doubledPause } from '../../platform/jobs/pause.ts';
import type { Platform } from '../../platform/platform.ts';
import { askElastic, ElasticError } from './elastic.ts';
import { prepareIndex, writeName } from './elastic-index.ts';
import type { CommandRow } from './elastic-rows.ts';
import type { CommandLog } from './logs.store.ts';
import { handOver, nextCommands, noteRefused } from './ship.queries.ts';
import { type Claim, claim, forgetRetries, keep, letGo } from './shipper.store.ts';

/** Taking commands into the storage that they are meant for (docs/decisions/0104). */

const BATCH = 2_000;
/** A storage that has much to catch up on is let go after this time; the next run goes on. */
const SPAN_MS = 20_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 120_000;
/** An outage is told to administrators once it is no mere hiccup. */
const TOLD_AT = 4;
const BULK_LIMIT = 30_000;

export interface ShipDeps {
  platform: Pick<Platform, 'asSystem' | 'outbound' | 'settings'>;
  warn(ctx: Context, storage: string, reason: string): Promise<void>;
}

const answered = z.object({
  items: z.array(z.object({ create: z.object({ status: z.number().int(), error: z.object({ type: z.string().max(200) }).optional() }) })),
});

/** Documents have the ids of their rows, and are only ever made: a second time they are refused as being there (409). */
function linesOf(log: CommandLog, rows: readonly CommandRow[], timeZone: string): string {
  return rows
    .map((row) => {
      const index = writeName(log.place, new Date(row.timestamp * 1_000), timeZone);
      return `${JSON.stringify({ create: { _index: index, _id: row.id } })}\n${JSON.stringify(row)}\n`;
    })
    .join('');
}

interface Outcome {
  done: string[];
  refused: { id: string; error: string }[];
  /** The engine said that it is too busy, or takes nothing: all of it waits. */
  busy: string | undefined;
}

/** Said of the whole engine rather than of one document. */
const isBusy = (status: number): boolean => status === 429 || status === 403 || status >= 500;

async function sendBatch({ outbound, settings }: ShipDeps['platform'], log: CommandLog, rows: readonly CommandRow[]): Promise<Outcome> {
  const answer = await askElastic(outbound, log.place.cluster, {
    method: 'POST',
    path: ['_bulk'],
    // What leaves the table has to be found here at once.
    query: { refresh: 'true' },
    lines: linesOf(log, rows, settings.timeZone),
    limit: BULK_LIMIT,
  });
  const parsed = answered.safeParse(answer);
  if (!parsed.success || parsed.data.items.length !== rows.length) throw new ElasticError('no answer to a bulk request', 200);
  const outcome: Outcome = { done: [], refused: [], busy: undefined };
  for (const [at, { create }] of parsed.data.items.entries()) {
    const { id } = rows[at] as CommandRow;
    if (create.status < 300 || create.status === 409) outcome.done.push(id);
    else if (isBusy(create.status)) outcome.busy = `${create.status} ${create.error?.type ?? ''}`.trim();
    else outcome.refused.push({ id, error: create.error?.type ?? String(create.status) });
  }
  return outcome;
}

/** @returns whether more may follow @throws ElasticError */
async function shipBatch({ platform }: ShipDeps, log: CommandLog, mine: Claim): Promise<boolean> {
  const rows = await platform.asSystem('command log', (ctx) => nextCommands(ctx, log.id, BATCH));
  if (rows.length === 0) return false;
  const { done, refused, busy } = await sendBatch(platform, log, rows);
  const goesOn = await platform.asSystem('command log', async (ctx) => {
    if (done.length > 0) {
      await handOver(ctx, log.id, done);
      await forgetRetries(ctx, done);
    }
    if (refused.length > 0) {
      await noteRefused(ctx, log.id, refused);
      ctx.log.warn({ storage: log.id, commands: refused.length, reason: refused[0]?.error }, 'a command storage refused single commands');
    }
    return keep(ctx, mine);
  });
  if (busy !== undefined) throw new ElasticError(busy, 503);
  return goesOn && rows.length === BATCH;
}

/** Ships what waits for a storage, unless somebody else is at it or its pause is not over. */
export async function shipTo(deps: ShipDeps, log: CommandLog): Promise<void> {
  const { platform, warn } = deps;
  const mine = await platform.asSystem('command log', (ctx) => claim(ctx, log));
  if (!mine) return;
  const end = Date.now() + SPAN_MS;
  try {
    // An index that somebody removed would come back with a mapping that finds nothing.
    await prepareIndex(platform.outbound, log.place, new Date(), platform.settings.timeZone);
    while (Date.now() < end && (await shipBatch(deps, log, mine)));
    await platform.asSystem('command log', (ctx) => letGo(ctx, mine));
  } catch (error) {
    const reason = error instanceof ElasticError ? error.detail : 'error';
    const pauseMs = doubledPause(mine.failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    await platform.asSystem('command log', async (ctx) => {
      ctx.log.warn({ storage: log.id, reason, ...(error instanceof ElasticError ? {} : { err: error }) }, 'a command storage took nothing');
      const failures = await letGo(ctx, mine, { error: reason, pauseMs });
      if (failures === TOLD_AT) await warn(ctx, log.name, reason);
    });
  }
}

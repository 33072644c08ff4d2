import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Database, Route } from '@postern/resource';
import { FLAG_SCHEMA, INTEGER_SCHEMA, objectSchema, type Schema, TEXT_SCHEMA } from '@postern/resource';
import type { EventBus } from '../events/bus.ts';
import { detail } from '../routes/detail.ts';
import { answerShape } from '../shown.ts';

/** Milliseconds after which a database that does not answer counts as down. */
const LIMIT_MS = 3_000;

async function timed(work: () => Promise<unknown>): Promise<{ status: boolean; time: number | string }> {
  const start = performance.now();
  try {
    await Promise.race([work(), late()]);
    return { status: true, time: (performance.now() - start) / 1000 };
  } catch {
    // The reason is in our log; strangers read this page.
    return { status: false, time: 'not reachable' };
  }
}

async function late(): Promise<never> {
  await sleep(LIMIT_MS, undefined, { ref: false });
  throw new Error('no answer in time');
}

/** Seconds, or why there are none. */
const TOOK: Schema = { oneOf: [{ type: 'number' }, TEXT_SCHEMA] };
const HEALTH = objectSchema({
  status: FLAG_SCHEMA,
  db_status: FLAG_SCHEMA,
  db_time: TOOK,
  redis_status: FLAG_SCHEMA,
  redis_time: TOOK,
  time: INTEGER_SCHEMA,
});

/**
 * `/api/health/` (docs/wire/conventions.md#health). The `redis_*` keys are part of the wire; here they tell of the event bus,
 * which does what Redis does elsewhere.
 */
export function healthRoutes(db: Database, events: EventBus): Route[] {
  const show = async (ctx: Context) => {
    const database = await timed(() => db.selectNoFrom((eb) => eb.lit(1).as('one')).execute());
    const bus = events.connected();
    return {
      status: database.status && bus,
      db_status: database.status,
      db_time: database.time,
      redis_status: bus,
      redis_time: bus ? 0 : 'not reachable',
      time: Math.floor(ctx.clock().getTime() / 1000),
    };
  };
  return ['/api/health/', '/api/v1/health/'].map((path, index) =>
    detail({
      path,
      name: index ? 'health.v1' : 'health',
      answer: answerShape(HEALTH),
      who: { allow: 'anyone', because: 'load balancers ask before anyone can log in; it tells up or down only' },
      rows: { none: 'whether the parts of the installation answer' },
      show,
    }),
  );
}

import { randomUUID } from 'node:crypto';
import { type Database, eb, type Log } from '@postern/resource';
import type { AliasableExpression } from 'kysely';
import pg from 'pg';

const CHANNEL = 'postern';
/** NOTIFY carries at most 8,000 bytes. */
const MAX_BYTES = 7_000;

export type Listener = (payload: Readonly<Record<string, unknown>>) => void;

/** Messages between all nodes of an installation, over PostgreSQL's LISTEN/NOTIFY. This node hears its own as well. */
export interface EventBus {
  /** Inside a transaction it is delivered when that commits, and never when it does not. At most 7,000 bytes. */
  publish(db: Database, channel: string, payload: Readonly<Record<string, unknown>>): Promise<void>;
  /** Delivers to this node alone, at once: its own caches must not wait for the round trip. */
  local(channel: string, payload: Readonly<Record<string, unknown>>): void;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, listener: Listener): () => void;
  /** Called after the connection was lost and is back: messages may have been missed, so caches must be dropped. */
  onGap(listener: () => void): () => void;
  connected(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Messages by channel, one for each. */
export type Messages = Map<string, Readonly<Record<string, unknown>>>;

/** What tells a message, for a statement that is run anyway. */
export function telling(channel: string, payload: Readonly<Record<string, unknown>>): AliasableExpression<unknown> {
  const text = JSON.stringify({ channel, payload, id: randomUUID() });
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Error(`An event on ${channel} is larger than ${MAX_BYTES} bytes`);
  return eb.fn('pg_notify', [eb.val(CHANNEL), eb.val(text)]);
}

/** As `EventBus.publish`, for writers that have no bus at hand. */
export async function notify(db: Database, channel: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
  await db.selectNoFrom(telling(channel, payload).as('told')).execute();
}

export function createEventBus(url: string, log: Log): EventBus {
  const listeners = new Map<string, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let failures = 0;

  function deliver(text: string | undefined): void {
    const message = parse(text);
    if (message) local(message.channel, message.payload);
  }

  function local(channel: string, payload: Readonly<Record<string, unknown>>): void {
    for (const listener of listeners.get(channel) ?? []) guarded(() => listener(payload));
  }

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a listener of the event bus failed');
    }
  }

  async function open(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'postern events',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    next.on('notification', (message) => deliver(message.payload));
    next.on('error', (error) => log.warn({ err: error.message }, 'event bus connection failed'));
    next.on('end', () => {
      if (client === next) client = undefined;
      again();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    failures = 0;
  }

  /** Tries again after 50 ms to 5 s, for as long as the process lives. */
  function again(): void {
    if (stopped || retry) return;
    const delay = Math.min(5_000, 50 * 2 ** failures);
    failures += 1;
    retry = setTimeout(() => {
      retry = undefined;
      open().then(
        () => {
          for (const listener of gapListeners) guarded(listener);
        },
        () => again(),
      );
    }, delay);
  }

  return {
    publish: notify,
    local,
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => void set.delete(listener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => void gapListeners.delete(listener);
    },
    connected: () => client !== undefined,
    start: open,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

function parse(text: string | undefined): { channel: string; payload: Record<string, unknown> } | undefined {
  try {
    const message = JSON.parse(text ?? '') as { channel?: unknown; payload?: unknown };
    if (typeof message.channel !== 'string' || typeof message.payload !== 'object' || message.payload === null) return undefined;
    return { channel: message.channel, payload: message.payload as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

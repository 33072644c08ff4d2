import type { Context } from '@postern/resource';
import { type Moment, momentOf } from './until-changed.queries.ts';

/**
 * Things that take long to work out, kept until what they are made of changes (decision 0154). Whoever asks has the database say whether any
 * transaction has changed it that was not seen when it was made: what is answered is never older than the question, on whatever node.
 */

/** Something made, and about how many bytes it takes. */
export interface Made<T> {
  value: T;
  bytes: number;
  /** From when on it is another one although nobody has written anything. */
  until?: Date | undefined;
}

/** Something kept, and what else is kept as long as it. */
export interface Kept<T> {
  value: T;
  /** Of the same rows. Whoever has begun to write gets a part of its own. */
  part<P>(ctx: Context, name: string, make: () => Promise<Made<P>>): Promise<P>;
}

interface Entry {
  database: string;
  snapshot: string;
  /** On the clock of requests, from and until when it is right. */
  from: number;
  until: number;
  /** On the clock of this process. */
  made: number;
  bytes: number;
  kept: Promise<Kept<unknown>>;
}

/** Marks of changes are there longer than this (`prune`). */
const MAX_AGE_MS = 10 * 60_000;
/** Of all that is kept here. */
const MAX_BYTES = 32 * 2 ** 20;
/** An entry beside what it holds. */
const OVERHEAD = 1_000;
/** Somebody else may begin to make the same thing meanwhile. */
const TRIES = 3;
/** Whoever asks about another moment than the present gets something of their own. */
const PRESENT_MS = 5_000;
/** No transaction had ended. */
const NOTHING = '3:3:';

/** The oldest used first. */
const entries = new Map<string, Entry>();
let bytes = 0;

function forget(key: string, entry: Entry): void {
  if (entries.get(key) !== entry) return;
  entries.delete(key);
  bytes -= entry.bytes;
}

/** Moves it to the end: used last. */
function use(key: string, entry: Entry): void {
  if (entries.get(key) !== entry) return;
  entries.delete(key);
  entries.set(key, entry);
}

function grow(key: string, entry: Entry, by: number): void {
  if (entries.get(key) !== entry) return;
  entry.bytes += by;
  bytes += by;
  for (const [oldest, one] of entries) {
    if (bytes <= MAX_BYTES) return;
    forget(oldest, one);
  }
}

/** Parts that are made at most once; `shared` says whether one that is made now is for others. */
function withParts<T>(value: T, shared: (ctx: Context) => Promise<boolean>, grown: (by: number) => void): Kept<T> {
  const parts = new Map<string, Promise<unknown>>();
  return {
    value,
    async part<P>(ctx: Context, name: string, make: () => Promise<Made<P>>): Promise<P> {
      // The name tells what was made, so it has the type of this caller.
      const known = parts.get(name) as Promise<P> | undefined;
      if (known) return known;
      if (!(await shared(ctx))) return (await make()).value;
      const made = make().then((found) => {
        grown(found.bytes);
        return found.value;
      });
      parts.set(name, made);
      made.catch(() => parts.delete(name));
      return made;
    },
  };
}

const ownOnly = <T>(value: T): Kept<T> =>
  withParts(
    value,
    async () => true,
    () => undefined,
  );

function begin<T>(key: string, ctx: Context, { database, snapshot }: Moment, make: () => Promise<Made<T>>): Promise<Kept<T>> {
  const old = entries.get(key);
  if (old) forget(key, old);
  const kept = make().then((found) => {
    entry.until = found.until?.getTime() ?? entry.until;
    grow(key, entry, OVERHEAD + found.bytes);
    const shared = async (asked: Context) => !(await momentOf(asked, NOTHING)).apart;
    return withParts(found.value, shared, (by) => grow(key, entry, by));
  });
  const from = ctx.clock().getTime();
  const entry: Entry = { database, snapshot, from, until: Number.POSITIVE_INFINITY, made: performance.now(), bytes: 0, kept };
  entries.set(key, entry);
  kept.catch(() => forget(key, entry));
  return kept;
}

function holds({ database, made }: Entry, moment: Moment): boolean {
  return database === moment.database && !moment.changed && performance.now() - made < MAX_AGE_MS;
}

/**
 * Answers what `make` made of the organisation of the context before, as long as nothing has changed that people's reach is made of.
 * @param name tells what is made, for whom
 */
export async function untilChanged<T>(ctx: Context, name: string, make: () => Promise<Made<T>>): Promise<Kept<T>> {
  const key = `${ctx.org.isRoot ? '' : ctx.org.id} ${name}`;
  const own = async () => ownOnly((await make()).value);
  const now = ctx.clock().getTime();
  if (Math.abs(now - Date.now()) > PRESENT_MS) return own();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const known = entries.get(key);
    const moment = await momentOf(ctx, known?.snapshot ?? NOTHING);
    if (moment.apart) return own();
    if (known && now >= known.from && holds(known, moment)) {
      // The key tells what was made. Whoever made it hears of what went wrong there.
      const kept = await (known.kept as Promise<Kept<T>>).catch(() => undefined);
      if (kept && now < known.until) {
        use(key, known);
        return kept;
      }
    }
    if (entries.get(key) === known) return begin(key, ctx, moment, make);
  }
  return own();
}

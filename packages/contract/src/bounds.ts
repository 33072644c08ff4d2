import { isIPv6 } from 'node:net';

/** What one address, or one person, may take of something there is only so much of. Every listener of server and gateway uses these. */

/**
 * Whom an address stands for. A dual-stack socket writes IPv4 peers as IPv6 (RFC 4291 §2.5.5.2); of IPv6 a household or
 * a machine has a whole /64 (RFC 6177), so that counts as one.
 */
export function addressGroup(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Places that are given on request, until there are no more. */
export interface Slots {
  /** A place as the function that gives it back; undefined when there is none. */
  take(key: string): (() => void) | undefined;
  /** Places that are taken. */
  taken(): number;
}

/** One key takes at most `each` of `all` places. */
export function createSlots(all: number, each: number): Slots {
  const own = new Map<string, number>();
  let total = 0;
  return {
    take(key) {
      const mine = own.get(key) ?? 0;
      if (total >= all || mine >= each) return undefined;
      total += 1;
      own.set(key, mine + 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        total -= 1;
        const left = (own.get(key) ?? 1) - 1;
        if (left === 0) own.delete(key);
        else own.set(key, left);
      };
    },
    taken: () => total,
  };
}

/** Places for connections that have not shown yet whose they are. There is always one for the next: somebody else's is taken away. */
export interface FairSlots {
  /** A place as the function that gives it back. `evict` is called when another needs it; the place is given back by then. */
  take(key: string, evict: () => void): () => void;
  taken(): number;
}

interface Holder {
  key: string;
  evict: () => void;
}

/**
 * One key holds at most `each` of `all` places, and nobody keeps others out, however many keys work together: when there is no
 * place, the one who has been there longest goes, of the newcomer's own key when that has its share, else of the key that
 * has most. Whoever means it needs a place for a moment only; whoever wants to fill them has to come again and again.
 */
export function createFairSlots(all: number, each: number): FairSlots {
  const byKey = new Map<string, Set<Holder>>();
  let total = 0;

  function leave(holder: Holder): boolean {
    const own = byKey.get(holder.key);
    if (!own?.delete(holder)) return false;
    total -= 1;
    if (own.size === 0) byKey.delete(holder.key);
    return true;
  }

  function largest(): Set<Holder> | undefined {
    let most: Set<Holder> | undefined;
    for (const own of byKey.values()) if (own.size > (most?.size ?? 0)) most = own;
    return most;
  }

  return {
    take(key, evict) {
      const mine = byKey.get(key);
      const [goes] = (mine && mine.size >= each ? mine : total >= all ? largest() : undefined) ?? [];
      if (goes && leave(goes)) goes.evict();
      const holder = { key, evict };
      const own = byKey.get(key) ?? new Set();
      byKey.set(key, own.add(holder));
      total += 1;
      return () => void leave(holder);
    },
    taken: () => total,
  };
}

/** Rate limit: `burst` times at once, and again as time goes by. */
export interface RateLimit {
  /** False when it is too soon. `now` in milliseconds. */
  take(key: string, now: number): boolean;
  /** The same as the function that gives it back, as far as time has not done so by then; undefined when it is too soon. */
  spend(key: string, now: number): ((now: number) => void) | undefined;
  /** Milliseconds until `take` would be true again; 0 when it is. */
  wait(key: string, now: number): number;
}

/** Keys remembered at a time; with more the ones that have rested are forgotten, then all. */
const MAX_KEYS = 50_000;

export function createRateLimit(perSecond: number, burst: number): RateLimit {
  /** When the burst of a key will be whole again. One number per key: a leaky bucket. */
  const full = new Map<string, number>();
  const cost = 1000 / perSecond;

  function forget(now: number): void {
    for (const [key, at] of full) if (at <= now) full.delete(key);
    if (full.size >= MAX_KEYS) full.clear();
  }

  const wait = (key: string, now: number): number => Math.max(0, Math.max(full.get(key) ?? now, now) + cost - now - burst * cost);

  function spend(key: string, now: number): ((now: number) => void) | undefined {
    if (wait(key, now) > 0) return undefined;
    if (full.size >= MAX_KEYS && !full.has(key)) forget(now);
    const until = Math.max(full.get(key) ?? now, now) + cost;
    full.set(key, until);
    let spent = true;
    return (later) => {
      const at = full.get(key);
      // What time has given back is not given a second time: nobody saves up for a flood.
      if (spent && later < until && at !== undefined) full.set(key, at - cost);
      spent = false;
    };
  }

  return { wait, spend, take: (key, now) => spend(key, now) !== undefined };
}

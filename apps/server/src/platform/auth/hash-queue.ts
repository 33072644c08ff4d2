import { availableParallelism } from 'node:os';
import { addressGroup } from '@postern/contract/bounds';
import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { shareOf, shareOfEach } from '../share.ts';

/**
 * Passwords are hashed in turn (decision 0065). A hash costs 19 MiB and about 80 ms of a processor, and anybody may ask for
 * one before logging in: without a bound a flood of logins takes the processors and the threads of this process from everyone.
 */

/** In whose name work is queued: nobody who asks a lot comes before somebody who asks once. */
export interface QueueKey {
  /** Where the request comes from, or who sends it when that is known. */
  address: string;
  /** The name that is tried. */
  account: string;
  /** The caller keeps a transaction open while it waits. */
  inTransaction?: true;
}

declare const brand: unique symbol;
/** Proof that the caller waited in the queue. Nothing else can hash. */
export interface HashSlot {
  readonly [brand]: true;
}

export interface HashQueueLimits {
  atOnce: number;
  perAddress: number;
  perAccount: number;
  total: number;
}

export interface HashQueue {
  /** Does the work when its turn has come. @throws CodedError busy, at once, when too much waits already */
  run<T>(key: QueueKey, work: (slot: HashSlot) => Promise<T>): Promise<T>;
  state(): { waiting: number; running: number; refused: number };
}

interface Waiting {
  key: QueueKey;
  start(): void;
  refuse(): void;
}

const count = (counts: Map<string, number>, key: string, by: 1 | -1): void => {
  const next = (counts.get(key) ?? 0) + by;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
};

/** Waiting work: addresses take turns, and within one address the accounts it tries. The oldest key of a map is next. */
function createFairQueue() {
  const addresses = new Map<string, Map<string, Waiting[]>>();
  const perAddress = new Map<string, number>();
  const perAccount = new Map<string, number>();
  let total = 0;

  function put(one: Waiting): void {
    const { address, account } = one.key;
    const accounts = addresses.get(address) ?? new Map<string, Waiting[]>();
    accounts.set(account, [...(accounts.get(account) ?? []), one]);
    addresses.set(address, accounts);
    tally(one, 1);
  }
  function tally({ key }: Waiting, by: 1 | -1): void {
    count(perAddress, key.address, by);
    count(perAccount, key.account, by);
    total += by;
  }
  /** Takes one of an address, oldest or newest of the account that is next. */
  function takeFrom(address: string, end: 'oldest' | 'newest'): Waiting | undefined {
    const accounts = addresses.get(address);
    const [account, list] = accounts?.entries().next().value ?? [];
    const one = end === 'oldest' ? list?.shift() : list?.pop();
    if (!accounts || account === undefined || !list || !one) return undefined;
    tally(one, -1);
    if (list.length === 0) accounts.delete(account);
    if (accounts.size === 0) addresses.delete(address);
    // Who was served goes to the end; who only lost a place keeps its turn.
    if (end === 'newest') return one;
    if (accounts.delete(account)) accounts.set(account, list);
    if (addresses.delete(address)) addresses.set(address, accounts);
    return one;
  }
  return {
    put,
    total: () => total,
    ofAddress: (address: string): number => perAddress.get(address) ?? 0,
    ofAccount: (account: string): number => perAccount.get(account) ?? 0,
    next: (): Waiting | undefined => {
      const [address] = addresses.keys();
      return address === undefined ? undefined : takeFrom(address, 'oldest');
    },
    /** The newest of whoever has most waiting, if that is more than `than`. */
    dropOfLargest: (than: number): Waiting | undefined => {
      const [address, most] = [...perAddress].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
      return most > than ? takeFrom(address, 'newest') : undefined;
    },
  };
}

/** Milliseconds of one hash that are assumed before any was measured. */
const FIRST_GUESS = 100;

export function createHashQueue(limits: HashQueueLimits): HashQueue {
  const waitingQueue = createFairQueue();
  let running = 0;
  let refused = 0;
  let average = FIRST_GUESS;

  function busy(): CodedError {
    refused += 1;
    return new CodedError('busy', { seconds: Math.max(1, Math.ceil((waitingQueue.total() * average) / limits.atOnce / 1000)) });
  }
  function advance(): void {
    while (running < limits.atOnce) {
      const next = waitingQueue.next();
      if (!next) return;
      running += 1;
      next.start();
    }
  }
  function admitted({ address, account }: QueueKey): boolean {
    if (waitingQueue.ofAddress(address) >= limits.perAddress || waitingQueue.ofAccount(account) >= limits.perAccount) return false;
    if (waitingQueue.total() < limits.total) return true;
    // Who has less waiting than the largest takes one of its places, so that no address can fill the queue alone.
    const dropped = waitingQueue.dropOfLargest(waitingQueue.ofAddress(address) + 1);
    dropped?.refuse();
    return dropped !== undefined;
  }

  return {
    state: () => ({ waiting: waitingQueue.total(), running, refused }),
    async run(key, work) {
      if (!admitted(key)) throw busy();
      await new Promise<void>((start, reject) => {
        waitingQueue.put({ key, start, refuse: () => reject(busy()) });
        advance();
      });
      const began = performance.now();
      try {
        return await work({} as HashSlot);
      } finally {
        average = average * 0.9 + (performance.now() - began) * 0.1;
        running -= 1;
        advance();
      }
    },
  };
}

/** Threads that Node keeps for files, names and ciphers as well as for hashes (UV_THREADPOOL_SIZE unless set). */
const POOL = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** What one of several processes on a machine hashes. One thread at least stays free for everything else, and one processor for the event loops. */
const limitsOf = (processes: number): HashQueueLimits => ({
  atOnce: Math.max(1, Math.floor(Math.min(POOL - 2, (availableParallelism() - 1) / processes))),
  perAddress: shareOfEach(32, processes),
  perAccount: shareOfEach(32, processes),
  total: shareOf(256, processes),
});
const LIMITS = limitsOf(1);

/** Tells this process that it is one of several; before it takes anything up. */
export const shareHashes = (processes: number): void => void Object.assign(LIMITS, limitsOf(processes));

/** The queue of this process: threads are the process's, whatever runs in it. */
export const hashQueue: HashQueue = createHashQueue(LIMITS);

/**
 * Who waits with a transaction open keeps a connection of the pool, and so has a queue of its own: behind logins that need a
 * connection themselves nobody would ever get on. There are as many as the pool has connections; all are administrators at work.
 */
const transactionQueue: HashQueue = createHashQueue({ atOnce: 1, perAddress: 256, perAccount: 256, total: 256 });

/** Does the work when its turn has come. @throws CodedError busy */
export const inHashQueue: HashQueue['run'] = (key, work) => (key.inTransaction ? transactionQueue : hashQueue).run(key, work);

/** The key of a request: people who are logged in have one of their own, which no stranger can fill. */
export function queueKeyOf(ctx: Context, account: string, options: { ip?: string; inTransaction?: true } = {}): QueueKey {
  const { actor } = ctx;
  const inTransaction = options.inTransaction ? ({ inTransaction: true } as const) : {};
  if (actor.kind === 'user' || actor.kind === 'system') return { address: `by:${actor.id}`, account: `by:${actor.id}`, ...inTransaction };
  return { address: addressGroup(options.ip ?? ctx.origin.ip), account: account.toLowerCase(), ...inTransaction };
}

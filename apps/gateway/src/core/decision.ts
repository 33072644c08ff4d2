import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient, ReviewInfo } from '@postern/client/component';

/** `closed`: withdrawn elsewhere, or nobody decided in time; `cancelled`: whoever waited is gone, or wants to wait no longer. */
export type Decision = 'approved' | 'rejected' | 'closed' | 'cancelled';

/** The core, and what it tells of tickets that this gateway opened. */
export interface TicketWatch {
  /** Calls when a ticket was decided. Cores of others say nothing of that. @returns how to stop */
  ticketEnded?(ticket: string, ended: () => void): () => void;
}
export type CoreClient = ComponentClient & TicketWatch;

/** Milliseconds between two questions. Our core tells of decisions by itself; this is for cores of others, and for what was not heard. */
export const REVIEW_POLL_MS = 3_000;
/** Milliseconds for which somebody who withdraws waits for the core to hear of it. */
const WITHDRAW_MS = 500;
/** Milliseconds after which the core is told again that a review is withdrawn. */
const AGAIN_MS = [1_000, 3_000, 10_000, 30_000];
/** Milliseconds by which clocks may differ about when a review closes by itself. */
const LATE_MS = 200;

/** What is waited for, and how it is withdrawn. */
export interface AwaitedReview {
  /** Asked again and again; undefined while nobody has decided. What it throws decides nothing: a core may be away for a moment. */
  ask(): Promise<Exclude<Decision, 'cancelled'> | undefined>;
  withdraw(): Promise<void>;
  /** Aborted when whoever waits is gone, or wants to wait no longer. */
  cancelled: AbortSignal;
  /** Milliseconds between two questions. */
  pollMs: number;
  /** Calls when it is worth asking at once. @returns how to stop */
  told?(ended: () => void): () => void;
  /** When it closes by itself, in milliseconds. */
  lapses?: number | undefined;
}

/** Waits until somebody decides about a review; who cancels withdraws it. */
export async function untilDecided({ ask, withdraw, cancelled, pollMs, told, lapses }: AwaitedReview): Promise<Decision> {
  const gone = aborted(cancelled);
  let news = Promise.withResolvers<undefined>();
  const stop = told?.(() => news.resolve(undefined));
  try {
    // Asked before anything is waited for: what was decided before we listened is told to nobody.
    while (!cancelled.aborted) {
      // What is told while it is asked is for the next question.
      news = Promise.withResolvers();
      const decided = await Promise.race([ask().catch(() => undefined), gone]);
      if (decided && !cancelled.aborted) return decided;
      await pause(pauseMs(pollMs, lapses), cancelled, news.promise);
    }
    await withdrawn(withdraw);
    return 'cancelled';
  } finally {
    stop?.();
  }
}

/** The same of a ticket that the core told of (docs/wire/tickets.md#the-review-object). */
export const untilTicketDecided = (
  core: Pick<ComponentClient, 'reviewState' | 'cancelReview'> & TicketWatch,
  info: ReviewInfo,
  cancelled: AbortSignal,
  pollMs = REVIEW_POLL_MS,
): Promise<Decision> =>
  untilDecided({
    async ask() {
      const state = await core.reviewState(info);
      return state === 'approved' || state === 'rejected' || state === 'closed' ? state : undefined;
    },
    withdraw: () => core.cancelReview(info),
    told: (ended) => core.ticketEnded?.(ticketOf(info), ended) ?? (() => undefined),
    lapses: info.date_lapses === undefined ? undefined : Date.parse(info.date_lapses),
    cancelled,
    pollMs,
  });

const ticketOf = ({ check_ticket_api: { url } }: ReviewInfo): string => /[0-9a-f-]{36}/i.exec(url)?.[0] ?? '';

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Until the next question: sooner where the review closes by itself before. */
function pauseMs(pollMs: number, lapses: number | undefined): number {
  const left = lapses === undefined ? Number.NaN : lapses - Date.now();
  return left > -LATE_MS && left < pollMs ? left + LATE_MS : pollMs;
}

async function pause(ms: number, cancelled: AbortSignal, news: Promise<undefined>): Promise<void> {
  const over = new AbortController();
  await Promise.race([wait(ms, undefined, { signal: AbortSignal.any([cancelled, over.signal]) }).catch(() => undefined), news]);
  over.abort();
}

/** Tells the core that a review is withdrawn, again for a while where it is away: nobody is to approve what nobody waits for. */
async function withdrawn(withdraw: () => Promise<void>): Promise<void> {
  const telling = (async () => {
    for (const ms of AGAIN_MS) {
      if (
        await withdraw().then(
          () => true,
          () => false,
        )
      )
        return;
      await wait(ms, undefined, { ref: false });
    }
  })();
  await Promise.race([telling, wait(WITHDRAW_MS, undefined, { ref: false })]);
}

/** Who waits for which ticket. */
export interface WaitingTickets extends Required<TicketWatch> {
  ended(ticket: string): void;
  /** Counts what may open a ticket: whoever stops meanwhile withdraws a ticket of which they have not heard yet. */
  opening<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nobody waits, and nothing is being opened. */
  idle(): Promise<void>;
}

export function createTicketWatch(): WaitingTickets {
  const waiting = new Map<string, Set<() => void>>();
  let openings = 0;
  let idle: (() => void) | undefined;
  const settle = (): void => {
    if (waiting.size === 0 && openings === 0) idle?.();
  };
  return {
    ticketEnded(ticket, ended) {
      const all = waiting.get(ticket) ?? new Set();
      waiting.set(ticket, all.add(ended));
      return () => {
        if (all.delete(ended) && all.size === 0) waiting.delete(ticket);
        settle();
      };
    },
    ended(ticket) {
      for (const ended of waiting.get(ticket) ?? []) ended();
    },
    opening(work) {
      openings += 1;
      // Whoever asked waits for the ticket, or withdraws it, before the next turn.
      const opened = (): void =>
        void setImmediate(() => {
          openings -= 1;
          settle();
        });
      work.then(opened, opened);
      return work;
    },
    idle: () =>
      new Promise((resolve) => {
        idle = resolve;
        settle();
      }),
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient, ReviewInfo } from '@postern/client/component';

export type Decision = 'approved' | 'rejected' | 'cancelled';

/** What is waited for, and how it is withdrawn. */
export interface AwaitedReview {
  /** Asked again and again; undefined while nobody has decided. What it throws decides nothing: a core may be away for a moment. */
  ask(): Promise<'approved' | 'rejected' | undefined>;
  withdraw(): Promise<void>;
  /** Aborted when whoever waits is gone, or wants to wait no longer. */
  cancelled: AbortSignal;
  /** Milliseconds between two questions. */
  pollMs: number;
}

/** Waits until somebody decides about a review; who cancels withdraws it. */
export async function untilDecided({ ask, withdraw, cancelled, pollMs }: AwaitedReview): Promise<Decision> {
  while (!cancelled.aborted) {
    await wait(pollMs, undefined, { signal: cancelled }).catch(() => undefined);
    if (cancelled.aborted) break;
    const decided = await ask().catch(() => undefined);
    if (decided) return decided;
  }
  await withdraw().catch(() => undefined);
  return 'cancelled';
}

/** The same of a ticket that the core told of (docs/wire/tickets.md#the-review-object). */
export const untilTicketDecided = (
  core: Pick<ComponentClient, 'reviewState' | 'cancelReview'>,
  info: ReviewInfo,
  cancelled: AbortSignal,
  pollMs: number,
): Promise<Decision> =>
  untilDecided({
    async ask() {
      const state = await core.reviewState(info);
      if (state === 'approved') return 'approved';
      return state === 'rejected' || state === 'closed' ? 'rejected' : undefined;
    },
    withdraw: () => core.cancelReview(info),
    cancelled,
    pollMs,
  });

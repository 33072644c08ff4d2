import type { MessageKey } from '../messages.ts';
import type { SessionGrant } from './grant.ts';
import { type Asker, TargetRefused } from './person-target.ts';

export type Waiter = Omit<Asker, 'user' | 'remoteAddr'>;

/** One way to a target for which several channels of a connection wait. */
export interface SharedWait {
  /** Waits with the others, and is told what they were told. Who leaves does so alone; with the last one what is waited for is withdrawn. */
  join(waiter: Waiter): Promise<SessionGrant>;
}

/** @param over called when nobody waits any more: it is decided, or they have all left */
export function shareWait(
  language: string,
  open: (waiter: Waiter) => Promise<SessionGrant>,
  over: (grant?: SessionGrant) => void,
): SharedWait {
  const waiters = new Set<Waiter>();
  const everybody = new AbortController();
  const told: [MessageKey, Readonly<Record<string, string>>][] = [];
  const granted = open({
    language,
    signal: everybody.signal,
    notice(key, params) {
      told.push([key, params]);
      for (const waiter of waiters) waiter.notice(key, params);
    },
    // One of those who can answer does so for all.
    question: async (key) => (await [...waiters].find(({ question }) => question)?.question?.(key)) ?? '',
  });
  const settled = (grant?: SessionGrant): void => {
    told.length = 0;
    over(grant);
  };
  granted.then(settled, () => settled());

  return {
    join(waiter) {
      waiters.add(waiter);
      for (const [key, params] of told) waiter.notice(key, params);
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiters.delete(waiter);
          // The last one hears when it is withdrawn.
          if (waiters.size > 0) reject(new TargetRefused('review_cancelled'));
          else {
            over();
            everybody.abort();
          }
        };
        granted.then(resolve, reject).finally(() => {
          waiters.delete(waiter);
          waiter.signal.removeEventListener('abort', leave);
        });
        if (waiter.signal.aborted) leave();
        else waiter.signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}

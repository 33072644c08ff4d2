import type { ComponentClient } from '@postern/client/component';

/** Guests of one question to the core. */
const BATCH = 100;

/** Whether guests may stay, asked for all who want to know in the same turn at once. */
export interface GuestRights {
  /** By their join record. @throws when the core does not answer */
  mayStay(record: string): Promise<boolean>;
}

export function createGuestRights(core: Pick<ComponentClient, 'guestsStay'>): GuestRights {
  let waiting = new Map<string, PromiseWithResolvers<boolean>>();

  async function ask(some: readonly (readonly [string, PromiseWithResolvers<boolean>])[]): Promise<void> {
    try {
      const stays = await core.guestsStay(some.map(([record]) => record));
      for (const [record, { resolve }] of some) resolve(stays[record] ?? false);
    } catch (error) {
      for (const [, { reject }] of some) reject(error);
    }
  }

  function askAll(): void {
    const all = [...waiting];
    waiting = new Map();
    for (let at = 0; at < all.length; at += BATCH) void ask(all.slice(at, at + BATCH));
  }

  return {
    mayStay(record) {
      const found = waiting.get(record);
      if (found) return found.promise;
      if (waiting.size === 0) setImmediate(askAll);
      const answer = Promise.withResolvers<boolean>();
      waiting.set(record, answer);
      return answer.promise;
    },
  };
}

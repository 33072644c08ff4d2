import type { ComponentClient } from '@postern/client/component';
import { inBatches, keepAsking } from './keep-asking.ts';

/** The logins by which people are at the SSH door: whatever they opened ends with them (docs/decisions/0107). */
export interface LoginWatch {
  /**
   * Calls `lost` once when a login does not stand any more.
   * @param login as the core told it; a core that tells none ends nothing this way
   * @returns how to stop
   */
  follow(user: string, login: string | undefined, lost: () => void): () => void;
  /** The core says that logins of somebody were ended. */
  ended(user: string): void;
  stop(): void;
}

interface Followed {
  user: string;
  login: string;
  lost: () => void;
}

/** While the core does not answer nothing is known, and nothing ends; it is asked until it does. */
export function createLoginWatch(
  core: Pick<ComponentClient, 'loginsStand'>,
  log: { warn(data: object, message: string): void },
): LoginWatch {
  const all = new Set<Followed>();
  /** Whose logins are to be asked about before the clock says so. */
  const told = new Set<string>();

  async function look(chosen: readonly Followed[]): Promise<void> {
    await inBatches([...new Set(chosen.map(({ login }) => login))], async (ids) => {
      const alive = await core.loginsStand(ids);
      for (const one of chosen) if (alive[one.login] === false && all.delete(one)) one.lost();
    });
  }

  // By the clock it is all of them: that says that they are in use, which the core wants to hear every ten minutes.
  const asking = keepAsking(
    async (byClock) => {
      const users = new Set(told);
      told.clear();
      try {
        await look([...all].filter(({ user }) => byClock || users.has(user)));
      } catch (error) {
        for (const user of users) told.add(user);
        throw error;
      }
    },
    (error) => log.warn({ err: error }, 'logins could not be asked about'),
  );

  return {
    follow(user, login, lost) {
      if (login === undefined) return () => undefined;
      const one: Followed = { user, login, lost };
      all.add(one);
      return () => void all.delete(one);
    },
    ended(user) {
      told.add(user);
      asking.now();
    },
    stop: asking.stop,
  };
}

import type { ComponentClient } from '@postern/client/component';

/** Logins of one question to the core. */
const BATCH = 100;
/** Milliseconds between two looks at all; each says that they are in use, which the core wants to hear every ten minutes. */
const EVERY_MS = 60_000;

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

/** While the core does not answer nothing is known, and nothing ends; the next look asks again. */
export function createLoginWatch(
  core: Pick<ComponentClient, 'loginsStand'>,
  log: { warn(data: object, message: string): void },
): LoginWatch {
  const all = new Set<Followed>();

  async function look(chosen: readonly Followed[]): Promise<void> {
    const ids = [...new Set(chosen.map(({ login }) => login))];
    for (let at = 0; at < ids.length; at += BATCH) {
      const alive = await core.loginsStand(ids.slice(at, at + BATCH));
      for (const one of chosen) {
        if (alive[one.login] !== false || !all.delete(one)) continue;
        one.lost();
      }
    }
  }

  const ask = (chosen: readonly Followed[]): void => {
    look(chosen).catch((error: unknown) => log.warn({ err: error }, 'logins could not be asked about'));
  };

  const timer = setInterval(() => ask([...all]), EVERY_MS);
  timer.unref();

  return {
    follow(user, login, lost) {
      if (login === undefined) return () => undefined;
      const one: Followed = { user, login, lost };
      all.add(one);
      return () => void all.delete(one);
    },
    ended: (user) => ask([...all].filter((one) => one.user === user)),
    stop: () => clearInterval(timer),
  };
}

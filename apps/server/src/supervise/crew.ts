import type { Child } from './child.ts';

/** Looks in a row, about a second apart, at which all that run had hardly a moment: then the next is called. */
const BUSY_LOOKS = 3;

/** Processes that do the same. The first runs from the start; each next one is called when those that run have been busy for a while, and stays. */
export interface Crew {
  join(child: Child): void;
  /** What one of them says of itself. */
  beat(name: string, busy: boolean): void;
  /** Ends and starts one after the other; while one is away the others serve. */
  renew(): Promise<void>;
}

export function createCrew(say: (line: string) => void): Crew {
  const all: Child[] = [];
  const streaks = new Map<string, number>();
  let renewing: Promise<void> | undefined;

  async function renewAll(): Promise<void> {
    for (const child of all.filter(({ pid }) => pid() !== undefined)) {
      await child.restart();
      await child.ready();
    }
  }

  return {
    join: (child) => void all.push(child),
    beat(name, busy) {
      streaks.set(name, busy ? (streaks.get(name) ?? 0) + 1 : 0);
      const running = all.filter(({ pid }) => pid() !== undefined);
      if (!running.every((one) => (streaks.get(one.name) ?? 0) >= BUSY_LOOKS)) return;
      const next = all.find(({ pid, begun }) => pid() === undefined && !begun());
      if (!next) return;
      streaks.clear();
      say(`${running.length === 1 ? 'The server is' : 'All servers are'} busy: another one starts (${next.name})`);
      next.begin();
    },
    renew() {
      renewing ??= renewAll().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}

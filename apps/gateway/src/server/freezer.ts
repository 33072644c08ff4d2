/** A channel, as far as it can be kept from sending. */
export interface Stoppable {
  pause(): void;
  resume(): void;
}

/** A channel among those of its connection. */
export interface FrozenPlace {
  /** Whether it is kept from sending. */
  frozen(): boolean;
  /** Something on it waits for an approval, or not any more. It goes on reading answers to that itself. */
  waits(on: boolean): void;
  leave(): void;
}

/** While something on one channel of a connection waits for an approval, nothing of the others reaches the target. */
export interface Freezer {
  join(channel: Stoppable): FrozenPlace;
  /** Resolves when nothing waits, or whoever asks has gone. */
  thawed(gone?: AbortSignal): Promise<void>;
}

export function createFreezer(): Freezer {
  const channels = new Map<object, Stoppable>();
  const waiting = new Set<object>();
  const thawing = new Set<() => void>();
  const isFrozen = (place: object): boolean => waiting.size > 0 && !waiting.has(place);

  function change(turn: () => void): void {
    const before = new Set([...channels.keys()].filter(isFrozen));
    turn();
    for (const [place, channel] of channels) {
      if (isFrozen(place) === before.has(place)) continue;
      if (isFrozen(place)) channel.pause();
      else channel.resume();
    }
    if (waiting.size > 0) return;
    for (const thaw of thawing) thaw();
    thawing.clear();
  }

  return {
    join(channel) {
      const place = {};
      channels.set(place, channel);
      if (isFrozen(place)) channel.pause();
      return {
        frozen: () => isFrozen(place),
        waits: (on) => change(() => (on ? waiting.add(place) : waiting.delete(place))),
        leave() {
          channels.delete(place);
          change(() => waiting.delete(place));
        },
      };
    },
    thawed: (gone) =>
      new Promise((resolve) => {
        if (waiting.size === 0 || gone?.aborted) return resolve();
        thawing.add(resolve);
        gone?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}

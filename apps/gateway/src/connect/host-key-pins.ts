import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient, SeenHostKey } from '@postern/client/component';

const MAX_KNOWN = 10_000;
/** Two first connections at the same moment: the answer to the one that pinned may come after the other's. */
const LOOK_AGAIN_MS = 250;

export interface HostKeyPins {
  /**
   * Pins the first key a target showed.
   * @throws when a key was pinned there meanwhile that this process does not know to be the same; the next connection
   * gets it with its grant and judges by it
   */
  pin(seen: SeenHostKey): Promise<void>;
}

export function createHostKeyPins(core: Pick<ComponentClient, 'pinHostKey'>): HostKeyPins {
  const known = new Map<string, string>();
  return {
    async pin(seen) {
      const place = `${seen.asset} ${seen.address} ${seen.port} ${seen.type}`;
      if (await core.pinHostKey(seen)) {
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(place, seen.fingerprint);
        return;
      }
      if (!known.has(place)) await wait(LOOK_AGAIN_MS);
      if (known.get(place) !== seen.fingerprint) throw new Error('a host key was pinned in the meantime');
    },
  };
}

import { useEffect, useSyncExternalStore } from 'react';
import { keepSocket } from '../../session/reconnecting-socket.ts';
import { useSession } from '../../session/session-store.ts';
import { unreadTotal } from './site-messages.ts';

/** How many messages wait, for the badge: told by the server over a WebSocket, asked for where that fails. */

const SOCKET = '/ws/notifications/site-msg/';
/** From this failure on people are told: one that passes by itself is none of their business. */
const NOTIFY_AFTER = 3;

const listeners = new Set<() => void>();
let unread = 0;

export function setUnread(count: number): void {
  if (unread === count) return;
  unread = count;
  for (const listener of listeners) listener();
}

/** Asks for the number now, after messages were marked here: the socket tells of new ones only. */
export async function recountUnread(): Promise<void> {
  try {
    setUnread(await unreadTotal());
  } catch {
    // The number stays as it was; a lost login has a dialog of its own.
  }
}

export function useUnread(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unread,
  );
}

/** Keeps the number up to date for as long as the component is there and somebody is logged in. */
export function useUnreadWatch(onLost: () => void): void {
  const over = useSession((state) => state.loginRequired);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said about a lost connection does not open a new one
  useEffect(() => {
    if (over) return;
    return keepSocket(SOCKET, {
      onFrame: (frame) => {
        if (typeof frame.unread_count === 'number') setUnread(frame.unread_count);
      },
      onFailure: (failures) => {
        // Also finds out when the session is what failed: then the answer is a 401.
        void recountUnread();
        if (failures === NOTIFY_AFTER) onLost();
      },
    });
  }, [over]);
}

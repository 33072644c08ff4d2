import type { WebSocket } from 'ws';

/** How long a socket outlives the login or the right it was opened with. */
const RECHECK_MS = 10_000;

/**
 * Asks again and again whether the socket may go on, and calls `lost` once when it may not. While the core does not
 * answer nothing is known, and nothing ends.
 */
export function recheck(socket: WebSocket, entitled: () => Promise<boolean>, lost: () => void): void {
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    entitled()
      .then(
        (still) => {
          if (still || socket.readyState !== socket.OPEN) return;
          clearInterval(timer);
          lost();
        },
        () => undefined,
      )
      .finally(() => {
        asking = false;
      });
  }, RECHECK_MS);
  socket.once('close', () => clearInterval(timer));
}

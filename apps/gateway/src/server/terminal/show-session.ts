import type { TerminalSession } from '../../carry/terminal-parts.ts';
import type { Size } from '../../protocols/driver.ts';
import { frames } from '../frame-writer.ts';
import type { PageSocket } from '../page-socket.ts';
import type { Page } from './page.ts';

/** A page this far behind is let go: it must not fill the memory. */
const MAX_BEHIND = 2 * 1024 * 1024;

/**
 * Shows a session in a page of somebody else, who is its guest or watches it: its screen, and how it fares, to its end.
 * @param leave takes the page out of the session
 * @returns how to stop
 */
export function showSession(session: TerminalSession, page: PageSocket, socket: Page['socket'], leave: () => void): () => void {
  const resize = (size: Size) => page.out.text(frames.resize(page.id, size));
  resize(session.size());
  return session.watch({
    send(bytes) {
      page.out.bytes(bytes);
      if (socket.bufferedAmount <= MAX_BEHIND) return;
      leave();
      page.finish({ reason: 'client_lost', params: {} });
    },
    resize,
    restarting: (seconds) => page.out.text(frames.restart(page.id, seconds)),
    locked: (lock) => page.out.text(frames.locked(page.id, lock)),
    end(end) {
      // At once, not when the socket has closed: the process may be about to stop.
      leave();
      page.finish(end);
    },
  });
}

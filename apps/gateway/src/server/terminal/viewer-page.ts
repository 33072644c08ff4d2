import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { frames } from '../frame-writer.ts';
import { openPageSocket, untilClosed } from '../page-socket.ts';
import type { Page, TerminalSockets } from './page.ts';
import { recheck } from './recheck.ts';
import { showSession } from './show-session.ts';
import { tellCore } from './tell-core.ts';

/** Serves the page of whoever watches somebody else's session. */
export async function serveViewer(
  { socket, caller, about, isStillLoggedIn, onLogins }: Page,
  target: string | undefined,
  services: TerminalSockets,
): Promise<void> {
  let leave: (() => void) | undefined;
  const page = openPageSocket(
    socket,
    'viewer',
    {
      message: () => page.finish({ reason: 'user_closed', params: {} }),
      binary: () => undefined,
      drained: () => undefined,
      closed: () => leave?.(),
    },
    services.waiting,
  );
  const refuse = (detail: string) => page.finish({ reason: 'join_refused', params: { detail } });
  if (!target) return refuse('');
  if (about && !services.find(about)) return page.finish({ reason: 'carried_elsewhere', params: {} });
  try {
    await services.core.mayJoin(caller.user.id, target);
  } catch (error) {
    if (error instanceof CoreError && error.status >= 400 && error.status < 500) return refuse(error.detail);
    return page.finish({ reason: 'core_unavailable', params: {} });
  }
  const session = services.find(target);
  if (!session) return refuse('');
  page.out.text(frames.connect(page.id, caller.user));
  if (!(await page.init())) return;
  const recording = await session.recorded;
  if (session.over()) return refuse('');
  page.out.text(frames.session(page.id, { session: session.info, permission: null, recording, expire_at: null, mark: session.mark }));
  const unseen = session.watchedBy(`${caller.user.name}(${caller.user.username})`);
  const unwatch = showSession(session, page, socket, () => leave?.());
  const since = performance.now();
  leave = () => {
    leave = undefined;
    unwatch();
    unseen();
    const seconds = Math.round((performance.now() - since) / 1000);
    tellCore(services, { watched: target, by: caller.user.id }, () => services.core.watchEnded(caller.user.id, target, seconds));
  };
  if (socket.readyState !== socket.OPEN) leave();
  const over = untilClosed(socket);
  const lost = () => {
    leave?.();
    refuse('');
  };
  recheck(over, isStillLoggedIn, lost, onLogins);
  recheck(over, () => mayWatch(services.core, caller.user.id, target), lost, services.onRules);
}

/** Whether somebody who watches may go on; throws when the core does not answer. */
async function mayWatch(core: ComponentClient, user: string, session: string): Promise<boolean> {
  try {
    await core.mayJoin(user, session, { again: true });
    return true;
  } catch (error) {
    if (error instanceof CoreError && error.status >= 400 && error.status < 500) return false;
    throw error;
  }
}

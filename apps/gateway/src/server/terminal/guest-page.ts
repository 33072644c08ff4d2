import { CoreError } from '@postern/client/component-request';
import type { SessionMember } from '@postern/contract/frames';
import type { Guest } from '../../carry/people.ts';
import { frames } from '../frame-writer.ts';
import { openPageSocket, untilClosed } from '../page-socket.ts';
import type { Page, TerminalSockets } from './page.ts';
import { recheck } from './recheck.ts';
import { showSession } from './show-session.ts';
import { tellCore } from './tell-core.ts';

/** Guests of one session. */
const MAX_GUESTS = 32;

/** Serves the page of whoever comes to a share. Whether they may is what the core says; they type where the share lets them. */
export async function serveGuest(
  { socket, caller, about, isStillLoggedIn, onLogins }: Page,
  sharing: string | undefined,
  services: TerminalSockets,
): Promise<void> {
  let type: ((bytes: Buffer) => void) | undefined;
  let leave: (() => void) | undefined;
  const page = openPageSocket(
    socket,
    'guest',
    {
      message(message) {
        if (message.kind === 'data') type?.(Buffer.from(message.text));
        else if (message.kind === 'close') page.finish({ reason: 'user_closed', params: {} });
      },
      binary: (bytes) => type?.(bytes),
      drained: () => undefined,
      closed: () => leave?.(),
    },
    services.waiting,
  );
  const refuse = (detail: string) => {
    if (detail !== '') page.out.text(frames.shareError(page.id, detail));
    page.finish({ reason: 'join_refused', params: { detail } });
  };
  if (!sharing) return refuse('');
  if (about && !services.find(about)) return page.finish({ reason: 'carried_elsewhere', params: {} });
  page.out.text(frames.connect(page.id, caller.user));
  const init = await page.init();
  if (!init) return;
  let record: { id: string; session: string; writable: boolean };
  try {
    const who = { joiner: caller.user.id, remote_addr: caller.remoteAddr };
    record = await services.core.joinShare({ sharing, verify_code: (init.code ?? '').slice(0, 16), ...who }, caller.language);
  } catch (error) {
    if (error instanceof CoreError && error.status >= 400 && error.status < 500) return refuse(error.detail);
    return page.finish({ reason: 'core_unavailable', params: {} });
  }
  const gone = () => tellCore(services, { record: record.id }, () => services.core.leaveShare(record.id));
  const session = services.find(record.session);
  const recording = await session?.recorded;
  if (!session || session.over() || session.people.count() >= MAX_GUESTS || socket.readyState !== socket.OPEN) {
    gone();
    return refuse('');
  }

  const member: SessionMember = {
    terminal_id: page.id,
    user_id: caller.user.id,
    user: `${caller.user.name}(${caller.user.username})`,
    created: new Date().toISOString(),
    remote_addr: caller.remoteAddr,
    primary: false,
    writable: record.writable,
  };
  const info = { session: session.info, permission: null, recording: recording === true, expire_at: null, mark: session.mark };
  page.out.text(frames.session(page.id, info));
  const removed = () => {
    leave?.();
    page.out.text(frames.removed(page.id, { primary_user: session.info.user, share_user: member.user, terminal_id: page.id }));
    page.finish({ reason: 'share_removed', params: {} });
  };
  const guest: Guest = {
    member,
    joined: (who) => page.out.text(frames.joined(page.id, who)),
    left: (who) => page.out.text(frames.left(page.id, who)),
    all: (members) => page.out.text(frames.members(page.id, members)),
    resumeInput: () => socket.resume(),
    removed,
  };
  const unwatch = showSession(session, page, socket, () => leave?.());
  const goOut = session.people.join(guest);
  leave = () => {
    leave = undefined;
    type = undefined;
    unwatch();
    goOut();
    gone();
  };
  if (record.writable)
    type = (bytes) => {
      if (!session.input(bytes, member.user)) socket.pause();
    };
  const over = untilClosed(socket);
  recheck(
    over,
    async (since) => services.sharing() && (await isStillLoggedIn(since)),
    () => {
      leave?.();
      refuse('');
    },
    onLogins,
  );
  recheck(over, () => services.guests.mayStay(record.id), removed, services.onRules);
}

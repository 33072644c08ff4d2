import { exchangeToken } from '../exchange.ts';
import { frames } from '../frame-writer.ts';
import { openPageSocket, type PageSocketEvents } from '../page-socket.ts';
import { createOwnerSharing } from './owner-sharing.ts';
import type { Page, TerminalSockets } from './page.ts';
import { recheck } from './recheck.ts';
import { createSeat, type Line, type Seat } from './seat.ts';

/** Bytes typed before the session is there, kept for it; nobody types more, and a paste comes after the prompt. */
const EARLY_BYTES = 64 * 1024;

/** Opens the line of somebody who has a session, or is about to. What comes before they sit in it is kept for them, within bounds. */
function openLine({ socket, isStillLoggedIn }: Page, services: TerminalSockets) {
  let seat: Seat | undefined;
  let early: Buffer[] = [];
  let earlyBytes = 0;
  let dropped = 0;
  const input = (bytes: Buffer) => {
    if (seat) return seat.input(bytes);
    earlyBytes += bytes.length;
    if (earlyBytes <= EARLY_BYTES) early.push(bytes);
    else dropped += 1;
  };
  const events: PageSocketEvents = {
    message(message) {
      if (message.kind === 'data') input(Buffer.from(message.text));
      else if (message.kind === 'resize') seat?.resize({ cols: message.cols, rows: message.rows });
      else if (message.kind === 'ack') seat?.heard(message.received);
      else if (message.kind === 'share') seat?.sharing()?.share(message.request);
      else if (message.kind === 'people') seat?.sharing()?.find(message.query);
      else if (message.kind === 'remove') seat?.sharing()?.remove(message.session, message.terminalId);
      else seat?.end();
    },
    binary: input,
    drained: () => seat?.drained(),
    closed: (reason) => seat?.closed(line, reason),
  };
  const line: Line = { page: openPageSocket(socket, 'owner', events, services.waiting), socket, isStillLoggedIn };
  return {
    line,
    sit(taken: Seat) {
      seat = taken;
      for (const bytes of early) taken.input(bytes);
      taken.passedOver(dropped);
      early = [];
      if (socket.readyState !== socket.OPEN) taken.closed(line, 'client_lost');
    },
  };
}

/** Serves the page of whoever opens a session by a connection token. */
export async function serveOwner(page: Page, token: string | undefined, services: TerminalSockets): Promise<void> {
  const { caller, socket } = page;
  const { line, sit } = openLine(page, services);
  const grant = await exchangeToken(line.page, { caller, token, purpose: 'others' }, services);
  if (!grant) return;
  line.page.out.text(frames.connect(line.page.id, caller.user));
  const init = await line.page.init();
  if (!init) return;
  const seat = createSeat(caller.user.id, line, init.resume === true, services.seats.room, {
    found: services.seats.remember,
    gone: services.seats.forget,
  });
  const { cols, rows } = init;
  const session = services.start({
    grant,
    client: seat.client,
    size: { cols, rows },
    remoteAddr: caller.remoteAddr,
    loginFrom: 'WT',
    language: caller.language,
  });
  seat.started(session, createOwnerSharing(session, seat.page, services));
  sit(seat);
  if (socket.readyState !== socket.OPEN) return;
  const over = new AbortController();
  void session.done.finally(() => over.abort()).catch(() => undefined);
  // Also while nobody is there: what ends a login ends the session that waits for its page.
  recheck(over.signal, seat.isStillLoggedIn, () => void session.loginEnded(), page.onLogins);
}

/** Serves the page of whoever comes back to their session over a new line (docs/wire/components.md#coming-back). */
export async function serveReturn(page: Page, services: TerminalSockets): Promise<void> {
  const { caller, about } = page;
  const { line, sit } = openLine(page, services);
  line.page.out.text(frames.connect(line.page.id, caller.user));
  const init = await line.page.init();
  if (!init) return;
  const { resume, cols, rows } = init;
  const seat = typeof resume === 'object' ? services.seats.find(resume.session) : undefined;
  if (typeof resume === 'object' && seat?.comesBack(line, caller.user.id, { cols, rows }, resume)) {
    services.log.info({ user: caller.user.id, session: resume.session }, 'a page came back to its session');
    sit(seat);
    return;
  }
  // The server knows it to live, and knew no way to its gateway: the page may still find one.
  if (about && !seat && !services.find(about)) return line.page.finish({ reason: 'carried_elsewhere', params: {} });
  services.log.warn({ user: caller.user.id, from: caller.remoteAddr }, 'somebody came back to a session that is not there for them');
  line.page.finish({ reason: 'client_lost', params: {} });
}

import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { encodeFrame, type TerminalSessionData } from '@postern/contract/frames';
import { parseUuid } from '@postern/contract/ids';
import type { WebSocket } from 'ws';
import { authorizeSession, type SessionGrant } from '../authorize/grant.ts';
import type { Door, TerminalSession, TerminalStart } from '../carry/terminal-session.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { Size } from '../protocols/driver.ts';
import type { Visitor } from './admission.ts';
import { type Line, openLine } from './line.ts';
import type { Waiting } from './outbound.ts';

/** Bytes typed before the session is there, kept for it; nobody types more, and a paste comes after the prompt. */
const EARLY_BYTES = 64 * 1024;
/** How long a socket outlives the login or the right it was opened with. */
const RECHECK_MS = 10_000;
/** A viewer this far behind is let go: it must not fill the memory. */
const VIEWER_BYTES = 2 * 1024 * 1024;

export interface TerminalSockets {
  core: ComponentClient;
  start(start: TerminalStart): TerminalSession;
  find(sessionId: string): TerminalSession | undefined;
  /** What all pages leave unread. */
  waiting: Waiting;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** Serves one admitted WebSocket until it closes. `query` is that of the upgrade request. */
export async function serveTerminal(
  socket: WebSocket,
  visitor: Visitor,
  query: URLSearchParams,
  around: TerminalSockets,
  stillIn: () => Promise<boolean>,
): Promise<void> {
  if (query.get('type') === 'monitor') await serveViewer(socket, visitor, parseUuid(query.get('target_id')), around, stillIn);
  else await serveOwn(socket, visitor, parseUuid(query.get('token')), around, stillIn);
}

/**
 * Asks again and again whether the socket may go on, and calls `lost` once when it may not. While the core does not
 * answer nothing is known, and nothing ends.
 */
function recheck(socket: WebSocket, entitled: () => Promise<boolean>, lost: () => void): void {
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

async function serveOwn(
  socket: WebSocket,
  visitor: Visitor,
  token: string | undefined,
  around: TerminalSockets,
  stillIn: () => Promise<boolean>,
): Promise<void> {
  let session: TerminalSession | undefined;
  let early: Buffer[] = [];
  let earlyBytes = 0;
  const input = (bytes: Buffer) => {
    if (session) {
      if (!session.input(bytes)) socket.pause();
      return;
    }
    earlyBytes += bytes.length;
    if (earlyBytes <= EARLY_BYTES) early.push(bytes);
  };
  const line = openLine(
    socket,
    'owner',
    {
      message(message) {
        if (message.kind === 'data') input(Buffer.from(message.text));
        else if (message.kind === 'resize') session?.resize({ cols: message.cols, rows: message.rows });
        else session?.end('user_closed');
      },
      binary: input,
      drained: () => session?.drained(),
      closed: (reason) => session?.end(reason),
    },
    around.waiting,
  );
  const grant = await exchange(line, visitor, token, around);
  if (!grant) return;
  line.out.text(encodeFrame('CONNECT', connectData(visitor), line.id));
  const size = await line.init();
  if (!size) return;
  const door: Door = {
    send: line.out.bytes,
    opened(info, actions, recording, expire_at) {
      const data: TerminalSessionData = { session: info, permission: { actions }, recording, expire_at };
      line.out.text(encodeFrame('TERMINAL_SESSION', data, line.id));
    },
    resumeInput: () => socket.resume(),
    finish: line.finish,
  };
  const started = around.start({ grant, door, size, remoteAddr: visitor.remoteAddr, loginFrom: 'WT', language: visitor.language });
  session = started;
  for (const bytes of early) input(bytes);
  early = [];
  recheck(socket, stillIn, () => void started.loginEnded());
}

async function exchange(
  line: Line,
  visitor: Visitor,
  token: string | undefined,
  around: TerminalSockets,
): Promise<SessionGrant | undefined> {
  try {
    if (!token) throw new SessionRefusal('token_refused', { detail: '' });
    return await authorizeSession(around.core, token, { userId: visitor.user.id }, visitor.language);
  } catch (error) {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('core_unavailable', {}, error);
    around.log.warn({ user: visitor.user.id, from: visitor.remoteAddr, reason: refusal.reason }, 'a connection token was refused');
    if (refusal.params.detail) line.out.text(encodeFrame('ERROR', '', line.id, refusal.params.detail));
    line.finish({ reason: refusal.reason, params: refusal.params });
    return undefined;
  }
}

async function serveViewer(
  socket: WebSocket,
  visitor: Visitor,
  target: string | undefined,
  around: TerminalSockets,
  stillIn: () => Promise<boolean>,
): Promise<void> {
  let leave: (() => void) | undefined;
  const line = openLine(
    socket,
    'viewer',
    {
      message: () => line.finish({ reason: 'user_closed', params: {} }),
      binary: () => undefined,
      drained: () => undefined,
      closed: () => leave?.(),
    },
    around.waiting,
  );
  const refuse = (detail: string) => line.finish({ reason: 'join_refused', params: { detail } });
  if (!target) return refuse('');
  try {
    await around.core.mayJoin(visitor.user.id, target);
  } catch (error) {
    if (error instanceof CoreError && error.status >= 400 && error.status < 500) return refuse(error.detail);
    return line.finish({ reason: 'core_unavailable', params: {} });
  }
  const session = around.find(target);
  if (!session) return refuse('');
  line.out.text(encodeFrame('CONNECT', connectData(visitor), line.id));
  if (!(await line.init())) return;
  line.out.text(
    encodeFrame(
      'TERMINAL_SESSION',
      { session: session.info, permission: null, recording: true, expire_at: null } satisfies TerminalSessionData,
      line.id,
    ),
  );
  const resize = ({ cols, rows }: Size) => line.out.text(encodeFrame('TERMINAL_RESIZE', { Width: cols, Height: rows }, line.id));
  resize(session.size());
  leave = session.watch({
    send(bytes) {
      line.out.bytes(bytes);
      if (socket.bufferedAmount > VIEWER_BYTES) {
        leave?.();
        line.finish({ reason: 'client_lost', params: {} });
      }
    },
    resize,
    end: line.finish,
  });
  if (socket.readyState !== socket.OPEN) leave();
  const mayStillWatch = async () => (await stillIn()) && (await mayWatch(around.core, visitor.user.id, target));
  recheck(socket, mayStillWatch, () => {
    leave?.();
    refuse('');
  });
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

const connectData = ({ user }: Visitor) => ({ user: { id: user.id, name: user.name, username: user.username }, setting: {} });

import { randomUUID } from 'node:crypto';
import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { encodeFrame, type TerminalSessionData } from '@postern/contract/frames';
import { parseUuid } from '@postern/contract/ids';
import type { WebSocket } from 'ws';
import { authorizeSession, type SessionGrant } from '../sessions/authorize.ts';
import type { Door, LiveSession, SessionStart } from '../sessions/live-session.ts';
import type { SessionEnd } from '../sessions/session-state.ts';
import { SessionRefusal, type Size } from '../sessions/target.ts';
import type { Visitor } from './admission.ts';
import { type ClientMessage, readFrame } from './frame-reader.ts';
import { createOutbound, type Outbound } from './outbound.ts';

/** Milliseconds a page has to answer CONNECT with TERMINAL_INIT. */
const INIT_MS = 15_000;
/** Bytes typed before the session is there, kept for it; nobody types more, and a paste comes after the prompt. */
const EARLY_BYTES = 64 * 1024;
/** A page that says nothing for this long is gone (component-protocol §8). */
const SILENCE_MS = 300_000;
/** Without output for this long the page is told that the line still stands. */
const QUIET_MS = 60_000;
/** Milliseconds a page has to take what was sent last before its socket is cut. */
const CLOSE_MS = 5_000;
/** How long a socket outlives the login or the right it was opened with. */
const RECHECK_MS = 10_000;
/** A viewer this far behind is let go: it must not fill the memory. */
const VIEWER_BYTES = 8 * 1024 * 1024;

export interface TerminalSockets {
  core: ComponentClient;
  start(start: SessionStart): LiveSession;
  find(sessionId: string): LiveSession | undefined;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** A socket between CONNECT and its end: what both kinds of terminal page have in common. */
interface Line {
  id: string;
  out: Outbound;
  /** Waits for TERMINAL_INIT; undefined when the page leaves or does not answer. */
  init(): Promise<Size | undefined>;
  /** Tells why and closes. */
  finish(end: SessionEnd): void;
}

interface LineEvents {
  message(message: Exclude<ClientMessage, { kind: 'init' | 'ping' | 'ignored' }>): void;
  binary(bytes: Buffer): void;
  drained(): void;
  closed(reason: 'user_closed' | 'client_lost'): void;
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
  let session: LiveSession | undefined;
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
  const line = openLine(socket, {
    message(message) {
      if (message.kind === 'data') input(Buffer.from(message.text));
      else if (message.kind === 'resize') session?.resize({ cols: message.cols, rows: message.rows });
      else session?.end('user_closed');
    },
    binary: input,
    drained: () => session?.drained(),
    closed: (reason) => session?.end(reason),
  });
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
  const line = openLine(socket, {
    // Whatever a viewer types is not for the target.
    message: (message) => {
      if (message.kind === 'close') line.finish({ reason: 'user_closed', params: {} });
    },
    binary: () => undefined,
    drained: () => undefined,
    closed: () => leave?.(),
  });
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

function openLine(socket: WebSocket, events: LineEvents): Line {
  const id = randomUUID();
  const out = createOutbound(socket, events.drained);
  const init = Promise.withResolvers<Size | undefined>();
  let heard = Date.now();
  let alive = true;
  let finished = false;
  let left: 'user_closed' | 'client_lost' = 'client_lost';

  const watch = setInterval(() => {
    const now = Date.now();
    if (!alive || now - heard > SILENCE_MS) {
      socket.terminate();
      return;
    }
    // A browser answers this by itself, also in a tab that sleeps; a machine that is gone does not.
    alive = socket.isPaused;
    socket.ping();
    if (now - out.lastSent() > QUIET_MS) out.text(encodeFrame('PING', '', id));
  }, 20_000);
  const waiting = setTimeout(() => {
    finish({ reason: 'protocol_error', params: { detail: 'no TERMINAL_INIT' } });
  }, INIT_MS);

  function finish(end: SessionEnd): void {
    if (finished) return;
    finished = true;
    clearTimeout(waiting);
    out.text(encodeFrame('CLOSE', { reason: end.reason, params: end.params }, id));
    socket.resume();
    socket.close(1000);
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  }

  socket.on('pong', () => {
    alive = true;
    heard = Date.now();
  });
  socket.on('message', (data, isBinary) => {
    heard = Date.now();
    alive = true;
    if (finished) return;
    const bytes = data as Buffer; // the server leaves binaryType at nodebuffer
    if (isBinary) {
      events.binary(bytes);
      return;
    }
    const message = readFrame(bytes.toString('utf8'));
    switch (message.kind) {
      case 'init':
        if (message.id !== id) return;
        clearTimeout(waiting);
        init.resolve({ cols: message.size.cols, rows: message.size.rows });
        return;
      case 'ping':
        out.text(encodeFrame('PONG', '', id));
        return;
      case 'ignored':
        return;
      default:
        if (message.kind === 'close') left = 'user_closed';
        events.message(message);
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => {
    clearInterval(watch);
    clearTimeout(waiting);
    init.resolve(undefined);
    events.closed(code === 1000 || code === 1001 || code === 1005 ? 'user_closed' : left);
  });
  return { id, out, init: () => init.promise, finish };
}

import { randomUUID } from 'node:crypto';
import { maySend, type PageRole, type TerminalInit } from '@postern/contract/frames';
import type { WebSocket } from 'ws';
import type { SessionEnd } from '../pipeline/session-state.ts';
import { type ClientMessage, readFrame } from './frame-reader.ts';
import { frames } from './frame-writer.ts';
import { createOutbound, type Outbound, type Waiting } from './outbound.ts';

/** Milliseconds a page has to answer CONNECT with TERMINAL_INIT. */
const INIT_MS = 15_000;
/** A page that says nothing for this long is gone (docs/wire/components.md#the-terminal-socket). */
const SILENCE_MS = 300_000;
/** Without output for this long the page is told that the line still stands. */
const QUIET_MS = 60_000;
/** Milliseconds a page has to take what was sent last before its socket is cut. */
const CLOSE_MS = 5_000;
/** Answers that wait for a page that reads none: further ones are left out. */
const ANSWERS_BYTES = 64 * 1024;
/** Small frames a page may send in a second; after that it is read again in the next. Typing takes a few, pasting makes large ones. */
const SMALL_PER_SECOND = 2_000;
const SMALL_BYTES = 1_024;

/** A socket between CONNECT and its end: what all kinds of page have in common. */
export interface PageSocket {
  id: string;
  out: Outbound;
  /** Waits for TERMINAL_INIT; undefined when the page leaves or does not answer. */
  init(): Promise<TerminalInit | undefined>;
  /** Tells why and closes. */
  finish(end: SessionEnd): void;
}

export interface PageSocketEvents {
  message(message: Exclude<ClientMessage, { kind: 'init' | 'ping' | 'ignored' }>): void;
  binary(bytes: Buffer): void;
  drained(): void;
  closed(reason: 'user_closed' | 'client_lost'): void;
}

/** Reads a page no faster than people type and programs paste: each frame costs time on the thread that carries everybody. */
function slowDown(socket: WebSocket): (bytes: number) => void {
  let small = 0;
  let paused = false;
  const second = setInterval(() => {
    small = 0;
    if (paused) socket.resume();
    paused = false;
  }, 1_000);
  socket.once('close', () => clearInterval(second));
  return (bytes) => {
    if (bytes <= SMALL_BYTES) small += 1;
    if (small < SMALL_PER_SECOND || paused) return;
    paused = true;
    socket.pause();
  };
}

/** Aborted with the socket. */
export function untilClosed(socket: WebSocket): AbortSignal {
  const closed = new AbortController();
  if (socket.readyState === socket.CLOSED) closed.abort();
  else socket.once('close', () => closed.abort());
  return closed.signal;
}

/** Opens the line over an admitted WebSocket. `waiting` counts what all pages of this process leave unread. */
export function openPageSocket(socket: WebSocket, role: PageRole, events: PageSocketEvents, waiting: Waiting): PageSocket {
  const id = randomUUID();
  const out = createOutbound(socket, events.drained, waiting);
  const init = Promise.withResolvers<TerminalInit | undefined>();
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
    if (now - out.lastSent() > QUIET_MS) out.text(frames.ping(id));
  }, 20_000);
  // Files have no screen, and no size.
  const silent =
    role === 'files' ? undefined : setTimeout(() => finish({ reason: 'protocol_error', params: { detail: 'no TERMINAL_INIT' } }), INIT_MS);

  function finish(end: SessionEnd): void {
    if (finished) return;
    finished = true;
    clearTimeout(silent);
    out.text(frames.close(id, end));
    socket.resume();
    socket.close(1000);
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  }

  const came = slowDown(socket);
  const listens = () => socket.bufferedAmount < ANSWERS_BYTES;
  socket.on('ping', (data) => {
    came(data.length);
    if (listens()) socket.pong(data);
  });
  socket.on('pong', (data) => {
    came(data.length);
    alive = true;
    heard = Date.now();
  });
  socket.on('message', (data, isBinary) => {
    heard = Date.now();
    alive = true;
    if (finished) return;
    const bytes = data as Buffer; // the server leaves binaryType at nodebuffer
    came(bytes.length);
    if (isBinary) {
      if (maySend(role, 'TERMINAL_DATA')) events.binary(bytes);
      return;
    }
    const message = readFrame(bytes.toString('utf8'), role);
    switch (message.kind) {
      case 'init':
        if (message.id !== id) return;
        clearTimeout(silent);
        init.resolve(message.init);
        return;
      case 'ping':
        if (listens()) out.text(frames.pong(id));
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
    clearTimeout(silent);
    init.resolve(undefined);
    events.closed(code === 1000 || code === 1001 || code === 1005 ? 'user_closed' : left);
  });
  return { id, out, init: () => init.promise, finish };
}

import type { WebSocket } from 'ws';

/** Bytes a socket may hold before the session is asked to wait; it goes on at a quarter. */
const HIGH_WATER = 1024 * 1024;
/** The same when all sockets together hold `MAX_WAITING_ALL`. */
const TIGHT_WATER = 64 * 1024;
const MAX_WAITING_ALL = 128 * 1024 * 1024;
/** Bytes of one binary message at most. */
const MESSAGE = 256 * 1024;

export interface Outbound {
  /** Queues terminal output; false when the socket is behind. */
  bytes(bytes: Buffer): boolean;
  /** Sends a text frame behind everything queued before. */
  text(frame: string): void;
  /** When anything was last sent, in milliseconds. */
  lastSent(): number;
}

/** Bytes that wait in this process for all clients. */
export interface Waiting {
  bytes: number;
}

/** Joins the output of one turn into one message and watches how much the socket holds. */
export function createOutbound(socket: WebSocket, onDrain: () => void, all: Waiting): Outbound {
  let waiting: Buffer[] = [];
  let size = 0;
  let scheduled = false;
  let behind = false;
  let lastSent = Date.now();
  let queued = 0;
  const water = (): number => (all.bytes > MAX_WAITING_ALL ? TIGHT_WATER : HIGH_WATER);

  function hold(bytes: number): void {
    queued += bytes;
    all.bytes += bytes;
  }

  function sent(bytes: number): void {
    // What was held when the socket closed is given back at once.
    if (queued >= bytes) hold(-bytes);
    if (!behind || socket.bufferedAmount + size > water() / 4) return;
    behind = false;
    onDrain();
  }

  socket.once('close', () => hold(-queued));

  function flush(): void {
    scheduled = false;
    if (size === 0) return;
    const [only] = waiting;
    const whole = waiting.length === 1 && only ? only : Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    lastSent = Date.now();
    for (let at = 0; at < whole.length; at += MESSAGE) {
      const part = whole.subarray(at, at + MESSAGE);
      hold(part.length);
      socket.send(part, { binary: true }, () => sent(part.length));
    }
  }

  return {
    bytes(bytes) {
      if (socket.readyState !== socket.OPEN) return true;
      waiting.push(bytes);
      size += bytes.length;
      if (size >= MESSAGE) flush();
      else if (!scheduled) {
        scheduled = true;
        setImmediate(flush);
      }
      if (socket.bufferedAmount + size > water()) behind = true;
      return !behind;
    },
    text(frame) {
      if (socket.readyState !== socket.OPEN) return;
      flush();
      lastSent = Date.now();
      socket.send(frame);
    },
    lastSent: () => lastSent,
  };
}

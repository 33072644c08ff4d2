import type { WebSocket } from 'ws';

/** Bytes the socket may hold before the session is asked to wait, and at which it goes on. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = 256 * 1024;
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

/** Joins the output of one turn into one message and watches how much the socket holds. */
export function createOutbound(socket: WebSocket, onDrain: () => void): Outbound {
  let waiting: Buffer[] = [];
  let size = 0;
  let scheduled = false;
  let behind = false;
  let lastSent = Date.now();

  function sent(): void {
    if (!behind || socket.bufferedAmount + size > LOW_WATER) return;
    behind = false;
    onDrain();
  }

  function flush(): void {
    scheduled = false;
    if (size === 0) return;
    const [only] = waiting;
    const whole = waiting.length === 1 && only ? only : Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    lastSent = Date.now();
    for (let at = 0; at < whole.length; at += MESSAGE) socket.send(whole.subarray(at, at + MESSAGE), { binary: true }, sent);
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
      if (socket.bufferedAmount + size > HIGH_WATER) behind = true;
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimit } from '@postern/contract/bounds';
import type { WebSocket } from 'ws';
import type { ReceivedMessage, Socket, SocketMessage } from '../feature.ts';

/** Bytes waiting for one client above which its source is asked to wait, and below which it goes on. */
const HIGH_WATER = 64 * 1024;
const LOW_WATER = 16 * 1024;
/** What is said to a client that has this much waiting is dropped. One message of any size passes when nothing waits. */
const MAX_WAITING = 256 * 1024;
/** Waiting bytes of all clients together; past it every socket may only have one message waiting. */
const MAX_WAITING_ALL = 64 * 1024 * 1024;
/** Messages of one client that wait to be read: at the first number it is no longer read from, at the second it is cut off. */
const MANY_MESSAGES = 8;
const MAX_MESSAGES = 256;
/** Frames of any kind a client may send in a second; after that it is read again in the next. */
const FRAMES_PER_SECOND = 500;
/** Milliseconds in which a client can take the reason why it was cut off. */
const FAREWELL_MS = 5_000;
/** RFC 6455 §7.4.1, and the registry of close codes for 1013. */
const POLICY_VIOLATION = 1008;
const TRY_AGAIN = 1013;

/** Bytes that wait in this process for all clients of our sockets. */
export interface Waiting {
  bytes: number;
}

export interface SocketConnectionOptions {
  waiting: Waiting;
  /** How fast messages are taken up; others of the same `person` share it. */
  rate: RateLimit;
  person: string;
  /** What becomes of a client for which something was dropped: it is told how much, or sent away to ask anew. */
  missed: 'tell' | 'close';
  /** What the client may say. */
  messages: readonly SocketMessage[];
}

export interface SocketConnection extends Socket {
  /** The client is read from now on, whether anybody listens or not. */
  start(): void;
}

type Outgoing = string | Buffer;

const toBuffer = (data: Buffer | ArrayBuffer | Buffer[]): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);

/** What a client hears that has missed something. */
const missedFrame = (frames: number): string => JSON.stringify({ event: 'missed', frames });

/** Says why, and does not wait for an answer of a client that is not read, or does not read. */
function cutOff(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason);
  setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
}

/** Sends in bounds: what a client does not take in time makes the sender wait, then is dropped, and the client is told. */
function createOutgoing(ws: WebSocket, { waiting, missed }: SocketConnectionOptions): Pick<Socket, 'send' | 'drained'> {
  let bytes = 0;
  let dropped = 0;
  let over = false;
  let resting: (() => void)[] = [];

  function settle(): void {
    if (!over && bytes > LOW_WATER) return;
    if (dropped > 0 && !over) {
      const frames = dropped;
      dropped = 0;
      push(missedFrame(frames));
    }
    const done = resting;
    resting = [];
    for (const resolve of done) resolve();
  }

  function push(data: Outgoing): void {
    const size = Buffer.byteLength(data);
    bytes += size;
    waiting.bytes += size;
    ws.send(data, () => {
      if (over) return;
      bytes -= size;
      waiting.bytes -= size;
      settle();
    });
  }

  ws.once('close', () => {
    over = true;
    waiting.bytes -= bytes;
    bytes = 0;
    settle();
  });
  return {
    send(data) {
      if (over || ws.readyState !== ws.OPEN) return true;
      const size = Buffer.byteLength(data);
      const full = bytes + size > MAX_WAITING || waiting.bytes + size > MAX_WAITING_ALL;
      // Once something is missing, nothing follows it before the client was told.
      if (bytes > 0 && (full || dropped > 0)) {
        dropped += 1;
        if (missed === 'close') cutOff(ws, TRY_AGAIN, 'Too far behind');
        return false;
      }
      push(data);
      return bytes < HIGH_WATER;
    },
    drained: () => (over || bytes <= LOW_WATER ? Promise.resolve() : new Promise((resolve) => resting.push(resolve))),
  };
}

/** The first declared message that a text is; undefined when it is none, and then nobody is asked what it means. */
function understood(text: string, messages: readonly SocketMessage[]): ReceivedMessage | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const { name, shape } of messages) {
    const read = shape.safeParse(given);
    if (read.success) return { name, value: read.data };
  }
  return undefined;
}

/** Takes up messages one after the other, at a bounded rate; whoever sends faster waits, and is cut off when it goes on all the same. */
function createIncoming(ws: WebSocket, { rate, person, messages }: SocketConnectionOptions): Pick<SocketConnection, 'onMessage' | 'start'> {
  const inbox: string[] = [];
  let listener: ((message: ReceivedMessage) => void | Promise<void>) | undefined;
  let busy = false;
  let frames = 0;
  let paused = false;
  let started = false;

  /** A client is read from unless too much of it waits, or it has sent too many frames in this second. */
  function read(): void {
    if (ws.readyState !== ws.OPEN || !started) return;
    if (paused || inbox.length >= MANY_MESSAGES) ws.pause();
    else ws.resume();
  }

  function count(): void {
    frames += 1;
    if (frames < FRAMES_PER_SECOND || paused) return;
    paused = true;
    read();
  }

  const second = setInterval(() => {
    frames = 0;
    if (!paused) return;
    paused = false;
    read();
  }, 1_000);
  second.unref();

  async function work(): Promise<void> {
    if (busy || !listener) return;
    busy = true;
    for (let next = inbox.shift(); next !== undefined && ws.readyState === ws.OPEN; next = inbox.shift()) {
      while (!rate.take(person, performance.now())) await sleep(rate.wait(person, performance.now()));
      try {
        const message = understood(next, messages);
        if (message) await listener(message);
      } catch {
        ws.close(1011);
      }
      read();
    }
    busy = false;
  }

  ws.on('close', () => {
    clearInterval(second);
    inbox.length = 0;
  });
  ws.on('ping', (data) => {
    count();
    // A client that does not read the answers gets none: they would pile up here.
    if (ws.bufferedAmount < LOW_WATER) ws.pong(data);
  });
  ws.on('pong', count);
  ws.on('message', (data) => {
    count();
    // Nobody listens: the route has no use for what a client says.
    if (ws.readyState !== ws.OPEN || !listener) return;
    if (inbox.length >= MAX_MESSAGES) {
      inbox.length = 0;
      cutOff(ws, POLICY_VIOLATION, 'Too many messages');
      return;
    }
    inbox.push(toBuffer(data).toString());
    read();
    void work();
  });
  const start = (): void => {
    started = true;
    read();
  };
  return {
    start,
    onMessage(given) {
      listener = given;
      start();
    },
  };
}

/**
 * A WebSocket as the features get it, bounded in both directions. It wants a server with `autoPong` off, and a socket that
 * is paused: a client may speak at once, while the route still asks the database who it is.
 */
export function openSocketConnection(ws: WebSocket, options: SocketConnectionOptions): SocketConnection {
  return {
    ...createOutgoing(ws, options),
    ...createIncoming(ws, options),
    close: (code = 1000, reason = '') => ws.close(code, reason),
    onClose: (listener) => void ws.on('close', listener),
  };
}

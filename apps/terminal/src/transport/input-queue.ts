import { chunkText } from './paste.ts';

/** The part of a WebSocket the queue needs. */
export interface Sink {
  /** Whether somebody takes input at the other end. */
  ready(): boolean;
  /** Bytes handed over but not yet on the wire. */
  buffered(): number;
  send(text: string): void;
}

export interface InputQueue {
  /** Queues text in order behind everything queued before. Before the other end is there, only so much is kept. */
  push(text: string): void;
  /** The other end is there: sends what was typed until now. */
  start(): void;
  /** Characters not yet handed to the socket. */
  pending(): number;
  /** What was not handed to the socket yet. */
  rest(): string;
  /** Forgets what was not sent yet. */
  clear(): void;
}

/** Bytes the socket may hold before the queue waits: enough to keep the line busy, little enough to cancel at once. */
export const HIGH_WATER = 256 * 1024;
const RETRY_MS = 8;
/** Characters kept while the connection is being made, as the gateway keeps them: what somebody types, not what they paste. */
export const EARLY_LIMIT = 64 * 1024;

/**
 * Everything typed or pasted goes through one queue, so a key pressed during a large paste arrives after it. The queue
 * sends while the socket keeps up and otherwise looks again in a few milliseconds; a WebSocket has no drain event.
 */
export function createInputQueue(sink: Sink, onProgress: (pending: number) => void, wait = setTimeout): InputQueue {
  let chunks: string[] = [];
  let head = 0;
  let pending = 0;
  let scheduled = false;

  function pump(): void {
    scheduled = false;
    while (head < chunks.length && sink.ready() && sink.buffered() < HIGH_WATER) {
      const chunk = chunks[head] as string; // head < length was just checked
      head += 1;
      pending -= chunk.length;
      sink.send(chunk);
    }
    if (head === chunks.length) {
      chunks = [];
      head = 0;
    } else if (!scheduled && sink.ready()) {
      scheduled = true;
      wait(pump, RETRY_MS);
    }
    onProgress(pending);
  }

  return {
    push(text) {
      if (!sink.ready() && pending + text.length > EARLY_LIMIT) return;
      for (const chunk of chunkText(text)) chunks.push(chunk);
      pending += text.length;
      if (!scheduled) pump();
    },
    start: () => {
      if (!scheduled) pump();
    },
    pending: () => pending,
    rest: () => chunks.slice(head).join(''),
    clear() {
      chunks = [];
      head = 0;
      pending = 0;
      onProgress(0);
    },
  };
}

/** Something that takes terminal bytes and says when it has drawn them (xterm's `write`). */
export type Write = (bytes: Uint8Array, done: () => void) => void;

export interface OutputQueue {
  push(bytes: Uint8Array): void;
  /** Bytes received and not yet drawn. */
  pending(): number;
  /** Calls back once everything pushed so far is drawn. */
  whenDrawn(then: () => void): void;
}

/** Bytes handed to the emulator at once; it parses these well within one frame. */
export const SLICE_BYTES = 128 * 1024;
/** Bytes waiting above which the oldest ones are skipped: a WebSocket cannot be paused, and memory is not endless. */
export const LIMIT_BYTES = 96 * 1024 * 1024;

/**
 * Feeds a terminal emulator one slice at a time, the next only after the last was drawn, so the page stays answerable
 * during a burst. Small frames are joined. When more than `limit` waits, the oldest is dropped and `onSkip` is told
 * how many bytes, so the person sees it (the recording still has them).
 */
export function createOutputQueue(write: Write, onSkip: (bytes: number) => void, limit: number = LIMIT_BYTES): OutputQueue {
  let waiting: Uint8Array[] = [];
  let head = 0;
  let pending = 0;
  let drawing = 0;
  let waiters: (() => void)[] = [];

  function take(): Uint8Array {
    let size = 0;
    let end = head;
    while (end < waiting.length) {
      const next = (waiting[end] as Uint8Array).length; // end < length was just checked
      if (size > 0 && size + next > SLICE_BYTES) break;
      size += next;
      end += 1;
    }
    const parts = waiting.slice(head, end);
    head = end;
    if (head > 1024) {
      waiting = waiting.slice(head);
      head = 0;
    }
    const [first] = parts;
    if (first && parts.length === 1) return first;
    const joined = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  function pump(): void {
    if (drawing > 0) return;
    if (head === waiting.length) {
      const ready = waiters;
      waiters = [];
      for (const then of ready) then();
      return;
    }
    const slice = take();
    drawing = slice.length;
    write(slice, () => {
      pending -= drawing;
      drawing = 0;
      pump();
    });
  }

  function skip(): void {
    let dropped = 0;
    while (pending - drawing > limit / 2 && head < waiting.length) {
      const size = (waiting[head] as Uint8Array).length; // head < length was just checked
      head += 1;
      pending -= size;
      dropped += size;
    }
    if (dropped > 0) onSkip(dropped);
  }

  return {
    push(bytes) {
      if (bytes.length === 0) return;
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) waiting.push(bytes.subarray(at, at + SLICE_BYTES));
      pending += bytes.length;
      if (pending - drawing > limit) skip();
      pump();
    },
    pending: () => pending,
    whenDrawn(then) {
      waiters.push(then);
      pump();
    },
  };
}

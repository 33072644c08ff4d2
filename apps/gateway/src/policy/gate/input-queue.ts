import { PASTE_END } from '../line-editor.ts';

/** Input that may wait for a decision before the person's side is paused. */
const QUEUE_BYTES = 1024 * 1024;

/** Input that waits its turn. */
export interface InputQueue {
  push(bytes: Buffer): void;
  next(): Buffer | undefined;
  full(): boolean;
  /** What waits is void; with `inPaste` also what is still to come of a bracketed paste. */
  drop(inPaste: boolean): void;
}

export function createInputQueue(): InputQueue {
  let queue: Buffer[] = [];
  let queued = 0;
  let dropPaste = false;

  function next(): Buffer | undefined {
    const bytes = queue.shift();
    if (bytes) queued -= bytes.length;
    if (!bytes || !dropPaste) return bytes;
    const end = bytes.indexOf(PASTE_END);
    if (end < 0) return next();
    dropPaste = false;
    return bytes.subarray(end + PASTE_END.length);
  }

  return {
    push(bytes) {
      queue.push(bytes);
      queued += bytes.length;
    },
    next,
    full: () => queued > QUEUE_BYTES,
    drop(inPaste) {
      dropPaste = inPaste && !queue.some((bytes) => bytes.includes(PASTE_END));
      queue = [];
      queued = 0;
    },
  };
}

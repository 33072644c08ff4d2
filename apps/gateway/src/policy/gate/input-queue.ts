import { PASTE_END } from '../line-editor.ts';

/** Input that may wait for a decision before the person's side is paused. */
const QUEUE_BYTES = 1024 * 1024;

/** What was typed, and by which guest; by the owner of the session without one. */
export interface Input {
  bytes: Buffer;
  by: string | undefined;
}

/** Input that waits its turn. */
export interface InputQueue {
  push(input: Input): void;
  next(): Input | undefined;
  full(): boolean;
  /** What waits is void; with `inPaste` also what is still to come of a bracketed paste. */
  drop(inPaste: boolean): void;
}

export function createInputQueue(): InputQueue {
  let queue: Input[] = [];
  let queued = 0;
  let dropPaste = false;

  function next(): Input | undefined {
    const input = queue.shift();
    if (!input) return undefined;
    const { bytes, by } = input;
    queued -= bytes.length;
    if (!dropPaste) return input;
    const end = bytes.indexOf(PASTE_END);
    if (end < 0) return next();
    dropPaste = false;
    return { bytes: bytes.subarray(end + PASTE_END.length), by };
  }

  return {
    push(input) {
      queue.push(input);
      queued += input.bytes.length;
    },
    next,
    full: () => queued > QUEUE_BYTES,
    drop(inPaste) {
      dropPaste = inPaste && !queue.some(({ bytes }) => bytes.includes(PASTE_END));
      queue = [];
      queued = 0;
    },
  };
}

import { StringDecoder } from 'node:string_decoder';
import { createSecretFilter } from './secret-filter.ts';

/** Milliseconds until it has to be decided. */
const DECIDE_MS = 30_000;
/** What stands still for this long is a prompt. */
const QUIET_MS = 300;
/** Output before it is decided; of more, the last. */
const MAX_KEPT = 64 * 1024;

interface PendingEvents {
  /** Output for the person. */
  show(bytes: Buffer): void;
  /** What the target said, while it is not decided. */
  heard(text: string): void;
  /** It has said nothing for a moment. */
  quiet(): void;
  /** The time is up. */
  late(): void;
  /** Nobody wants it any more. */
  aborted(): void;
}

/**
 * What a target says while we answer its questions, and it is not decided whose terminal this is: kept back, and shown once it is handed over, without the
 * secret that was typed.
 */
export interface PendingOutput {
  take(bytes: Buffer): void;
  /** Output that is not the target's. */
  put(bytes: Buffer): void;
  /** The secret is on its way; its echo may come from now on. */
  arm(): void;
  /** Handed over: what was kept goes out, after the answer. */
  open(): void;
  /** Not handed over: none of it is shown. */
  drop(): void;
  /** The target has said its last. */
  finish(last?: Buffer): void;
  state(): 'asking' | 'open' | 'dropped';
}

export function createPendingOutput(secret: string, signal: AbortSignal, events: PendingEvents): PendingOutput {
  const filter = createSecretFilter(secret);
  const letters = new StringDecoder('utf8');
  let kept: Buffer | undefined = Buffer.alloc(0);
  let state: ReturnType<PendingOutput['state']> = 'asking';
  let silence: NodeJS.Timeout | undefined;
  const late = setTimeout(events.late, DECIDE_MS);
  signal.addEventListener('abort', events.aborted, { once: true });

  function put(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (kept) kept = Buffer.from(Buffer.concat([kept, bytes]).subarray(-MAX_KEPT));
    else events.show(bytes);
  }

  function release(): void {
    const bytes = kept;
    kept = undefined;
    if (bytes && bytes.length > 0) events.show(bytes);
  }

  function wait(): void {
    clearTimeout(silence);
    if (state === 'asking') silence = setTimeout(events.quiet, QUIET_MS);
    // What is kept back is the beginning of an echo for as long as the target may still be at it.
    else if (state === 'open' && filter.holds()) silence = setTimeout(() => put(filter.rest()), QUIET_MS);
  }

  function settle(as: 'open' | 'dropped'): void {
    state = as;
    clearTimeout(late);
    clearTimeout(silence);
    signal.removeEventListener('abort', events.aborted);
  }

  return {
    put,
    take(bytes) {
      put(filter.take(bytes));
      clearTimeout(silence);
      if (state === 'asking') events.heard(letters.write(bytes));
      wait();
    },
    arm: filter.arm,
    open() {
      settle('open');
      // No event comes before the answer.
      setImmediate(release);
      wait();
    },
    drop: () => settle('dropped'),
    finish(last = Buffer.alloc(0)) {
      clearTimeout(silence);
      if (state !== 'open') return;
      put(Buffer.concat([filter.take(last), filter.rest()]));
      release();
    },
    state: () => state,
  };
}

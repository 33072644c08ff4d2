import { type Cast, type CastEvent, indexAfter, sizeOf } from './cast.ts';

/** What a recording is drawn on. `write` calls back when drawn. */
export interface Screen {
  write(text: string, done: () => void): void;
  reset(): void;
  resize(size: { cols: number; rows: number }): void;
}

export interface PlayerState {
  position: number;
  playing: boolean;
  /** True while a jump is being drawn. */
  seeking: boolean;
}

export interface Player {
  play(): void;
  pause(): void;
  /** Jumps to a moment in seconds, bounded by the recording; goes on playing if it played. */
  seek(time: number): void;
  setSpeed(speed: number): void;
  setSkipIdle(skip: boolean): void;
  dispose(): void;
}

export interface Clock {
  now(): number;
  /** Calls back soon, about every frame; returns the cancel. */
  frame(run: () => void): () => void;
}

/** Pauses longer than this are shortened when they are skipped. */
export const IDLE_SECONDS = 2;
const IDLE_LEFT = 0.4;
/** Characters written at once; between two of them the page can answer. */
const SLICE = 64 * 1024;

/**
 * Plays a recording: writes what is due, then looks again with the next frame. Jumping back draws from the start, in
 * slices, since the state of a terminal is the sum of all it was sent; a newer jump replaces one that is still drawing.
 */
export function createPlayer(cast: Cast, screen: Screen, clock: Clock, onState: (state: PlayerState) => void): Player {
  let next = 0;
  let position = 0;
  let playing = false;
  let speed = 1;
  let skipIdle = false;
  let last = clock.now();
  let drawing = false;
  let target: number | null = null;
  let cancel: (() => void) | null = null;
  let disposed = false;

  const tell = (): void => {
    if (!disposed) onState({ position: target ?? position, playing, seeking: target !== null });
  };

  /** Writes the events up to `time`, at most one slice, then calls back. */
  function drawUntil(time: number, then: () => void): void {
    const parts: string[] = [];
    let size = 0;
    while (next < cast.events.length && size < SLICE) {
      const event = cast.events[next] as CastEvent; // next < length was just checked
      if (event.time > time) break;
      const resized = event.kind === 'r' ? sizeOf(event.data) : null;
      if (resized && parts.length > 0) break;
      next += 1;
      if (resized) screen.resize(resized);
      else if (event.kind === 'o') {
        parts.push(event.data);
        size += event.data.length;
      }
    }
    if (parts.length === 0) {
      then();
      return;
    }
    drawing = true;
    screen.write(parts.join(''), () => {
      drawing = false;
      if (!disposed) then();
    });
  }

  function step(): void {
    cancel = null;
    if (disposed || drawing) return;
    const now = clock.now();
    if (target !== null) {
      stepSeek();
      return;
    }
    if (!playing) return;
    position = Math.min(cast.duration, position + ((now - last) / 1000) * speed);
    last = now;
    const upcoming = cast.events[next];
    if (skipIdle && upcoming && upcoming.time - position > IDLE_SECONDS) position = upcoming.time - IDLE_LEFT;
    drawUntil(position, () => {
      if (position >= cast.duration && next >= cast.events.length) playing = false;
      tell();
      schedule();
    });
  }

  function stepSeek(): void {
    const time = target ?? 0;
    drawUntil(time, () => {
      if (target !== time) return schedule();
      if (next < indexAfter(cast.events, time)) return schedule();
      position = time;
      target = null;
      last = clock.now();
      tell();
      schedule();
    });
  }

  function schedule(): void {
    if (!disposed && !cancel && (playing || target !== null)) cancel = clock.frame(step);
  }

  function seek(time: number): void {
    const wanted = Math.max(0, Math.min(cast.duration, time));
    if (next > indexAfter(cast.events, wanted)) {
      screen.reset();
      screen.resize({ cols: cast.cols, rows: cast.rows });
      next = 0;
    }
    target = wanted;
    tell();
    schedule();
  }

  return {
    play() {
      if (position >= cast.duration && target === null) seek(0);
      playing = true;
      last = clock.now();
      tell();
      schedule();
    },
    pause() {
      playing = false;
      tell();
    },
    seek,
    setSpeed(value) {
      speed = value;
    },
    setSkipIdle(value) {
      skipIdle = value;
    },
    dispose() {
      disposed = true;
      cancel?.();
    },
  };
}

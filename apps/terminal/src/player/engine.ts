import { type Cast, type CastEvent, indexAfter, type Recording, sizeOf } from './cast.ts';

/** What a recording is drawn on. `write` calls back when drawn. */
export interface Screen {
  write(text: string, done: () => void): void;
  reset(): void;
  resize(size: { cols: number; rows: number }): void;
}

export interface PlayerState {
  position: number;
  playing: boolean;
  /** True while a jump is being drawn, or a piece is on its way. */
  seeking: boolean;
  /** True when a piece could not be had. */
  failed: boolean;
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

/** The clock of a page. */
export const frameClock: Clock = {
  now: () => performance.now(),
  frame: (run) => {
    const id = requestAnimationFrame(run);
    return () => cancelAnimationFrame(id);
  },
};

/** What players offer. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16];
export const JUMP_SECONDS = 5;
/** A command is shown from so many seconds before it was entered. */
export const COMMAND_LEAD = 5;

/** Pauses longer than this are shortened when they are skipped. */
export const IDLE_SECONDS = 2;
const IDLE_LEFT = 0.4;
/** Characters written at once; between two of them the page can answer. */
const SLICE = 64 * 1024;

/**
 * Plays a recording: writes what is due, then looks again with the next frame. A jump begins with the screen that the piece of that moment
 * begins with, and draws from there, in slices; the state of a terminal is the sum of all it was sent. A newer jump replaces one that is still
 * drawing.
 */
export function createPlayer(recording: Recording, screen: Screen, clock: Clock, onState: (state: PlayerState) => void): Player {
  /** The piece that is drawn from, and its number; undefined while it is on its way. */
  let piece: Cast | undefined;
  let at = -1;
  let next = 0;
  let position = 0;
  let playing = false;
  let speed = 1;
  let skipIdle = false;
  let last = clock.now();
  let drawing = false;
  /** The screen of the piece has yet to be drawn. */
  let fresh = false;
  let target: number | null = null;
  let cancel: (() => void) | null = null;
  let failed = false;
  let disposed = false;

  const { times, duration } = recording;
  const tell = (): void => {
    if (!disposed) onState({ position: target ?? position, playing, seeking: target !== null || (!piece && !failed), failed });
  };
  const pieceAt = (time: number): number => {
    let found = 0;
    while (found + 1 < times.length && (times[found + 1] as number) <= time) found += 1;
    return found;
  };

  /** Goes on in another piece. After a jump its screen is drawn; who has played up to it has that screen already. */
  function enter(number: number, drawn: boolean): void {
    at = number;
    next = 0;
    piece = undefined;
    const arrived = (found: Cast): void => {
      if (disposed || at !== number) return;
      piece = found;
      last = clock.now();
      fresh = !drawn;
      // The next one is here when it is due.
      if (number + 1 < times.length) void Promise.resolve(recording.piece(number + 1)).catch(() => undefined);
      schedule();
    };
    const found = recording.piece(number);
    if (!(found instanceof Promise)) {
      arrived(found);
      return;
    }
    tell();
    found.then(arrived, () => {
      if (disposed || at !== number) return;
      failed = true;
      playing = false;
      target = null;
      tell();
    });
  }

  function beginAt(found: Cast): void {
    screen.reset();
    screen.resize({ cols: found.cols, rows: found.rows });
    fresh = false;
    if (found.screen === '') return;
    drawing = true;
    screen.write(found.screen, () => {
      drawing = false;
      schedule();
    });
  }

  /** Writes the events up to `time`, at most one slice, then calls back. */
  function drawUntil({ events }: Cast, time: number, then: () => void): void {
    const parts: string[] = [];
    let size = 0;
    while (next < events.length && size < SLICE) {
      const event = events[next] as CastEvent; // next < length was just checked
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
    if (disposed || drawing || !piece) return;
    if (fresh) beginAt(piece);
    if (drawing) return;
    if (target !== null) stepSeek(piece);
    else if (playing) stepPlay(piece);
  }

  function stepPlay(from: Cast): void {
    const now = clock.now();
    position = Math.min(duration, position + ((now - last) / 1000) * speed);
    last = now;
    const following = times[at + 1];
    const upcoming = from.events[next]?.time ?? following;
    if (skipIdle && upcoming !== undefined && upcoming - position > IDLE_SECONDS) position = upcoming - IDLE_LEFT;
    drawUntil(from, position, () => {
      const drained = from === piece && target === null && next >= from.events.length;
      if (drained && following !== undefined && position >= following) enter(at + 1, true);
      else if (drained && following === undefined && position >= duration) playing = false;
      tell();
      schedule();
    });
  }

  function stepSeek(from: Cast): void {
    const time = target ?? 0;
    drawUntil(from, time, () => {
      if (target !== time) return schedule();
      if (next < indexAfter(from.events, time)) return schedule();
      position = time;
      target = null;
      last = clock.now();
      tell();
      schedule();
    });
  }

  function schedule(): void {
    if (!disposed && !cancel && piece && (playing || target !== null)) cancel = clock.frame(step);
  }

  function seek(time: number): void {
    const wanted = Math.max(0, Math.min(duration, time));
    target = wanted;
    failed = false;
    const number = pieceAt(wanted);
    if (number !== at || !piece || next > indexAfter(piece.events, wanted)) enter(number, false);
    tell();
    schedule();
  }

  // Drawn from the first moment on, whether or not somebody jumps at once.
  screen.resize({ cols: recording.cols, rows: recording.rows });
  enter(0, true);

  return {
    play() {
      if (position >= duration && target === null) seek(0);
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

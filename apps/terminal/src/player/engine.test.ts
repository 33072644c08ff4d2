import { describe, expect, it } from 'vitest';
import type { Cast, CastEvent } from './cast.ts';
import { createPlayer, IDLE_SECONDS, type PlayerState } from './engine.ts';

const out = (time: number, data: string): CastEvent => ({ time, kind: 'o', data });
const cast = (events: CastEvent[]): Cast => ({
  cols: 80,
  rows: 24,
  start: 0,
  duration: events.at(-1)?.time ?? 0,
  events,
  truncated: false,
});

/** A screen that keeps its text and a clock that moves when told. */
function stage(recording: Cast) {
  let text = '';
  const sizes: string[] = [];
  let time = 0;
  let frames: (() => void)[] = [];
  let state: PlayerState = { position: 0, playing: false, seeking: false };
  const player = createPlayer(
    recording,
    {
      write: (data, done) => {
        text += data;
        done();
      },
      reset: () => {
        text = '';
      },
      resize: ({ cols, rows }) => void sizes.push(`${cols}x${rows}`),
    },
    {
      now: () => time,
      frame: (run) => {
        frames.push(run);
        return () => {
          frames = frames.filter((entry) => entry !== run);
        };
      },
    },
    (next) => {
      state = next;
    },
  );
  const pass = (seconds: number): void => {
    for (let left = seconds; left > 0; left -= 0.1) {
      time += 100;
      for (const run of frames.splice(0)) run();
    }
  };
  return { player, pass, text: () => text, state: () => state, sizes };
}

const steps = cast([out(0, 'a'), out(1, 'b'), out(2, 'c'), out(60, 'd'), out(61, 'e')]);

describe('player', () => {
  it('shortens pauses of more than two seconds when it is to skip them', () => {
    expect(IDLE_SECONDS).toBe(2);
    const { player, pass, text } = stage(cast([out(0, 'a'), out(3, 'b'), out(4.5, 'c')]));
    player.setSkipIdle(true);
    player.play();
    pass(1);
    expect(text()).toBe('ab');
    pass(1);
    expect(text()).toBe('abc');
  });

  it('shows what is due and stops while paused', () => {
    const { player, pass, text } = stage(steps);
    player.play();
    pass(1.5);
    expect(text()).toBe('ab');
    player.pause();
    pass(10);
    expect(text()).toBe('ab');
    player.play();
    pass(1);
    expect(text()).toBe('abc');
  });

  it('plays at the speed asked for and ends by itself', () => {
    const { player, pass, text, state } = stage(steps);
    player.setSpeed(8);
    player.play();
    pass(9);
    expect(text()).toBe('abcde');
    expect(state()).toMatchObject({ playing: false, position: 61 });
    player.play();
    pass(0.2);
    expect(text()).toBe('a');
  });

  it('jumps forward and back, paused or playing', () => {
    const { player, pass, text, state } = stage(steps);
    player.seek(60);
    pass(0.3);
    expect(text()).toBe('abcd');
    player.seek(1);
    pass(0.3);
    expect(text()).toBe('ab');
    expect(state()).toMatchObject({ position: 1, playing: false, seeking: false });
    player.seek(999);
    pass(0.3);
    expect(state().position).toBe(61);
    player.seek(-5);
    pass(0.3);
    expect(text()).toBe('a');
  });

  it('skips long pauses when asked', () => {
    const { player, pass, text } = stage(steps);
    player.setSkipIdle(true);
    player.play();
    pass(5);
    expect(text()).toBe('abcde');
  });

  it('takes over recorded sizes and goes back to the first on a jump back', () => {
    const { player, pass, sizes } = stage(cast([out(0, 'a'), { time: 1, kind: 'r', data: '120x40' }, out(2, 'b')]));
    player.seek(2);
    pass(1);
    player.seek(0);
    pass(1);
    expect(sizes).toEqual(['120x40', '80x24']);
  });

  it('draws a large jump in slices and lets a newer jump win', () => {
    const many = cast(Array.from({ length: 2000 }, (_, n) => out(n / 100, 'x'.repeat(1000))));
    const { player, pass, text, state } = stage(many);
    player.seek(19);
    pass(0.1);
    expect(state().seeking).toBe(true);
    player.seek(0.5);
    pass(1);
    expect(state()).toMatchObject({ seeking: false, position: 0.5 });
    expect(text().length).toBe(51_000);
  });
});

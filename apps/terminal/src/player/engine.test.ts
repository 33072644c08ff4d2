import { describe, expect, it } from 'vitest';
import { type Cast, type CastEvent, type Recording, wholeRecording } from './cast.ts';
import { createPlayer, IDLE_SECONDS, type PlayerState } from './engine.ts';

const out = (time: number, data: string): CastEvent => ({ time, kind: 'o', data });
const piece = (events: CastEvent[], screen = ''): Cast => ({
  cols: 80,
  rows: 24,
  start: 0,
  duration: events.at(-1)?.time ?? 0,
  events,
  truncated: false,
  screen,
});
const cast = (events: CastEvent[]): Recording => wholeRecording(piece(events));

/** A screen that keeps its text and a clock that moves when told. */
function stage(recording: Recording) {
  let text = '';
  const sizes: string[] = [];
  let time = 0;
  let frames: (() => void)[] = [];
  let state: PlayerState = { position: 0, playing: false, seeking: false, failed: false };
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
    expect(sizes).toEqual(['80x24', '120x40', '80x24']);
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

  describe('of a recording in pieces', () => {
    const pieces = [
      piece([out(0, 'a'), out(9, 'b')]),
      piece([out(10, 'c'), out(19, 'd')], '[ab]'),
      piece([out(20, 'e'), out(30, 'f')], '[abcd]'),
    ];
    /** Pieces come when a test says so; which were asked for is told. */
    function away() {
      const asked: number[] = [];
      const give: (() => void)[] = [];
      const recording: Recording = {
        ...cast([]),
        duration: 30,
        times: [0, 10, 20],
        piece: (at) => {
          asked.push(at);
          return new Promise((resolve, reject) => {
            give.push(() => (pieces[at] ? resolve(pieces[at]) : reject(new Error('gone'))));
          });
        },
      };
      const come = async (): Promise<void> => {
        for (const one of give.splice(0)) one();
        await Promise.resolve();
        await Promise.resolve();
      };
      return { recording, asked, come };
    }

    it('asks for the piece of a moment only, and begins with its screen', async () => {
      const { recording, asked, come } = away();
      const { player, pass, text, state } = stage(recording);
      player.seek(25);
      expect(state()).toMatchObject({ seeking: true, position: 25 });
      await come();
      pass(0.3);
      expect([text(), asked, state().seeking]).toEqual(['[abcd]e', [0, 2], false]);
      player.seek(12);
      await come();
      pass(0.3);
      expect(text()).toBe('[ab]c');
    });

    it('plays on from one into the next, without drawing its screen again, and waits where it is late', async () => {
      const { recording, asked, come } = away();
      const { player, pass, text, state } = stage(recording);
      await come();
      expect(asked).toEqual([0, 1]);
      player.play();
      pass(11);
      expect([text(), state().seeking]).toEqual(['ab', true]);
      await come();
      pass(1);
      expect([text(), state().seeking]).toEqual(['abc', false]);
      player.setSkipIdle(true);
      pass(3);
      await come();
      pass(20);
      expect([text(), state()]).toEqual(['abcdef', { position: 30, playing: false, seeking: false, failed: false }]);
    });

    it('says when a piece cannot be had, and may be asked again', async () => {
      const { recording, come } = away();
      const lost: Recording = { ...recording, times: [0, 10, 20, 30], duration: 40 };
      const { player, pass, text, state } = stage(lost);
      await come();
      player.seek(35);
      await come();
      expect(state()).toMatchObject({ failed: true, playing: false });
      player.seek(10);
      await come();
      pass(0.3);
      expect([text(), state().failed]).toEqual(['[ab]c', false]);
    });
  });
});

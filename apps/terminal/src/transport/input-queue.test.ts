import { describe, expect, it } from 'vitest';
import { createInputQueue, EARLY_LIMIT, HIGH_WATER } from './input-queue.ts';

/** A line that only moves when told to, so back-pressure can be seen. */
function slowLine() {
  const sent: string[] = [];
  const timers: (() => void)[] = [];
  let buffered = 0;
  let peak = 0;
  let there = true;
  const wait = ((run: () => void) => timers.push(run)) as unknown as typeof setTimeout;
  return {
    sent,
    wait,
    sink: {
      ready: () => there,
      buffered: () => buffered,
      send: (text: string) => {
        sent.push(text);
        buffered += text.length;
        peak = Math.max(peak, buffered);
      },
    },
    drain() {
      buffered = 0;
      for (const run of timers.splice(0)) run();
    },
    connected(now: boolean) {
      there = now;
    },
    peak: () => peak,
    waiting: () => timers.length,
  };
}

describe('createInputQueue', () => {
  it('keeps 64 KiB of what is typed before the other end is there, and the line busy with 256 KiB', () => {
    expect([EARLY_LIMIT, HIGH_WATER]).toEqual([65_536, 262_144]);
  });

  it('delivers 5 MB in order while holding back when the line is full', () => {
    const line = slowLine();
    const progress: number[] = [];
    const queue = createInputQueue(line.sink, (left) => progress.push(left), line.wait);
    const source = Array.from({ length: 700_000 }, (_, n) => String(n)).join(',');
    queue.push(source);
    queue.push('\u0003');
    expect(queue.pending()).toBeGreaterThan(0);
    for (let turn = 0; turn < 1000 && line.waiting() > 0; turn += 1) line.drain();
    expect(line.sent.join('')).toBe(`${source}\u0003`);
    expect(line.peak()).toBeLessThan(HIGH_WATER * 2);
    expect(queue.pending()).toBe(0);
    expect(progress.at(-1)).toBe(0);
  });

  it('sends a key at once when nothing waits', () => {
    const line = slowLine();
    createInputQueue(line.sink, () => undefined, line.wait).push('a');
    expect(line.sent).toEqual(['a']);
  });

  it('keeps what is typed before anybody listens, and sends it in order once', () => {
    const line = slowLine();
    line.connected(false);
    const queue = createInputQueue(line.sink, () => undefined, line.wait);
    for (const key of 'ls\r') queue.push(key);
    expect([line.sent, line.waiting()]).toEqual([[], 0]);
    line.connected(true);
    queue.start();
    queue.push('w');
    expect(line.sent.join('')).toBe('ls\rw');
  });

  it('keeps no more than a little before anybody listens, and never a part of what was pasted', () => {
    const line = slowLine();
    line.connected(false);
    const queue = createInputQueue(line.sink, () => undefined, line.wait);
    queue.push('a');
    queue.push('x'.repeat(EARLY_LIMIT));
    queue.push('b');
    line.connected(true);
    queue.start();
    expect(line.sent.join('')).toBe('ab');
  });

  it('forgets the rest when cleared', () => {
    const line = slowLine();
    const queue = createInputQueue(line.sink, () => undefined, line.wait);
    queue.push('x'.repeat(HIGH_WATER * 3));
    queue.clear();
    const before = line.sent.length;
    line.drain();
    expect(line.sent.length).toBe(before);
    queue.push('y');
    expect(line.sent.at(-1)).toBe('y');
  });
});

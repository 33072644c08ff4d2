import { describe, expect, it } from 'vitest';
import { createOutputQueue, SLICE_BYTES } from './output-queue.ts';

/** An emulator that draws one slice each time it is told to. */
function slowScreen() {
  const drawn: number[] = [];
  const slices: number[] = [];
  let finish: (() => void) | undefined;
  return {
    drawn,
    slices,
    write: (bytes: Uint8Array, done: () => void) => {
      if (finish) throw new Error('a second slice before the first was drawn');
      slices.push(bytes.length);
      finish = () => {
        for (const byte of bytes) drawn.push(byte);
        finish = undefined;
        done();
      };
    },
    step: () => finish?.(),
    busy: () => finish !== undefined,
  };
}

describe('createOutputQueue', () => {
  it('draws every byte in order, one slice at a time', () => {
    const screen = slowScreen();
    const queue = createOutputQueue(screen.write, () => undefined);
    const expected: number[] = [];
    for (let n = 0; n < 300; n += 1) {
      const part = Uint8Array.from({ length: (n * 37) % 4000 }, (_, at) => (n + at) % 256);
      expected.push(...part);
      queue.push(part);
    }
    while (screen.busy()) screen.step();
    expect(Buffer.compare(Buffer.from(screen.drawn), Buffer.from(expected))).toBe(0);
    expect(Math.max(...screen.slices)).toBeLessThanOrEqual(SLICE_BYTES);
    expect(screen.slices.length).toBeLessThan(30);
    expect(queue.pending()).toBe(0);
  });

  it('cuts one huge frame', () => {
    const screen = slowScreen();
    createOutputQueue(screen.write, () => undefined).push(new Uint8Array(SLICE_BYTES * 3 + 1));
    while (screen.busy()) screen.step();
    expect(screen.slices).toEqual([SLICE_BYTES, SLICE_BYTES, SLICE_BYTES, 1]);
  });

  it('says how much it had to skip', () => {
    const screen = slowScreen();
    const skipped: number[] = [];
    const queue = createOutputQueue(screen.write, (bytes) => skipped.push(bytes), 1000);
    for (let n = 0; n < 20; n += 1) queue.push(new Uint8Array(100).fill(n));
    while (screen.busy()) screen.step();
    const total = skipped.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThan(0);
    expect(screen.drawn.length + total).toBe(2000);
    expect(screen.drawn.at(-1)).toBe(19);
  });

  it('tells when all is drawn', () => {
    const screen = slowScreen();
    const queue = createOutputQueue(screen.write, () => undefined);
    let told = false;
    queue.push(new Uint8Array(10));
    queue.whenDrawn(() => {
      told = true;
    });
    expect(told).toBe(false);
    screen.step();
    expect(told).toBe(true);
  });
});

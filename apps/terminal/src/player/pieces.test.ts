import { expect, test } from 'vitest';
import { piecewise } from './pieces.ts';

const known = { cols: 80, rows: 24, start: 0, duration: 100, truncated: false, times: [0, 10, 20, 30, 40, 50] };
const bytes = (n: number): ArrayBuffer =>
  new TextEncoder().encode(`{"version":2,"width":90,"height":20}\n[${n * 10},"s","screen ${n}"]\n[${n * 10},"o","x"]\n`)
    .buffer as ArrayBuffer;

test('pieces are loaded once while they are held, and few are', async () => {
  const asked: number[] = [];
  const recording = piecewise(known, async (n) => {
    asked.push(n);
    return bytes(n);
  });
  expect(await recording.piece(1)).toMatchObject({ cols: 90, rows: 20, screen: 'screen 1', events: [{ time: 10, kind: 'o', data: 'x' }] });
  // Here already: at once.
  expect(recording.piece(1)).not.toBeInstanceOf(Promise);
  for (const n of [2, 3, 1, 4, 5]) await recording.piece(n);
  expect(asked).toEqual([1, 2, 3, 4, 5]);
  await recording.piece(1);
  await recording.piece(2);
  expect(asked).toEqual([1, 2, 3, 4, 5, 2]);
});

test('one that could not be had is asked for again, and two who ask at once get the same', async () => {
  let fails = true;
  let asked = 0;
  const recording = piecewise(known, async (n) => {
    asked += 1;
    if (fails) throw new Error('away');
    return bytes(n);
  });
  await expect(recording.piece(0)).rejects.toThrow('away');
  fails = false;
  const [one, two] = [recording.piece(0), recording.piece(0)];
  expect(await one).toBe(await two);
  expect(asked).toBe(2);
});

import type { Bell } from '@postern/contract/preferences';
import { expect, test, vi } from 'vitest';
import { createBell } from './bell.ts';

function bellOf(chosen: Bell) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const box = document.createElement('div');
  const heard = vi.fn();
  return { box, heard, bell: createBell(box, () => chosen, heard) };
}

test('it flashes, for a moment', () => {
  const { box, heard, bell } = bellOf('visual');
  bell.ring();
  expect(box.className).toBe('pt-bell');
  vi.advanceTimersByTime(200);
  expect(box.className).toBe('');
  expect(heard).not.toHaveBeenCalled();
});

test('it sounds, and not as often as a program rings', () => {
  const { box, heard, bell } = bellOf('sound');
  for (let n = 0; n < 100; n += 1) {
    bell.ring();
    vi.advanceTimersByTime(10);
  }
  expect(heard).toHaveBeenCalledTimes(4);
  expect(box.className).toBe('');
});

test('it is off', () => {
  const { box, heard, bell } = bellOf('off');
  bell.ring();
  expect([box.className, heard.mock.calls.length]).toEqual(['', 0]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { keepAboveKeyboard } from './keyboard-room.ts';
import { watchPinch } from './pinch.ts';

/** A page that is 800 px high, of which so much is seen. */
function page() {
  const root = document.documentElement;
  vi.spyOn(root, 'clientHeight', 'get').mockReturnValue(800);
  const scrolled: number[] = [];
  const seen = Object.assign(new EventTarget(), { height: 800, scale: 1, offsetTop: 0 });
  const stop = keepAboveKeyboard({
    visualViewport: seen,
    document,
    scrollTo: (_x: number, y: number) => scrolled.push(y),
  } as unknown as Window);
  onTestFinished(() => {
    stop();
    vi.restoreAllMocks();
  });
  return {
    scrolled,
    becomes(next: Partial<typeof seen>): string {
      Object.assign(seen, next).dispatchEvent(new Event('resize'));
      return root.style.getPropertyValue('--pt-visible');
    },
    stop,
  };
}

test('the page ends where the keyboard begins, and is whole again when it is gone', () => {
  const { becomes, scrolled, stop } = page();
  expect(becomes({ height: 430, offsetTop: 120 })).toBe('430px');
  expect(scrolled).toEqual([0]);
  expect(becomes({ height: 800, offsetTop: 0 })).toBe('');
  becomes({ height: 430 });
  stop();
  expect(document.documentElement.style.getPropertyValue('--pt-visible')).toBe('');
});

test('a page that is magnified has no keyboard over it', () => {
  const { becomes, scrolled } = page();
  expect(becomes({ height: 400, scale: 2, offsetTop: 200 })).toBe('');
  expect(scrolled).toEqual([]);
});

/** A box with fingers on it, so far apart. */
function fingers() {
  const box = document.createElement('div');
  const moved: number[] = [];
  const ended: number[] = [];
  onTestFinished(
    watchPinch(box, { now: () => 14, bounds: { min: 8, max: 40 }, onMove: (size) => moved.push(size), onEnd: (size) => ended.push(size) }),
  );
  const touch = (type: string, ...at: number[]): Event => {
    const event = Object.assign(new Event(type, { cancelable: true }), { touches: at.map((clientX) => ({ clientX, clientY: 0 })) });
    box.dispatchEvent(event);
    return event;
  };
  return { moved, ended, touch };
}

test('two fingers change the size within its bounds, and it is kept when they are gone', () => {
  const { moved, ended, touch } = fingers();
  touch('touchstart', 100);
  touch('touchstart', 100, 200);
  expect(touch('touchmove', 50, 250).defaultPrevented).toBe(true);
  touch('touchmove', 0, 1000);
  expect(ended).toEqual([]);
  touch('touchend', 0);
  touch('touchend');
  expect([moved, ended]).toEqual([[28, 40], [40]]);
});

test('one finger scrolls, and two that lie still change nothing', () => {
  const { moved, ended, touch } = fingers();
  touch('touchstart', 100);
  expect(touch('touchmove', 180).defaultPrevented).toBe(false);
  touch('touchend');
  touch('touchstart', 100, 200);
  touch('touchend', 100);
  expect([moved, ended]).toEqual([[], []]);
});

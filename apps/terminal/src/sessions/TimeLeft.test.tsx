import type { SessionLimits } from '@postern/contract/frames';
import { ToastHost } from '@postern/ui';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { TimeLeft } from './TimeLeft.tsx';

const labels = { close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Reference' };
const DAY = 86_400;

/** The button of a session with these limits. */
async function button(limits: SessionLimits): Promise<HTMLButtonElement> {
  const box = await draw(
    <>
      <TimeLeft limits={limits} asset="web-1" />
      <ToastHost labels={labels} />
    </>,
  );
  return box.querySelector('button') as HTMLButtonElement;
}
/** What is written on it, without what it says beside it. */
const written = (one: HTMLButtonElement): string =>
  [...one.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join('');
const described = (one: HTMLButtonElement): string =>
  document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

test('what is left counts down, and a person is told at five minutes and at one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const timer = await button({ expire_at: Date.now() / 1000 + 302 });
  const pass = (seconds: number): Promise<void> => act(async () => void vi.advanceTimersByTime(seconds * 1000));
  const marked = (): string[] => ['pt-left--soon', 'pt-left--now'].filter((mark) => timer.classList.contains(mark));
  const told = (): string => document.querySelector('.p-toast')?.textContent ?? '';
  expect([written(timer), marked(), told()]).toEqual(['5:02 left', [], '']);
  await pass(2);
  expect([written(timer), marked(), told()]).toEqual(['5:00 left', ['pt-left--soon'], 'web-1 ends in 5:00.']);
  await pass(10);
  expect(told()).toBe('');
  await pass(230);
  expect([written(timer), marked(), told()]).toEqual(['1:00 left', ['pt-left--now'], 'web-1 ends in 1:00. Save your work.']);
});

test('the longest time of a session is counted and told where it ends first', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const until = Date.now() / 1000 + 301;
  const timer = await button({ expire_at: until + DAY, longest_until: until });
  expect(described(timer).replace(/\s/g, ' ')).toContain('No session lasts longer than until ');
  expect(written(timer)).toBe('5:01 left');
  await act(async () => void vi.advanceTimersByTime(1000));
  expect(document.querySelector('.p-toast')?.textContent).toBe('web-1 ends in 5:00.');
  expect(written(await button({ expire_at: null, longest_until: until }))).toBe('5:00 left');
});

test('which rule ends a session when is said to screen readers, and shown by a press', async () => {
  const date = new Date(2030, 4, 6, 14, 30);
  const one = await button({ expire_at: date.getTime() / 1000, idle_minutes: 1 });
  const [permission, idle] = ['Your permission ends on May 6, 2030, 2:30 PM.', 'It ends when nothing was typed for 1 minute.'];
  expect([one.getAttribute('aria-label'), described(one).replace(/\s/g, ' ')]).toEqual(['When this session ends', `${permission} ${idle}`]);
  await act(async () => one.click());
  const shown = [...document.querySelectorAll('.pt-left-rule')].map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  expect([shown, one.getAttribute('aria-expanded')]).toEqual([[permission, idle], 'true']);
  await act(async () => void one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(one.getAttribute('aria-expanded')).toBe('false');
});

test('what ends in a month is not counted, and what nothing limits says so', async () => {
  expect(written(await button({ expire_at: Date.now() / 1000 + 30 * DAY }))).toBe('');
  expect(described(await button({ expire_at: null, idle_minutes: 0 }))).toBe('Your permission has no end.');
});

import { ToastHost } from '@postern/ui';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { TimeLeft } from './TimeLeft.tsx';

const labels = { close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Reference' };

test('what is left counts down, and a person is told at five minutes and at one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const box = await draw(
    <>
      <TimeLeft until={Date.now() / 1000 + 302} asset="web-1" />
      <ToastHost labels={labels} />
    </>,
  );
  const pass = (seconds: number): Promise<void> => act(async () => void vi.advanceTimersByTime(seconds * 1000));
  const timer = (): HTMLElement => box.querySelector('[role="timer"]') as HTMLElement;
  const told = (): string => box.querySelector('.p-toast')?.textContent ?? '';
  expect([timer().textContent, timer().className, told()]).toEqual(['5:02 left', '', '']);
  await pass(2);
  expect([timer().textContent, timer().className, told()]).toEqual(['5:00 left', 'pt-left--soon', 'web-1 ends in 5:00.']);
  await pass(10);
  expect(told()).toBe('');
  await pass(230);
  expect([timer().textContent, timer().className, told()]).toEqual(['1:00 left', 'pt-left--now', 'web-1 ends in 1:00. Save your work.']);
});

test('what ends in a month is not counted', async () => {
  const box = await draw(<TimeLeft until={Date.now() / 1000 + 30 * 86_400} asset="web-1" />);
  expect(box.textContent).toBe('');
});

import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { DateRange } from './DateRange.tsx';

test('a span is chosen by a shortcut, from that many days ago until now', async () => {
  const onChange = vi.fn();
  const { user, container } = await draw(<DateRange value={{ from: 0, to: 86_400_000 }} onChange={onChange} />);
  await user.click(container.querySelector('input') as HTMLElement);
  const offered = () => [...document.querySelectorAll('.ant-picker-presets li')].map((line) => line.textContent);
  expect(offered()).toEqual(['Last 24 hours', 'Last 7 days', 'Last 30 days', 'Last 90 days', 'Last 183 days', 'Last 365 days']);
  await user.click(screen.getByText('Last 30 days'));
  const [{ from, to }] = onChange.mock.lastCall as [{ from: number; to: number }];
  // Summer time may lie between the two.
  expect(Math.round((to - from) / 86_400_000)).toBe(30);
  expect(Math.abs(to - Date.now())).toBeLessThan(86_400_000);
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { ScheduleCell } from './run-cells.tsx';

test.each([
  [{ is_periodic: true, crontab: '0 3 * * *', interval: 24 }, '0 3 * * *'],
  [{ is_periodic: true, crontab: '', interval: 24 }, /24/],
  [{ is_periodic: false, crontab: '0 3 * * *', interval: 24 }, /^Run by hand/],
])('%j runs as said: %s', async (row, words) => {
  await draw(<ScheduleCell row={{ id: '1', ...row }} />);
  expect(screen.getByText(words)).toBeInTheDocument();
});

import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { setCompact, useRowHeight } from './row-height.ts';

beforeEach(() => localStorage.clear());

function Height({ name }: { name: string }) {
  return <output aria-label={name}>{useRowHeight().height}</output>;
}

test('all tables of a page have one height of rows, which is kept', async () => {
  const { unmount } = await draw(
    <>
      <Height name="one" />
      <Height name="other" />
    </>,
  );
  expect(screen.getByLabelText('one')).toHaveTextContent('44');
  act(() => setCompact(true));
  for (const name of ['one', 'other']) expect(screen.getByLabelText(name)).toHaveTextContent('34');
  unmount();
  await draw(<Height name="later" />);
  expect(screen.getByLabelText('later')).toHaveTextContent('34');
  act(() => setCompact(false));
  expect(screen.getByLabelText('later')).toHaveTextContent('44');
});

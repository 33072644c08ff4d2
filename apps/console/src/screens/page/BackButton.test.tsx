import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { BackButton } from './BackButton.tsx';

test.each([
  [0, '/list'],
  [1, '/before'],
])('with %i pages before it, a page leads back to %s', async (idx, to) => {
  history.replaceState({ idx }, '');
  onTestFinished(() => history.replaceState(null, ''));
  const { user, router } = await draw(<BackButton to="/list" />, { at: '/before' });
  await router.navigate('/page');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(router.state.location.pathname).toBe(to);
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { SecondFactors } from './SecondFactors.tsx';

const factors = (left: number, more: object = {}) => ({
  forced: false,
  otp: true,
  passkeys: [],
  passkeys_possible: true,
  recovery_codes: { left, total: 10 },
  ...more,
});

async function open(answer: object) {
  updateSession({ profile: { id: '7', username: 'ada', perms: [] } as unknown as Profile, settings: {} });
  serve({ 'GET users/profile/mfa/': answer });
  return draw(<SecondFactors />);
}

test.each([
  [3, 'success'],
  [2, 'warning'],
  [1, 'warning'],
  [0, 'danger'],
])('with %i recovery codes left their mark is of the tone %s', async (left, tone) => {
  await open(factors(left));
  const mark = await screen.findByText(`${left} of 10 left`);
  expect(mark.closest('.p-status')).toHaveClass(`p-status--${tone}`);
});

test('codes are for who has a factor; the only one of somebody who needs one is not taken away', async () => {
  const none = await open(factors(0, { otp: false }));
  expect(await screen.findByText('Authenticator app')).toBeInTheDocument();
  expect(screen.queryByText('Recovery codes')).toBeNull();
  none.unmount();
  await open(factors(5, { forced: true }));
  expect(await screen.findByRole('button', { name: 'Remove' })).toHaveAccessibleDescription(
    'A second factor is required of you, and this is the only one.',
  );
});

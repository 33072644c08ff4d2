import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { FirstLogin } from './FirstLogin.tsx';

const MADE_UP = { username: 'admin', name: 'Administrator', email: 'admin@example.com', is_first_login: true, perms: [] };
const asks = (...missing: string[]) => updateSession({ profile: { ...MADE_UP, missing } as unknown as Profile, settings: {} });

test('what the server misses is asked, and what it says of it stands at the field', async () => {
  asks('name', 'email');
  const asked = serve({
    'PATCH users/profile/': ({ body }) =>
      (body as { email: string }).email === 'taken@harbour.dev' ? { status: 400, body: { email: ['This address is taken.'] } } : {},
    'GET users/profile/': { ...MADE_UP, is_first_login: false, missing: [] },
  });
  const { user } = await draw(<FirstLogin onClose={vi.fn()} />);
  const go = screen.getByRole('button', { name: 'Continue' });
  await user.click(go);
  expect(await screen.findAllByText('Fill this in.')).toHaveLength(2);
  expect(asked).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Ada Quay');
  await user.type(screen.getByLabelText('Email'), 'taken@harbour.dev');
  await user.click(go);
  expect(await screen.findByText('This address is taken.')).toBeVisible();
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'ada@harbour.dev{Enter}');
  await expect
    .poll(() => asked.filter(({ method }) => method === 'PATCH').at(-1)?.body)
    .toEqual({
      name: 'Ada Quay',
      email: 'ada@harbour.dev',
      is_first_login: false,
    });
});

test('whoever is known is asked for nothing but to go on', async () => {
  asks();
  const asked = serve({ 'PATCH users/profile/': {}, 'GET users/profile/': MADE_UP });
  const { user } = await draw(<FirstLogin onClose={vi.fn()} />);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expect.poll(() => asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_first_login: false });
});

test('a forced second factor is set up first: given up, nothing is stored; bound, the codes are shown before it goes on', async () => {
  asks('second_factor');
  const asked = serve({
    'POST users/profile/otp/start/': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
    'POST users/profile/otp/': { recovery_codes: ['one-two'] },
    'PATCH users/profile/': {},
    'GET users/profile/': MADE_UP,
  });
  const { user } = await draw(<FirstLogin onClose={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const enrol = (await screen.findByText('Set up an authenticator app')).closest<HTMLElement>('[role=dialog]') as HTMLElement;
  await user.click(within(enrol).getByRole('button', { name: 'Cancel' }));
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'I have kept them' }));
  await expect.poll(() => asked.some(({ method }) => method === 'PATCH')).toBe(true);
});

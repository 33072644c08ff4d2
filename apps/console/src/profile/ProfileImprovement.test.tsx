import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { ProfileImprovement } from './ProfileImprovement.tsx';

const NEW = { username: 'mia', phone: null, source: { value: 'local' }, can_public_key_auth: true, mfa_level: { value: 0 }, perms: [] };

test('a key that is laid down with the first login is confirmed, and what is wrong with it is said at its field', async () => {
  updateSession({ profile: NEW as unknown as Profile, settings: {} });
  let confirmed = false;
  const asked = serve({
    'PATCH users/profile/': ({ body }) => {
      const { public_key } = body as { public_key?: string };
      if (public_key === 'wrong') return { status: 400, body: { public_key: ['This SSH key cannot be read.'] } };
      return confirmed ? {} : { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } };
    },
    'GET users/profile/': NEW,
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      confirmed = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user, router } = await draw(<ProfileImprovement />);
  await user.type(screen.getByLabelText('SSH public key'), 'wrong');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByText('This SSH key cannot be read.')).toBeVisible();
  await user.clear(screen.getByLabelText('SSH public key'));
  await user.type(screen.getByLabelText('SSH public key'), 'ssh-ed25519 AAAA');
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  const check = await screen.findByRole('dialog');
  await user.type(await within(check).findByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(within(check).getByRole('button', { name: /Confirm/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/profile/info');
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(3);
});

import { OAUTH2_PRESETS } from '@postern/contract/oauth2-presets';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Values } from '../../../model/values.ts';
import { draw } from '../../../test/draw.tsx';
import { Oauth2Presets } from './Oauth2Presets.tsx';

test('choosing a provider fills in its addresses and says which one is chosen, and what of them is to be written over', async () => {
  const filled: Values[] = [];
  const { user } = await draw(<Oauth2Presets fill={(values) => filled.push(values)} />);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(OAUTH2_PRESETS.map(({ label }) => label));
  expect(screen.queryByRole('status')).toBeNull();
  const github = screen.getByRole('button', { name: 'GitHub' });
  await user.click(github);
  expect(filled.at(-1)).toMatchObject({
    AUTH_OAUTH2_PROVIDER: 'GitHub',
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: 'https://github.com/login/oauth/authorize',
    AUTH_OAUTH2_USER_ATTR_MAP: { username: 'login', name: 'name', email: 'email' },
  });
  expect(screen.getByRole('status')).not.toHaveTextContent('your-tenant-id');
  const microsoft = screen.getByRole('button', { name: 'Microsoft' });
  await user.click(microsoft);
  expect(filled.at(-1)).toMatchObject({ AUTH_OAUTH2_PROVIDER: 'Microsoft', AUTH_OAUTH2_SCOPE: 'User.Read' });
  expect(screen.getByRole('status')).toHaveTextContent('your-tenant-id');
  expect([github, microsoft].map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
});

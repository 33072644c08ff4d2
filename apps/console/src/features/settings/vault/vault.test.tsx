import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../../test/api.ts';
import { draw } from '../../../test/draw.tsx';
import { VaultStatus } from './VaultStatus.tsx';

const KINDS = [{ name: 'accounts', label: 'Accounts', here: 3, there: 4 }];
const standing = (more: object) => ({
  enabled: true,
  store: 'vault.example:8200',
  away: null,
  here: 3,
  there: 4,
  kinds: KINDS,
  task: null,
  ...more,
});

test('secrets that wait are moved once somebody has confirmed it, and the run can be watched', async () => {
  let task: string | null = null;
  const asked: string[] = [];
  serve({
    'GET settings/vault/status/': () => standing({ task }),
    'POST settings/vault/migrate/': () => {
      asked.push('migrate');
      task = 'e0f0a5f2-0000-4000-8000-000000000001';
      return { task };
    },
  });
  const { user } = await draw(<VaultStatus />);
  await user.click(await screen.findByRole('button', { name: 'Move all to the store' }));
  expect(asked).toEqual([]);
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Move 3 secrets to vault.example:8200?');
  const buttons = await screen.findAllByRole('button', { name: 'Move all to the store' });
  await user.click(buttons.at(-1) as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Show progress' })).toBeVisible();
  expect(asked).toEqual(['migrate']);
});

test('a store that is away says so; without one nothing can be moved', async () => {
  serve({ 'GET settings/vault/status/': standing({ enabled: false, store: null, away: 'timeout' }) });
  await draw(<VaultStatus />);
  expect(await screen.findByText(/does not answer \(timeout\)/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bring all back' })).toHaveAccessibleDescription(/set up/));
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { DestinationBanner } from './DestinationBanner.tsx';

const UNCONFIRMED = {
  confirmed: false,
  seen: 'state-1',
  changes: [
    { field: 'address', label: 'Address', before: '192.0.2.10', after: '203.0.113.9' },
    { field: 'entry', label: 'TLS, login page or proxy', before: '', after: 'changed' },
  ],
  accounts: [
    { id: 'a', name: 'root', username: 'root' },
    { id: 'b', name: 'Deploy', username: 'deploy' },
  ],
};
const GET = 'GET assets/assets/one/destination/';
const CONFIRM = 'POST assets/assets/one/destination/confirm/';

async function banner(perms: readonly string[], answers: Parameters<typeof serve>[0], language: 'en' | 'zh' | 'ja' = 'en') {
  updateSession({ profile: { id: 'me', perms: [...perms] } as unknown as Profile });
  const asked: Asked[] = serve(answers);
  const reloads: string[] = [];
  const drawn = await draw(<DestinationBanner assetId="one" onConfirmed={() => reloads.push('again')} />, { language });
  return { ...drawn, asked, reloads };
}

test('says what changed, for which accounts and whom to ask; without the right there is nothing to press', async () => {
  await banner([], { [GET]: UNCONFIRMED });
  expect(await screen.findByText(/root, Deploy \(deploy\)/)).toBeVisible();
  expect(screen.getByText('192.0.2.10')).toBeVisible();
  expect(screen.getByText('203.0.113.9')).toBeVisible();
  expect(screen.getByText('changed')).toBeVisible();
  expect(screen.getByText(/Somebody who may view account secrets/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('is confirmed after a question, for the state that was seen, and goes away', async () => {
  let unconfirmed = true;
  const { user, asked, reloads } = await banner(['accounts.view_accountsecret'], {
    [GET]: () => (unconfirmed ? UNCONFIRMED : { confirmed: true, seen: 'state-2', changes: [], accounts: [] }),
    [CONFIRM]: () => {
      unconfirmed = false;
      return { confirmed: true, seen: 'state-2', changes: [], accounts: [] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('root, Deploy (deploy)');
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(reloads).toEqual(['again']));
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ seen: 'state-1' });
  expect(screen.queryByText('192.0.2.10')).toBeNull();
});

test('shows the new state when it has moved since', async () => {
  let moved = false;
  const { user, reloads } = await banner(['accounts.view_accountsecret'], {
    [GET]: () =>
      moved
        ? {
            ...UNCONFIRMED,
            seen: 'state-3',
            changes: [{ field: 'address', label: 'Address', before: '192.0.2.10', after: '198.51.100.4' }],
          }
        : UNCONFIRMED,
    [CONFIRM]: () => {
      moved = true;
      return { status: 409, body: { code: 'destination_moved', detail: 'It has changed again since you looked.' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('198.51.100.4')).toBeInTheDocument();
  expect(reloads).toEqual([]);
});

test('is silent while all is well', async () => {
  const { asked, container } = await banner([], { [GET]: { confirmed: true, seen: 'x', changes: [], accounts: [] } });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(container.textContent).toBe('');
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { DestinationsDialog } from './DestinationsDialog.tsx';

const LOOK = 'POST assets/assets/destinations/';
const CONFIRM = 'POST assets/assets/destinations/confirm/';
const unconfirmed = (id: string, seen: string) => ({
  id,
  name: `web-${id}`,
  confirmed: false,
  seen,
  changes: [{ field: 'address', label: 'Address', before: '192.0.2.10', after: `203.0.113.${seen}` }],
  accounts: [{ id: 'a', name: 'root', username: 'root' }],
});
const fine = { id: '3', name: 'web-3', confirmed: true, seen: 'x', changes: [], accounts: [] };

async function dialog(answers: Parameters<typeof serve>[0]) {
  const asked = serve(answers);
  const told: string[] = [];
  const drawn = await draw(
    <DestinationsDialog ids={['1', '2', '3']} onClose={() => told.push('closed')} onConfirmed={() => told.push('confirmed')} />,
  );
  return { ...drawn, asked, told };
}

test('shows what changed on each, and confirms what was shown', async () => {
  const { user, asked, told } = await dialog({
    [LOOK]: [unconfirmed('1', '7'), unconfirmed('2', '8'), fine],
    [CONFIRM]: [
      { id: '1', name: 'web-1', confirmed: true },
      { id: '2', name: 'web-2', confirmed: true },
    ],
  });
  expect(await screen.findByText('203.0.113.7')).toBeInTheDocument();
  expect(screen.getByText('203.0.113.8')).toBeInTheDocument();
  expect(screen.queryByText('web-3')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Confirm 2 assets' }));
  await waitFor(() => expect(told).toEqual(['confirmed', 'closed']));
  expect(asked.at(-1)?.body).toEqual({
    assets: [
      { id: '1', seen: '7' },
      { id: '2', seen: '8' },
    ],
  });
});

test('stays with what has moved since, and shows it as it is now', async () => {
  let looks = 0;
  const { user, told } = await dialog({
    [LOOK]: () => {
      looks += 1;
      return looks === 1 ? [unconfirmed('1', '7'), unconfirmed('2', '8')] : [{ ...fine, id: '1' }, unconfirmed('2', '9')];
    },
    [CONFIRM]: [
      { id: '1', name: 'web-1', confirmed: true },
      { id: '2', name: 'web-2', confirmed: false },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Confirm 2 assets' }));
  expect(await screen.findByText(/not confirmed: web-2/)).toBeInTheDocument();
  expect(await screen.findByText('203.0.113.9')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Confirm 1 asset' })).toBeEnabled();
  expect(told).toEqual(['confirmed']);
});

test('says so when there is nothing to confirm', async () => {
  await dialog({ [LOOK]: [fine] });
  expect(await screen.findByText(/Nothing is held back/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Confirm/ })).toHaveAccessibleDescription('There is nothing left to do.');
});

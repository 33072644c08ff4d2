import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';

const rows = Array.from({ length: 12 }, (_, at) => ({ id: `id-${at}`, name: `Group ${at}` }));

test('offers the first page when opened and gives the id of what is picked', async () => {
  const asked = serve({ 'GET users/groups/': { count: 12, results: rows.slice(0, 10) } });
  const onChange = vi.fn();
  const { user } = await draw(<RemoteSelect url="users/groups/" aria-label="Group" onChange={onChange} />);
  expect(asked).toHaveLength(0);
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByText('Group 3'));
  expect(onChange).toHaveBeenCalledWith('id-3');
  expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ offset: '0', limit: '10' });
});

test('is disabled when the list may not be read', async () => {
  serve({ 'GET users/groups/': { status: 403, body: { detail: 'no' } } });
  const { user } = await draw(<RemoteSelect url="users/groups/" aria-label="Group" />);
  await user.click(screen.getByRole('combobox'));
  await waitFor(() => expect(screen.getByRole('combobox')).toBeDisabled());
});

import { screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import type { SearchOption } from '../../model/tag-search.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { FilterMenu } from './FilterMenu.tsx';

const OPTIONS: SearchOption[] = [
  { key: 'name', label: 'Name' },
  {
    key: 'is_active',
    label: 'Active',
    choices: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  },
  { key: 'group', label: 'Group', url: 'users/groups/' },
  {
    key: 'source',
    label: 'Source',
    several: true,
    choices: ['local', 'ldap'].map((value) => ({ value, label: value.toUpperCase() })),
  },
];

async function open(rows: object[] = [{ id: '7', name: 'Harbour' }]) {
  const asked = serve({ 'GET users/groups/': { count: rows.length, results: rows }, 'GET users/users/': { count: 0, results: [] } });
  const [onPick, onClose] = [vi.fn(), vi.fn()];
  const view = await draw(
    <FilterMenu
      options={OPTIONS}
      values={{ source: 'ldap' }}
      counted={{ url: 'users/users/', query: {} }}
      owner={createRef()}
      onPick={onPick}
      onClose={onClose}
    />,
  );
  return { ...view, asked, onPick, onClose };
}
const focused = () => document.activeElement?.textContent;

test('arrows go round the fields and into their values, and back', async () => {
  const { user, onPick, onClose } = await open();
  expect(focused()).toBe('Name');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Active');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(focused()).toBe('Active');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Yes');
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('button', { name: 'Name' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Active' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'No' }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(OPTIONS[1], 'false', undefined);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('of several choices one more is added, and the menu stays', async () => {
  const { user, onPick } = await open();
  await user.click(screen.getByRole('button', { name: 'Source' }));
  expect(screen.getByRole('menuitemcheckbox', { name: 'LDAP' })).toBeChecked();
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'LOCAL' }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(OPTIONS[3], 'ldap,local', true);
});

test('related objects are found by name, twenty at most, and nothing is said to be found', async () => {
  const { user, asked, onPick } = await open();
  await user.click(screen.getByRole('button', { name: 'Group' }));
  await user.click(await screen.findByRole('button', { name: 'Harbour' }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(OPTIONS[2], '7');
  expect(asked[0]?.query.get('limit')).toBe('20');
  expect(screen.queryByText(/^Nothing/)).toBeNull();
});

test('where nothing is found that is said', async () => {
  const { user } = await open([]);
  await user.click(screen.getByRole('button', { name: 'Group' }));
  await waitFor(() => expect(document.querySelector('.s-filter-note')).not.toBeNull());
  expect(await screen.findByText(/^Nothing/)).toBeInTheDocument();
});

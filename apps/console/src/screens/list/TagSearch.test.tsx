import { screen, waitFor } from '@testing-library/react';
import { createRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { addTag, removeTag, type SearchOption, tagsOf } from '../../model/tag-search.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { TagSearch } from './TagSearch.tsx';

const OPTIONS: SearchOption[] = [
  { key: 'name', label: 'Name' },
  {
    key: 'source',
    label: 'Source',
    several: true,
    choices: [
      { value: 'local', label: 'Local' },
      { value: 'ldap', label: 'LDAP/AD' },
    ],
  },
  { key: 'groups', label: 'User groups', url: 'users/groups/', by: 'name' },
];
type Conditions = Parameters<typeof addTag>[0];

function Kept({ onChange }: { onChange: (conditions: Conditions) => void }) {
  const [conditions, setConditions] = useState<Conditions>({ search: [], filters: {} });
  const [input] = useState(() => createRef<HTMLInputElement>());
  const set = (next: Conditions) => {
    setConditions(next);
    onChange(next);
  };
  return (
    <TagSearch
      options={OPTIONS}
      tags={tagsOf(conditions, OPTIONS)}
      filters={conditions.filters}
      counted={{ url: 'users/users/', query: {} }}
      onAdd={(key, value) => set(addTag(conditions, key, value))}
      onRemove={(tag) => set(removeTag(conditions, tag))}
      onClear={() => set({ search: [], filters: {} })}
      inputRef={input}
    />
  );
}

async function open() {
  const asked = serve({
    'GET users/groups/': ({ query }) => ({ count: 1, results: [{ id: '7', name: query.get('search') ? 'Harbour' : 'Any' }] }),
    'GET users/users/': { count: 0, results: [] },
  });
  const changes = vi.fn();
  const view = await draw(<Kept onChange={changes} />);
  const box = screen.getByRole('combobox', { name: 'Search' });
  await view.user.click(box);
  return { ...view, asked, changes, box };
}
const marked = () => document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')?.textContent;

test('at its focus the box says how it is written, by fields of this list, and Escape puts that away', async () => {
  const { user, box } = await open();
  expect(await screen.findByText('Name: text')).toBeVisible();
  expect(screen.getByText('Source: Local')).toBeVisible();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Name:', 'Source:', 'User groups:groups']);
  expect(box).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box).toHaveFocus();
});

test('arrows complete a field and then its value, and a second value joins the first', async () => {
  const { user, changes } = await open();
  await user.keyboard('sou');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{ArrowDown}');
  expect(marked()).toBe('Source:');
  await user.keyboard('{Enter}{ArrowDown}{ArrowDown}');
  expect(marked()).toBe('LDAP/AD');
  await user.keyboard('{Enter}');
  expect(changes).toHaveBeenLastCalledWith({ search: [], filters: { source: 'ldap' } });
  await user.keyboard('source:loc{Enter}');
  expect(changes).toHaveBeenLastCalledWith({ search: [], filters: { source: 'ldap,local' } });
});

test('a field that is written before a colon leads what follows; another colon is a word', async () => {
  const { user, changes } = await open();
  await user.keyboard('Name: anna{Enter}');
  expect(changes).toHaveBeenLastCalledWith({ search: [], filters: { name: 'anna' } });
  await user.keyboard('host:22{Enter}');
  expect(changes).toHaveBeenLastCalledWith({ search: ['host:22'], filters: { name: 'anna' } });
});

test('Enter takes words as they are typed while nothing is marked, also where they begin like a field', async () => {
  const { user, changes } = await open();
  await user.keyboard('name{Enter}');
  expect(changes).toHaveBeenLastCalledWith({ search: ['name'], filters: {} });
});

test('related objects are found on the server once typing stands still, few of them, and pressed', async () => {
  const { user, changes, asked } = await open();
  await user.keyboard('groups:har');
  await user.click(await screen.findByRole('option', { name: 'Harbour' }));
  expect(changes).toHaveBeenLastCalledWith({ search: [], filters: { groups: 'Harbour' } });
  const searches = asked.map(({ query }) => query.get('search')).filter(Boolean);
  expect(searches).toEqual(['har']);
  expect(asked.at(-1)?.query.get('limit')).toBe('8');
});

test('Enter that comes before the answer goes by it, and not by what was found for other words', async () => {
  const { user, changes } = await open();
  await user.keyboard('groups:');
  await screen.findByRole('option', { name: 'Any' });
  await user.keyboard('har{Enter}');
  await waitFor(() => expect(changes).toHaveBeenCalledExactlyOnceWith({ search: [], filters: { groups: 'Harbour' } }));
});

test('what is no choice becomes no condition', async () => {
  const { user, changes } = await open();
  await user.keyboard('source:nowhere{Enter}');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  await user.tab();
  await user.tab();
  expect(changes).not.toHaveBeenCalled();
});

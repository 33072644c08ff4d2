import type { FieldInfo } from '@postern/contract/metadata';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import type { ListDefinition } from '../list/list-definition.ts';
import { ResourceList } from '../list/ResourceList.tsx';

const field = (label: string): FieldInfo => ({ type: 'string', required: false, read_only: false, write_only: false, label });
const FIELDS = { name: field('Name'), comment: field('Comment'), origin: field('Origin') };
const ROWS = ['Anna', 'Bea', 'Cleo'].map((name) => ({ id: name.toLowerCase(), name, comment: `about ${name}` }));
const definition: ListDefinition = {
  resource: { url: 'users/groups/', app: 'users', model: 'usergroup', path: '/users/groups', noun: 'group' },
  empty: '',
  defaults: ['name', 'comment'],
};
const server = (more: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>> = {}) =>
  serve({
    'GET users/groups/': { count: 3, results: ROWS },
    'OPTIONS users/groups/': { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS } },
    ...Object.fromEntries(ROWS.map((row) => [`GET users/groups/${row.id}/`, { ...row, origin: `from ${row.name}` }])),
    ...more,
  });

beforeEach(() => {
  localStorage.clear();
  updateSession({
    profile: {
      id: 'me',
      username: 'mia',
      perms: ['users.view_usergroup', 'users.delete_usergroup'],
      is_superuser: false,
    } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
  });
});
async function open(at = '/', part: Partial<ListDefinition> = {}) {
  const view = await draw(<ResourceList definition={{ ...definition, ...part }} />, { at });
  await screen.findByText('about Anna', { selector: 'td *, td' });
  const asked = () => view.router.state.location.search;
  return { ...view, address: asked };
}
const cell = (text: string) => screen.getByText(text, { selector: 'td *, td' });
const preview = (name: string) => screen.findByRole('complementary', { name: `Preview of ${name}` });
const rowOf = (name: string) => cell(`about ${name}`).closest('tr') as HTMLElement;

test('a click on a row shows beside the list what its page knows, and what can be done with it; the address keeps it', async () => {
  server();
  const { user, address } = await open();
  await user.click(cell('about Bea'));
  const panel = within(await preview('Bea'));
  expect(await panel.findByText('from Bea')).toBeVisible();
  expect(panel.getByText('about Bea')).toBeVisible();
  expect(panel.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/users/groups/bea');
  expect(panel.getByRole('button', { name: 'Delete' })).toBeEnabled();
  // By a word and not by its key.
  expect(panel.getAllByRole('button', { name: 'Copy' }).length).toBeGreaterThan(0);
  expect(rowOf('Bea')).toHaveAttribute('aria-current', 'true');
  expect(address()).toBe('?preview=bea');
});

test('a reload shows the same row; new conditions close it', async () => {
  const asked = server();
  const { user, address } = await open('/?preview=cleo');
  expect(await within(await preview('Cleo')).findByText('from Cleo')).toBeVisible();
  // It is no condition of the list.
  expect(asked.find(({ path, method }) => method === 'GET' && path === 'users/groups/')?.query.has('preview')).toBe(false);
  await user.click(screen.getByLabelText('Search'));
  await user.keyboard('Anna{Enter}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(address()).not.toContain('preview');
});

test('arrows go to the next row while it is open, from the row and from what is shown; Esc closes and the row has the focus again', async () => {
  server();
  const { user, address } = await open();
  await user.click(cell('about Anna'));
  await preview('Anna');
  rowOf('Anna').focus();
  await user.keyboard('{ArrowDown}');
  const bea = await preview('Bea');
  expect(rowOf('Bea')).toHaveFocus();
  await user.keyboard('p');
  expect(bea).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await preview('Cleo');
  await user.keyboard('{ArrowDown}');
  expect(address()).toBe('?preview=cleo');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(rowOf('Cleo')).toHaveFocus();
  expect(address()).toBe('');
  // Without it the arrows only move.
  await user.keyboard('{ArrowUp}');
  expect(address()).toBe('');
});

test('the key p looks at a row; Esc while one types is for what is typed into', async () => {
  server();
  const { user, address } = await open();
  rowOf('Bea').focus();
  await user.keyboard('p');
  await preview('Bea');
  await user.click(screen.getByLabelText('Search'));
  await user.keyboard('{Escape}');
  expect(address()).toBe('?preview=bea');
});

test('the middle button and Ctrl open the row’s page in a tab, anywhere on the row; a link stays a link', async () => {
  server();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const { user, address } = await open();
  fireEvent(cell('about Bea'), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
  expect(opened).toHaveBeenLastCalledWith('/users/groups/bea', '_blank', 'noopener');
  fireEvent.click(cell('about Anna'), { ctrlKey: true });
  expect(opened).toHaveBeenLastCalledWith('/users/groups/anna', '_blank', 'noopener');
  // The browser itself does that for a link, and once is enough.
  fireEvent(screen.getByRole('link', { name: 'Bea' }), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
  expect(opened).toHaveBeenCalledTimes(2);
  expect(address()).toBe('');
  await user.click(screen.getByRole('link', { name: 'Cleo' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('neither a double click nor selected text nor a tick nor a button opens it', async () => {
  const asked = server();
  const { user, address } = await open('/', { bulkActions: [{ id: 'own', label: 'Own', run: vi.fn() }] });
  await user.dblClick(cell('about Anna'));
  fireEvent.click(cell('about Bea'), { detail: 2 });
  const select = getSelection();
  select?.selectAllChildren(cell('about Bea'));
  fireEvent.click(cell('about Bea'), { detail: 1 });
  select?.removeAllRanges();
  await user.click(screen.getByRole('checkbox', { name: 'Select Bea' }));
  await user.click(screen.getAllByRole('button', { name: /Delete|More/ })[0] as HTMLElement);
  // What does open comes after all these, so they would have been seen.
  await user.keyboard('{Escape}');
  await user.click(cell('about Cleo'));
  await preview('Cleo');
  expect(address()).toBe('?preview=cleo');
  expect(asked.some(({ path }) => path === 'users/groups/bea/')).toBe(false);
});

test('a row that is gone says so; one that is deleted here closes it', async () => {
  server({ 'GET users/groups/bea/': { status: 404, body: { detail: 'Not found.' } }, 'DELETE users/groups/anna/': {} });
  const { user } = await open('/?preview=bea');
  expect(await within(await preview('Bea')).findByText('It does not exist any more')).toBeVisible();
  await user.click(cell('about Anna'));
  const panel = await preview('Anna');
  await user.click(within(panel).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test('lists inside other pages, lists to choose from and rows without a page have none, whatever the address says', async () => {
  server();
  for (const part of [{ syncUrl: false }, { onSelect: vi.fn() }, { linkTo: false as const }]) {
    const { user, unmount } = await open('/?preview=bea', part);
    await user.click(cell('about Anna'));
    rowOf('Anna').focus();
    await user.keyboard('p');
    expect(screen.queryByRole('complementary')).toBeNull();
    unmount();
  }
});

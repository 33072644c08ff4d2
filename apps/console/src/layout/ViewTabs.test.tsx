import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { Route } from '../routes/resolve.ts';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { draw } from '../test/draw.tsx';
import { ViewTabs } from './ViewTabs.tsx';
import { loadViews } from './view-tabs-store.ts';

const names: Readonly<Record<string, string>> = { '/home': 'Home', '/a': 'Alpha', '/b': 'Beta', '/c': 'Gamma' };

/** The row of tabs beside pages that have only an address. */
function Page() {
  const { pathname } = useLocation();
  const title = names[pathname] ?? '';
  const node = { title: { en: title, zh: title, ja: title }, affix: pathname === '/home', noCache: pathname === '/c' };
  return <ViewTabs route={title ? ({ node } as unknown as Route) : undefined} />;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  updateSession({ profile: { username: 'ann', name: 'Ann', perms: [] } as unknown as Profile });
});

const titles = () => screen.getAllByRole('link').map((link) => link.textContent);

async function openAll() {
  const drawn = await draw(<Page />, { at: '/home' });
  for (const [path, title] of [
    ['/a?x=1', 'Alpha'],
    ['/b', 'Beta'],
    ['/c?y=2', 'Gamma'],
  ] as const) {
    await act(() => drawn.router.navigate(path));
    await screen.findByText(title);
  }
  return drawn;
}

test('each visited view has a tab that keeps its query, unless its route says otherwise', async () => {
  await openAll();
  expect(titles()).toEqual(['Home', 'Alpha', 'Beta', 'Gamma']);
  expect(screen.getByText('Alpha')).toHaveAttribute('href', '/a?x=1');
  expect(screen.getByText('Gamma')).toHaveAttribute('href', '/c');
  expect(screen.getByText('Gamma')).toHaveAttribute('aria-current', 'page');
});

test('a tab closes by its button, by the middle mouse button and by Delete; the affixed one does not', async () => {
  const { user, router } = await openAll();
  expect(screen.queryByRole('button', { name: 'Close Home' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close Gamma' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/b'));
  fireEvent(screen.getByText('Alpha'), new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }));
  await waitFor(() => expect(titles()).toEqual(['Home', 'Beta']));
  screen.getByText('Home').focus();
  await user.keyboard('{Delete}{ArrowRight}{Delete}');
  await waitFor(() => expect(titles()).toEqual(['Home']));
  expect(router.state.location.pathname).toBe('/home');
});

test('the menu of a tab refreshes and closes others', async () => {
  const { user, router } = await openAll();
  fireEvent.contextMenu(screen.getByText('Beta'));
  await user.click(await screen.findByRole('menuitem', { name: 'Close views to the right' }));
  await waitFor(() => expect(titles()).toEqual(['Home', 'Alpha', 'Beta']));
  expect(router.state.location.pathname).toBe('/b');
  await user.click(screen.getByRole('button', { name: 'View actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refresh' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/redirect/b'));
});

test('tabs are kept for the person', async () => {
  const { unmount } = await openAll();
  expect(loadViews('ann')).toHaveLength(4);
  expect(loadViews('ben')).toEqual([]);
  unmount();
  sessionStorage.setItem('openViews_ann', JSON.stringify([{ path: '//evil', search: '', title: 'x', affix: false }, 7, null]));
  expect(loadViews('ann')).toEqual([]);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { draw } from '../../test/draw.tsx';
import { PageTabs } from './PageTabs.tsx';

const tab = (name: string, permissions: readonly string[] = []) => ({ name, title: name, permissions, render: () => <p>In {name}</p> });

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
  document.cookie = 'activeTab=; Max-Age=0; Path=/';
  updateSession({ profile: { username: 'mia', perms: ['a.view_b'] } as unknown as Profile });
});

test('a tab is opened by a click and remembered for a day; other conditions of the page go, its organisation stays', async () => {
  const written: string[] = [];
  const setter = vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
  onTestFinished(() => setter.mockRestore());
  const { user, router } = await draw(<PageTabs tabs={[tab('First'), tab('Second')]} keep={['type']} />, {
    at: '/?activeTab=first&page=3&type=x&oid=1',
  });
  expect(screen.getByText('In First')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Second' }));
  expect(await screen.findByText('In Second')).toBeInTheDocument();
  expect(written).toEqual([expect.stringMatching(/^activeTab=Second;.*Max-Age=86400$/)]);
  await waitFor(() => expect(router.state.location.search).toBe('?type=x&oid=1&activeTab=Second'));
});

test('a tab that was remembered is open again; one without the right is not there', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
  document.cookie = 'activeTab=Second; Path=/';
  await draw(<PageTabs tabs={[tab('First'), tab('Second', ['a.view_b']), tab('Third', ['a.change_b'])]} initial="First" />);
  expect(screen.getByText('In Second')).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Third' })).toBeNull();
});

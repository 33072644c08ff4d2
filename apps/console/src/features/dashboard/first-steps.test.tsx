import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ConsoleDashboard } from './ConsoleDashboard.tsx';

const ORG = { id: 'o1', name: 'Harbour', is_root: false } as unknown as Organisation;
const signIn = (perms: readonly string[], org = ORG) =>
  updateSession({ profile: { username: 'mia', perms: ['rbac.view_console', ...perms] } as unknown as Profile, org });
const ADD = ['assets.add_asset', 'accounts.add_account'];
const WATCH = ['terminal.view_session', 'terminal.view_sessionreplay'];

const answer = (done: readonly string[], settled: readonly string[] = [], put_away = false) => ({
  steps: ['machine', 'person', 'session', 'watch'].map((name) => ({ name, done: done.includes(name), settled: settled.includes(name) })),
  put_away,
});
const page = async (told: object) => {
  const asked = serve({
    'GET index/': { total_count_type_to_assets_amount: [] },
    'GET index/first-steps/': told,
    'PATCH index/first-steps/': ({ body }) => ({ ...told, ...(body as object) }),
  });
  return { ...(await draw(<ConsoleDashboard />)), asked };
};

test('the steps of whoever may take them lead to where they are done; what is done leads nowhere', async () => {
  signIn([...ADD, ...WATCH]);
  await page(answer(['machine']));
  expect(await screen.findByText('1 of 2 done')).toBeVisible();
  expect(screen.getByText('Add a machine')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add a machine' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Watch it' })).toHaveAttribute('href', '/audit/sessions/sessions?activeTab=OfflineList');
  expect(screen.queryByText('Let someone in')).toBeNull();
});

test('they are put away and come back from the menu of the page', async () => {
  signIn(ADD);
  const { user } = await page(answer([]));
  await user.click(await screen.findByRole('button', { name: 'Put the first steps away' }));
  await waitFor(() => expect(screen.queryByText('Add a machine')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show the first steps' }));
  expect(await screen.findByRole('link', { name: 'Add a machine' })).toHaveAttribute('href', '/console/assets/hosts/add');
});

test('they are gone once all that the person may do is done for long', async () => {
  signIn([...ADD, ...WATCH]);
  const { asked } = await page(answer(['machine', 'watch'], ['machine', 'watch']));
  await waitFor(() => expect(asked.some(({ path }) => path === 'index/first-steps/')).toBe(true));
  await screen.findByText('Assets by type');
  expect(screen.queryByText('First steps')).toBeNull();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test.each([
  ['who may take none', [], ORG],
  ['the root organisation', ADD, { ...ORG, is_root: true }],
])('nothing is asked for %s', async (_, perms, org) => {
  signIn(perms, org);
  const { asked } = await page(answer([]));
  await screen.findByText('Assets by type');
  await waitFor(() => expect(asked.some(({ path }) => path === 'index/')).toBe(true));
  expect(asked.some(({ path }) => path === 'index/first-steps/')).toBe(false);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { Narrowed } from '../tree/narrowed.ts';
import type { ListDefinition } from './list-definition.ts';
import { ResourceList } from './ResourceList.tsx';

const definition: ListDefinition = {
  resource: { url: 'users/groups/', app: 'users', model: 'usergroup', path: '/console/users/groups', noun: 'group' },
  empty: 'A group gives permissions to several people at once.',
};
const LOOKS = ['users.view_usergroup'];
const MAKES = [...LOOKS, 'users.add_usergroup'];
const OPS = { id: '1', name: 'Operations' } as Organisation;
const OTHER = { id: '2', name: 'Research' } as Organisation;

const signIn = (perms: readonly string[], org: Organisation, orgs: readonly Organisation[] = [org]) =>
  updateSession({ profile: { id: 'me', username: 'mia', perms, is_superuser: false, console_orgs: orgs } as unknown as Profile, org });
const nothing = (more: Readonly<Record<string, Answer>> = {}) =>
  serve({ 'GET users/groups/': page(), 'OPTIONS users/groups/': metadata({ name: field('string', 'Name') }), ...more });

beforeEach(() => localStorage.clear());

test('whoever may make the first one is told what belongs here, with the button', async () => {
  signIn(MAKES, OPS);
  nothing();
  const { user, router } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('No groups yet');
  screen.getByText(/^A group gives permissions/);
  expect(screen.queryByText(/^You may look/)).toBeNull();
  const buttons = screen.getAllByRole('button', { name: /^Create/ });
  await user.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/users/groups/create'));
});

test('whoever may only look is told that, and offered nothing that would be refused', async () => {
  signIn(LOOKS, OPS);
  nothing();
  await draw(<ResourceList definition={definition} />);
  await screen.findByText(/A group gives permissions.*You may look at them here and add none; an administrator can\./);
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
});

test('whoever has several organisations is told which one is empty', async () => {
  signIn(MAKES, OPS, [OPS, OTHER]);
  nothing();
  await draw(<ResourceList definition={definition} />);
  await screen.findByText('No groups in Operations yet');
});

test('where all organisations are shown at once, it says that things are made in one of them', async () => {
  signIn(MAKES, { ...OPS, is_root: true });
  nothing();
  await draw(<ResourceList definition={definition} />);
  await screen.findByText(/They are made in an organisation: choose one above\./);
});

test('what is picked in a tree is shown to be why, with the way out', async () => {
  signIn(MAKES, OPS);
  nothing();
  const showAll = vi.fn();
  const { user } = await draw(
    <Narrowed value={showAll}>
      <ResourceList definition={definition} />
    </Narrowed>,
  );
  await screen.findByText('No groups in what is picked in the tree');
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(showAll).toHaveBeenCalledOnce();
});

test('a search that finds nothing is cleared by its button, whatever else is true', async () => {
  signIn(LOOKS, OPS);
  const asked = nothing();
  const { user } = await draw(<ResourceList definition={definition} />, { at: '/?search=web' });
  await user.click(await screen.findByRole('button', { name: 'Clear filter' }));
  await screen.findByText('No groups yet');
  expect(asked.findLast((one) => one.method === 'GET')?.query.get('search')).toBeNull();
});

test('a refused list says which right is missing, in the words of the server', async () => {
  signIn([], OPS);
  const detail = 'You need the right “View user group” for this. An administrator can give you a role that has it.';
  nothing({ 'GET users/groups/': { status: 403, body: { detail, code: 'permission_denied' } } });
  await draw(<ResourceList definition={definition} />);
  await screen.findByText(detail);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { storedOrg } from '../../session/organisations.ts';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { useManualPlace } from '../page/manual-place.ts';
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
const Manual = () => <p>page {useManualPlace()?.page}</p>;
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
  await draw(<ResourceList definition={definition} />, { at: '/console/users/groups' });
  await screen.findByText('No groups in Operations yet');
});

test('whoever has several organisations is led to the same list in another one', async () => {
  signIn(LOOKS, OPS, [OPS, OTHER]);
  nothing();
  const { user } = await draw(<ResourceList definition={definition} />, { at: '/console/users/groups' });
  await user.click(await screen.findByRole('button', { name: 'Look in another organisation' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Research']);
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  await user.click(screen.getByRole('menuitem', { name: 'Research' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/ui/console/users/groups'));
  expect(storedOrg('mia', 'current')?.id).toBe(OTHER.id);
});

const elsewhere = { label: 'Let somebody in', to: '/console/perms/asset-permissions', needs: 'perms.view_assetpermission' };

test('where nothing is made by hand, the step that leads there is offered to whoever may take it', async () => {
  signIn([...LOOKS, elsewhere.needs], OPS);
  nothing();
  const { user, router } = await draw(<ResourceList definition={{ ...definition, readOnly: true, next: elsewhere }} />);
  const step = await screen.findByRole('link', { name: elsewhere.label });
  expect(step).toHaveAttribute('href', elsewhere.to);
  await user.click(step);
  expect(router.state.location.pathname).toBe(elsewhere.to);
});

test('whoever may take no step reads what the place is for', async () => {
  signIn(LOOKS, OPS);
  nothing();
  const { user } = await draw(
    <>
      <ResourceList definition={{ ...definition, readOnly: true, next: elsewhere }} />
      <Manual />
    </>,
    { at: '/console/users/groups' },
  );
  await user.click(await screen.findByRole('button', { name: 'Help with this page' }));
  await screen.findByText('page people');
  expect(screen.queryByRole('link', { name: elsewhere.label })).toBeNull();
});

test('a list of events looks further back, and then says that there is nothing in a whole year', async () => {
  signIn(LOOKS, OPS);
  const asked = nothing();
  const { user } = await draw(<ResourceList definition={{ ...definition, readOnly: true, dateRange: true }} />, {
    at: '/console/users/groups',
  });
  await screen.findByText('No groups in these days');
  await user.click(await screen.findByRole('button', { name: 'Show the last 365 days' }));
  await screen.findByRole('button', { name: 'Help with this page' });
  const from = asked.findLast(({ method }) => method === 'GET')?.query.get('date_from') ?? '';
  expect(Date.now() - Date.parse(from)).toBeGreaterThan(364 * 86_400_000);
});

test('where all organisations are shown at once, it says that things are made in one of them', async () => {
  signIn(MAKES, { ...OPS, is_root: true });
  nothing();
  await draw(<ResourceList definition={definition} />);
  await screen.findByText(/They are made in an organisation: choose one\./);
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

const START = { filters: { state: 'pending' }, none: 'Nothing waits' };
const filter = (label: string) => ({ ...field('string', label), filter: true });
const FILTERED = { 'OPTIONS users/groups/': metadata({ name: filter('Name'), state: filter('State') }) };

test('the filter that a list begins with is none of the person, who is told what it leaves and can take it away', async () => {
  signIn([...LOOKS, elsewhere.needs], OPS);
  nothing(FILTERED);
  const { user } = await draw(<ResourceList definition={{ ...definition, readOnly: true, next: elsewhere, start: START }} />, {
    at: '/console/users/groups?state=pending',
  });
  await screen.findByText('Nothing waits');
  screen.getByRole('link', { name: elsewhere.label });
  expect(screen.queryByText('Nothing matches this filter')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  await screen.findByText('No groups yet');
});

test('a filter of the person beside the one that the list begins with hides all', async () => {
  signIn(LOOKS, OPS);
  nothing(FILTERED);
  await draw(<ResourceList definition={{ ...definition, readOnly: true, start: START }} />, {
    at: '/console/users/groups?state=pending&name=quay',
  });
  await screen.findByText('Nothing matches this filter');
});

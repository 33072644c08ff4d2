import type { FieldInfo } from '@postern/contract/metadata';
import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import type { ListDefinition } from './list-definition.ts';
import { ResourceList } from './ResourceList.tsx';

const field = (label: string): FieldInfo => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label,
  filter: true,
  order: true,
});
const FIELDS = { name: field('Name'), comment: field('Comment') };
const METADATA = { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS } };
const TABLE = 'group_users/groups/';
const definition: ListDefinition = {
  resource: { url: 'users/groups/', app: 'users', model: 'usergroup', path: '/console/users/groups', noun: 'group' },
  empty: 'A group holds people.',
  min: ['name'],
};

interface Kept {
  id: string;
  name: string;
  table_name: string;
  config: object;
  is_shared: boolean;
  user: string | null;
  created_by: string;
}
const view = (id: string, given: Partial<Kept> = {}): Kept => ({
  id,
  name: id,
  table_name: TABLE,
  config: { columns: ['name'], order: '-name', search: ['web'], filters: {} },
  is_shared: false,
  user: 'me',
  created_by: 'Mia',
  ...given,
});

/** A server that keeps views, and the list of what it was asked. */
function server(...given: Kept[]): { asked: Asked[]; kept: Map<string, Kept> } {
  const kept = new Map(given.map((one) => [one.id, one]));
  const each = Object.fromEntries(
    given.flatMap(({ id }) => [
      [
        `PATCH settings/saved-views/${id}/`,
        ({ body }: Asked) => {
          kept.set(id, { ...(kept.get(id) as Kept), ...(body as Partial<Kept>) });
          return kept.get(id) as Kept;
        },
      ],
      [
        `DELETE settings/saved-views/${id}/`,
        () => {
          kept.delete(id);
          return {};
        },
      ],
    ]),
  );
  const asked = serve({
    'GET users/groups/': { count: 1, results: [{ id: 'g', name: 'Harbour', comment: '' }] },
    'OPTIONS users/groups/': METADATA,
    'GET settings/saved-views/': () => [...kept.values()],
    'POST settings/saved-views/': ({ body }) => {
      const made = view('new', body as Partial<Kept>);
      kept.set(made.id, made);
      return made;
    },
    ...each,
  });
  return { asked, kept };
}

function signIn(...perms: string[]): void {
  updateSession({
    profile: { id: 'me', username: 'mia', perms: ['users.view_usergroup', ...perms], is_superuser: false } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
  });
}
beforeEach(() => {
  localStorage.clear();
  signIn();
});

async function start(at = '/') {
  const drawn = await draw(
    <>
      <ResourceList definition={definition} />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
    { at },
  );
  await screen.findByText('Harbour');
  const menu = async (name: string) => {
    await drawn.user.click(await screen.findByRole('button', { name: new RegExp(name) }));
    return (await screen.findAllByRole('menu'))[0] as HTMLElement;
  };
  const choose = async (button: string, line: string) =>
    drawn.user.click(await within(await menu(button)).findByRole('menuitem', { name: line }));
  return { ...drawn, menu, choose };
}
const lines = (menu: HTMLElement) =>
  within(menu)
    .queryAllByRole('menuitem')
    .map((one) => one.textContent);

test('who has no views is told how one comes to be', async () => {
  server();
  const { menu } = await start();
  const opened = await menu('Views');
  expect(await within(opened).findByText('No views yet: filter the list and save it')).toBeInTheDocument();
});

test('views of the organisation stand apart with their makers; who may not change one keeps a copy', async () => {
  const { asked, kept } = server(view('own'), view('theirs', { is_shared: true, user: 'otto', created_by: 'Otto' }));
  const { menu, choose, router, user } = await start();
  const opened = await menu('Views');
  await within(opened).findByRole('menuitem', { name: 'own' });
  expect(lines(opened)).toEqual(['Everything', 'own', 'theirsOtto', 'Save as a view']);
  expect(within(opened).getByText('Shared in the organisation')).toBeInTheDocument();
  await user.click(within(opened).getByRole('menuitem', { name: /theirs/ }));
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('order')).toBe('-name'));
  await screen.findByRole('button', { name: /theirs/ });
  const again = await menu('theirs');
  expect(lines(again)).toEqual(['Everything', 'own', 'theirsOtto', 'Save as a view of mine', 'Copy link']);
  await user.keyboard('{Escape}');
  await choose('theirs', 'Save as a view of mine');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(kept.get('new')).toMatchObject({ name: 'theirs', table_name: TABLE }));
  expect(asked.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('is_shared');
});

test('sharing asks and says who will see what; that it ends can be taken back', async () => {
  signIn('settings.add_sharedview');
  const { kept } = server(view('own'));
  const { choose, user } = await start('/?view=own');
  await choose('own', 'Share with the organisation');
  await screen.findByText(/sees the name, words and filters/);
  expect(kept.get('own')?.is_shared).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Share view' }));
  await waitFor(() => expect(kept.get('own')?.is_shared).toBe(true));
  await screen.findByText('View shared: own');
  await choose('own', 'Stop sharing');
  await waitFor(() => expect(kept.get('own')?.is_shared).toBe(false));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(kept.get('own')?.is_shared).toBe(true));
});

test('without the right nobody is offered to share', async () => {
  server(view('own'));
  const { menu } = await start('/?view=own');
  expect(lines(await menu('own'))).toEqual(['Everything', 'own', 'Save as a view', 'Rename', 'Copy link', 'Delete']);
});

test('whoever administers shared views is asked before one of somebody else is unshared or deleted', async () => {
  signIn('settings.change_sharedview', 'settings.delete_sharedview');
  const { kept } = server(view('theirs', { is_shared: true, user: 'otto' }));
  const { choose, user } = await start('/?view=theirs');
  await choose('theirs', 'Delete');
  await screen.findByText('The organisation loses it.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(kept.has('theirs')).toBe(true);
  await choose('theirs', 'Stop sharing');
  await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
  await waitFor(() => expect(kept.get('theirs')?.is_shared).toBe(false));
});

test('a view of one’s own that was deleted comes back under its id, so that links to it lead there again', async () => {
  const { kept, asked } = server(view('own'));
  const { choose, user } = await start('/?view=own');
  await choose('own', 'Delete');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(kept.size).toBe(0));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ id: 'own', name: 'own', is_shared: false }),
  );
});

test('an address that names a view alone shows it; one with conditions of its own keeps them', async () => {
  const { asked } = server(view('own'));
  const { router, unmount } = await start('/?view=own');
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('search')).toBe('web'));
  await waitFor(() => expect(asked.some(({ path, query }) => path === 'users/groups/' && query.get('order') === '-name')).toBe(true));
  unmount();
  const { router: other } = await start('/?view=own&search=db');
  await screen.findByTitle('Changed since it was saved');
  expect(new URLSearchParams(other.state.location.search).get('search')).toBe('db');
});

test('an address of a view that is not there shows the list', async () => {
  server();
  await start('/?view=gone');
  expect(screen.getByRole('button', { name: 'Views' })).toBeInTheDocument();
});

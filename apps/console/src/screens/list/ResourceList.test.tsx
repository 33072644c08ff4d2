import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import type { ListDefinition } from './list-definition.ts';
import { ResourceList } from './ResourceList.tsx';

const FIELDS = {
  name: info('Name', { order: true, filter: true }),
  comment: info('Comment'),
  is_active: info('Active', { type: 'boolean', filter: true, order: true }),
};
const METADATA = {
  name: '',
  description: '',
  renders: ['application/json'],
  parses: [],
  actions: { GET: FIELDS, POST: FIELDS, PATCH: FIELDS },
};
const ROWS = Array.from({ length: 40 }, (_, at) => ({ id: `g${at}`, name: `Group ${at}`, comment: '', is_active: at % 2 === 0 }));
const RIGHTS = ['users.view_usergroup', 'users.add_usergroup', 'users.change_usergroup', 'users.delete_usergroup'];

const definition: ListDefinition = {
  resource: { url: 'users/groups/', app: 'users', model: 'usergroup', path: '/console/users/groups', noun: 'group' },
  empty: 'A group holds people.',
  min: ['name'],
  bulkUpdate: ['comment', 'is_active'],
};
const page = ({ query }: Asked) => {
  const words = query.get('search') ?? '';
  const found = ROWS.filter((row) => row.name.includes(words));
  const from = Number(query.get('offset'));
  return { count: found.length, results: found.slice(from, from + Number(query.get('limit'))) };
};
const server = (more: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>> = {}) =>
  serve({ 'GET users/groups/': page, 'OPTIONS users/groups/': METADATA, ...more });

function signIn(perms: readonly string[], org: Partial<Organisation> = {}): void {
  updateSession({
    profile: { id: 'me', username: 'mia', perms, is_superuser: false } as unknown as Profile,
    org: { id: '1', name: 'Default', ...org } as Organisation,
  });
}
beforeEach(() => {
  localStorage.clear();
  signIn(RIGHTS);
});
test('a list that was not counted to its end says that there is more, and pages on', async () => {
  const asked = server({
    'GET users/groups/': ({ query }) => ({
      count: 20,
      count_capped: true,
      next: query.get('offset') === '40' ? null : 'x',
      results: ROWS.slice(0, 15),
    }),
  });
  const { user } = await draw(<ResourceList definition={definition} />, { at: '/?page=2' });
  expect(await screen.findByText('More than 20')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked.some(({ query }) => query.get('offset') === '30')).toBe(true));
});

const ticks = () => screen.getAllByRole('checkbox', { name: /^Select Group/ });

test('ticks stay while pages turn, a press with shift ticks everything between, and one button clears them', async () => {
  server();
  const { user } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  await user.click(ticks()[1] as HTMLElement);
  await user.keyboard('{Shift>}');
  await user.click(ticks()[4] as HTMLElement);
  await user.keyboard('{/Shift}');
  expect(screen.getByText('4 selected', { selector: '.s-foot *' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Group 20');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getByText('19 selected on 2 pages')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByText(/selected on/)).toBeNull();
});

test('a page has fifteen rows until another size is chosen, which stays', async () => {
  const asked = server();
  const { user, unmount } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 14');
  expect(asked.find(({ method }) => method === 'GET')?.query.get('limit')).toBe('15');
  const metadata = asked.filter(({ method }) => method === 'OPTIONS');
  expect(metadata.map(({ query }) => query.toString())).toEqual(['draw=1&display=1']);
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' });
  expect([...sizes.querySelectorAll('option')].map((option) => option.value)).toEqual(['15', '30', '50', '100']);
  await user.selectOptions(sizes, '30');
  await screen.findByText('Group 29');
  expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({ path: 'users/preferences/', body: { page_size: 30 } });
  unmount();
  await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 29');
  expect(asked.at(-1)?.query.get('limit')).toBe('30');
});

test('rows that may not be ticked stay out of the page’s tick; others are ticked from the start', async () => {
  server();
  const own = {
    ...definition,
    canSelect: (row: { name?: string }) => row.name !== 'Group 0',
    preselect: (row: { name?: string }) => row.name === 'Group 2',
  };
  const { user } = await draw(<ResourceList definition={own} />);
  await screen.findByText('Group 2');
  expect(screen.getByRole('checkbox', { name: 'Select Group 0' })).toBeDisabled();
  expect(screen.getByRole('checkbox', { name: 'Select Group 2' })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getByText('14 selected', { selector: '.s-foot *' })).toBeInTheDocument();
});

test('a header sorts up, down and not at all; one that filters does not sort, and stands instead of all else', async () => {
  const asked = server();
  const { user, router } = await draw(<ResourceList definition={definition} />, { at: '/?search=Group' });
  await screen.findByText('Group 0');
  const head = () => screen.getByRole('columnheader', { name: /^Name/ });
  for (const [order, sorted] of [
    ['name', 'ascending'],
    ['-name', 'descending'],
    [null, null],
  ]) {
    await user.click(within(head()).getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('order')).toBe(order));
    expect(head().getAttribute('aria-sort')).toBe(sorted);
  }
  expect(screen.queryByRole('button', { name: 'Active' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filter by Active' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'No' }));
  await waitFor(() => expect(router.state.location.search).toBe('?is_active=false'));
  await waitFor(() => expect(asked.some(({ query }) => query.get('is_active') === 'false')).toBe(true));
});

test('a header filters by several choices, and its menu stays for the next one', async () => {
  const source = info('Source', {
    type: 'labeled_choice',
    filter: true,
    choices: ['local', 'ldap'].map((value) => ({ value, label: value.toUpperCase() })),
  });
  const fields = { ...FIELDS, source };
  const asked = server({ 'OPTIONS users/groups/': { ...METADATA, actions: { GET: fields, POST: fields, PATCH: fields } } });
  const { user, router } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  await user.click(screen.getByRole('button', { name: 'Filter by Source' }));
  for (const [name, chosen] of [
    ['LOCAL', 'local'],
    ['LDAP', 'local,ldap'],
    ['LOCAL', 'ldap'],
    ['LDAP', null],
  ] as const) {
    await user.click(await screen.findByRole('menuitemcheckbox', { name }));
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('source')).toBe(chosen));
    await waitFor(() => expect(asked.some(({ query }) => !query.has('count_by') && query.get('source') === chosen)).toBe(true));
  }
});

test('an update of many sends what is ticked and touched, and shows what the server says by field', async () => {
  let refuse = true;
  const asked = server({
    'POST common/resources/cache/': { spm: 'ticked' },
    'GET users/groups/': (one) => (one.query.get('spm') === 'ticked' ? [{ ...ROWS[0], comment: 'Quay' }, ROWS[1]] : page(one)),
    'PATCH users/groups/': () => (refuse ? { status: 400, body: [{}, { comment: ['Too long.'] }] } : { status: 200, body: [] }),
  });
  const { user } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  await user.click(ticks()[0] as HTMLElement);
  await user.click(ticks()[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: '2 selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update selected' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.closest<HTMLElement>('.ant-modal')?.style.width).toBe('min(70%, 820px)');
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Update 2' }));
  expect(within(dialog).getByRole('button', { name: 'Update 2' })).toHaveAccessibleDescription('Tick a field first.');
  expect(await within(dialog).findAllByText('2 different values')).toHaveLength(2);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Comment' }));
  await send();
  expect(within(dialog).getAllByText('Enter a value, or untick this field.')).toHaveLength(1);
  expect(asked.some((one) => one.method === 'PATCH')).toBe(false);
  await user.type(await within(dialog).findByRole('textbox', { name: 'Comment' }), 'Quay');
  await within(dialog).findByText('1 to change, 1 already so');
  await send();
  expect(await within(dialog).findByText('Too long.')).toBeInTheDocument();
  refuse = false;
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter((one) => one.method === 'PATCH').at(-1)?.body).toEqual([
    { id: 'g0', comment: 'Quay' },
    { id: 'g1', comment: 'Quay' },
  ]);
});

test('what was done to many is taken back where nobody has changed it since', async () => {
  let reads = 0;
  const asked = server({
    'POST common/resources/cache/': { spm: 'ticked' },
    'GET users/groups/': (one) => {
      if (one.query.get('spm') !== 'ticked') return page(one);
      reads += 1;
      // Somebody has switched the second one on again.
      return reads === 1 ? [ROWS[0], ROWS[2]] : [{ ...ROWS[0], is_active: false }, ROWS[2]];
    },
    'PATCH users/groups/': [],
  });
  const { user } = await draw(
    <>
      <ResourceList definition={definition} />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
  );
  await screen.findByText('Group 0');
  await user.click(ticks()[0] as HTMLElement);
  await user.click(ticks()[2] as HTMLElement);
  await user.click(screen.getByRole('button', { name: '2 selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable selected' }));
  await screen.findByText('Disabled: 2');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Taken back: 1 of 2. The others have changed since.');
  expect(asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    [
      { id: 'g0', is_active: false },
      { id: 'g2', is_active: false },
    ],
    [{ id: 'g0', is_active: true }],
  ]);
});

test('nothing is made or updated in the root organisation; without the right nothing of it can be done', async () => {
  server();
  signIn(RIGHTS, { is_root: true });
  const { user, unmount } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  expect(screen.queryByRole('button', { name: /Create/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete selected' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Update selected' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Update' }).every((button) => button.hasAttribute('aria-disabled'))).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions for Group 0' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).not.toHaveAttribute('aria-disabled', 'true');
  unmount();
  signIn(['users.view_usergroup']);
  await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  expect(screen.getAllByRole('button', { name: 'Update' }).every((button) => button.hasAttribute('aria-disabled'))).toBe(true);
});

test('creating opens in this tab, and with Ctrl, Command or the middle button in another', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  server();
  const { user, router } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  const create = screen.getByRole('button', { name: /Create/ });
  await user.keyboard('{Control>}');
  await user.click(create);
  await user.keyboard('{/Control}');
  await user.pointer({ keys: '[MouseMiddle]', target: create });
  expect(opened.mock.calls).toEqual([
    ['/console/users/groups/create', '_blank', 'noopener'],
    ['/console/users/groups/create', '_blank', 'noopener'],
  ]);
  expect(router.state.location.pathname).toBe('/');
  await user.click(create);
  expect(router.state.location.pathname).toBe('/console/users/groups/create');
});

test('says why there is nothing: no rows yet, no right, a fault that may pass', async () => {
  server({ 'GET users/groups/': { count: 0, results: [] } });
  const none = await draw(<ResourceList definition={definition} />);
  expect(await screen.findByText(/^No .* yet$/)).toBeInTheDocument();
  none.unmount();
  server({ 'GET users/groups/': { status: 403, body: { detail: 'No.' } } });
  const forbidden = await draw(<ResourceList definition={definition} />);
  expect(await screen.findByText('You may not see this list')).toBeInTheDocument();
  forbidden.unmount();
  let broken = true;
  server({ 'GET users/groups/': (asked) => (broken ? { status: 500, body: {} } : page(asked)) });
  const { user } = await draw(<ResourceList definition={definition} />);
  expect(await screen.findByText('This list could not be loaded')).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Group 0')).toBeInTheDocument();
});

test('ticked rows are deleted together after a question, as a stored set; without a tick there is nothing to press', async () => {
  const asked = server({ 'POST common/resources/cache/': { spm: 'set-1' }, 'DELETE users/groups/': { status: 200, body: {} } });
  const { user } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete selected' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  await user.click(ticks()[0] as HTMLElement);
  await user.click(ticks()[2] as HTMLElement);
  await user.click(screen.getByRole('button', { name: '2 selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  const question = await screen.findByRole('dialog');
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Delete 2' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'DELETE')?.query.get('spm')).toBe('set-1'));
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ resources: ['g0', 'g2'] });
  await waitFor(() => expect(screen.queryByText(/2 selected/)).toBeNull());
});

test('a failed deletion is told in the words of the server, and the question stays', async () => {
  server({
    'POST common/resources/cache/': { spm: 'set-1' },
    'DELETE users/groups/': { status: 400, body: { detail: 'Somebody is in it.' } },
  });
  const { user } = await draw(
    <>
      <ResourceList definition={definition} />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
  );
  await screen.findByText('Group 0');
  await user.click(ticks()[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: '1 selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete 1' }));
  expect(await screen.findByText('Somebody is in it.')).toBeVisible();
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

test('a row is deleted, changed and copied by who has the right of each; its name leads to it for who may see it', async () => {
  const asked = server({ 'DELETE users/groups/g0/': { status: 200, body: {} } });
  const { user, router } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  expect(screen.getByRole('link', { name: 'Group 0' })).toHaveAttribute('href', '/console/users/groups/g0');
  const open = async () => user.click(screen.getByRole('button', { name: 'More actions for Group 0' }));
  await open();
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked.some(({ method, path }) => method === 'DELETE' && path === 'users/groups/g0/')).toBe(true));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  await user.click(await screen.findByRole('menuitem', { name: 'Clone' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/console/users/groups/create?clone_from=g0');
});

test.each([
  [
    ['users.view_usergroup', 'users.add_usergroup'],
    [true, true],
  ],
  [
    ['users.view_usergroup', 'users.change_usergroup'],
    [true, true],
  ],
  [['users.view_usergroup'], [false, true]],
  [['users.add_usergroup'], [true, false]],
])('with %j a list is imported and exported: %j', async (perms, [imported, exported]) => {
  signIn(perms);
  server({ 'OPTIONS users/groups/': { ...METADATA, renders: ['text/csv'], parses: ['text/csv'] } });
  await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  expect([/^Import/, /^Export/].map((name) => screen.queryByRole('button', { name }) !== null)).toEqual([imported, exported]);
});

test('is not imported into the root organisation; Refresh asks again', async () => {
  signIn(RIGHTS, { is_root: true });
  const asked = server({ 'OPTIONS users/groups/': { ...METADATA, renders: ['text/csv'], parses: ['text/csv'] } });
  const { user } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  const before = asked.filter(({ method }) => method === 'GET').length;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'GET').length).toBe(before + 1));
});

test('in a pseudo organisation things are made; without the right many are neither updated nor deleted', async () => {
  server();
  signIn(RIGHTS, { is_root: true });
  updateSession({ pseudoOrg: { id: '0', name: 'Global' } as Organisation });
  onTestFinished(() => updateSession({ pseudoOrg: undefined }));
  const { unmount } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  expect(screen.getByRole('button', { name: /Create/ })).toBeEnabled();
  expect(screen.getAllByRole('button', { name: 'Update' }).every((button) => button.hasAttribute('aria-disabled'))).toBe(false);
  unmount();
  signIn(['users.view_usergroup']);
  const { user } = await draw(<ResourceList definition={definition} />);
  await screen.findByText('Group 0');
  await user.click(ticks()[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: '1 selected' }));
  for (const name of ['Update selected', 'Delete selected'])
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
});

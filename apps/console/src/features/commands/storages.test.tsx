import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { CommandList } from './CommandList.tsx';

/** Commands of several storages: which are listed, what each counts, and what is said of one that does not answer. */

const leaf = (id: string, name: string, valid = true) => ({
  id,
  name,
  title: name,
  pId: 'root',
  isParent: false,
  open: false,
  valid,
  meta: { type: '' },
});
const ROOT = { id: 'root', name: 'Command storages', title: '', pId: '', isParent: true, open: true, meta: { type: 'root' } };
const meta = { actions: { GET: { input: { type: 'string', label: 'Input', read_only: true } } }, renders: [], parses: [] };
const page = (input: string) => ({
  count: 1,
  next: null,
  previous: null,
  results: [{ id: input, input, session: '7', timestamp: 1, risk_level: { value: 0, label: 'Accepted' } }],
});

function signIn() {
  updateSession({ profile: { id: 'me', username: 'mia', perms: ['terminal.view_command'], is_superuser: false } as unknown as Profile });
}
const network = (...leaves: object[]) =>
  serve({
    'GET terminal/command-storages/tree/': [...leaves, ROOT],
    'GET terminal/commands/': ({ query }) => page(query.get('command_storage_id') ?? 'of all'),
    'OPTIONS terminal/commands/': meta,
  });

test('one of several is chosen, with its count; the list and the counts are asked under the same conditions', async () => {
  signIn();
  const asked = network(leaf('s1', 'default(server)(1200)'), leaf('s2', 'log (new)(es)(34)'));
  const { user } = await draw(<CommandList />);
  const choices = await screen.findByRole('navigation', { name: 'Storages' });
  expect(
    within(choices)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['All storages1,234', 'default1,200', 'log (new)34']);
  expect(await screen.findByText('of all')).toBeVisible();
  await user.click(within(choices).getByRole('button', { name: /log \(new\)/ }));
  expect(await screen.findByText('s2')).toBeVisible();
  expect(within(choices).getByRole('button', { name: /log \(new\)/ })).toHaveAttribute('aria-current', 'true');
  const [trees, lists] = ['terminal/command-storages/tree/', 'terminal/commands/'].map((path) =>
    asked.filter((one) => one.path === path && one.method === 'GET'),
  );
  expect(trees?.at(-1)?.query.get('date_from')).toBe(lists?.at(-1)?.query.get('date_from'));
  expect(trees?.at(-1)?.query.get('date_from')).not.toBeNull();
  expect(trees?.at(-1)?.query.get('limit')).toBeNull();
});

test('under conditions each is counted as far as the list is, and says that there are more', async () => {
  signIn();
  network(leaf('s1', 'default(server)(10000+)'), leaf('s2', 'log(es)(34)'));
  await draw(<CommandList />);
  const choices = await screen.findByRole('navigation', { name: 'Storages' });
  expect(
    within(choices)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['All storages10,034+', 'default10,000+', 'log34']);
});

test('one that does not answer is marked, is not chosen, and the list of all says that it lacks its commands', async () => {
  signIn();
  const asked = network(leaf('s1', 'default(server)(3)'), leaf('s2', 'away(es)(unavailable)', false));
  const { user } = await draw(
    <>
      <CommandList />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
  );
  const choices = await screen.findByRole('navigation', { name: 'Storages' });
  const away = within(choices).getByRole('button', { name: /away/ });
  expect(away).toHaveTextContent('Unavailable');
  expect(screen.getByText('No answer from away: not all commands are listed.')).toBeVisible();
  await user.click(away);
  expect(await screen.findByText('away does not answer. Ask an administrator.')).toBeVisible();
  expect(asked.some(({ query }) => query.get('command_storage_id') === 's2')).toBe(false);
});

test('where the server is the only one there is nothing to choose', async () => {
  signIn();
  const asked = network(leaf('s1', 'default(server)(3)'));
  await draw(<CommandList />);
  expect(await screen.findByText('of all')).toBeVisible();
  await waitFor(() => expect(asked.some(({ path }) => path === 'terminal/command-storages/tree/')).toBe(true));
  expect(screen.queryByRole('navigation', { name: 'Storages' })).toBeNull();
});

import type { FieldInfo } from '@postern/contract/metadata';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Answer, type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { BulkAccountDialog } from './BulkAccountDialog.tsx';
import { bulkResults, bulkTally, failedAssets } from './bulk-results.ts';

const short: typeof info = (label, more) => info(label, { max_length: 128, ...more });
const choices = (...values: string[]) => values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
const POST: Record<string, FieldInfo> = {
  name: short('Name'),
  username: short('Username', { required: true }),
  privileged: short('Privileged', { type: 'boolean' }),
  secret_type: short('Secret type', { type: 'labeled_choice', choices: choices('password', 'ssh_key', 'token') }),
  secret: short('Secret', { write_only: true }),
  passphrase: short('Passphrase', { write_only: true }),
  on_invalid: short('If it exists', { type: 'choice', choices: choices('error', 'skip', 'update') }),
  is_active: short('Active', { type: 'boolean' }),
  comment: short('Comment'),
};
const METADATA = { name: 'x', description: '', renders: [], parses: [], actions: { POST, GET: POST } };
const ASSETS = ['a', 'b', 'c'].map((id) => ({ id, name: `web-${id}`, address: '10.0.0.1' }));
const page = (rows: object[]) => ({ count: rows.length, next: null, previous: null, results: rows });

const results = (...states: string[]) =>
  states.map((state, at) => ({
    asset: `web-${ASSETS[at]?.id}(10.0.0.1)`,
    asset_id: ASSETS[at]?.id,
    state,
    ...(state === 'error' ? { error: 'This account exists already.' } : {}),
  }));

beforeEach(() => updateSession({ profile: { perms: ['accounts.add_account'] } as unknown as Profile }));

/** The dialog of the results. All dialogs have one id for their titles here, so it is found by its sum. */
const shownResults = async () => (await screen.findByRole('status')).closest<HTMLElement>('[role="dialog"]') as HTMLElement;

/** Draws the dialog for three assets; `answer` is what the server says to each attempt. */
async function dialog(answer: (asked: Asked) => Answer, onClose = () => undefined) {
  const asked = serve({
    'OPTIONS accounts/accounts/': METADATA,
    'GET assets/assets/': page(ASSETS),
    'POST accounts/accounts/bulk/': answer,
  });
  const { user } = await draw(<BulkAccountDialog assets={['a', 'b', 'c']} onClose={onClose} />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'root');
  return { user, attempts: () => asked.filter(({ path }) => path.endsWith('/bulk/')).map(({ body }) => body as Record<string, unknown>) };
}

test('the name is the username until that is touched, and root is privileged', async () => {
  const { user, attempts } = await dialog(() => results('created', 'created', 'created'));
  expect(screen.getByRole('textbox', { name: 'Username' })).toHaveValue('root');
  expect(screen.getByRole('switch', { name: 'Privileged' })).toBeChecked();
  await user.clear(screen.getByRole('textbox', { name: 'Username' }));
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'ops');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' two');
  expect(screen.getByRole('textbox', { name: 'Username' })).toHaveValue('ops');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await shownResults();
  expect(attempts()).toMatchObject([{ assets: ['a', 'b', 'c'], name: 'root two', username: 'ops', on_invalid: 'error', is_active: true }]);
  expect(attempts()[0]).not.toHaveProperty('passphrase');
});

test('all made: the sum says so, and Done closes the form behind it', async () => {
  const onClose = vi.fn();
  const { user } = await dialog(() => results('created', 'updated', 'skipped'), onClose);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const done = await shownResults();
  expect(within(done).getByRole('status')).toHaveTextContent('3 assets: 1 skipped, 1 updated, 1 created.');
  expect(within(done).queryByRole('button', { name: /Correct/ })).not.toBeInTheDocument();
  await user.click(within(done).getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('what failed is kept to be corrected: the next attempt is about those assets alone', async () => {
  const onClose = vi.fn();
  const { user, attempts } = await dialog(
    ({ body }) => ((body as { assets: string[] }).assets.length === 3 ? results('error', 'created', 'created') : results('created')),
    onClose,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const first = await shownResults();
  expect(within(first).getByText('This account exists already.')).toBeInTheDocument();
  await user.click(within(first).getByRole('button', { name: 'Correct the failed asset' }));
  expect(onClose).not.toHaveBeenCalled();
  // What was typed is still there; only the assets are fewer.
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('root');
  await waitFor(() => expect(screen.queryByText('web-b(10.0.0.1)')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(attempts()).toHaveLength(2));
  expect(attempts()[1]).toMatchObject({ assets: ['a'], name: 'root' });
});

test('refused as a whole: nothing was stored, and the refusing assets can be left out', async () => {
  const { user, attempts } = await dialog(({ body }) =>
    (body as { assets: string[] }).assets.includes('a') ? { status: 400, body: results('error') } : results('created', 'created'),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const refused = await shownResults();
  expect(within(refused).getByRole('status')).toHaveTextContent('1 asset refuses the account. Nothing was stored.');
  await user.click(within(refused).getByRole('button', { name: 'Leave this asset out' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(attempts()[1]).toMatchObject({ assets: ['b', 'c'] }));
});

test('errors of fields stay with their fields', async () => {
  const { user } = await dialog(() => ({ status: 400, body: { secret: ['Quotes are not allowed.'] } }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Quotes are not allowed.')).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('a key has a passphrase and several lines, a password has neither', async () => {
  const { user } = await dialog(() => results('created'));
  expect(screen.queryByLabelText('Passphrase')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Secret').tagName).toBe('INPUT');
  await user.click(screen.getByRole('radio', { name: 'Ssh_key' }));
  expect(await screen.findByLabelText('Passphrase')).toBeInTheDocument();
  expect(screen.getByLabelText('Secret').tagName).toBe('TEXTAREA');
});

test('answers are read as results only when they are', () => {
  expect(bulkResults(results('created', 'error'))).toHaveLength(2);
  expect(bulkResults(['This account exists already.'])).toBeUndefined();
  expect(bulkResults({ name: ['x'] })).toBeUndefined();
  const mixed = bulkResults(results('created', 'error', 'created')) ?? [];
  expect(bulkTally(mixed)).toEqual([
    { state: 'error', count: 1 },
    { state: 'created', count: 2 },
  ]);
  expect(failedAssets(mixed)).toEqual(['b']);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ListState } from '../../model/list-query.ts';
import { http } from '../../session/http.ts';
import { type Answer, type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { ExportDialog } from './ExportDialog.tsx';

beforeAll(() => {
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
});

const everything: ListState = { page: 3, size: 15, order: '-name', search: [], filters: {} };
const list = (part: Partial<Parameters<typeof ExportDialog>[0]['list']> = {}) => ({
  state: everything,
  fixed: undefined,
  selected: [],
  filtered: false,
  ...part,
});
const open = (part?: Parameters<typeof list>[0], onClose = vi.fn()) =>
  draw(<ExportDialog url="assets/hosts/" confirm={undefined} nouns="hosts" list={list(part)} onClose={onClose} />);

/** The list has 1,234 rows, of which its filter leaves 7; its file is empty. */
const hosts = ({ query }: Asked): Answer => (query.has('format') ? {} : { count: query.has('is_active') ? 7 : 1234, results: [] });
const exports = (asked: readonly Asked[]) => asked.filter(({ query }) => query.has('format')).map(({ query }) => Object.fromEntries(query));

test('without filter and selection everything can be exported, and nothing else; an order is no filter', async () => {
  const asked = serve({ 'GET assets/hosts/': hosts });
  const onClose = vi.fn();
  const { user } = await open({}, onClose);
  expect(await screen.findByRole('radio', { name: 'All (1,234)' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Selected (0)' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'What the filter leaves' })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Excel (XLSX)' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(exports(asked)).toEqual([{ format: 'xlsx', order: '-name' }]);
});

test('under a filter its result is offered instead of everything', async () => {
  const asked = serve({ 'GET assets/hosts/': hosts });
  const { user } = await open({
    filtered: true,
    state: { ...everything, filters: { is_active: 'true' } },
    fixed: { type: 'linux' },
  });
  expect(await screen.findByRole('radio', { name: 'All (1,234)' })).toBeDisabled();
  expect(await screen.findByRole('radio', { name: 'What the filter leaves (7)' })).toBeChecked();
  // What the screen itself asks for holds for both.
  expect(asked.filter(({ method }) => method === 'GET').every(({ query }) => query.get('type') === 'linux')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(exports(asked)).toHaveLength(1));
  expect(exports(asked)).toEqual([{ format: 'csv', order: '-name', is_active: 'true', type: 'linux' }]);
});

test('it says before it starts which columns the file has, and which no file has', async () => {
  const name = info('Name');
  serve({
    'GET assets/hosts/': hosts,
    'OPTIONS assets/hosts/': {
      name: '',
      description: '',
      renders: [],
      parses: [],
      actions: {
        GET: {
          name,
          address: info('Address'),
          info: info('Facts', { unexported: true }),
          org_id: info('Organisation ID', { unexported: true }),
        },
        POST: { name, password: info('Password', { write_only: true }) },
        PATCH: { name, password: info('Password', { write_only: true }) },
      },
    },
  });
  await open();
  const contents = await screen.findByRole('region', { name: '2 columns' });
  expect(contents).toHaveTextContent('Name, Address');
  expect(contents).toHaveTextContent('Not in the file: Password, Facts.');
});

const LIST = 'POST ops/list-files/';
const made = (asked: readonly Asked[]) => asked.filter(({ method, path }) => `${method} ${path}` === LIST).map(({ body }) => body);
const READY_LATER = /A message tells you when the file is ready/;

test('of few rows the file comes at once, unless a person has it made in the background', async () => {
  const asked = serve({ 'GET assets/hosts/': hosts, [LIST]: { status: 201, body: { task: 'run-1' } } });
  const onClose = vi.fn();
  const { user } = await open({ filtered: true, state: { ...everything, filters: { is_active: 'true' } } }, onClose);
  expect(await screen.findByText(/The file comes at once/)).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Make it in the background' }));
  expect(screen.getByText(READY_LATER)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(made(asked)).toEqual([{ list: 'assets/hosts/', format: 'csv', query: { order: '-name', is_active: 'true' } }]);
  expect(exports(asked)).toEqual([]);
});

test('more rows than anybody waits for are made in the background, and it says so before', async () => {
  const asked = serve({ 'GET assets/hosts/': { count: 5001, results: [] }, [LIST]: { status: 201, body: { task: 'run-1' } } });
  const { user } = await open();
  expect(await screen.findByText(/more than 5,000 rows/)).toHaveTextContent(READY_LATER);
  const choice = screen.getByRole('checkbox', { name: 'Make it in the background' });
  expect(choice).toBeChecked();
  expect(choice).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(made(asked)).toHaveLength(1));
  expect(exports(asked)).toEqual([]);
});

test('chosen rows and files with secrets are never left to be made', async () => {
  const asked = serve({
    'POST common/resources/cache/': { spm: 'set-1' },
    'GET assets/hosts/': { count: 5001, results: [] },
    'GET accounts/secrets/': {},
  });
  const { user } = await open({ selected: ['a'] });
  await screen.findByText('All (5,001)');
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(exports(asked)).toHaveLength(1));
  const secret = await draw(
    <ExportDialog url="assets/hosts/" exportUrl="accounts/secrets/" confirm={undefined} nouns="accounts" list={list()} onClose={vi.fn()} />,
  );
  expect(await screen.findAllByText('All (5,001)')).not.toHaveLength(0);
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await secret.user.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) as HTMLElement);
  await waitFor(() => expect(exports(asked)).toHaveLength(2));
  expect(made(asked)).toEqual([]);
});

test('a file that may not be made is refused in words', async () => {
  const words = 'You have 10 exported files. Remove one of them first.';
  serve({ 'GET assets/hosts/': { count: 9000, results: [] }, [LIST]: { status: 409, body: { error: words, code: 'too_many_files' } } });
  const onClose = vi.fn();
  const { user } = await open({}, onClose);
  await screen.findByText('All (9,000)');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test('more rows than one file takes are told and not asked for', async () => {
  serve({ 'GET assets/hosts/': { count: 200_001, results: [] } });
  await open();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export' })).toHaveAccessibleDescription(/more than 200,000 rows/);
});

test('a selection goes to the server as a stored set, whatever the filter', async () => {
  const asked = serve({ 'POST common/resources/cache/': { spm: 'set-1' }, 'GET assets/hosts/': hosts });
  const { user } = await open({ selected: ['a', 'b'], filtered: true, state: { ...everything, filters: { is_active: 'true' } } });
  expect(screen.getByRole('radio', { name: 'Selected (2)' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(exports(asked)).toEqual([{ format: 'csv', spm: 'set-1' }]));
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ resources: ['a', 'b'] });
});

test('a refusal is said in the dialog, which stays', async () => {
  serve({ 'GET assets/hosts/': { status: 403, body: { detail: 'You may not export this.' } } });
  const onClose = vi.fn();
  const { user } = await open({}, onClose);
  // Until it is known how many rows there are it is not known which way the file will come.
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('You may not export this.')).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test('an export that wants a confirmation asks for it first', async () => {
  let confirmed = false;
  const asked = serve({
    'GET accounts/secrets/': () => (confirmed ? {} : { status: 400, body: { code: 'password', detail: 'Confirm first.' } }),
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      confirmed = true;
      return { status: 200, body: 'ok' };
    },
  });
  const onClose = vi.fn();
  const { user } = await draw(
    <ExportDialog url="accounts/secrets/" confirm={() => http.get('accounts/secrets/')} nouns="accounts" list={list()} onClose={onClose} />,
  );
  await user.type(await screen.findByLabelText('Password'), 'right one{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(exports(asked)).toEqual([{ format: 'csv', order: '-name' }]);
});

test('who gives the confirmation up exports nothing', async () => {
  const asked = serve({
    'GET accounts/secrets/': { status: 400, body: { code: 'password', detail: 'Confirm first.' } },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
  });
  const onClose = vi.fn();
  const { user } = await draw(
    <ExportDialog url="accounts/secrets/" confirm={() => http.get('accounts/secrets/')} nouns="accounts" list={list()} onClose={onClose} />,
  );
  await screen.findByLabelText('Password');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.some(({ query }) => query.has('format'))).toBe(false);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ListState } from '../../model/list-query.ts';
import { http } from '../../session/http.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
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
  total: 1234,
  filtered: false,
  ...part,
});
const open = (part?: Parameters<typeof list>[0], onClose = vi.fn()) =>
  draw(<ExportDialog url="assets/hosts/" confirm={undefined} nouns="hosts" list={list(part)} onClose={onClose} />);

test('without filter and selection everything can be exported, and nothing else; an order is no filter', async () => {
  const asked = serve({ 'GET assets/hosts/': {} });
  const onClose = vi.fn();
  const { user } = await open({}, onClose);
  expect(screen.getByRole('radio', { name: 'All (1,234)' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Selected (0)' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'What the filter leaves' })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Excel (XLSX)' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ format: 'xlsx', order: '-name' });
});

test('under a filter its result is offered instead of everything', async () => {
  const asked = serve({ 'GET assets/hosts/': {} });
  const { user } = await open({
    filtered: true,
    total: 7,
    state: { ...everything, filters: { is_active: 'true' } },
    fixed: { type: 'linux' },
  });
  expect(screen.getByRole('radio', { name: 'All' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'What the filter leaves (7)' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ format: 'csv', order: '-name', is_active: 'true', type: 'linux' });
});

test('a selection goes to the server as a stored set, whatever the filter', async () => {
  const asked = serve({ 'POST common/resources/cache/': { spm: 'set-1' }, 'GET assets/hosts/': {} });
  const { user } = await open({ selected: ['a', 'b'], filtered: true, state: { ...everything, filters: { is_active: 'true' } } });
  expect(screen.getByRole('radio', { name: 'Selected (2)' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]?.body).toEqual({ resources: ['a', 'b'] });
  expect(Object.fromEntries(asked[1]?.query ?? [])).toEqual({ format: 'csv', spm: 'set-1' });
});

test('a refusal is said in the dialog, which stays', async () => {
  serve({ 'GET assets/hosts/': { status: 403, body: { detail: 'You may not export this.' } } });
  const onClose = vi.fn();
  const { user } = await open({}, onClose);
  await user.click(screen.getByRole('button', { name: 'Export' }));
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
  expect(asked.at(-1)?.query.get('format')).toBe('csv');
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

import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { ExportedFiles } from './ExportedFiles.tsx';

beforeAll(() => {
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
});

beforeEach(() => {
  localStorage.clear();
  updateSession({
    profile: { id: 'me', username: 'mia', perms: [], is_superuser: false } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
  });
});

const file = (id: string, value: string, more: object = {}) => ({
  id,
  name: `host_${id}.csv`,
  state: { value, label: value },
  rows: 0,
  progress: null,
  bytes: 0,
  date_expired: null,
  date_created: '2031/01/05 09:30:00 +0000',
  ...more,
});
const METADATA = {
  name: 'Exported file',
  description: '',
  renders: [],
  parses: [],
  actions: {
    GET: {
      name: info('Name'),
      rows: info('Rows', { type: 'integer' }),
      bytes: info('Bytes', { type: 'integer' }),
      state: info('State', { type: 'labeled_choice' }),
    },
  },
};
const served = (rows: object[], more: Record<string, Answer | (() => Answer)> = {}) =>
  serve({ 'OPTIONS ops/list-files/': METADATA, 'GET ops/list-files/': () => ({ count: rows.length, results: rows }), ...more });
const rowOf = async (id: string) => within((await screen.findByText(`host_${id}.csv`)).closest('tr') as HTMLElement);

test('an empty list says how files get there', async () => {
  served([]);
  await draw(<ExportedFiles />);
  expect(await screen.findByText(/Export a list of more than 5,000 rows/)).toBeInTheDocument();
});

test('a file that is ready is taken; rows and size are known from then on', async () => {
  const asked = served([file('a', 'ready', { rows: 12_345, bytes: 2_097_152 }), file('b', 'running', { progress: 40 })], {
    'GET ops/list-files/a/content/': {},
  });
  const { user } = await draw(<ExportedFiles />);
  const ready = await rowOf('a');
  expect(ready.getByText('12,345')).toBeInTheDocument();
  expect(ready.getByText('2 MB')).toBeInTheDocument();
  const running = await rowOf('b');
  expect(running.getByText('40% made')).toBeInTheDocument();
  expect(running.queryByRole('button', { name: /Download/ })).not.toBeInTheDocument();
  await user.click(ready.getByRole('button', { name: /Download/ }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'ops/list-files/a/content/')).toBe(true));
});

test('one that is still made is given up, after a question', async () => {
  const removed = vi.fn();
  served([file('b', 'waiting')], {
    'DELETE ops/list-files/b/': () => {
      removed();
      return {};
    },
  });
  const { user } = await draw(<ExportedFiles />);
  await user.click((await rowOf('b')).getByRole('button', { name: /Cancel/ }));
  expect(removed).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Stop making the file' }));
  await waitFor(() => expect(removed).toHaveBeenCalled());
});

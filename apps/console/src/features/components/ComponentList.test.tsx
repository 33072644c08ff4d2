import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ComponentList } from './ComponentList.tsx';

const field = (type: string, label: string) => ({ type, label, required: false, read_only: true, write_only: false });
const FIELDS = {
  name: field('string', 'Name'),
  standing: field('labeled_choice', 'Standing'),
  type: field('string', 'Type'),
  remote_addr: field('string', 'Address'),
  is_alive: field('boolean', 'Alive'),
  load: field('labeled_choice', 'Load'),
  session_online: field('integer', 'Sessions'),
};
const ROWS = [
  {
    id: 'a',
    name: 'quay',
    type: 'koko',
    remote_addr: '10.0.0.7',
    standing: { value: 'waiting', label: 'Waiting' },
    is_alive: false,
    load: { value: 'offline', label: 'Offline' },
    session_online: 0,
  },
  {
    id: 'b',
    name: 'harbour',
    type: 'postern',
    remote_addr: '10.0.0.8',
    standing: { value: 'approved', label: 'Approved' },
    is_alive: true,
    load: { value: 'critical', label: 'Critical' },
    session_online: 3,
  },
];

function start(...perms: string[]) {
  updateSession({
    profile: { id: '1', username: 'ann', perms } as unknown as Profile,
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });
  localStorage.clear();
  return serve({
    'OPTIONS terminal/terminals/': { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS } },
    'GET terminal/terminals/': { count: 2, results: ROWS },
    'POST terminal/terminals/a/approve/': {},
    'POST terminal/terminals/b/revoke/': {},
  });
}
const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);

test('components are listed with kind, standing and load', async () => {
  start('terminal.view_terminal');
  await draw(<ComponentList />);
  await screen.findByText('quay');
  for (const words of ['koko', '10.0.0.7', 'Waiting', 'Offline']) expect(row('quay').getByText(words)).toBeInTheDocument();
  for (const words of ['postern', '10.0.0.8', 'Approved', 'Critical', '3']) expect(row('harbour').getByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('one that waits is approved, and one that works revoked, after a question that says what follows', async () => {
  const asked = start('terminal.view_terminal', 'terminal.change_terminal');
  const { user } = await draw(<ComponentList />);
  await screen.findByText('quay');
  await user.click(row('quay').getByRole('button', { name: 'Approve' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/It says it is koko and comes from 10.0.0.7/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Approve' }));
  const posts = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path);
  await waitFor(() => expect(posts()).toEqual(['terminal/terminals/a/approve/']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(row('harbour').queryByRole('button', { name: 'Approve' })).toBeNull();
  await user.click(row('harbour').getByRole('button', { name: 'Revoke' }));
  const second = within(await screen.findByRole('dialog'));
  expect(second.getByText(/its sessions \(3\) end/)).toBeInTheDocument();
  await user.click(second.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(posts()).toContain('terminal/terminals/b/revoke/'));
});

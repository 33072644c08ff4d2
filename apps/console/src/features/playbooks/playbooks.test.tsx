import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { JobList } from '../jobs/JobList.tsx';
import { PlaybookDetail } from './PlaybookDetail.tsx';
import { PlaybookList } from './PlaybookList.tsx';

const RIGHTS = ['view', 'add', 'change', 'delete'].flatMap((verb) => [`ops.${verb}_playbook`, `ops.${verb}_job`]);
const signIn = (org: Partial<Organisation> = {}) =>
  updateSession({
    profile: { id: 'me', perms: RIGHTS } as unknown as Profile,
    org: { id: '1', name: 'Default', ...org } as Organisation,
  });
beforeEach(() => signIn());

const FIELDS = metadata({
  name: field('string', 'Name'),
  create_method: field('labeled_choice', 'Made'),
  vcs_url: field('string', 'Git address'),
});
const row = (more: object = {}) => ({
  id: 'p1',
  name: 'harbour',
  creator: 'me',
  create_method: { value: 'blank', label: 'Here' },
  task_id: null,
  ...more,
});
const server = (rows: object[], more: object = {}) =>
  serve({
    'GET ops/playbooks/': page(...rows),
    'OPTIONS ops/playbooks/': FIELDS,
    'GET ops/jobs/': [],
    'OPTIONS ops/jobs/': metadata({ name: field('string', 'Name') }),
    ...more,
  });

test.each([
  ['playbooks', <PlaybookList key="p" />, 'Create playbook'],
  ['jobs', <JobList key="j" />, 'Create job'],
] as const)('the global organisation offers no new %s', async (_, list, create) => {
  server([row()]);
  const own = await draw(list);
  await screen.findByRole('button', { name: create });
  own.unmount();
  signIn({ is_root: true });
  await draw(list);
  await screen.findByRole('button', { name: 'Actions' });
  expect(screen.queryByRole('button', { name: create })).not.toBeInTheDocument();
});

test('one that a job uses stays, and the way to that job is shown', async () => {
  const refused = { status: 400, body: { code: 'playbook_has_job', detail: 'A job uses this playbook.' } };
  server([row(), row({ id: 'p2', name: 'theirs', creator: 'otto' })], {
    'DELETE ops/playbooks/p1/': refused,
    'GET ops/jobs/': [
      { id: 'j1', name: 'Lights', playbook: { id: 'p1', name: 'harbour' } },
      { id: 'j2', name: 'Tides', playbook: { id: 'p9', name: 'other' } },
      { id: 'j3', name: 'Uptime', playbook: null },
    ],
  });
  const { user } = await draw(<PlaybookList />);
  const theirs = (await screen.findByText('theirs')).closest('tr') as HTMLElement;
  expect(within(theirs).getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(/somebody else’s/);
  const own = screen.getByText('harbour').closest('tr') as HTMLElement;
  await user.click(within(own).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'In use by a job' }));
  expect(await dialog.findByRole('link', { name: 'Lights' })).toHaveAttribute('href', '/workbench/ops/job/j1');
  expect(dialog.getAllByRole('link')).toHaveLength(1);
});

test('files are taken from Git again after a question, with the log of that', async () => {
  const opened = vi.fn();
  vi.stubGlobal('open', opened);
  vi.stubGlobal('WebSocket', class {});
  const asked = server([], {
    'GET ops/playbooks/p1/': row({ create_method: { value: 'vcs', label: 'From Git' }, vcs_url: 'https://git.example/h.git' }),
    'OPTIONS ops/playbooks/p1/': FIELDS,
    'POST ops/playbooks/p1/sync/': { task_id: 't1' },
  });
  const { user } = await draw(
    <Routes>
      <Route path="/p/:id" element={<PlaybookDetail />} />
    </Routes>,
    { at: '/p/p1' },
  );
  await user.click(await screen.findByRole('button', { name: 'Update from Git' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Update from Git' }));
  await waitFor(() =>
    expect(opened).toHaveBeenCalledWith(expect.stringContaining('/ops/celery/task/t1/log/'), 'task-t1', expect.anything()),
  );
});

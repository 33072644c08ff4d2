import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { TaskDetail } from './TaskDetail.tsx';

const TASK = { id: 'k1', name: 'sweep', meta: { comment: 'Sweep the yard' }, state: 'green', summary: { total: 0, success: 0 } };

const stand = (schedule: object | null, is_superuser = true) => {
  updateSession({
    profile: { id: '1', username: 'ann', is_superuser, perms: ['ops.view_celerytask'] } as unknown as Profile,
    pseudoOrg: undefined,
  });
  let now = schedule;
  return serve({
    'OPTIONS ops/task-executions/': metadata({ date_published: field('datetime', 'Requested') }),
    'GET ops/task-executions/': page(),
    'GET ops/tasks/k1/': () => ({ ...TASK, schedule: now }),
    'PATCH ops/celery/period-tasks/7/': ({ body }) => {
      now = { id: 7, ...(body as object) };
      return {};
    },
  });
};
const open = () =>
  draw(
    <Routes>
      <Route path="/t/:id" element={<TaskDetail />} />
    </Routes>,
    { at: '/t/k1' },
  );

test('what runs by the clock is paused after a question, says so, and is resumed', async () => {
  const asked = stand({ id: 7, enabled: true });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ enabled: false }));
  await user.click(await screen.findByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({ enabled: true }));
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
});

test.each([
  ['what somebody starts', null, true],
  ['somebody who is no system administrator', { id: 7, enabled: true }, false],
] as const)('%s has no such button', async (_title, schedule, superuser) => {
  stand(schedule, superuser);
  await open();
  expect(await screen.findByRole('heading', { name: 'Sweep the yard' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

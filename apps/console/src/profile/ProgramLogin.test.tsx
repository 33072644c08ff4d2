import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Organisation, Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { ProgramLogin } from './ProgramLogin.tsx';

const URL = 'authentication/device-logins/BCDF-GHJK/';
const waiting = {
  address: '198.51.100.7',
  city: 'Porto',
  user_agent: 'postern-cli/3.5.2 atlas (linux)',
  date_created: new Date().toISOString(),
  date_expired: new Date().toISOString(),
};
beforeEach(() => {
  updateSession({
    profile: { id: '1', username: 'ann', name: 'Ann', perms: [] } as unknown as Profile,
    settings: {},
    org: { id: '2', name: 'Default' } as Organisation,
    pseudoOrg: undefined,
  });
});

test('a program is confirmed only after its person has proved who they are', async () => {
  const state = { proved: false };
  const asked = serve({
    [`GET ${URL}`]: waiting,
    [`POST ${URL}approve/`]: () =>
      state.proved
        ? { status: 200, body: null }
        : { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      state.proved = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<ProgramLogin />, { at: '/?code=BCDF-GHJK' });
  expect(await screen.findByText('postern-cli/3.5.2 atlas (linux)')).toBeVisible();
  expect(screen.getByText('198.51.100.7 · Porto')).toBeVisible();
  expect(screen.getByText('Ann (ann)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const check = within(await screen.findByRole('dialog'));
  expect(screen.queryByText('The program is logged in')).toBeNull();
  await user.type(await check.findByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(check.getByRole('button', { name: /Confirm/ }));
  expect(await screen.findByText('The program is logged in')).toBeVisible();
  expect(asked.filter(({ path }) => path.endsWith('approve/'))).toHaveLength(2);
});

test('a code is typed where none came along, and what nothing waits under says so', async () => {
  const asked = serve({ [`GET ${URL}`]: () => ({ status: 404, body: { detail: 'Nothing.' } }) });
  const { user } = await draw(<ProgramLogin />, { at: '/' });
  await user.type(screen.getByLabelText('Code'), 'BCDF-GHJK{Enter}');
  expect(await screen.findByText('Nothing waits under this code')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Another code' }));
  await waitFor(() => expect(screen.getByLabelText('Code')).toBeVisible());
  expect(asked.filter(({ path }) => path.endsWith('BCDF-GHJK/'))).toHaveLength(1);
});

test('a program that has gone while somebody read is confirmed by nobody, and the page says so', async () => {
  const state = { there: true };
  const gone = { status: 404, body: { detail: 'Nothing.' } };
  serve({
    [`GET ${URL}`]: () => (state.there ? { status: 200, body: waiting } : gone),
    [`POST ${URL}approve/`]: () => gone,
  });
  const { user } = await draw(<ProgramLogin />, { at: '/?code=BCDF-GHJK' });
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  state.there = false;
  await user.click(confirm);
  expect(await screen.findByText('Nothing waits under this code')).toBeVisible();
  expect(screen.getByText(/The program was ended/)).toBeVisible();
});

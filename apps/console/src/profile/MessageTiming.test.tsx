import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { MessageTiming } from './MessageTiming.tsx';

/** When messages come, chosen by kind and way, over a network that the test answers for. */

const WAYS = [
  { name: 'email', name_display: 'Email' },
  { name: 'slack', name_display: 'Slack' },
  { name: 'site_msg', name_display: 'Site message' },
];
const URL = 'notifications/message-timing/';
const OWN = {
  waiting: [{ kind: 'tasks', way: 'email', every: 'daily' }],
  daily_at: '07:30',
  zone: 'Asia/Tokyo',
  kinds: [
    { name: 'tasks', label: 'Tasks that have ended' },
    { name: 'system', label: 'Messages of the system' },
  ],
};
const person = (receive_backends: string[]) =>
  updateSession({ profile: { id: '7', email: 'ada@example.com', receive_backends } as unknown as Profile, settings: {} });

test('each kind has its time by each way that the person has; a choice keeps the others, and one that is refused goes back', async () => {
  let refuse = false;
  person(['site_msg', 'email']);
  const asked = serve({
    [`GET ${URL}`]: OWN,
    [`PATCH ${URL}`]: ({ body }) => (refuse ? { status: 400, body: { detail: 'Not now.' } } : { ...OWN, ...(body as object) }),
  });
  const { user } = await draw(<MessageTiming ways={WAYS} />);
  const system = await screen.findByRole('combobox', { name: 'Messages of the system by Email' });
  expect(screen.queryByRole('combobox', { name: /by Slack/ })).toBeNull();
  expect(screen.queryByRole('combobox', { name: /by Site message/ })).toBeNull();
  await user.click(system);
  await user.click(await screen.findByText('Hourly'));
  const hourly = { kind: 'system', way: 'email', every: 'hourly' };
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ waiting: [...OWN.waiting, hourly] }));
  await waitFor(() => expect(screen.getByText('Hourly', { selector: '.ant-select *' })).toBeInTheDocument());
  refuse = true;
  const before = asked.length;
  await user.click(screen.getByRole('combobox', { name: 'Tasks that have ended by Email' }));
  await user.click((await screen.findAllByText('At once')).at(-1) as HTMLElement);
  await waitFor(() => expect(asked.slice(before).map(({ body }) => body)).toEqual([{ waiting: [hourly] }]));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tasks that have ended by Email' })).toBeEnabled());
  expect(screen.getByLabelText('Time of day')).toHaveValue('07:30');
});

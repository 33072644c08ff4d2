import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { MessageSettings } from './MessageSettings.tsx';

/** Who gets messages of the system: the page over a network that the test answers for. */

const URL = 'notifications/system-msg-subscription/';
const ANN = { id: 'a', name: 'Ann(ann)', site_msg: true };
const child = (more: object = {}) => ({
  message_type: 'StorageConnectivityMessage',
  message_type_label: 'A storage cannot be reached',
  users: ['a'],
  groups: [],
  receive_backends: ['site_msg'],
  receivers: [ANN],
  ...more,
});
const answers = (...children: object[]) => ({
  [`GET ${URL}`]: [{ category: 'storage', category_label: 'Storage', children }],
  'GET notifications/backends/': [
    { name: 'email', name_display: 'Email' },
    { name: 'site_msg', name_display: 'Site message' },
  ],
});
const box = (name: string) => screen.findByRole('checkbox', { name });

test('a way is ticked at once; the inbox always is, and nobody takes it away', async () => {
  const asked = serve({
    ...answers(child()),
    [`PATCH ${URL}StorageConnectivityMessage/`]: ({ body }) => child({ ...(body as object) }),
  });
  const { user } = await draw(<MessageSettings />);
  expect(await box('Inbox')).toBeChecked();
  expect(await box('Inbox')).toBeDisabled();
  expect(await box('Email')).not.toBeChecked();
  await user.click(await box('Email'));
  await waitFor(async () => expect(await box('Email')).toBeChecked());
  expect(asked.at(-1)?.body).toEqual({ receive_backends: ['site_msg', 'email'] });
});

test('an example of a message says of each way whether it went, and why not', async () => {
  const asked = serve({
    ...answers(child()),
    [`POST ${URL}StorageConnectivityMessage/testing/`]: [
      { name: 'email', name_display: 'Email', sent: false, reason: 'It cannot be reached.' },
      { name: 'site_msg', name_display: 'Site message', sent: true, reason: '' },
    ],
  });
  const { user } = await draw(<MessageSettings />);
  await user.click(await screen.findByRole('button', { name: 'Test “A storage cannot be reached”: send an example to yourself' }));
  expect(await screen.findByText('Email: not sent. It cannot be reached.')).toBeInTheDocument();
  expect(screen.getByText('Inbox: sent to you')).toBeInTheDocument();
  expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('a way that fails is told of above, with since when, how often and why', async () => {
  serve({
    ...answers(child()),
    'GET notifications/failing-backends/': [
      {
        name: 'email',
        name_display: 'Email',
        since: '2026/11/26 10:00:00 +0000',
        last: '2026/11/26 10:30:00 +0000',
        failures: 6,
        error: 'It cannot be reached.',
      },
    ],
  });
  await draw(<MessageSettings />);
  const alert = await screen.findByText(/^Email does not work since /);
  expect(alert).toHaveTextContent('2026');
  expect(screen.getByText(/^It cannot be reached\. 6 failures in a row, the last at /)).toBeInTheDocument();
});

test('a tick that the server refuses goes back, and says why', async () => {
  serve({ ...answers(child()), [`PATCH ${URL}StorageConnectivityMessage/`]: { status: 403, body: { detail: 'You may not.' } } });
  const { user } = await draw(
    <>
      <MessageSettings />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
  );
  await user.click(await box('Email'));
  await screen.findByText('You may not.');
  await waitFor(async () => expect(await box('Email')).not.toBeChecked());
  expect(await box('Email')).toBeEnabled();
});

test('a message that nobody gets says so, and people are chosen among everybody', async () => {
  const asked = serve({
    ...answers(child({ users: [], receivers: [] })),
    'GET users/users/': { count: 1, next: null, previous: null, results: [{ id: 'b', name: 'Bob', username: 'bob' }] },
    [`PATCH ${URL}StorageConnectivityMessage/`]: child({ users: ['b'], receivers: [{ id: 'b', name: 'Bob(bob)', site_msg: true }] }),
  });
  const { user } = await draw(<MessageSettings />);
  await screen.findByText('Nobody gets this message');
  await user.click(screen.getByRole('button', { name: /Change receivers/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByText('Bob(bob)'));
  await user.click(within(dialog).getByRole('button', { name: /right/i }));
  await user.click(within(dialog).getByRole('button', { name: 'Send to 1 person' }));
  await screen.findByText('Bob(bob)');
  await waitFor(() => expect(screen.queryByText('Nobody gets this message')).toBeNull());
  const people = asked.find(({ path }) => path === 'users/users/')?.query;
  expect([people?.get('oid'), people?.get('limit')]).toEqual(['ROOT', '10']);
  expect(asked.at(-1)?.body).toEqual({ users: ['b'] });
});

test.each([
  ['zh', '无人接收此消息', '站内信'],
  ['ja', '受信者はいません', '受信箱'],
] as const)('speaks %s', async (language, nobody, inbox) => {
  serve(answers(child({ users: [], receivers: [] })));
  await draw(<MessageSettings />, { language });
  await screen.findByText(nobody);
  expect(screen.getByRole('checkbox', { name: inbox })).toBeChecked();
});

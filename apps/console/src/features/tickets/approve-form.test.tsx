import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata } from '../../test/metadata.ts';
import { ApproveForm } from './ApproveForm.tsx';
import type { Request } from './tickets.ts';

/** Whoever is asked gives something else than was asked for (docs/behaviour/tickets.md#giving-something-else). */

const person = (...perms: string[]) => ({ id: 'ann-id', name: 'Ann', username: 'ann', perms }) as unknown as Profile;
beforeEach(() => updateSession({ profile: person(), settings: {} }));

const request = {
  id: 't1',
  title: 'Disk',
  org_id: 'o1',
  apply_nodes: [],
  apply_assets: [
    { id: 'a1', name: 'web-1' },
    { id: 'a2', name: 'web-2' },
  ],
  apply_accounts: ['root', '@USER'],
  apply_actions: [
    { value: 'connect', label: 'Connect' },
    { value: 'upload', label: 'Upload' },
  ],
  apply_date_start: '2026/11/28 10:00:00 +0000',
  apply_date_expired: '2026/11/30 10:00:00 +0000',
};
const APPROVE = 'tickets/apply-asset-tickets/t1/approve/';
const TREE = [
  { value: 'connect', label: 'Connect' },
  {
    value: 'transfer',
    label: 'Transfer',
    children: [
      { value: 'upload', label: 'Upload' },
      { value: 'download', label: 'Download' },
    ],
  },
  { value: 'clipboard', label: 'Clipboard', children: [{ value: 'copy', label: 'Copy' }] },
];

async function opened(answer: Answer | (() => Answer) = { status: 200, body: 'ok' }, more: { language?: 'en' | 'zh' | 'ja' } = {}) {
  let changes = 0;
  const asked = serve({
    [`OPTIONS ${APPROVE}`]: metadata({
      apply_nodes: field('list', 'Nodes'),
      apply_assets: field('list', 'Assets'),
      apply_accounts: field('list', 'Accounts'),
      apply_actions: field('tree', 'Actions', { tree: TREE }),
      apply_date_start: field('datetime', 'Starts', { required: true }),
      apply_date_expired: field('datetime', 'Ends', { required: true }),
    }),
    [`PUT ${APPROVE}`]: answer,
    'GET assets/assets/': [
      { id: 'a1', name: 'web-1' },
      { id: 'a2', name: 'web-2' },
      { id: 'a3', name: 'vault' },
    ],
    'GET assets/nodes/': [],
  });
  const onDone = async () => {
    changes += 1;
  };
  const view = await draw(
    <>
      <ApproveForm ticket={request as unknown as Request} onDone={onDone} />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
    more,
  );
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body as Record<string, unknown>);
  return { ...view, asked, sent, changes: () => changes };
}
const ELSE = 'Approve something else';
const options = () => screen.getAllByRole('option').map((option) => option.getAttribute('aria-label') ?? option.textContent);

test('by keys alone less is given: one asset of two, and one action of two', async () => {
  const { user, sent, changes } = await opened();
  await user.tab();
  expect(screen.getByRole('button', { name: ELSE })).toHaveFocus();
  await user.keyboard('{Enter}');
  const assets = await screen.findByRole('combobox', { name: 'Assets' });
  while (document.activeElement !== assets) await user.tab();
  // The last of the chosen ones goes.
  await user.keyboard('{Backspace}{Escape}');
  const upload = screen.getByText('Upload');
  await user.click(upload);
  const approve = screen.getByRole('button', { name: 'Approve' });
  while (document.activeElement !== approve) await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(changes()).toBe(1));
  expect(sent()).toEqual([
    expect.objectContaining({ apply_nodes: [], apply_assets: ['a1'], apply_accounts: ['@USER', 'root'], apply_actions: ['connect'] }),
  ]);
});

test('what is not touched is given as it was asked for, in the words that the server reads', async () => {
  const { user, sent, changes } = await opened();
  await user.click(screen.getByRole('button', { name: ELSE }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(changes()).toBe(1));
  const [body] = sent();
  expect(body).toMatchObject({ apply_nodes: [], apply_assets: ['a1', 'a2'], apply_accounts: ['@USER', 'root'] });
  expect(body?.apply_actions).toEqual(['connect', 'upload']);
  expect(Date.parse(String(body?.apply_date_expired))).toBe(Date.UTC(2026, 10, 30, 10));
  // It is decided once: nothing asks for another.
  expect(screen.queryByRole('button', { name: /another/ })).toBeNull();
});

test('nobody is offered more than was asked for, but who writes permissions there', async () => {
  const { user, unmount } = await opened();
  await user.click(screen.getByRole('button', { name: ELSE }));
  await user.click(await screen.findByRole('combobox', { name: 'Assets' }));
  await waitFor(() => expect(options()).toEqual(['web-1', 'web-2']));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('combobox', { name: 'Accounts' }));
  await waitFor(() => expect(options()).toEqual(['root', 'Same as the user']));
  expect(screen.getByText('Upload')).toBeVisible();
  for (const beyond of ['Download', 'Clipboard', 'Copy', 'vault']) expect(screen.queryByText(beyond)).toBeNull();
  unmount();

  updateSession({ profile: person('assets.view_asset', 'perms.add_assetpermission') });
  const wide = await opened();
  await wide.user.click(screen.getByRole('button', { name: ELSE }));
  expect(await screen.findByText('Download')).toBeVisible();
  await wide.user.click(screen.getByRole('combobox', { name: 'Assets' }));
  expect(await screen.findByTitle('vault')).toBeInTheDocument();
  const [list] = wide.asked.filter(({ path }) => path === 'assets/assets/');
  expect(list?.query.get('oid')).toBe('o1');
});

test('a day beyond the request is refused at its field before anything is sent', async () => {
  const { user, sent } = await opened();
  await user.click(screen.getByRole('button', { name: ELSE }));
  const end = await screen.findByLabelText('Ends');
  await user.clear(end);
  await user.type(end, '2026-12-24 10:00:00{Enter}');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/^Not after .*, as was asked\.$/)).toBeVisible();
  expect(sent()).toEqual([]);
});

test('what the server refuses stands at its field, and the form keeps what was chosen', async () => {
  const { user, changes } = await opened({
    status: 400,
    body: { apply_assets: ['Choose at least one.'], apply_date_expired: ['This is in the past.'] },
  });
  await user.click(screen.getByRole('button', { name: ELSE }));
  const assets = await screen.findByRole('combobox', { name: 'Assets' });
  await user.click(assets);
  await user.keyboard('{Backspace}{Backspace}{Escape}');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Choose at least one.')).toBeVisible();
  expect(screen.getByText('This is in the past.')).toBeVisible();
  expect(document.querySelectorAll('.ant-select-selection-item[title^="web"]')).toHaveLength(0);
  expect(changes()).toBe(0);
});

test('more than was asked for is refused by the server with words, and the form stays', async () => {
  const { user, changes } = await opened({ status: 403, body: { code: 'beyond_request', detail: 'That is more than was asked for.' } });
  await user.click(screen.getByRole('button', { name: ELSE }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('That is more than was asked for.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(changes()).toBe(0);
});

test.each([
  ['ticket_closed', 'This ticket is already closed.'],
  ['ticket_went_on', 'Somebody else approved this level.'],
])('who comes after somebody else (%s) is told so, and sees the ticket as it is now', async (code, detail) => {
  const { user, changes } = await opened({ status: 400, body: { code, detail } });
  await user.click(screen.getByRole('button', { name: ELSE }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(detail)).toBeVisible();
  await waitFor(() => expect(changes()).toBe(1));
});

test.each([
  ['zh', '调整后批准', '可少于申请内容'],
  ['ja', '内容を変えて承認', '申請より狭い範囲'],
] as const)('in %s it says what it is', async (language, title, purpose) => {
  const { user } = await opened(undefined, { language });
  await user.click(screen.getByRole('button', { name: title }));
  const form = await screen.findByText(new RegExp(purpose));
  expect(form).toBeVisible();
  expect(within(document.body).queryByText(/Approve|given/)).toBeNull();
});

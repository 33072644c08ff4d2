import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata } from '../../test/metadata.ts';
import { AskAgain } from './AskAgain.tsx';
import { RequestForm } from './RequestForm.tsx';
import type { Request } from './tickets.ts';

const profile = { id: 'ann-id', name: 'Ann', username: 'ann', perms: [], workbench_orgs: [{ id: 'o1', name: 'Harbour' }] };
beforeEach(() => updateSession({ profile: profile as unknown as Profile, settings: {}, org: { id: 'o1', name: 'Harbour' } as never }));

const OPEN = 'tickets/apply-asset-tickets/open/';
const HOUR = 3_600_000;
const END = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR);
const request = {
  id: 't1',
  title: 'Disk',
  state: { value: 'approved', label: 'Approved' },
  org_id: 'o1',
  comment: 'full',
  apply_nodes: [],
  apply_assets: [
    { id: 'a1', name: 'web-1' },
    { id: 'a2', name: 'web-2' },
  ],
  apply_accounts: ['root'],
  apply_actions: [{ value: 'connect', label: 'Connect' }],
  apply_date_start: new Date(END.getTime() - 4 * HOUR).toISOString(),
  apply_date_expired: END.toISOString(),
};

const world = (dateExpired: string | null) =>
  serve({
    [`OPTIONS ${OPEN}`]: metadata({
      title: field('string', 'Title', { required: true }),
      org_id: field('string', 'Organisation', { required: true }),
      comment: field('string', 'Comment'),
      apply_nodes: field('list', 'Nodes'),
      apply_assets: field('list', 'Assets'),
      apply_accounts: field('list', 'Accounts'),
      apply_date_start: field('datetime', 'Starts', { required: true }),
      apply_date_expired: field('datetime', 'Ends', { required: true }),
    }),
    'GET tickets/apply-asset-tickets/t1/': request,
    'GET tickets/apply-asset-tickets/t1/again/': {
      nodes: [],
      assets: [{ id: 'a1', name: 'web-1' }],
      gone: ['web-2(10.0.0.2)'],
      date_expired: dateExpired,
    },
    'GET tickets/apply-asset-tickets/deciders/': [],
    'GET tickets/apply-asset-tickets/offered-assets/': [],
    'GET tickets/apply-asset-tickets/offered-nodes/': [],
    [`POST ${OPEN}`]: { id: 't2', title: 'Disk' },
  });

async function sent(address: string, dateExpired: string | null) {
  const asked = world(dateExpired);
  const { user, unmount } = await draw(<RequestForm />, { at: address });
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Disk'));
  const told = document.body.textContent ?? '';
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  return { told, unmount, body: asked.find(({ method }) => method === 'POST')?.body as Record<string, string> };
}

test('a renewal begins where the grant ends and lasts as long; what is gone is told and not asked for', async () => {
  const { told, body } = await sent('/?renew=t1', END.toISOString());
  expect(told).toContain('web-2(10.0.0.2)');
  expect(told).toContain('Follows what you were given');
  expect(body).toMatchObject({ renews: 't1', apply_assets: ['a1'], apply_accounts: ['root'], comment: 'full' });
  expect(Date.parse(String(body.apply_date_start))).toBe(END.getTime());
  expect(Date.parse(String(body.apply_date_expired))).toBe(END.getTime() + 4 * HOUR);
});

test('asked for again it begins now, and renews nothing; what cannot be renewed is asked for anew', async () => {
  for (const [address, end] of [
    ['/?like=t1', END.toISOString()],
    ['/?renew=t1', null],
  ] as const) {
    const { body, unmount } = await sent(address, end);
    expect(body).toMatchObject({ renews: null, apply_assets: ['a1'] });
    expect(Math.abs(Date.parse(String(body.apply_date_start)) - Date.now())).toBeLessThan(60_000);
    unmount();
  }
});

test('where nothing is offered there is no form', async () => {
  updateSession({ settings: { TICKET_OFFERED: 'nothing' } });
  world(null);
  await draw(<RequestForm />, { language: 'ja' });
  expect(await screen.findByText(/申請は受け付けていません/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('whoever was given something sees its end and renews it while it lasts', async () => {
  const { unmount } = await draw(<AskAgain ticket={request as unknown as Request} />);
  expect(screen.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', '/tickets/tickets/request-host-perm/create?renew=t1');
  unmount();
  const over = { ...request, apply_date_expired: new Date(Date.now() - HOUR).toISOString() };
  await draw(<AskAgain ticket={over as unknown as Request} />);
  expect(screen.queryByRole('link', { name: 'Renew' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ask for this again' })).toBeVisible();
});

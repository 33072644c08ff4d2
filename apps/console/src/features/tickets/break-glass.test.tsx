import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata } from '../../test/metadata.ts';
import { BreakGlassForm } from './BreakGlassForm.tsx';
import { Taken } from './Taken.tsx';
import { TicketComments } from './TicketComments.tsx';
import type { Request } from './tickets.ts';

/** Access that is taken in an emergency, as people see it. */

const profile = { id: 'ann-id', name: 'Ann', username: 'ann', perms: [], workbench_orgs: [{ id: 'o1', name: 'Harbour' }] };
const settings = { TICKET_BREAK_GLASS: true, TICKET_BREAK_GLASS_MINUTES: 30 };
beforeEach(() => updateSession({ profile: profile as unknown as Profile, settings, org: { id: 'o1', name: 'Harbour' } as never }));

const ticket = (change: object = {}): Request =>
  ({
    id: 't1',
    taken: true,
    title: 'Eve(eve) · web-1',
    state: { value: 'pending', label: 'Open' },
    status: { value: 'open', label: 'Open' },
    approval_step: { value: 1 },
    process_map: [{ state: 'pending', assignees: ['ann-id'], assignees_display: [], approval_level: 1 }],
    rel_snapshot: { applicant: 'Eve(eve)' },
    apply_date_expired: new Date(Date.now() + 1_200_000).toISOString(),
    ...change,
  }) as unknown as Request;

test('the form says how long it lasts, wants a reason and a second factor, and sends no dates', async () => {
  const url = 'tickets/apply-asset-tickets/break-glass/';
  let proved = false;
  const asked = serve({
    [`OPTIONS ${url}`]: metadata({
      org_id: field('string', 'Organisation', { required: true }),
      comment: field('string', 'Reason', { required: true }),
      apply_nodes: field('list', 'Nodes'),
      apply_assets: field('list', 'Assets'),
      apply_accounts: field('list', 'Accounts'),
    }),
    'GET tickets/apply-asset-tickets/deciders/': [],
    'GET tickets/apply-asset-tickets/offered-assets/': [],
    'GET tickets/apply-asset-tickets/offered-nodes/': [],
    'GET authentication/confirm/': {
      confirm_type: 'mfa',
      content: [{ name: 'otp', disabled: false, display_name: 'App', placeholder: '' }],
    },
    'POST authentication/confirm/': () => {
      proved = true;
      return { status: 200, body: 'ok' };
    },
    [`POST ${url}`]: () =>
      proved ? { id: 't1' } : { status: 412, body: { type: 'user_confirm_required', code: 'mfa', detail: 'Confirm with a code first.' } },
  });
  const { user, router } = await draw(<BreakGlassForm />, { at: '/tickets/tickets/break-glass/create' });
  expect(await screen.findByText(/at once, for 30 minutes/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take access now' }));
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  await waitFor(() => expect(reason).toHaveAttribute('aria-invalid', 'true'));
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  await user.type(reason, 'disk full');
  await user.click(screen.getByRole('button', { name: 'Take access now' }));
  await user.type(await waitFor(() => document.querySelector('#confirm-secret') as HTMLElement), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/tickets/request-host-perm/t1'));
  const body = asked.find(({ method, path }) => method === 'POST' && path === url)?.body as object;
  expect(body).toMatchObject({ org_id: 'o1', comment: 'disk full', apply_accounts: ['@ALL'] });
  expect(Object.keys(body).filter((key) => key.includes('date'))).toEqual([]);
});

test('where it is switched off there is no form', async () => {
  updateSession({ settings: { TICKET_BREAK_GLASS: false } });
  await draw(<BreakGlassForm />, { language: 'zh' });
  expect(await screen.findByText(/未启用紧急访问/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('what was taken is ended after a question, as long as it lasts', async () => {
  const asked = serve({ 'PUT tickets/apply-asset-tickets/t1/end/': { status: 200, body: 'ok' } });
  let changes = 0;
  const onChanged = async () => {
    changes += 1;
  };
  const { user, unmount } = await draw(<Taken ticket={ticket()} onChanged={onChanged} />);
  expect(screen.getByText('Nobody has reviewed this yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End now' }));
  const [, sure] = await screen.findAllByRole('button', { name: 'End now' });
  expect(asked).toEqual([]);
  await user.click(sure as HTMLElement);
  await waitFor(() => expect(changes).toBe(1));
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('PUT tickets/apply-asset-tickets/t1/end/');
  unmount();
  const over = {
    apply_date_expired: new Date(Date.now() - 1_000).toISOString(),
    status: { value: 'closed' },
    state: { value: 'approved' },
  };
  await draw(<Taken ticket={ticket(over)} onChanged={onChanged} />);
  expect(screen.getByText('Reviewed: justified.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a review has words; whoever took it can only talk', async () => {
  const asked = serve({
    'GET tickets/comments/': [],
    'POST tickets/comments/': { id: 'c1' },
    'PUT tickets/tickets/t1/reject/': { status: 200, body: 'ok' },
  });
  const { user, unmount } = await draw(<TicketComments ticket={ticket()} onChanged={async () => undefined} />);
  expect(screen.getByRole('button', { name: 'Justified' })).toHaveAccessibleDescription('Write something first.');
  expect(screen.getByRole('button', { name: 'Not justified' })).toHaveAccessibleDescription('Write something first.');
  await user.type(screen.getByRole('textbox'), 'No reason to');
  await user.click(screen.getByRole('button', { name: 'Not justified' }));
  await waitFor(() => expect(asked.filter(({ method }) => method !== 'GET')).toHaveLength(2));
  expect(asked.map(({ path }) => path)).toContain('tickets/tickets/t1/reject/');
  unmount();
  await draw(<TicketComments ticket={ticket({ rel_snapshot: { applicant: 'Ann(ann)' } })} onChanged={async () => undefined} />);
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Reply']);
});

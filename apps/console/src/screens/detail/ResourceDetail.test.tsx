import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { type DetailDefinition, ResourceDetail } from './ResourceDetail.tsx';

const definition: DetailDefinition<{ id: string; name?: string }> = {
  resource: { url: 'users/groups/', app: 'users', model: 'usergroup', path: '/console/users/groups', noun: 'group' },
  id: '7',
  tabs: () => [
    { name: 'Basic', title: 'Basic', render: () => <p>Facts</p> },
    { name: 'Hidden', title: 'Hidden', hidden: true, render: () => null },
  ],
};
const RIGHTS = ['users.view_usergroup', 'users.change_usergroup', 'users.delete_usergroup', 'audits.view_activitylog'];
function signIn(perms: readonly string[], org: Partial<Organisation> = {}): void {
  const profile = { id: 'me', username: 'mia', perms } as unknown as Profile;
  updateSession({ profile, org: { id: '1', name: 'Default', ...org } as Organisation, pseudoOrg: undefined });
}
beforeEach(() => signIn(RIGHTS));

async function open(answer: Answer = { id: '7', name: 'Harbour' }) {
  const asked = serve({ 'GET users/groups/7/': answer, 'DELETE users/groups/7/': { status: 200, body: {} } });
  const view = await draw(
    <>
      <ResourceDetail definition={definition} />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
    { at: '/console/users/groups/7' },
  );
  return { ...view, asked };
}

test('the page is called after its object, cut when that is long', async () => {
  const { unmount } = await open();
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Harbour');
  unmount();
  await open({ id: '7', name: 'x'.repeat(90) });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(`${'x'.repeat(80)}…`);
});

test('tabs are those of the page, and the activity for who may see it', async () => {
  const { unmount } = await open();
  await screen.findByText('Facts');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Basic', 'Activity']);
  unmount();
  signIn(['users.view_usergroup']);
  await open();
  expect(await screen.findByText('Facts')).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('is deleted after a question, told, and left for the list', async () => {
  const { user, asked, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog'));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/users/groups'));
  expect(screen.getByText('Deleted: Harbour')).toBeInTheDocument();
});

test('Update leads to the form; it rests in the root organisation, where Delete does not', async () => {
  const { user, router, unmount } = await open();
  await user.click(await screen.findByRole('button', { name: 'Update' }));
  expect(router.state.location.pathname).toBe('/console/users/groups/7/update');
  unmount();
  signIn(RIGHTS, { is_root: true });
  await open();
  expect(await screen.findByRole('button', { name: 'Update' })).toHaveAccessibleDescription(/Choose an organisation first/);
  expect(screen.getByRole('button', { name: 'Delete' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('without the rights there is neither Update nor Delete', async () => {
  signIn(['users.view_usergroup']);
  await open();
  await screen.findByText('Facts');
  expect(screen.queryByRole('button', { name: /Update|Delete/ })).toBeNull();
});

test('an object that is gone says so and leads to its list', async () => {
  await open({ status: 404, body: { detail: 'Not found.' } });
  expect(await screen.findByText(/does not exist, or was deleted/)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/console/users/groups');
});

import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { AccountDetail } from './AccountDetail.tsx';

const FIELDS = { name: { type: 'string', label: 'Name', required: true, read_only: false, write_only: false } };
const AUTOMATED = { ansible_enabled: true, ping_enabled: true, push_account_enabled: true };

class Silent {
  close(): void {}
}

async function open(autoConfig: object, perms = ['accounts.view_account', 'accounts.verify_account', 'accounts.push_account']) {
  updateSession({
    profile: { id: 'me', username: 'mia', perms } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
    settings: {},
    pseudoOrg: undefined,
  });
  // The log opens in a window of its own and tells here when the run is over.
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  vi.stubGlobal('WebSocket', Silent);
  onTestFinished(() => {
    opened.mockRestore();
    vi.unstubAllGlobals();
  });
  const asked = serve({
    'OPTIONS accounts/accounts/': { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS } },
    'GET accounts/accounts/c1/': {
      id: 'c1',
      name: 'root',
      username: 'root',
      has_secret: true,
      is_active: true,
      asset: { id: 'h1', name: 'quay', auto_config: autoConfig },
      su_from: null,
    },
    'POST accounts/accounts/tasks/': { status: 201, body: { task: 't1' } },
  });
  const view = await draw(
    <Routes>
      <Route path="/c/:id" element={<AccountDetail />} />
    </Routes>,
    { at: '/c/c1' },
  );
  const line = async (title: string) => within((await screen.findAllByText(title))[0]?.closest('li') as HTMLElement).getByRole('button');
  const sent = () => asked.filter(({ path }) => path === 'accounts/accounts/tasks/').map(({ body }) => body);
  return { ...view, line, sent };
}

test('an account is tested and pushed from its page', async () => {
  const { user, line, sent } = await open(AUTOMATED);
  await user.click(await line('Test login'));
  await waitFor(() => expect(sent()).toEqual([{ action: 'verify', accounts: ['c1'] }]));
  await user.click(await line('Push to the asset'));
  await waitFor(() => expect(sent()[1]).toEqual({ action: 'push', accounts: ['c1'] }));
});

test('neither is offered where the platform does not allow it, or without the right', async () => {
  const off = await open({ ...AUTOMATED, ping_enabled: false, push_account_enabled: false });
  for (const title of ['Test login', 'Push to the asset']) expect(await off.line(title)).toHaveAttribute('aria-disabled', 'true');
  off.unmount();
  const plain = await open(AUTOMATED, ['accounts.view_account']);
  for (const title of ['Test login', 'Push to the asset']) expect(await plain.line(title)).toHaveAttribute('aria-disabled', 'true');
});

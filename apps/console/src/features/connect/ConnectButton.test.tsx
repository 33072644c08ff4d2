import { picksKey, takeOrders } from '@postern/client/connect-picks';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ConnectButton } from './ConnectButton.tsx';

const asset = {
  id: 'a1',
  name: 'web-01',
  address: '10.0.0.1',
  org_id: 'o1',
  is_active: true,
  protocols: [{ name: 'ssh', port: 22, public: true, setting: {} }],
};
// A name that would end a selector, or begin another.
const AWKWARD = `o'neil"]\\`;
const account = (name: string) => ({ alias: name, name, username: name, has_secret: true });
const answers = {
  'GET perms/users/self/assets/a1/accounts/': [account('root'), account(AWKWARD)],
  'GET terminal/components/connect-methods/': {
    ssh: [
      { component: 'koko', type: 'web', value: 'web_cli', label: 'Web CLI' },
      { component: 'koko', type: 'native', value: 'ssh', label: 'SSH' },
    ],
  },
};
let opened: string[];

beforeEach(() => {
  localStorage.clear();
  updateSession({ settings: {} });
  opened = [];
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
});
afterEach(() => vi.restoreAllMocks());
const orders = () => opened.flatMap((address) => takeOrders(localStorage, address.split('?')[1] ?? ''));

test('one press leaves it to the last time, and asks nothing of the server', async () => {
  const asked = serve(answers);
  const { user } = await draw(<ConnectButton asset={asset} />);
  await user.click(screen.getByRole('button', { name: 'Connect to web-01' }));
  expect([orders(), asked]).toEqual([[{ asset: 'a1' }], []]);
});

test('the menu has every account and way, whatever accounts are called, and marks what was picked the last time', async () => {
  const errors = vi.spyOn(console, 'error');
  localStorage.setItem(
    picksKey('a1'),
    JSON.stringify({ account: { alias: AWKWARD }, connectMethod: { value: 'web_cli' }, protocol: { name: 'ssh' } }),
  );
  serve(answers);
  const { user } = await draw(<ConnectButton asset={asset} />);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  const line = await screen.findByRole('menuitem', { name: `SSH · Web CLI As ${AWKWARD}` });
  expect(line.className).toContain('selected');
  expect(screen.getAllByRole('menuitem')).toHaveLength(5);
  await user.click(line);
  expect(orders()).toEqual([{ asset: 'a1', account: AWKWARD, protocol: 'ssh', method: 'web_cli' }]);
  expect(errors).not.toHaveBeenCalled();
});

test('a client of this machine is started with a token, by nothing but its own kind of link', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  let url = 'jms://eyJ9';
  const asked = serve({
    ...answers,
    'POST authentication/connection-token/': { id: 't1' },
    'GET authentication/connection-token/t1/client-url/': () => ({ url }),
  });
  const { user } = await draw(<ConnectButton asset={asset} />);
  const start = async () => {
    await user.click(screen.getByRole('button', { name: 'Accounts and ways for web-01' }));
    await user.click(await screen.findByRole('menuitem', { name: 'SSH on this machine As root' }));
  };
  await start();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('jms://eyJ9'));
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    asset: 'a1',
    account: 'root',
    protocol: 'ssh',
    connect_method: 'ssh',
  });
  url = 'javascript:alert(1)';
  await start();
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('client-url/'))).toHaveLength(2));
  expect(assign).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('a rule that asks for a second factor has the dialog ask for it, and then the client is started', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  let proved = false;
  serve({
    ...answers,
    'POST authentication/connection-token/': () =>
      proved ? { id: 't1' } : { status: 412, body: { type: 'user_confirm_required', code: 'mfa', detail: 'Confirm first.' } },
    'GET authentication/connection-token/t1/client-url/': { url: 'jms://eyJ9' },
    'GET authentication/confirm/': {
      confirm_type: 'mfa',
      content: [{ name: 'otp', disabled: false, display_name: 'Authenticator', placeholder: 'six digits' }],
    },
    'POST authentication/confirm/': () => {
      proved = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<ConnectButton asset={asset} />);
  await user.click(screen.getByRole('button', { name: 'Accounts and ways for web-01' }));
  await user.click(await screen.findByRole('menuitem', { name: 'SSH on this machine As root' }));
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('jms://eyJ9'));
  vi.unstubAllGlobals();
});

test('an asset that is switched off is not connected to, and says so', async () => {
  await draw(<ConnectButton asset={{ ...asset, is_active: false }} />);
  const [only, ...others] = screen.getAllByRole('button');
  expect(others).toEqual([]);
  expect(only).toHaveAccessibleDescription('This asset is switched off.');
});

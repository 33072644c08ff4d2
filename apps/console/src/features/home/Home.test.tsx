import { takeOrders } from '@postern/client/connect-picks';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { Home } from './Home.tsx';

const NOW = '2026/11/26 10:00:00 +0000';
const person = (...perms: string[]) =>
  ({ id: 'wen-id', username: 'wen', name: 'Wen', email: 'wen@example.com', perms }) as unknown as Profile;
const page = (...results: object[]) => ({ count: results.length, results });
const session = { id: 's1', asset: 'web-01', account: 'root', protocol: 'ssh', remote_addr: '10.0.0.9', can_join: true, date_start: NOW };
const ticket = (id: string, title: string, applicant: string) => ({
  id,
  title,
  type: { value: 'apply_asset', label: 'Access' },
  rel_snapshot: { applicant },
  date_created: NOW,
});
const nothing = {
  'GET perms/own-access-reviews/': page(),
  'GET perms/users/self/recent/': [],
  'GET perms/users/self/nodes/favorite/assets/': page(),
  'GET terminal/my-sessions/': page(),
  'GET audits/my-login-logs/': page(),
  'GET tickets/tickets/': page(),
};
const card = (title: string) => {
  const found = screen.getByRole('heading', { name: title }).closest('section');
  if (!found) throw new Error(`no card ${title}`);
  return within(found);
};

beforeEach(() => updateSession({ profile: person('perms.view_myassets', 'tickets.view_ticket'), settings: { TICKETS_ENABLED: true } }));
afterEach(() => vi.restoreAllMocks());

test('what was open is opened again with its account, and files as files', async () => {
  const opened: string[] = [];
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
  const recent = { asset: 'a1', asset_display: 'web-01', address: '10.0.0.1', account: 'root', protocol: 'ssh', date_start: NOW };
  serve({
    ...nothing,
    'GET perms/users/self/recent/': [
      { ...recent, type: 'normal' },
      { ...recent, account: 'deploy', type: 'sftp' },
    ],
  });
  const { user } = await draw(<Home />);
  await user.click(await screen.findByRole('button', { name: 'Connect to web-01 as root' }));
  await user.click(screen.getByRole('button', { name: 'Connect to web-01 as deploy' }));
  expect(opened.flatMap((address) => takeOrders(localStorage, address.split('?')[1] ?? ''))).toEqual([
    { asset: 'a1', account: 'root', protocol: 'ssh', method: 'web_cli' },
    { asset: 'a1', account: 'deploy', protocol: 'ssh', method: 'web_sftp' },
  ]);
});

test('tickets that the person decides come before those that others decide for them', async () => {
  const asked = serve({
    ...nothing,
    'GET tickets/tickets/': ({ query }) =>
      query.get('applicant') === 'wen-id' ? page(ticket('t2', 'The cellar', 'Wen(wen)')) : page(ticket('t1', 'The attic', 'Ada(ada)')),
  });
  await draw(<Home />);
  await screen.findByRole('link', { name: 'The attic' });
  const lines = card('Waiting')
    .getAllByRole('listitem')
    .map((line) => line.textContent);
  expect(lines[0]).toMatch(/The atticFor your decision · Access · Asked by Ada\(ada\)/);
  expect(lines[1]).toMatch(/The cellarFor the decision of others · Access/);
  expect(card('Waiting').getByRole('link', { name: 'The attic' })).toHaveAttribute('href', '/tickets/tickets/request-host-perm/t1');
  const queries = asked.filter(({ path }) => path === 'tickets/tickets/').map(({ query }) => query);
  expect(queries.every((query) => query.get('status') === 'open' && query.get('limit') === '5')).toBe(true);
});

test('an open session is ended after a question, and not ended twice', async () => {
  const asked = serve({
    ...nothing,
    'GET terminal/my-sessions/': ({ query }) => (query.get('is_finished') === 'false' ? page(session) : page()),
    'POST terminal/my-sessions/s1/end/': {},
  });
  const ended = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path);
  const { user } = await draw(<Home />);
  await user.click(await screen.findByRole('button', { name: 'End your session on web-01' }));
  expect(ended()).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(ended()).toEqual(['terminal/my-sessions/s1/end/']));
  expect(await screen.findByRole('button', { name: 'Ending' })).toBeDisabled();
  // Watching takes a right that this person has not.
  expect(screen.queryByRole('link', { name: /Watch/ })).toBeNull();
});

test('nothing is offered, or asked for, that the person may not have', async () => {
  updateSession({ profile: person(), settings: {} });
  const asked = serve(nothing);
  await draw(<Home />);
  await screen.findByText('No session is open');
  expect(screen.queryByRole('heading', { name: 'Recent' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Waiting' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'My assets' })).toBeNull();
  expect(asked.filter(({ path }) => /^(perms\/users|tickets)\//.test(path))).toEqual([]);
});

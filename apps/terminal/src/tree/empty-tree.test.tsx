import { expect, test, vi } from 'vitest';
import { draw, serve } from '../test/draw.tsx';
import { AssetPanel } from './AssetPanel.tsx';

const nothing = { 'GET perms/users/self/nodes/children-with-assets/tree/': () => [], 'GET assets/favorite-assets/': () => [] };

async function emptyTree(settings: object, perms: readonly string[]) {
  serve(nothing);
  const box = await draw(<AssetPanel onConnect={() => undefined} onNewWindow={() => undefined} />, settings, perms);
  await vi.waitFor(() => expect(box.querySelector('.p-empty')).not.toBeNull());
  return box;
}
const asks = (box: HTMLElement) => box.querySelector('.p-empty a')?.getAttribute('href');

test('whom nobody has let onto a machine asks for access where tickets are allowed', async () => {
  const box = await emptyTree({ TICKETS_ENABLED: true, TICKET_OFFERED: 'all' }, ['tickets.view_ticket']);
  expect(box.textContent).toContain('Nobody has let you onto a machine yet. Ask for access here');
  expect(asks(box)).toBe('/ui/tickets/tickets/request-host-perm/create');
});

test.each([
  ['tickets are off', { TICKETS_ENABLED: false }, ['tickets.view_ticket']],
  ['nothing can be asked for', { TICKETS_ENABLED: true, TICKET_OFFERED: 'nothing' }, ['tickets.view_ticket']],
  ['the right is missing', { TICKETS_ENABLED: true }, []],
])('they are sent to an administrator where %s', async (_why, settings, perms) => {
  const box = await emptyTree(settings, perms);
  expect(box.textContent).toContain('Ask an administrator for a permission');
  expect(asks(box)).toBeUndefined();
});

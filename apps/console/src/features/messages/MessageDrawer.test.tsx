import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { MessageDrawer } from './MessageDrawer.tsx';

const message = (id: string, subject: string, html = '<p>Text</p><ul><li>one</li><li>two</li></ul>') => ({
  id,
  has_read: false,
  read_at: null,
  date_created: new Date().toISOString(),
  content: { id: `c${id}`, subject, message: html, sender: 'Ann(ann)' },
});

function box(...rows: ReturnType<typeof message>[]) {
  let left = rows;
  return serve({
    'GET notifications/site-messages/': () => ({ count: left.length, results: left, next: null, previous: null }),
    'GET notifications/site-messages/unread-total/': () => ({ total: left.length }),
    'PATCH notifications/site-messages/mark-as-read/': ({ body }) => {
      left = left.filter((row) => !(body as { ids: string[] }).ids.includes(row.id));
      return { detail: 'ok' };
    },
    'PATCH notifications/site-messages/mark-as-read-all/': () => {
      left = [];
      return { detail: 'ok' };
    },
  });
}
/** The box over the drawer. Ant Design gives all boxes of a test one id, so they cannot be told apart by name. */
const overlay = () =>
  waitFor(() => {
    const box = document.querySelector<HTMLElement>('.ant-modal');
    expect(box).not.toBeNull();
    return box as HTMLElement;
  });
const marks = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body]);

test('an empty box says so, in each language', async () => {
  box();
  await draw(<MessageDrawer open onClose={() => undefined} />, { language: 'zh' });
  expect(await screen.findByText('没有未读消息')).toBeVisible();
  expect(screen.queryByText('全部标为已读')).toBeNull();
});

test('asks for unread ones, 15 at a time, and marks one from its row', async () => {
  const asked = box(message('1', 'First'), message('2', 'Second'));
  const { user } = await draw(<MessageDrawer open onClose={() => undefined} />);
  expect(await screen.findByText('First')).toBeVisible();
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ offset: '0', limit: '15', has_read: 'false' });
  const row = screen.getByText('First').closest('li') as HTMLElement;
  expect(row).toHaveTextContent('Text one two');
  await user.click(within(row).getByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(screen.queryByText('First')).toBeNull());
  expect(marks(asked)).toEqual([['notifications/site-messages/mark-as-read/', { ids: ['1'] }]]);
});

test.each([
  ['380px', true],
  ['70%', false],
])('the drawer is %s wide (wide window: %s)', async (width, wide) => {
  box();
  const before = window.matchMedia;
  window.matchMedia = (query) => ({
    ...before(query),
    matches: /min-width/.test(query) ? wide : query.includes('max-width') ? !wide : false,
  });
  onTestFinished(() => {
    window.matchMedia = before;
  });
  await draw(<MessageDrawer open onClose={() => undefined} />);
  await screen.findByText('No unread messages');
  expect(document.querySelector('.ant-drawer-content-wrapper')).toHaveStyle({ width });
});

test('15 more are loaded at a time', async () => {
  const rows = Array.from({ length: 31 }, (_, at) => message(String(at), `Subject ${at}`));
  const asked = serve({
    'GET notifications/site-messages/': ({ query }) => ({ count: 31, results: rows.slice(0, Number(query.get('limit'))) }),
    'GET notifications/site-messages/unread-total/': { total: 31 },
  });
  const { user } = await draw(<MessageDrawer open onClose={() => undefined} />);
  await screen.findByText('Subject 14');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Subject 29');
  expect(asked.at(-1)?.query.get('limit')).toBe('30');
});

test('a message opens in full and clean; the cross marks it, keeping does not', async () => {
  const asked = box(message('1', 'First', '<p>Hello <b>you</b></p><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'));
  const { user } = await draw(<MessageDrawer open onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: /First/ }));
  const dialog = await overlay();
  await waitFor(() => expect(within(dialog).getByText('you')).toBeVisible());
  expect(dialog.querySelector('img, script')).toBeNull();
  expect((window as { hacked?: number }).hacked).toBeUndefined();
  await user.click(within(dialog).getByRole('button', { name: 'Keep unread' }));
  expect(marks(asked)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: /First/ }));
  await user.click(within(await overlay()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(marks(asked)).toHaveLength(1));
});

test('all are marked after a question', async () => {
  const asked = box(message('1', 'First'), message('2', 'Second'));
  const { user } = await draw(<MessageDrawer open onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(marks(asked)).toEqual([]);
  const question = await overlay();
  expect(question).toHaveTextContent('Mark all messages as read?');
  await user.click(within(question).getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(marks(asked)).toEqual([['notifications/site-messages/mark-as-read-all/', undefined]]));
  expect(await screen.findByText('No unread messages')).toBeVisible();
});

test('a failure can be tried again', async () => {
  const failing = serve({ 'GET notifications/site-messages/': { status: 500, body: { detail: 'Broken' } } });
  await draw(<MessageDrawer open onClose={vi.fn()} />);
  expect(await screen.findByText('Broken')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(failing.length).toBeGreaterThan(0);
});

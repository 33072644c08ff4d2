import { act } from 'react';
import { expect, test } from 'vitest';
import { draw, seen, serve } from '../test/draw.tsx';
import { ShareList } from './ShareList.tsx';

const share = (id: string, action: string, people: string[], minutesAgo: number) => ({
  id,
  action_permission: { value: action, label: action },
  users_display: people,
  expired_time: 10,
  date_created: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
});
const rows = (box: HTMLElement): string[] => [...box.querySelectorAll('li')].map((row) => row.textContent ?? '');

test('links of the session stand with what they allow, and one is withdrawn after a question', async () => {
  let standing = [share('old', 'readonly', ['Bo(bo)'], 30), share('new', 'writable', [], 1)];
  const log = serve({
    'GET terminal/session-sharings/': () => standing,
    'POST terminal/session-sharings/new/withdraw/': () => {
      standing = standing.slice(0, 1);
      return null;
    },
  });
  const withdrawn: string[] = [];
  const box = await draw(<ShareList session="7" made="new" onWithdrawn={(id) => withdrawn.push(id)} />);
  await seen(() => expect(rows(box)).toHaveLength(2));
  expect(rows(box)[0]).toBe('Watch only · Bo(bo)Lets nobody in any moreWithdraw');
  expect(rows(box)[1]).toBe('Watch and type · Anybody of the organisation9 min leftWithdraw');
  expect(Object.fromEntries(log[0]?.query ?? [])).toMatchObject({ session: '7' });
  await act(async () => [...box.querySelectorAll<HTMLButtonElement>('li button')][1]?.click());
  expect(log.some(({ method }) => method === 'POST')).toBe(false);
  const yes = await agree();
  await act(async () => yes.click());
  await seen(() => expect(rows(box)).toHaveLength(1));
  expect(withdrawn).toEqual(['new']);
});

/** The button of the question. */
async function agree(): Promise<HTMLButtonElement> {
  const find = () => document.querySelector<HTMLButtonElement>('[role="dialog"] .ant-btn-dangerous');
  await seen(() => expect(find()).not.toBeNull());
  return find() as HTMLButtonElement;
}

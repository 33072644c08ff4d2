import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ActivityTab } from './ActivityTab.tsx';

const entry = (id: string, r_type: string, detail_url: string) => ({ id, r_type, detail_url, content: `did ${id}`, timestamp: 'then' });

async function open(...entries: ReturnType<typeof entry>[]) {
  const asked = serve({
    'GET audits/activities/': entries,
    'GET audits/operate-logs/9/': {
      diff: [
        { field: 'Name', before: null, after: 'web' },
        { field: 'Tags', before: ['a'], after: '' },
      ],
    },
  });
  const view = await draw(<ActivityTab id="7" />);
  await screen.findByText('Now');
  return { ...view, asked };
}

test('what happened to an object: now first, then each entry with its time; of the last thirty', async () => {
  const { asked } = await open(entry('one', 'S', ''), entry('two', 'S', ''));
  expect(asked[0]?.query.get('resource_id')).toBe('7');
  expect(screen.getByText(/30/)).toBeInTheDocument();
  const words = [...document.querySelectorAll('.s-activity li')].map((line) => line.textContent);
  expect(words).toEqual(['Now', 'thendid one', 'thendid two']);
  expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
});

test('a change is told field by field, before and after; what was empty says so', async () => {
  const { user } = await open(entry('one', 'O', '/api/v1/audits/operate-logs/9/'));
  await user.click(screen.getByRole('button', { name: 'Details' }));
  const table = await screen.findByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Field', 'Before', 'After'],
    ['Name', 'No content', 'web'],
    ['Tags', '["a"]', 'No content'],
  ]);
});

test('a task opens in a window of 900 by 600, a page of the console in this one', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const { user, router } = await open(
    entry('one', 'T', '/core/ops/celery/task/3/log/'),
    entry('two', 'S', '/ui/#/audit/sessions/sessions/4'),
  );
  const [task, session] = screen.getAllByRole('button', { name: 'Details' });
  await user.click(task as HTMLElement);
  expect(opened).toHaveBeenCalledExactlyOnceWith('/core/ops/celery/task/3/log/', '_blank', 'noopener,width=900,height=600');
  await user.click(session as HTMLElement);
  expect(router.state.location.pathname).toBe('/audit/sessions/sessions/4');
});

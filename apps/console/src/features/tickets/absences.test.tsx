import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { Absences, AwayButton } from './Absences.tsx';

const PATH = 'tickets/delegations/';
const row = (id: string, more: object = {}) => ({
  id,
  user: 'Yan(yan)',
  delegate: 'Xan(xan)',
  date_start: '2026/11/21 09:00:00 +0800',
  date_end: '2026/11/28 09:00:00 +0800',
  is_mine: false,
  may_end: false,
  ...more,
});

test('whoever is away names somebody, and sees at the field what is wrong', async () => {
  let refused = true;
  const asked = serve({
    [`GET ${PATH}offered/`]: [{ id: 'x', name: 'Xan(xan)' }],
    [`GET ${PATH}`]: [],
    [`POST ${PATH}`]: () =>
      refused ? { status: 400, body: { date_end: ['Choose an end within 90 days from now.'] } } : { status: 201, body: row('d') },
  });
  const { user } = await draw(<AwayButton />);
  await user.click(await screen.findByRole('button', { name: 'While I am away' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Choose one.')).toBeVisible();
  await user.click(within(dialog).getByRole('combobox', { name: 'Decides for me' }));
  await user.click(await screen.findByTitle('Xan(xan)'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Choose an end within 90 days from now.')).toBeVisible();
  refused = false;
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { body } = asked.filter(({ method }) => method === 'POST').at(-1) as { body: { date_start: string; date_end: string } };
  expect(body).toMatchObject({ delegate: 'x' });
  expect(Date.parse(body.date_end)).toBeGreaterThan(Date.parse(body.date_start));
});

test('who decides for whom is told to both; only whoever may ends it, after a question', async () => {
  let rows = [row('mine', { user: 'Ann(ann)', is_mine: true, may_end: true }), row('other')];
  serve({
    [`GET ${PATH}`]: () => rows,
    [`DELETE ${PATH}mine/`]: () => {
      rows = rows.filter(({ id }) => id !== 'mine');
      return { status: 204, body: undefined };
    },
  });
  const { user } = await draw(<Absences />);
  expect(await screen.findByText('Xan(xan) decides for Ann(ann)')).toBeVisible();
  expect(screen.getByText('Xan(xan) decides for Yan(yan)')).toBeVisible();
  const [end, ...more] = screen.getAllByRole('button', { name: 'End' });
  expect(more).toEqual([]);
  await user.click(end as HTMLElement);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(screen.queryByText('Xan(xan) decides for Ann(ann)')).toBeNull());
});

test('where nobody is away, there is nothing', async () => {
  serve({ [`GET ${PATH}`]: [] });
  await draw(<Absences />);
  expect(screen.queryByText('Away')).toBeNull();
});

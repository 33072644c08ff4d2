import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ComponentMonitor } from './ComponentMonitor.tsx';

const KOKO = { type: 'koko', total: 4, normal: 2, high: 1, critical: 0, offline: 1, session_active: 1204 };

test('each kind of component says how many are of which load, and how many sessions they carry', async () => {
  serve({
    'GET terminal/components/metrics/': [KOKO, { ...KOKO, type: 'postern', total: 1, normal: 1, high: 0, offline: 0, session_active: 1 }],
  });
  await draw(<ComponentMonitor />);
  const card = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section') as HTMLElement);
  await screen.findByRole('heading', { name: 'koko (4)' });
  expect(
    card('koko (4)')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Normal 2 50%', 'High 1 25%', 'Critical 0 0%', 'Offline 1 25%']);
  expect(card('koko (4)').getByText('1,204 sessions online')).toBeDefined();
  expect(card('postern (1)').getByText('1 session online')).toBeDefined();
});

test('each component says how its load went: the last value, the highest, and a line that breaks where it said nothing', async () => {
  const now = Math.floor(Date.now() / 300_000) * 300;
  const point = (back: number, cpu_load: number) => ({
    at: now - back * 300,
    cpu_load,
    memory_used: 40,
    disk_used: 12.34,
    session_online: 3,
  });
  const asked = serve({
    'GET terminal/components/metrics/': [KOKO],
    'GET terminal/components/loads/': [
      { id: '1', name: 'gate-1', type: 'koko', step: 300, points: [point(9, 1), point(8, 4), point(2, 2), point(1, 0.5)] },
    ],
  });
  const { user } = await draw(<ComponentMonitor />);
  const cpu = await screen.findByRole('img', { name: 'gate-1, Processor load: last 0.5, highest 4' });
  expect(cpu.querySelectorAll('path')).toHaveLength(2);
  expect(screen.getByRole('img', { name: 'gate-1, Disk: last 12.3%, highest 12.3%' })).toBeVisible();
  await user.click(screen.getByText('7 days'));
  await waitFor(() => expect(asked.at(-1)?.query.get('hours')).toBe('168'));
});

test('nothing that has registered is said to be nothing', async () => {
  serve({ 'GET terminal/components/metrics/': [] });
  await draw(<ComponentMonitor />);
  expect(await screen.findByText('No component has registered yet.')).toBeDefined();
});

test('figures that cannot be read are asked for again by the person', async () => {
  serve({ 'GET terminal/components/metrics/': { status: 503, body: { code: 'service_unavailable', detail: 'Away.' } } });
  await draw(<ComponentMonitor />);
  expect(await screen.findByRole('button', { name: /again|retry/i })).toBeDefined();
});

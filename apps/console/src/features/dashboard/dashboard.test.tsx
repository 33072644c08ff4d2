import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { AuditDashboard } from './AuditDashboard.tsx';
import { ConsoleDashboard } from './ConsoleDashboard.tsx';

const signIn = (...perms: string[]) => updateSession({ profile: { username: 'mia', perms } as unknown as Profile });
beforeEach(() => localStorage.clear());
/** What the chart of types asks for. */
const NO_TYPES = { total_count_type_to_assets_amount: [] };

test('figures lead to their lists for who may see them; a start page has no way back', async () => {
  signIn('rbac.view_console', 'users.view_user');
  serve({ 'GET index/': { total_count_users: 41, total_count_assets: 1703, total_count_today_failed_sessions: 3, ...NO_TYPES } });
  await draw(<ConsoleDashboard />);
  expect(await screen.findByText('1,703')).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/console/users/users');
  expect(links).not.toContain('/console/assets/assets');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

test('ranks are of 7 days, of today or of 30, and the choice stays', async () => {
  signIn('rbac.view_console');
  const asked = serve({ 'GET index/': { dates_login_times_top10_users: [{ user_id: '1', user: 'Ann(ann)', total: 5 }], ...NO_TYPES } });
  const { user } = await draw(<ConsoleDashboard />);
  const ranks = () => asked.filter(({ query }) => query.has('dates_login_times_top10_users')).map(({ query }) => query.get('days'));
  await waitFor(() => expect(ranks()).toEqual(['7']));
  expect(await screen.findByText('Ann(ann)')).toBeVisible();
  const range = within(screen.getAllByRole('radiogroup')[0] as HTMLElement);
  expect(range.getAllByRole('radio')).toHaveLength(3);
  for (const [at, days] of [
    [0, '1'],
    [2, '30'],
  ] as const) {
    await user.click(range.getAllByRole('radio')[at] as HTMLElement);
    await waitFor(() => expect(ranks().at(-1)).toBe(days));
  }
  expect(localStorage.getItem('dashboardDays')).toBe('30');
});

test('without the right a sentence stands there, and nothing is asked', async () => {
  signIn();
  const asked = serve({});
  await draw(<ConsoleDashboard />);
  expect(document.querySelector('.p-empty')).not.toBeNull();
  expect(asked).toEqual([]);
});

test('auditors see sessions, commands, logins and operations in numbers that lead to their lists, and two courses', async () => {
  signIn('rbac.view_audit', 'terminal.view_session', 'audits.view_userloginlog');
  const asked = serve({
    'GET index/': {
      total_count_online_sessions: 12,
      total_count_history_sessions: 3401,
      total_count_commands: 88,
      total_count_commands_danger: 5,
      total_count_user_login_logs: 40,
      total_count_user_login_success_logs: 30,
      total_count_operate_logs: 77,
      dates_metrics_date: ['11-21', '11-22'],
      dates_metrics_total_count_session: [1, 2],
      dates_metrics_total_count_login: [3, 4],
    },
  });
  const { user } = await draw(<AuditDashboard />);
  for (const figure of ['12', '3,401', '88', '40', '77']) expect(await screen.findByText(figure)).toBeVisible();
  expect(screen.getByText(/75/)).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.slice(0, 2)).toEqual(['/audit/sessions/sessions?activeTab=OnlineList', '/audit/sessions/sessions?activeTab=OfflineList']);
  // The list is of the span that the figure is of.
  expect(links).toHaveLength(3);
  const [path, query] = (links[2] ?? '').split('?');
  const from = Date.parse(new URLSearchParams(query).get('date_from') ?? '');
  expect(path).toBe('/audit/audits/login-logs');
  expect(Math.round((Date.now() - from) / 86_400_000)).toBe(7);
  expect(asked[0]?.query.get('days')).toBe('7');
  expect(asked.some(({ query }) => query.has('dates_login_times_top10_assets'))).toBe(true);
  await user.click(screen.getAllByRole('radio')[0] as HTMLElement);
  await waitFor(() => expect(asked.at(-1)?.query.get('days')).toBe('1'));
});

test('who may not see what auditors see is told so, and nothing is asked', async () => {
  signIn('rbac.view_console');
  const asked = serve({});
  await draw(<AuditDashboard />);
  expect(document.querySelector('.p-empty')).not.toBeNull();
  expect(asked).toEqual([]);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { Palette } from './Palette.tsx';

const org = { id: '00000000-0000-0000-0000-000000000002', name: 'Default', is_default: true };

beforeEach(() => {
  localStorage.clear();
  updateSession({
    profile: {
      id: '1',
      username: 'ann',
      name: 'Ann',
      perms: ['users.view_user', 'users.add_user', 'users.view_usergroup', 'assets.view_asset'],
      console_orgs: [org],
      audit_orgs: [],
      workbench_orgs: [org],
      source: { value: 'local', label: 'Local' },
    } as unknown as Profile,
    settings: {},
    org,
  });
});

const found = [
  { type: 'user', type_label: 'User', id: 'u1', name: 'berta', detail: 'berta' },
  { type: 'platform', type_label: 'Platform', id: '1', name: 'berlin-os', detail: '' },
  { type: 'unheard', type_label: 'X', id: 'x', name: 'bert', detail: '' },
];

test('finds a screen by typing and opens it with Enter', async () => {
  serve({ 'GET common/objects/': [] });
  const onClose = vi.fn();
  const { user, router } = await draw(<Palette onClose={onClose} />);
  const input = screen.getByRole('combobox');
  await user.type(input, 'groups');
  const first = screen.getAllByRole('option')[0] as HTMLElement;
  expect(first).toHaveTextContent('Groups');
  expect(input).toHaveAttribute('aria-activedescendant', first.id);
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/console/users/groups');
  expect(onClose).toHaveBeenCalled();
});

test('offers objects of kinds that have a page this person may open', async () => {
  const asked = serve({ 'GET common/objects/': found });
  const { user, router } = await draw(<Palette onClose={() => undefined} />);
  await user.type(screen.getByRole('combobox'), 'ber');
  const hit = await screen.findByRole('option', { name: /berta/ });
  expect(asked.map(({ query }) => query.get('search'))).toEqual(['ber']);
  expect(screen.queryByRole('option', { name: /berlin-os/ })).toBeNull();
  expect(screen.queryByRole('option', { name: /^bert / })).toBeNull();
  await user.click(hit);
  expect(router.state.location.pathname).toBe('/console/users/users/u1');
});

test('arrows go round, and what was opened is there next time', async () => {
  serve({ 'GET common/objects/': [] });
  const one = await draw(<Palette onClose={() => undefined} />);
  const current = () => screen.getAllByRole('option').findIndex((option) => option.getAttribute('aria-selected') === 'true');
  await one.user.type(screen.getByRole('combobox'), 'user');
  await one.user.keyboard('{ArrowUp}');
  expect(current()).toBe(screen.getAllByRole('option').length - 1);
  await one.user.keyboard('{ArrowDown}{Enter}');
  one.unmount();
  await draw(<Palette onClose={() => undefined} />);
  expect(screen.getByText('Recent')).toBeVisible();
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('Users');
});

test('says when nothing fits', async () => {
  serve({ 'GET common/objects/': [] });
  const { user } = await draw(<Palette onClose={() => undefined} />, { language: 'ja' });
  await user.type(screen.getByRole('combobox'), 'zzzz');
  await waitFor(() => expect(screen.getByText('「zzzz」は見つかりませんでした')).toBeVisible());
  expect(screen.queryByRole('option')).toBeNull();
});

test('each group is headed once, above its first entry', async () => {
  serve({ 'GET common/objects/': [found[0], { ...found[0], id: 'u2', name: 'berend', detail: 'berend' }] });
  const { user } = await draw(<Palette onClose={() => undefined} />);
  await user.type(screen.getByRole('combobox'), 'ber');
  const second = await screen.findByRole('option', { name: /berend/ });
  const headed = [...(second.closest('[role=listbox]')?.querySelectorAll('.palette__group') ?? [])].map((head) => ({
    head: head.textContent,
    above: head.parentElement?.querySelector('[role=option]')?.textContent,
  }));
  expect(headed.filter(({ above }) => above?.includes('bere'))).toEqual([]);
  expect(headed.filter(({ above }) => above?.includes('berta'))).toHaveLength(1);
});

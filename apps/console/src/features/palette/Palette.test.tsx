import { takeOrders } from '@postern/client/connect-picks';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('connecting', () => {
  const asset = (id: string, name: string, is_active = true) => ({ id, name, address: '10.0.0.1', org_id: 'o1', protocols: [], is_active });
  const assets = [asset('a2', 'web-011'), asset('a1', 'web-01'), asset('a3', 'web-010', false)];
  const account = (alias: string) => ({ alias, name: alias, username: alias, has_secret: true });
  const answers = {
    'GET common/objects/': [],
    'GET perms/users/self/assets/': { count: 3, results: assets },
    'GET perms/users/self/assets/a1/accounts/': [account('root'), account('deploy')],
    'GET perms/users/self/assets/a2/accounts/': [account('deploy')],
  };
  const options = () => screen.queryAllByRole('option').map((option) => option.querySelector('.palette__title')?.textContent);
  let opened: string[];

  beforeEach(() => {
    updateSession({ profile: plain(['perms.view_myassets']) });
    opened = [];
    vi.spyOn(window, 'open').mockImplementation((address) => {
      opened.push(String(address));
      return null;
    });
  });
  afterEach(() => vi.restoreAllMocks());
  /** Somebody who has the workbench only. */
  const plain = (perms: readonly string[]) =>
    ({ id: '2', username: 'wen', name: 'Wen', perms, console_orgs: [], audit_orgs: [], workbench_orgs: [org] }) as unknown as Profile;
  const orders = () => opened.map((address) => takeOrders(localStorage, address.split('?')[1] ?? ''));

  test('goes by asset and account, in one go, and Enter waits for the answer', async () => {
    const asked = serve(answers);
    const { user } = await draw(<Palette onClose={() => undefined} />);
    await user.type(screen.getByRole('combobox'), 'connect web-01 as ro{Enter}');
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(orders()).toEqual([[{ asset: 'a1', account: 'root' }]]);
    // Whoever types slowly asks more than once, and never for anything else.
    const searched = asked.filter(({ path }) => path === 'perms/users/self/assets/').map(({ query }) => query.get('search'));
    expect([...new Set(searched)]).toEqual(['web-01']);
    expect(asked.some(({ path }) => path === 'common/objects/')).toBe(false);
  });

  test('offers assets by their names, the exact one first and with its accounts, and none that is switched off', async () => {
    serve(answers);
    const { user } = await draw(<Palette onClose={() => undefined} />);
    await user.type(screen.getByRole('combobox'), 'connect web-01');
    await waitFor(() => expect(options()).toEqual(['Connect to web-01', 'web-01 as root', 'web-01 as deploy', 'Connect to web-011']));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(orders()).toEqual([[{ asset: 'a1', account: 'deploy' }]]);
  });

  test('what was found for other words is not opened', async () => {
    let answer: (value: object) => void = () => undefined;
    serve({
      ...answers,
      'GET perms/users/self/assets/': ({ query }) =>
        query.get('search') === 'web-02' ? new Promise<object>((resolve) => (answer = resolve)) : answers['GET perms/users/self/assets/'],
    });
    const { user } = await draw(<Palette onClose={() => undefined} />);
    const input = screen.getByRole('combobox');
    await user.type(input, 'root@web-01');
    await waitFor(() => expect(options()).toContain('web-01 as root'));
    await user.type(input, '{Backspace}2');
    expect(options()).not.toContain('web-01 as root');
    await user.keyboard('{Enter}');
    await act(async () => answer({ count: 0, results: [] }));
    expect(opened).toEqual([]);
  });

  test.each([
    ['zh', '连接 web-01 用 deploy', '以 deploy 连接 web-01'],
    ['ja', 'web-01 に deploy で接続', 'deployでweb-01に接続'],
  ] as const)('is said in %s as well', async (language, words, title) => {
    serve(answers);
    const { user } = await draw(<Palette onClose={() => undefined} />, { language });
    await user.type(screen.getByRole('combobox'), words);
    await waitFor(() => expect(options()).toContain(title));
  });

  test('who has no assets of their own is not offered any, nor are they asked for', async () => {
    updateSession({ profile: plain([]) });
    const asked = serve(answers);
    const { user } = await draw(<Palette onClose={() => undefined} />);
    await user.type(screen.getByRole('combobox'), 'connect web-01 as root');
    await waitFor(() => expect(asked.some(({ path }) => path === 'common/objects/')).toBe(true));
    expect(asked.some(({ path }) => path.startsWith('perms/'))).toBe(false);
  });
});

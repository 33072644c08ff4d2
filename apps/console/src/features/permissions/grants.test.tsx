import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { GapsNotice } from './Gaps.tsx';
import { PermissionForm } from './PermissionForm.tsx';
import { PermissionTable } from './PermissionTable.tsx';

const NO_ASSETS = { value: 'no_assets', label: 'No assets in it' };
const ENDED = { value: 'ended', label: 'Ended' };
const FIELDS = metadata({
  name: field('string', 'Name', { required: true }),
  users: field('m2m_related_field', 'Users'),
  accounts: field('list', 'Accounts'),
  actions: field('list', 'Actions'),
  is_active: field('boolean', 'Active', { default: true }),
  is_valid: field('boolean', 'In force', { read_only: true }),
});
const EFFECT = {
  gains: 1,
  loses: 0,
  changes: 0,
  complete: false,
  page: 1,
  pages: 9,
  people: { looked: 20, total: 30 },
  assets: { looked: 10, total: 4000 },
  rows: [],
};
const COMES = { gaps: [], people: 1, assets: 4, whole: false, wide: false };
const WIDE = { ...COMES, people: 30, assets: 4000, wide: true };

const RIGHTS = [
  'perms.view_assetpermission',
  'perms.add_assetpermission',
  'perms.change_assetpermission',
  'users.view_user',
  'assets.view_asset',
];
const signIn = (perms: readonly string[]) =>
  updateSession({
    profile: { id: 'me', username: 'mia', perms, is_superuser: false } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
  });
beforeEach(() => {
  localStorage.clear();
  signIn(RIGHTS);
});

describe('the list', () => {
  test('says in place of a yes why a permission grants nothing', async () => {
    serve({
      'OPTIONS perms/asset-permissions/': FIELDS,
      'GET perms/asset-permissions/': page(
        { id: 'p1', name: 'Web', accounts: [], actions: [], is_valid: true, gaps: [] },
        { id: 'p2', name: 'Idle', accounts: [], actions: [], is_valid: true, gaps: [NO_ASSETS, ENDED] },
      ),
    });
    await draw(<PermissionTable full />);
    const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
    within(await row('Idle')).getByText('No assets in it, Ended');
    within(await row('Web')).getByText('Yes');
  });
});

describe('the page', () => {
  const permission = { id: 'p2', name: 'Idle', gaps: [NO_ASSETS, ENDED] };
  const detail = {} as never;

  test('names every reason and leads to where the first is mended', async () => {
    const { user, router } = await draw(<GapsNotice permission={permission} detail={detail} />);
    screen.getByText('This permission grants nothing: No assets in it, Ended.');
    await user.click(screen.getByRole('button', { name: 'Add assets' }));
    expect(router.state.location.search).toBe('?activeTab=AssetPermissionAsset');
  });

  test('tells who may not mend it whom to ask', async () => {
    signIn(['perms.view_assetpermission']);
    await draw(<GapsNotice permission={permission} detail={detail} />);
    screen.getByText(/^Ask an administrator of this organisation/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('says nothing where somebody gets something', async () => {
    await draw(<GapsNotice permission={{ ...permission, gaps: [] }} detail={detail} />);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the form', () => {
  let reach: object;
  let asked: Asked[];
  beforeEach(() => {
    const stored = {
      id: 'p1',
      name: 'Web',
      users: [{ id: 'u1', name: 'Ada' }],
      accounts: ['@ALL'],
      actions: [],
      is_active: true,
      gaps: [],
    };
    asked = serve({
      'OPTIONS perms/asset-permissions/': FIELDS,
      'OPTIONS perms/asset-permissions/p1/': FIELDS,
      'GET perms/asset-permissions/p1/': stored,
      'POST perms/asset-permissions/reach/': () => reach,
      'POST perms/access/effect/': EFFECT,
      'POST perms/asset-permissions/': { status: 201, body: { id: 'p9', name: 'New' } },
      'PUT perms/asset-permissions/p1/': stored,
    });
  });
  const form = (at: string) =>
    draw(
      <Routes>
        <Route path="/create" element={<PermissionForm />} />
        <Route path="/:id/update" element={<PermissionForm />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>,
      { at },
    );
  const calls = (path: string) => asked.filter((one) => one.method !== 'OPTIONS' && one.path === path && one.method !== 'GET');

  test('names the reasons before saving, and saves all the same', async () => {
    reach = { ...COMES, gaps: [NO_ASSETS] };
    const { user } = await form('/create');
    await screen.findByText('This would grant nothing: No assets in it. It can be saved all the same.');
    expect(calls('perms/asset-permissions/reach/')[0]?.body).toMatchObject({ users: [], assets: [], accounts: ['@ALL'], actions: ['all'] });
    await user.type(await screen.findByLabelText('Name'), 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('elsewhere');
    expect(calls('perms/access/effect/')).toEqual([]);
  });

  test('of a wide one the effect opens by itself, with the numbers; one more click saves', async () => {
    reach = WIDE;
    const { user } = await form('/create');
    await screen.findByText('30 people would reach 4000 assets.');
    await user.type(await screen.findByLabelText('Name'), 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('This lets 30 people onto 4000 assets. Is that what you want?');
    expect(calls('perms/asset-permissions/')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls('perms/asset-permissions/')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    await screen.findByText('elsewhere');
    expect(calls('perms/asset-permissions/').map((one) => (one.body as { name: string }).name)).toEqual(['New']);
  });

  test('a wide one that lets nobody else in is saved at once', async () => {
    reach = WIDE;
    const { user } = await form('/p1/update');
    const name = await screen.findByLabelText('Name');
    await user.type(name, ' two');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('elsewhere');
    expect(calls('perms/access/effect/')).toEqual([]);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field } from '../../test/metadata.ts';
import { AssetDetail } from './AssetDetail.tsx';
import { AssetTable } from './AssetTable.tsx';
import { HardwareForm } from './HardwareForm.tsx';

const FIELDS = {
  name: field('string', 'Name', { required: true, max_length: 128 }),
  address: field('string', 'Address', { required: true, max_length: 767 }),
  domain: field('object_related_field', 'Domain'),
  is_active: field('boolean', 'Active'),
  comment: field('string', 'Comment'),
  gathered_info: field('json', 'Gathered'),
};
const METADATA = { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS, PUT: FIELDS, PATCH: FIELDS } };
const HOST = {
  id: 'h1',
  name: 'quay',
  address: '10.0.0.7',
  category: { value: 'host', label: 'Host' },
  type: { value: 'linux', label: 'Linux' },
  platform: { id: 1, name: 'Linux' },
  nodes: [],
  labels: [],
  protocols: [],
  is_active: true,
  destination_confirmed: true,
  auto_config: {},
  spec_info: {},
  gathered_info: { vendor: 'Acme', memory: '16' },
};

beforeEach(() => {
  localStorage.clear();
  updateSession({
    profile: {
      id: 'me',
      username: 'mia',
      perms: ['assets.view_asset', 'assets.change_asset', 'perms.view_assetpermission', 'users.view_user'],
    } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
    settings: {},
    pseudoOrg: undefined,
  });
});

test.each([
  ['host', 'assets/hosts/', true],
  ['database', 'assets/databases/', true],
  ['custom', 'assets/customs/', true],
  ['device', 'assets/devices/', false],
  ['cloud', 'assets/clouds/', false],
  ['web', 'assets/webs/', false],
  ['gpt', 'assets/gpts/', false],
])('many of the category %s get a domain at once: %s %s', async (kind, url, offered) => {
  serve({ [`OPTIONS ${url}`]: METADATA, [`GET ${url}`]: { count: 1, results: [HOST] } });
  const { user } = await draw(<AssetTable kind={kind} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Select quay' }));
  await user.click(screen.getByRole('button', { name: '1 selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update selected' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('checkbox', { name: 'Comment' })).toBeInTheDocument();
  expect(dialog.queryByRole('checkbox', { name: 'Domain' }) !== null).toBe(offered);
});

test('what was found about hardware is corrected by hand, and nothing else is sent', async () => {
  const asked = serve({
    'OPTIONS assets/hosts/h1/': METADATA,
    'OPTIONS assets/hosts/': METADATA,
    'GET assets/hosts/h1/': HOST,
    'PATCH assets/hosts/h1/': HOST,
  });
  const { user } = await draw(
    <Routes>
      <Route path="/console/assets/assets/detail/:id/update" element={<HardwareForm />} />
    </Routes>,
    { at: '/console/assets/assets/detail/h1/update' },
  );
  const memory = await screen.findByRole('textbox', { name: 'Memory' });
  expect(memory).toHaveValue('16');
  await user.clear(memory);
  await user.type(memory, '32');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  const { body } = asked.find(({ method }) => method === 'PATCH') ?? {};
  expect(Object.keys(body as object).toSorted()).toEqual(['address', 'gathered_info', 'name']);
  expect(body).toMatchObject({ gathered_info: { vendor: 'Acme', memory: '32' } });
});

test('the page of an asset says in a tab who may reach it, by whatever they are allowed', async () => {
  const people = { name: field('string', 'Name'), username: field('string', 'Username'), is_valid: field('boolean', 'Valid') };
  const asked = serve({
    'OPTIONS assets/assets/': METADATA,
    'OPTIONS assets/assets/h1/': METADATA,
    'GET assets/assets/h1/': HOST,
    'OPTIONS users/users/': { ...METADATA, actions: { GET: people } },
    'GET assets/assets/h1/perm-users/': { count: 1, results: [{ id: 'u7', name: 'Ada', username: 'ada', is_valid: true }] },
  });
  const { user } = await draw(
    <Routes>
      <Route path="/a/:id" element={<AssetDetail />} />
    </Routes>,
    { at: '/a/h1' },
  );
  await user.click(await screen.findByRole('tab', { name: 'Authorised users' }));
  expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/console/users/users/u7');
  expect(screen.getByText('ada')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Create/ })).toBeNull();
  expect(asked.find(({ path }) => path === 'assets/assets/h1/perm-users/')?.query.get('limit')).toBe('15');
});

import type { FieldInfo } from '@postern/contract/metadata';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { localInfo } from '../shared-fields.ts';
import { AddMachine } from './AddMachine.tsx';
import { letsIn } from './machine-form.ts';

const choices = ['password', 'ssh_key'].map((value) => ({ value, label: value }));
const POST: Record<string, FieldInfo> = {
  name: localInfo('Name', 'string', { required: true }),
  platform: localInfo('Platform', 'object_related_field', { required: true }),
  address: localInfo('Address', 'string', { required: true }),
  port: localInfo('Port', 'integer', { default: 22 }),
  username: localInfo('Username', 'string', { required: true }),
  secret_type: localInfo('Secret type', 'labeled_choice', { default: 'password', choices }),
  secret: localInfo('Secret', 'string', { write_only: true }),
  passphrase: localInfo('Passphrase', 'string', { write_only: true }),
  made_key: localInfo('Key made here', 'string', { max_length: 64 }),
  users: localInfo('Users', 'm2m_related_field'),
  user_groups: localInfo('User groups', 'm2m_related_field'),
  host_key_type: localInfo('Type'),
  host_key: localInfo('Fingerprint'),
};
const KEY = 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU';
const LINE = `ssh-ed25519 ${'A'.repeat(68)} postern`;
const WORKS = { ok: true, reason: '', host_key_type: 'ssh-ed25519', host_key: KEY, kind: '', ours: '', theirs: '' };
const ALL = ['assets.add_asset', 'accounts.add_account', 'assets.test_assetconnectivity', 'perms.add_assetpermission', 'users.view_user'];

const may = (perms: readonly string[]) =>
  updateSession({ profile: { id: 'me', name: 'Mia', username: 'mia', perms: [...perms] } as unknown as Profile, settings: {} });
beforeEach(() => may(ALL));

async function page(tried: object = WORKS) {
  const asked: Asked[] = serve({
    'OPTIONS assets/hosts/guided/': { name: 'x', description: '', renders: [], parses: [], actions: { POST } },
    'POST assets/hosts/try-login/': tried,
    'POST assets/hosts/made-keys/': { status: 201, body: { made_key: 'token', public_key: LINE } },
    'POST assets/hosts/guided/': { status: 201, body: { id: 'h1', name: 'quay', org_id: 'o1' } },
  });
  const drawn = await draw(<AddMachine />);
  const { user } = drawn;
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), '10.0.0.7');
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'root');
  await user.type(screen.getByLabelText('Secret'), 'a quiet harbour');
  const sent = (path: string) => asked.find((one) => one.method === 'POST' && one.path === path)?.body as Record<string, unknown>;
  return { ...drawn, sent };
}

test('one page tries a login and saves it with the key that was shown and the person; then it connects', async () => {
  const { user, sent } = await page();
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  expect((await screen.findByRole('status')).textContent).toContain(KEY);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Connect to quay' })).toHaveClass('ant-btn-primary');
  const body = sent('assets/hosts/guided/');
  expect(body).toMatchObject({ name: '10.0.0.7', address: '10.0.0.7', port: 22, host_key_type: 'ssh-ed25519', host_key: KEY });
  expect(JSON.stringify(body.users)).toContain('me');
});

test('people are let in by their names and by their groups', () => {
  expect(letsIn({ users: [{ id: 'me' }], user_groups: [] }, ['me', 'g1'])).toBe(true);
  expect(letsIn({ users: [], user_groups: [{ id: 'g1' }] }, ['me', 'g1'])).toBe(true);
  expect(letsIn({ users: ['you'], user_groups: ['g2'] }, ['me', 'g1'])).toBe(false);
});

test('a login that does not work says why and what to do, until something else is typed', async () => {
  const { user } = await page({ ...WORKS, ok: false, reason: 'closed_port', host_key: '' });
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Nothing answers at 10.0.0.7:22');
  expect(told.textContent).toContain('Check the port');
  await user.type(screen.getByRole('textbox', { name: 'Address' }), '1');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a key that was shown by another address is not sent', async () => {
  const { user, sent } = await page();
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  await screen.findByRole('status');
  await user.type(screen.getByRole('textbox', { name: 'Address' }), '1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Connect to quay' });
  expect(sent('assets/hosts/guided/').host_key ?? '').toBe('');
});

test('without the rights there is no test, nobody to choose, and no Connect', async () => {
  may(['assets.add_asset', 'accounts.add_account']);
  const { user, sent } = await page();
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  expect(screen.queryByText('Who may use it')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('quay is ready');
  expect(screen.queryByRole('button', { name: 'Connect to quay' })).toBeNull();
  expect(sent('assets/hosts/guided/').users ?? []).toEqual([]);
});

test('a key that is made here is shown as a line for the machine, tried and saved by its name, and nothing typed goes with it', async () => {
  const { user, sent } = await page();
  await user.click(screen.getByText('ssh_key'));
  await user.click(screen.getByRole('button', { name: 'Create a key for me' }));
  expect((await screen.findByText(/mkdir -p/)).textContent).toContain(`'${LINE}' >> ~/.ssh/authorized_keys`);
  expect(screen.queryByLabelText('Secret')).toBeNull();
  expect(screen.queryByLabelText('Passphrase')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  await screen.findByRole('status');
  expect(sent('assets/hosts/try-login/')).toMatchObject({ secret_type: 'ssh_key', made_key: 'token' });
  expect(sent('assets/hosts/try-login/')).not.toHaveProperty('secret');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Connect to quay' });
  expect(sent('assets/hosts/guided/')).toMatchObject({ secret_type: 'ssh_key', made_key: 'token' });
  expect(sent('assets/hosts/guided/')).not.toHaveProperty('secret');
});

test('a key that was made is not sent with a password, and gives way to an own one', async () => {
  const { user, sent } = await page();
  await user.click(screen.getByText('ssh_key'));
  await user.click(screen.getByRole('button', { name: 'Create a key for me' }));
  await user.click(await screen.findByRole('button', { name: 'Use a key of my own' }));
  await screen.findByRole('button', { name: 'Create a key for me' });
  await user.click(screen.getByRole('button', { name: 'Create a key for me' }));
  await screen.findByText(/mkdir -p/);
  await user.click(screen.getByText('password'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Connect to quay' });
  expect(sent('assets/hosts/guided/').made_key ?? '').toBe('');
});

test('algorithms that do not fit are told with both offers', async () => {
  const { user } = await page({ ...WORKS, ok: false, reason: 'algorithms', kind: 'key exchange', ours: 'curve25519', theirs: 'sntrup761' });
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const told = (await screen.findByRole('alert')).textContent;
  for (const part of ['no common key exchange', 'curve25519', 'sntrup761', 'Update the SSH server']) expect(told).toContain(part);
});

import type { FieldInfo } from '@postern/contract/metadata';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { localInfo } from '../shared-fields.ts';
import { AddMachine } from './AddMachine.tsx';

const choices = ['password', 'ssh_key'].map((value) => ({ value, label: value }));
const POST: Record<string, FieldInfo> = {
  name: localInfo('Name', 'string', { required: true }),
  platform: localInfo('Platform', 'object_related_field', { required: true }),
  address: localInfo('Address', 'string', { required: true }),
  username: localInfo('Username', 'string', { required: true }),
  secret_type: localInfo('Secret type', 'labeled_choice', { default: 'password', choices }),
  secret: localInfo('Secret', 'string', { write_only: true }),
  passphrase: localInfo('Passphrase', 'string', { write_only: true }),
};
const machine = (line: number, name: string, rest: object = {}) => ({
  line,
  name,
  address: name,
  port: 22,
  username: '',
  platform: { id: 1, name: 'Linux' },
  known: false,
  ...rest,
});
const PLATFORMS = [
  { id: 1, name: 'Linux' },
  { id: 4, name: 'BSD' },
];
const READ = {
  format: 'lines',
  machines: [machine(1, 'web-1', { username: 'ops' }), machine(2, 'db-1'), machine(3, 'old-1', { known: true })],
  unread: [{ line: 4, text: 'ops@:22', reason: 'syntax' }],
  more: 0,
};

/** The list is read; what is asked of the server is answered by what it is about. */
async function listed(answer: (body: Record<string, unknown>) => object) {
  updateSession({
    profile: { id: 'me', name: 'Mia', username: 'mia', perms: ['assets.add_asset', 'accounts.add_account'] } as unknown as Profile,
    settings: {},
  });
  const asked: Asked[] = serve({
    'OPTIONS assets/hosts/guided/': { name: 'x', description: '', renders: [], parses: [], actions: { POST } },
    'GET assets/platforms/': { count: 2, next: null, previous: null, results: PLATFORMS },
    'POST assets/hosts/read-list/': READ,
    'POST assets/hosts/guided/': ({ body }: Asked) => answer(body as Record<string, unknown>),
    'POST assets/hosts/': { status: 201, body: { id: 'h', name: 'x' } },
  });
  const drawn = await draw(<AddMachine />);
  const { user } = drawn;
  await user.click(await screen.findByText('Many machines'));
  await user.type(await screen.findByLabelText('Machines'), 'ops@web-1');
  await user.click(screen.getByRole('button', { name: 'Read the list' }));
  await screen.findByLabelText('Name of line 1');
  const sent = (path: string) =>
    asked.filter((one) => one.method === 'POST' && one.path === path).map((one) => one.body as Record<string, unknown>);
  return { user, sent };
}
const added = { status: 201, body: { id: 'h1', name: 'x', org_id: 'o1' } };

test('what was read is looked through, changed, and added with one login; what is there already is not ticked', async () => {
  const { user, sent } = await listed(() => added);
  expect(screen.getByText('ops@:22').closest('li')?.textContent).toContain('Line 4:');
  expect((screen.getByLabelText('Add of line 3') as HTMLInputElement).checked).toBe(false);
  await user.type(screen.getByLabelText('Name of line 2'), '-north');
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'root');
  await user.type(screen.getByLabelText('Secret'), 'a quiet harbour');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Machines added: 2');
  expect(sent('assets/hosts/guided/')).toMatchObject([
    { name: 'web-1', address: 'web-1', username: 'ops', keep_key: true },
    { name: 'db-1-north', address: 'db-1', username: 'root', keep_key: false },
  ]);
});

test('what was refused stays with its reason, and is sent again alone', async () => {
  let refuse = true;
  const { user, sent } = await listed(({ name }) =>
    refuse && name === 'web-1' ? { status: 400, body: { name: ['This value is already in use.'] } } : added,
  );
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'root');
  await user.type(screen.getByLabelText('Secret'), 'a quiet harbour');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const told = await screen.findByText(/already in use/);
  expect(within(told.closest('tr') as HTMLElement).getByLabelText('Name of line 1')).toBeTruthy();
  expect(screen.queryByLabelText('Name of line 2')).toBeNull();
  refuse = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Machines added: 2');
  expect(sent('assets/hosts/guided/').map(({ name }) => name)).toEqual(['web-1', 'db-1', 'web-1']);
});

test('without a secret machines are added without a login', async () => {
  const { user, sent } = await listed(() => added);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Machines added: 2');
  expect(sent('assets/hosts/guided/')).toEqual([]);
  expect(sent('assets/hosts/')).toMatchObject([{ name: 'web-1', protocols: [{ name: 'ssh', port: 22 }] }, { name: 'db-1' }]);
});

test('the format is named, and each line has the platform that was guessed, its own, or that of all', async () => {
  const { user, sent } = await listed(() => added);
  expect(screen.getByText(/^Read as plain lines\. Machines: 3, lines left out: 1$/)).toBeInTheDocument();
  const pick = async (name: string) => user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
  await user.click(screen.getByRole('button', { name: 'Platform of line 2: Linux' }));
  await pick('BSD');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Machines added: 2');
  expect(sent('assets/hosts/')).toMatchObject([
    { name: 'web-1', platform: 1 },
    { name: 'db-1', platform: 4 },
  ]);
});

test('one platform is given to all lines', async () => {
  const { user, sent } = await listed(() => added);
  await user.click(screen.getByRole('combobox', { name: 'Platform of all lines' }));
  await user.click(await screen.findByText('BSD', { selector: '.ant-select-item-option-content' }));
  expect(screen.getByRole('button', { name: 'Platform of line 3: BSD' })).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'root');
  await user.type(screen.getByLabelText('Secret'), 'a quiet harbour');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Machines added: 2');
  expect(sent('assets/hosts/guided/').map(({ platform }) => platform)).toEqual([4, 4]);
});

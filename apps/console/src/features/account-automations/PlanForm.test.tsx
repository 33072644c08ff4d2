import type { FieldInfo } from '@postern/contract/metadata';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { ChangeForm, PushForm } from './PlanForm.tsx';

const short: typeof info = (label, more) => info(label, { max_length: 128, ...more });
const choice = (label: string, ...values: string[]) =>
  short(label, { type: 'labeled_choice', required: true, choices: values.map((value) => ({ value, label: value })) });
const POST: Record<string, FieldInfo> = {
  name: short('Name', { required: true }),
  assets: short('Assets', { type: 'm2m_related_field' }),
  nodes: short('Nodes', { type: 'm2m_related_field' }),
  accounts: short('Accounts', { type: 'list', required: true }),
  secret_strategy: choice('Secret strategy', 'specific', 'random'),
  secret_type: choice('Secret type', 'password', 'ssh_key'),
  secret: short('Secret', { write_only: true }),
  passphrase: short('Passphrase', { write_only: true }),
  password_rules: short('Password rules', { type: 'nested object' }),
  ssh_key_change_strategy: choice('Key strategy', 'add', 'set', 'set_jms'),
  params: short('Parameters', { type: 'json' }),
  is_periodic: short('Run periodically', { type: 'boolean' }),
  crontab: short('Crontab'),
  interval: short('Interval', { type: 'integer', min_value: 1 }),
  is_active: short('Active', { type: 'boolean' }),
  comment: short('Comment'),
};
const METADATA = { name: 'x', description: '', renders: [], parses: [], actions: { POST, GET: POST } };
const ANSWERS = {
  'OPTIONS accounts/change-secret-automations/': METADATA,
  'OPTIONS accounts/push-account-automations/': METADATA,
  'POST accounts/change-secret-automations/': { id: 'p1', name: 'Nightly' },
};

beforeEach(() => updateSession({ profile: { perms: [] } as unknown as Profile, settings: { XPACK_LICENSE_IS_VALID: true } }));

test('what is asked follows the strategy and the type, and what is hidden is not sent', async () => {
  const asked = serve(ANSWERS);
  const { user } = await draw(<ChangeForm />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Nightly');
  await user.type(screen.getByRole('combobox', { name: 'Accounts' }), 'deploy{Enter}');
  await user.type(screen.getByLabelText('Secret'), 'Typed-1');
  expect(screen.queryByLabelText('Length of passwords')).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'ssh_key' }));
  expect(await screen.findByLabelText('Passphrase')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'set_jms' })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'password' }));
  await user.click(screen.getByRole('radio', { name: 'random' }));
  await waitFor(() => expect(screen.queryByLabelText('Secret')).not.toBeInTheDocument());
  expect(screen.queryByRole('radio', { name: 'set_jms' })).not.toBeInTheDocument();
  const length = screen.getByRole('spinbutton', { name: 'Length of passwords' });
  await user.clear(length);
  await user.type(length, '24');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const body = asked.find(({ method }) => method === 'POST')?.body as Record<string, unknown>;
  expect(body).toMatchObject({
    name: 'Nightly',
    accounts: ['deploy'],
    secret_strategy: 'random',
    secret_type: 'password',
    password_rules: { length: 24 },
    is_periodic: true,
    interval: 24,
  });
  for (const hidden of ['secret', 'passphrase', 'ssh_key_change_strategy']) expect(body).not.toHaveProperty(hidden);
});

test('a schedule without a time is not saved', async () => {
  const asked = serve(ANSWERS);
  const { user } = await draw(<ChangeForm />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Nightly');
  await user.type(screen.getByRole('combobox', { name: 'Accounts' }), 'deploy{Enter}');
  await user.click(screen.getByRole('radio', { name: 'random' }));
  await user.clear(await screen.findByRole('spinbutton', { name: 'Interval' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Give a fixed time or an interval.')).toBeInTheDocument();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('without a licence a push is run by hand only', async () => {
  updateSession({ settings: { XPACK_LICENSE_IS_VALID: false } });
  serve(ANSWERS);
  await draw(<PushForm />);
  expect(await screen.findByRole('switch', { name: 'Run periodically' })).toBeDisabled();
  expect(screen.getByRole('switch', { name: 'Run periodically' })).not.toBeChecked();
  expect(screen.getByText(/A schedule needs a licence/)).toBeInTheDocument();
});

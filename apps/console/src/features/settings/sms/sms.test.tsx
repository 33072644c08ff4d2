import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../../session/session-store.ts';
import type { Organisation, Profile } from '../../../session/session-types.ts';
import { type Answer, type Asked, serve } from '../../../test/api.ts';
import { draw } from '../../../test/draw.tsx';
import { field, metadata } from '../../../test/metadata.ts';
import { SmsSettings } from './SmsSettings.tsx';

/** The page of text messages, over a server that knows its categories. */

beforeEach(() =>
  updateSession({
    profile: { id: '1', username: 'ann', perms: ['settings.change_sms'] } as unknown as Profile,
    settings: {},
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  }),
);

const BACKENDS = [
  { name: 'alibaba', label: 'Alibaba Cloud' },
  { name: 'tencent', label: 'Tencent Cloud' },
  { name: 'huawei', label: 'Huawei Cloud' },
  { name: 'cmpp2', label: 'CMPP 2.0' },
  { name: 'smpp', label: 'SMPP' },
  { name: 'custom', label: 'A service of your own' },
];
const FIELDS: Record<string, object> = {
  sms: {
    SMS_ENABLED: field('boolean', 'Text messages'),
    SMS_BACKEND: field('choice', 'Sent by', { choices: BACKENDS.map(({ name, label }) => ({ value: name, label })) }),
  },
  smpp: {
    SMPP_HOST: field('string', 'Host', { required: true }),
    SMPP_USE_TLS: field('boolean', 'Encrypted (TLS)'),
    SMPP_CA: field('string', 'Own certificate authority'),
    SMPP_SYSTEM_ID: field('string', 'System ID', { required: true }),
    SMPP_PASSWORD: field('string', 'Password', { write_only: true }),
    SMS_TEST_PHONE: field('string', 'Number for tests'),
  },
};
const VALUES: Record<string, object> = {
  sms: { SMS_ENABLED: false, SMS_BACKEND: 'alibaba' },
  smpp: {
    SMPP_HOST: 'smsc.example.com',
    SMPP_USE_TLS: false,
    SMPP_CA: '',
    SMPP_SYSTEM_ID: 'me',
    SMS_TEST_PHONE: { code: '+44', phone: '7400123456' },
  },
};

function texts(testing: (asked: Asked) => Answer = () => ({ msg: 'A test message was sent to •••3456.' })) {
  const of = ({ query }: Asked) => query.get('category') ?? '';
  return serve({
    'OPTIONS settings/setting/': (asked) => metadata(FIELDS[of(asked)] ?? {}),
    'GET settings/setting/': (asked) => VALUES[of(asked)] ?? {},
    'PATCH settings/setting/': (asked) => ({ ...VALUES[of(asked)], ...(asked.body as object) }),
    'GET settings/public/': { INTERFACE: {} },
    'GET settings/sms/backend/': BACKENDS,
    'POST settings/sms/smpp/testing/': testing,
  });
}

/** The dialog of SMPP, opened. */
async function smpp(testing?: (asked: Asked) => Answer) {
  const asked = texts(testing);
  const labels = { close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' };
  const { user } = await draw(
    <>
      <SmsSettings />
      <ToastHost labels={labels} />
    </>,
  );
  expect(await screen.findByRole('heading', { name: 'Alibaba Cloud' })).toBeInTheDocument();
  await user.click(await screen.findByRole('combobox', { name: /Sent by/ }));
  await user.click(await screen.findByTitle('SMPP'));
  await user.click(screen.getByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'SMPP' }));
  await dialog.findByRole('textbox', { name: /Host/ });
  return { asked, user, dialog };
}
const sent = (asked: readonly Asked[], method: string) =>
  asked.filter((one) => one.method === method).map(({ body, query }) => ({ body, of: query.get('category') }));

test('the chosen way alone has a dialog, which is saved as its category', async () => {
  const { asked, user, dialog } = await smpp();
  expect(screen.queryByRole('heading', { name: 'Alibaba Cloud' })).toBeNull();
  expect(dialog.queryByText('Own certificate authority')).toBeNull();
  await user.click(dialog.getByRole('switch', { name: /Encrypted/ }));
  expect(await dialog.findByText('Own certificate authority')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Password' }));
  await user.type(await dialog.findByLabelText(/^Password/), 'secret');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(asked, 'PATCH')).toEqual([
    { of: 'smpp', body: { ...VALUES.smpp, SMPP_USE_TLS: true, SMPP_CA: '', SMPP_PASSWORD: 'secret' } },
  ]);
});

test('a test goes by what is entered and saves nothing', async () => {
  const { asked, user, dialog } = await smpp();
  await user.clear(dialog.getByRole('textbox', { name: /Host/ }));
  await user.type(dialog.getByRole('textbox', { name: /Host/ }), 'other.example.com');
  await user.click(dialog.getByRole('button', { name: 'Send a test message' }));
  expect(await screen.findByText('A test message was sent to •••3456.')).toBeInTheDocument();
  const [{ body } = { body: {} }] = sent(
    asked.filter(({ path }) => path.endsWith('/testing/')),
    'POST',
  );
  expect(body).toMatchObject({ SMPP_HOST: 'other.example.com', SMS_TEST_PHONE: { code: '+44', phone: '7400123456' } });
  expect(body).not.toHaveProperty('SMPP_PASSWORD');
  expect(sent(asked, 'PATCH')).toEqual([]);
});

test.each<[string, object, string]>([
  ['what the other side said', { error: 'It refused account or secret (0x0000000e).' }, 'It refused account or secret (0x0000000e).'],
  ['a number that is missing', { detail: 'Enter a number for the test.', code: 'test_phone_required' }, 'Enter a number for the test.'],
  ['a field that does not hold', { SMPP_HOST: ['This is no host.'] }, 'This is no host.'],
])('a test that fails tells %s, and the dialog stays', async (_, body, words) => {
  const { user, dialog } = await smpp(() => ({ status: 400, body }));
  await user.click(dialog.getByRole('button', { name: 'Send a test message' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

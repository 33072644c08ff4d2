import type { FieldInfo } from '@postern/contract/metadata';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { localInfo } from '../shared-fields.ts';
import { AssetForm, GatewayForm } from './AssetForm.tsx';

const COMMON: Record<string, FieldInfo> = {
  name: localInfo('name', 'string', { required: true, max_length: 128 }),
  address: localInfo('address', 'string', { required: true, max_length: 767 }),
  platform: localInfo('platform', 'object_related_field', { required: true }),
  nodes: localInfo('nodes', 'm2m_related_field'),
  protocols: localInfo('protocols', 'list'),
  domain: localInfo('domain', 'object_related_field'),
  labels: localInfo('labels', 'm2m_related_field'),
  is_active: localInfo('is_active', 'boolean', { default: true }),
  comment: localInfo('comment'),
};
const OWN: Readonly<Record<string, Record<string, FieldInfo>>> = {
  hosts: { gathered_info: localInfo('gathered_info', 'json') },
  databases: {
    db_name: localInfo('db_name', 'string', { required: true }),
    use_ssl: localInfo('use_ssl', 'boolean', { default: false }),
    ca_cert: localInfo('ca_cert'),
    client_cert: localInfo('client_cert'),
    client_key: localInfo('client_key', 'string', { write_only: true }),
    allow_invalid_cert: localInfo('allow_invalid_cert', 'boolean', { default: false }),
  },
  webs: {
    autofill: localInfo('autofill', 'labeled_choice', {
      default: 'basic',
      choices: ['no', 'basic', 'script'].map((value) => ({ value, label: value })),
    }),
    username_selector: localInfo('username_selector'),
    password_selector: localInfo('password_selector'),
    submit_selector: localInfo('submit_selector'),
    script: localInfo('script', 'json', { default: [] }),
  },
  gpts: { proxy: localInfo('proxy') },
  customs: { custom_info: localInfo('custom_info', 'json', { default: {} }) },
};

interface Case {
  path: string;
  platform: Record<string, unknown>;
}

/** Draws the form of a category over a server that knows one platform; gives back what is asked of the server. */
async function form({ path, platform }: Case, at = `/console/assets/${path}/create?platform=7`, Form = AssetForm) {
  const fields = { ...COMMON, ...OWN[path] };
  const found = { id: 7, name: 'Seven', domain_enabled: true, protocols: [], ...platform };
  const asked: Asked[] = serve({
    'GET assets/platforms/7/': found,
    'GET assets/platforms/Gateway/': { ...found, name: 'Gateway' },
    [`OPTIONS assets/${path}/`]: {
      name: 'x',
      description: '',
      renders: [],
      parses: [],
      actions: { POST: fields, PUT: fields, GET: fields },
    },
    [`POST assets/${path}/`]: { status: 201, body: { id: 'made', name: 'made' } },
  });
  const drawn = await draw(<Form />, { at });
  await screen.findByText('name');
  return { ...drawn, asked };
}

/** What was sent to make the asset; names of what the form starts with are looked up by POST too. */
const sent = (asked: readonly Asked[], path: string): unknown =>
  asked.find((one) => one.method === 'POST' && one.path === `assets/${path}/`)?.body;
const labels = (): string[] => [...document.querySelectorAll('.ant-form-item-label label')].map((label) => label.textContent ?? '');
const cards = (): string[] => [...document.querySelectorAll('.s-form-card h2')].map((title) => title.textContent ?? '');
const FIRST = ['name', 'address', 'platform', 'nodes'];
const ACCESS = ['protocols', 'Accounts'];
const LAST = ['domain', 'labels', 'is_active', 'comment'];
const NO_DOMAIN = LAST.slice(1);
const http = { name: 'http', port: 80, primary: true, port_from_addr: true, setting: { submit_selector: 'id=go' } };

const cases: readonly [string, Case, string[], string[]][] = [
  ['a host', { path: 'hosts', platform: { category: { value: 'host' }, type: { value: 'linux' } } }, [], [...FIRST, ...ACCESS, ...LAST]],
  [
    'a device',
    { path: 'devices', platform: { category: { value: 'device' }, type: { value: 'switch' } } },
    [],
    [...FIRST, ...ACCESS, ...LAST],
  ],
  [
    'a database without TLS fields',
    { path: 'databases', platform: { category: { value: 'database' }, type: { value: 'mysql' } } },
    [],
    [...FIRST, 'db_name', ...ACCESS, ...LAST],
  ],
  [
    'Redis',
    { path: 'databases', platform: { category: { value: 'database' }, type: { value: 'redis' } } },
    ['Security'],
    [...FIRST, 'db_name', ...ACCESS, 'use_ssl', ...LAST],
  ],
  [
    'a cloud service',
    { path: 'clouds', platform: { category: { value: 'cloud' }, type: { value: 'private' }, domain_enabled: false } },
    [],
    [...FIRST, ...ACCESS, ...NO_DOMAIN],
  ],
  [
    'a website',
    { path: 'webs', platform: { category: { value: 'web' }, type: { value: 'website' }, domain_enabled: false, protocols: [http] } },
    ['Filling in'],
    [...FIRST, 'autofill', 'username_selector', 'password_selector', 'submit_selector', ...ACCESS, ...NO_DOMAIN],
  ],
  [
    'a GPT service',
    { path: 'gpts', platform: { category: { value: 'gpt' }, type: { value: 'chatgpt' }, domain_enabled: false } },
    ['Proxy'],
    [...FIRST, 'proxy', ...ACCESS, ...NO_DOMAIN],
  ],
  [
    'a custom asset without fields of its own',
    { path: 'customs', platform: { category: { value: 'custom' }, type: { value: 'erp' }, domain_enabled: false } },
    [],
    [...FIRST, ...ACCESS, ...NO_DOMAIN],
  ],
];

test.each(cases)('%s has exactly its fields', async (_, one, own, fields) => {
  await form(one);
  expect(labels()).toEqual(fields);
  expect(cards().filter((title) => !['Basic', 'Access', 'Other'].includes(title))).toEqual(own);
});

test.each([
  ['redis', ['ca_cert', 'client_cert', 'client_key']],
  ['mongodb', ['ca_cert', 'client_key', 'allow_invalid_cert']],
])('%s asks for certificates once it is to use TLS', async (type, more) => {
  const { user } = await form({ path: 'databases', platform: { category: { value: 'database' }, type: { value: type } } });
  await user.click(screen.getByRole('switch', { name: 'use_ssl' }));
  await waitFor(() => expect(labels()).toEqual([...FIRST, 'db_name', ...ACCESS, 'use_ssl', ...more, ...LAST]));
});

test('a website starts with the selectors of its platform and shows what its way of filling in needs', async () => {
  const { user } = await form({
    path: 'webs',
    platform: { category: { value: 'web' }, type: { value: 'website' }, domain_enabled: false, protocols: [http] },
  });
  expect(screen.getByLabelText('submit_selector')).toHaveValue('id=go');
  await user.click(screen.getByRole('radio', { name: 'script' }));
  await waitFor(() => expect(labels()).toEqual([...FIRST, 'autofill', 'script', ...ACCESS, ...NO_DOMAIN]));
  await user.click(screen.getByRole('radio', { name: 'no' }));
  await waitFor(() => expect(labels()).toEqual([...FIRST, 'autofill', ...ACCESS, ...NO_DOMAIN]));
});

test('the port of a website follows its address and is sent', async () => {
  const { user, asked } = await form(
    { path: 'webs', platform: { category: { value: 'web' }, type: { value: 'website' }, domain_enabled: false, protocols: [http] } },
    '/console/assets/webs/create?platform=7&node=n1',
  );
  const port = screen.getByRole('spinbutton');
  await user.type(screen.getByLabelText('address'), 'http://wiki.example:8081/start');
  await waitFor(() => expect(port).toHaveValue('8081'));
  expect(port).toBeDisabled();
  await user.type(screen.getByLabelText('name'), 'wiki');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(asked, 'webs')).toBeDefined());
  expect(sent(asked, 'webs')).toMatchObject({
    name: 'wiki',
    address: 'http://wiki.example:8081/start',
    platform: 7,
    nodes: ['n1'],
    protocols: [{ name: 'http', port: 8081 }],
    autofill: 'basic',
    submit_selector: 'id=go',
  });
});

test('a custom asset asks for the fields of its platform', async () => {
  const custom_fields = [
    { name: 'tenant', label: 'Tenant', type: 'str', default: null },
    { name: 'seats', label: 'Seats', type: 'int', default: '5' },
    { name: 'region', label: 'Region', type: 'choice', default: '', choices: 'north, south' },
  ];
  const { user, asked } = await form(
    {
      path: 'customs',
      platform: { category: { value: 'custom' }, type: { value: 'erp' }, domain_enabled: false, custom_fields },
    },
    '/console/assets/customs/create?platform=7&node=n1',
  );
  expect(cards()).toContain('Custom fields');
  await user.type(screen.getByLabelText('name'), 'ledger');
  await user.type(screen.getByLabelText('address'), 'erp.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert');
  expect(sent(asked, 'customs')).toBeUndefined();
  await user.type(screen.getByLabelText('Tenant'), 'blue');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(asked, 'customs')).toBeDefined());
  expect(sent(asked, 'customs')).toMatchObject({ custom_info: { tenant: 'blue', seats: 5 } });
});

test('a gateway is a host whose platform and domain are settled', async () => {
  await form(
    { path: 'gateways', platform: { category: { value: 'host' }, type: { value: 'linux' } } },
    '/console/assets/gateways/create?domain=d1',
    GatewayForm,
  );
  expect(labels()).toEqual([...FIRST, ...ACCESS, ...LAST]);
  expect(screen.getByRole('combobox', { name: 'platform' })).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'domain' })).toBeDisabled();
});

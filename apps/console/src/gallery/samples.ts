import { addressOf } from '@postern/client/api';
import type { FieldInfo } from '@postern/contract/metadata';
import type { FieldSpec } from '../screens/form/form-definition.ts';

interface Sample {
  info: FieldInfo;
  spec: FieldSpec;
  value: unknown;
}

const LONG = 'A very long text that does not fit on one line of a form, whatever the width of the window may be, and goes on';

const mini = { fields_size: 'mini' } as const;
const USERS = addressOf('users', 'list', mini);
const GROUPS = addressOf('groups', 'list', mini);

const sample = (label: string, type: FieldInfo['type'], value: unknown, spec: FieldSpec = {}, rest: Partial<FieldInfo> = {}): Sample => ({
  info: { type, label, required: false, read_only: false, write_only: false, help_text: 'What this is for, in a line.', ...rest },
  spec,
  value,
});
const choices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `c${at}`, label: at === 1 ? 'A longer choice' : `Choice ${at}` }));
const tree = [
  {
    value: 'all',
    label: 'Everything',
    children: [
      { value: 'connect', label: 'Connect (all protocols)' },
      {
        value: 'transfer',
        label: 'Files',
        children: [
          { value: 'upload', label: 'Upload (RDP, SFTP)' },
          { value: 'download', label: 'Download' },
        ],
      },
    ],
  },
];
const nested: Record<string, FieldInfo> = {
  host: { type: 'string', required: true, read_only: false, write_only: false, label: 'Host', max_length: 128 },
  port: {
    type: 'integer',
    required: false,
    read_only: false,
    write_only: false,
    label: 'Port',
    min_value: 1,
    max_value: 65_535,
    help_text: '1 to 65535',
  },
  tls: { type: 'boolean', required: false, read_only: false, write_only: false, label: 'TLS' },
};
const policy = { upper: true, lower: true, digit: true, special: true, length: 12 };
const week = [1, 2, 3, 4, 5].map((id) => ({ id, value: '09:00~12:00、13:00~18:00' })).concat([{ id: 6, value: '00:00~00:00' }]);

/** One of every widget, with a value that fills it. */
export const SAMPLES: readonly Sample[] = [
  sample('Text', 'string', LONG, {}, { max_length: 128 }),
  sample('Several lines', 'string', `${LONG}\n${LONG}`),
  sample('Number with unit', 'integer', 30, { props: { unit: 'min' } }, { min_value: 1, max_value: 1000 }),
  sample('Switch', 'boolean', true),
  sample('Radios', 'labeled_choice', 'c1', {}, { choices: choices(3) }),
  sample('Choice of many', 'labeled_choice', 'c1', {}, { choices: choices(9) }),
  sample('Check boxes', 'multiple choice', ['c0', 'c1'], {}, { choices: choices(5) }),
  sample('Tree of check boxes', 'tree', ['connect', 'upload'], {}, { tree }),
  sample('Tree select', 'tree', ['upload', 'connect'], { widget: 'tree', props: { multiple: true } }, { tree }),
  sample('Cascader', 'tree', 'upload', { widget: 'cascader' }, { tree }),
  sample('Date and time', 'datetime', '2026/11/20 09:05:00 +0800'),
  sample('Date', 'date', '2026-11-20'),
  sample('Range', 'datetime', ['2026-11-20T00:00:00Z', '2026-11-27T00:00:00Z'], { widget: 'dateRange' }),
  sample('Password', 'string', 'Tr4de-w1nd', { widget: 'password', props: { policy } }, { max_length: 128 }),
  sample('Secret text', 'string', '-----BEGIN KEY-----\nabc\n-----END KEY-----', { widget: 'secretText' }, { write_only: true }),
  sample('Key file', 'string', 'x', { widget: 'keyFile', props: { fingerprint: 'SHA256:Ysn2TQvhM1W1xPzFzqk0qBqYt5fPn2zC0Vb8b3v0lGQ' } }),
  sample('File', 'file upload', '/media/applets/office.zip', { props: { accept: '.zip' } }),
  sample('Picture', 'image upload', '/static/img/none.png'),
  sample('Phone', 'string', { code: '+81', phone: '312345678' }, { widget: 'phone' }),
  sample('JSON', 'json', { username: 'uid', list: [1, true, null], text: LONG }),
  sample('Schedule', 'string', '*/15 8-18 * * 1-5', { widget: 'cron', rules: ['cron'] }, { max_length: 128 }),
  sample('Times of the week', 'json', week, { widget: 'weekTime' }),
  sample('Words', 'list', ['one', 'two', LONG], { props: { suggestions: ['three', 'four'] } }),
  sample('Labels', 'list', ['os:linux', 'broken'], { widget: 'labels', rules: ['label'] }),
  sample('Addresses', 'list', ['*', '10.0.0.0/8', '10.0.0.9-10.0.0.1'], { widget: 'ipGroup', rules: ['ipGroup'] }),
  sample(
    'Protocols',
    'list',
    [
      { name: 'ssh', port: 22, primary: true },
      { name: 'sftp', port: 22 },
    ],
    {
      widget: 'protocols',
      rules: ['onePrimary', 'port'],
      props: {
        offered: [
          { name: 'ssh', port: 22 },
          { name: 'sftp', port: 22 },
          { name: 'telnet', port: 23 },
        ],
      },
    },
  ),
  sample('Rows of text', 'list', ['one', 'two'], { widget: 'rows' }),
  sample('Nested object', 'nested object', { host: 'db1', port: 5432, tls: true }, {}, { children: nested }),
  sample(
    'Rows of objects',
    'list',
    [{ host: 'db1', port: 5432 }, { host: 'db2' }],
    {},
    { child: { type: 'nested object', children: nested } },
  ),
  sample('Related', 'object_related_field', { id: 'gone', name: 'An object with a name' }, { props: { url: USERS } }),
  sample('Related, several', 'm2m_related_field', ['6f0c3a0e-0000-4000-8000-000000000000'], {
    props: { url: GROUPS },
  }),
  sample('New labels', 'm2m_related_field', [{ name: 'os:linux' }], {
    widget: 'newLabels',
    props: { url: GROUPS },
  }),
  sample('Nodes', 'm2m_related_field', [], { widget: 'nodes' }),
  sample('Transfer', 'm2m_related_field', [], {
    widget: 'transfer',
    props: { url: addressOf('systemRoles', 'list', { fields_size: 'mini' }) },
  }),
  sample('Swap', 'labeled_choice', 'c1', { widget: 'swap' }, { choices: choices(9) }),
  sample(
    'Many',
    'json',
    { type: 'attrs', attrs: [{ name: 'name', match: 'contains', value: 'a' }] },
    {
      widget: 'many',
      props: {
        url: USERS,
        attributes: [
          { name: 'name', label: 'Name', type: 'str' },
          { name: 'is_active', label: 'Active', type: 'bool' },
          { name: 'groups', label: 'Groups', type: 'm2m', url: GROUPS },
        ],
      },
    },
  ),
];

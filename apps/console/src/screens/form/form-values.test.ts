import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { info } from '../../test/metadata.ts';
import type { FormDefinition } from './form-definition.ts';
import { bodyOf, cloneValues, copyName, keptValues, partsOf, startValues, submitValues, withoutSecrets } from './form-values.ts';

const some = (more: Partial<FieldInfo> = {}): FieldInfo => info('x', more);
const fields = {
  name: some(),
  source: some({ type: 'labeled_choice', default: 'local' }),
  actions: some({ type: 'tree' }),
  groups: some({ type: 'm2m_related_field' }),
  domain: some({ type: 'object_related_field' }),
  password: some({ write_only: true }),
  date_expired: some({ type: 'datetime' }),
};

test('what the form does not ask for is kept, where leaving it out would set it back', () => {
  const known = {
    ...fields,
    is_active: some({ type: 'boolean', default: true }),
    level: some({ type: 'labeled_choice', default: 0 }),
    key: some({ write_only: true, default: '' }),
    shown: some({ read_only: true, default: 1 }),
    roles: some({ type: 'm2m_related_field', default: ['r'] }),
  };
  const object = {
    name: 'n',
    source: { value: 'ldap', label: 'LDAP' },
    is_active: false,
    level: { value: 2, label: 'High' },
    key: 'k',
    shown: 3,
  };
  expect(keptValues({ ...object, roles: [{ id: 'x' }] }, new Set(['name', 'source']), known)).toEqual({
    is_active: false,
    level: 2,
    roles: ['x'],
  });
});

test('a copy has a name that its field takes', () => {
  expect(copyName('Duplicate from AIX 7', some({ type: 'slug' }))).toBe('Duplicate-from-AIX-7');
  expect(copyName('复制自 AIX', some({ type: 'slug' }))).toBe('复制自-AIX');
  expect(copyName('Duplicate from AIX 7', some())).toBe('Duplicate from AIX 7');
});

test('a new object starts with the screen’s values over the metadata’s defaults', () => {
  expect(startValues(fields, undefined, { name: 'n', extra: 1 })).toEqual({ name: 'n', source: 'local', extra: 1 });
});

test('choices of a loaded object become bare values; its secrets are not there to show', () => {
  const loaded = { name: 'a', source: { value: 'ldap', label: 'LDAP' }, actions: [{ value: 'connect', label: 'Connect' }], unknown: 1 };
  expect(startValues(fields, loaded, {})).toEqual({ name: 'a', source: 'ldap', actions: ['connect'] });
});

test('only the form’s fields are sent: trimmed, related objects as ids, blank secrets left out', () => {
  const values = {
    name: ' a ',
    groups: [{ id: '1', name: 'x' }, '2'],
    domain: { pk: '3' },
    password: '',
    date_expired: '',
    source: 'local',
  };
  expect(submitValues(values, new Set(['name', 'groups', 'domain', 'password', 'date_expired']), fields)).toEqual({
    name: 'a',
    groups: ['1', '2'],
    domain: '3',
    date_expired: null,
  });
});

test('a secret keeps the blanks and line ends that belong to it', () => {
  expect(submitValues({ password: ' a\n' }, new Set(['password']), fields)).toEqual({ password: ' a\n' });
});

test('a copy has a new name, no id and no secret', () => {
  const object = { id: '1', name: 'a', hostname: 'h', comment: 'c', password: 'p' };
  expect(cloneValues(withoutSecrets(object, fields), (name) => `Copy of ${name}`)).toEqual({
    name: 'Copy of a',
    hostname: 'Copy of h',
    comment: 'c',
  });
});

const resource = { url: 'x/', app: 'x', model: 'x', path: '/x', noun: 'x' };
const definition: FormDefinition = {
  resource,
  groups: [
    { title: 'One', fields: ['name', 'source', 'unknown'] },
    { title: 'Two', fields: ['password', 'groups'] },
    { title: 'Three', fields: ['actions', 'domain', 'date_expired'] },
  ],
  fields: {
    password: { shown: { field: 'source', is: 'local' }, dropHidden: true },
    groups: { shown: { field: 'source', is: 'local' } },
    actions: { only: 'create' },
    domain: { has: false },
    date_expired: { readOnly: true },
  },
};

test('what is hidden is sent unless it is to be dropped; groups without a field are not drawn', () => {
  const { groups, sent } = partsOf(definition, fields, { source: { value: 'ldap', label: 'LDAP' } }, 'create');
  expect(groups.map((group) => [group.title, group.fields])).toEqual([
    ['One', ['name', 'source']],
    ['Three', ['actions', 'date_expired']],
  ]);
  expect([...sent]).toEqual(['name', 'source', 'groups', 'actions']);
});

test('what is not part of the form in this mode, or for this person, is neither shown nor sent', () => {
  const { groups, sent } = partsOf(definition, fields, { source: 'local' }, 'update');
  expect(groups.flatMap((group) => group.fields)).toEqual(['name', 'source', 'password', 'groups', 'date_expired']);
  expect([...sent]).toEqual(['name', 'source', 'password', 'groups']);
});

test('a new file makes the body a form; the address of the one that is there is not sent back', () => {
  const logo = { logo: some({ type: 'image upload' }) };
  expect(submitValues({ logo: '/media/logo.png' }, new Set(['logo']), logo)).toEqual({});
  expect(submitValues({ logo: null }, new Set(['logo']), logo)).toEqual({ logo: null });
  const file = new File(['x'], 'logo.png');
  const body = bodyOf({ logo: file, name: 'a', tags: ['b'], none: null });
  expect(body).toBeInstanceOf(FormData);
  expect(Object.fromEntries(body as FormData)).toEqual({ logo: expect.any(File), name: 'a', tags: '["b"]', none: '' });
  expect(bodyOf({ name: 'a' })).toEqual({ name: 'a' });
});

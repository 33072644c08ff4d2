import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { cloneValues, startValues, submitValues } from './form-values.ts';

const info = (rest: Partial<FieldInfo> = {}): FieldInfo => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'x',
  ...rest,
});
const fields = {
  name: info(),
  source: info({ type: 'labeled_choice', default: 'local' }),
  actions: info({ type: 'tree' }),
  groups: info({ type: 'm2m_related_field' }),
  domain: info({ type: 'object_related_field' }),
  password: info({ write_only: true }),
  date_expired: info({ type: 'datetime' }),
};

test('a new object starts with the screen’s values over the metadata’s defaults', () => {
  expect(startValues(fields, undefined, { name: 'n', extra: 1 })).toEqual({ name: 'n', source: 'local', extra: 1 });
});

test('choices of a loaded object become bare values; its secrets are not there to show', () => {
  const loaded = { name: 'a', source: { value: 'ldap', label: 'LDAP' }, actions: [{ value: 'connect', label: 'Connect' }], unknown: 1 };
  expect(startValues(fields, loaded, {})).toEqual({ name: 'a', source: 'ldap', actions: ['connect'] });
});

test('only what is shown is sent: trimmed, related objects as ids, blank secrets left out', () => {
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

test('a copy has a new name and no id', () => {
  expect(cloneValues({ id: '1', name: 'a', comment: 'c' }, (name) => `Copy of ${name}`)).toEqual({ name: 'Copy of a', comment: 'c' });
});

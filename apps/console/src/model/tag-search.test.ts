import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { kindOf } from '../fields/kinds.ts';
import { info } from '../test/metadata.ts';
import { addTag, isTyped, removeTag, searchOptions, tagsOf } from './tag-search.ts';

const some = (more: Partial<FieldInfo> = {}): FieldInfo => info('L', more);
const choicesOf = ({ choices }: FieldInfo) =>
  choices ? { choices: choices.map(({ value, label }) => ({ value: String(value), label })) } : {};

test('options: the screen’s own, then fields the server filters by, each key once', () => {
  const fields = {
    name: some({ label: 'Name', filter: true }),
    comment: some({}),
    mfa: some({ label: 'MFA', type: 'labeled_choice', filter: true, choices: [{ value: 0, label: 'Off' }] }),
    hidden: some({ filter: true }),
  };
  const options = searchOptions(fields, [{ key: 'name', label: 'My name' }], ['hidden'], choicesOf);
  expect(options).toEqual([
    { key: 'name', label: 'My name' },
    { key: 'mfa', label: 'MFA', choices: [{ value: '0', label: 'Off' }] },
  ]);
});

test('a tag of several choices has the words of each', () => {
  const options = [
    { key: 'source', label: 'Source', several: true, choices: ['local', 'ldap'].map((value) => ({ value, label: value.toUpperCase() })) },
  ];
  expect(tagsOf({ search: [], filters: { source: 'local,ldap,gone' } }, options)).toEqual([
    { key: 'source', label: 'Source', value: 'local,ldap,gone', text: 'LOCAL, LDAP, gone' },
  ]);
});

test('tags have the words of their options; a false boolean of a link stays false', () => {
  const options = [
    {
      key: 'is_active',
      label: 'Active',
      choices: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    },
  ];
  expect(tagsOf({ search: ['web'], filters: { is_active: 'False', other: 'x' } }, options)).toEqual([
    { key: 'is_active', label: 'Active', value: 'False', text: 'No' },
    { key: 'other', label: 'other', value: 'x', text: 'x' },
    { key: '', label: '', value: 'web', text: 'web' },
  ]);
});

test('the same field twice replaces, words add up once, a comma separates', () => {
  let state = addTag({ search: [], filters: {} }, 'name', ' a ');
  state = addTag(state, 'name', 'b');
  state = addTag(state, '', 'x, y,x');
  expect(state).toEqual({ search: ['x', 'y'], filters: { name: 'b' } });
});

test('an empty text takes the condition of its field away', () => {
  expect(addTag({ search: ['x'], filters: { name: 'a' } }, 'name', '  ')).toEqual({ search: ['x'], filters: {} });
  expect(removeTag({ search: ['x', 'y'], filters: { name: 'a' } }, { key: '', value: 'x' })).toEqual({
    search: ['y'],
    filters: { name: 'a' },
  });
});

test('related objects and days are picked, other fields are typed', () => {
  const fields = {
    groups: some({ type: 'm2m_related_field', filter: true, url: '/api/v1/users/groups/' }),
    joined: some({ type: 'datetime', filter: true }),
    name: some({ filter: true }),
  };
  const options = searchOptions(fields, [], [], (one) => kindOf(one.type).Filter(one, { yes: 'Yes', no: 'No' }));
  expect(options).toEqual([
    { key: 'groups', label: 'L', url: '/api/v1/users/groups/', by: 'name' },
    { key: 'joined', label: 'L', date: true },
    { key: 'name', label: 'L' },
  ]);
  expect(options.map(isTyped)).toEqual([false, false, true]);
});

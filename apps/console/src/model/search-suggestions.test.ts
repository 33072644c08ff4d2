import { expect, test } from 'vitest';
import { choicesLike, fieldsLike, isValue, namedField, withValue } from './search-suggestions.ts';
import type { SearchOption } from './tag-search.ts';

const SOURCE: SearchOption = {
  key: 'source',
  label: '来源',
  several: true,
  choices: [
    { value: 'local', label: 'Local' },
    { value: 'ldap', label: 'LDAP/AD' },
  ],
};
const OPTIONS: SearchOption[] = [
  { key: 'name', label: 'Name' },
  { key: 'username', label: 'Username' },
  SOURCE,
  { key: 'date_joined', label: 'Joined', date: true },
];

test.each([
  ['Name:anna', 'name', 'anna'],
  ['name: anna', 'name', 'anna'],
  ['来源：lo', 'source', 'lo'],
  ['SOURCE:', 'source', ''],
  ['name:a:b', 'name', 'a:b'],
])('%s names a field', (text, key, rest) => {
  const named = namedField(text, OPTIONS);
  expect([named?.option.key, named?.rest]).toEqual([key, rest]);
});

test.each(['host:22', ':x', 'na:x', 'name', 'https://x', '::'])('%s names none and stays words', (text) => {
  expect(namedField(text, OPTIONS)).toBeUndefined();
});

test('fields and choices go on from what is typed, those that begin with it first', () => {
  expect(fieldsLike('name', OPTIONS).map(({ key }) => key)).toEqual(['name', 'username']);
  expect(fieldsLike('sou', OPTIONS)).toMatchObject([{ label: '来源', hint: 'source' }]);
  expect(choicesLike('AD', SOURCE).map(({ value }) => value)).toEqual(['ldap']);
  expect(fieldsLike('(.*)', OPTIONS)).toEqual([]);
});

test('a choice is picked and a day is a day; a second choice of a field joins the first', () => {
  expect([isValue('x', SOURCE), isValue('x', OPTIONS[3] as SearchOption), isValue('2026-01-31', OPTIONS[3] as SearchOption)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(withValue(SOURCE, 'local', 'ldap')).toBe('local,ldap');
  expect(withValue(SOURCE, 'local', 'local')).toBe('local');
  expect(withValue({ key: 'name', label: 'Name' }, 'a', 'b')).toBe('b');
});

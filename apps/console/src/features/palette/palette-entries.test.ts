import { expect, test } from 'vitest';
import { addRecent, matchScore, type PaletteEntry, rankEntries } from './palette-entries.ts';

const screen = (title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: title,
  group: 'screens',
  title,
  to: `/${title.toLowerCase().replaceAll(' ', '-')}`,
  ...more,
});
const titles = (entries: readonly PaletteEntry[]) => entries.map((entry) => entry.title);

test.each([
  ['Users', 'users', 0],
  ['User groups', 'user', 1],
  ['User groups', 'gro', 2],
  ['Dashboard', 'board', 3],
  ['Asset permissions', 'aperm', 4],
  ['用户组', '户', 3],
  ['資産／アセット', 'アセ', 3],
  ['Users', 'xyz', undefined],
  ['Users', 'us x', undefined],
  ['Users', 'sr', undefined],
])('%s fits %s: %s', (text, words, value) => {
  expect(matchScore(text, words)).toBe(value);
});

test('the best comes first, and its group with it', () => {
  const entries = [
    screen('My users'),
    screen('Users'),
    screen('User groups'),
    { id: 'a', group: 'actions', title: 'Create: user', run: () => undefined } as PaletteEntry,
    { id: 'o', group: 'objects', title: 'user-7', to: '/users/7' } as PaletteEntry,
  ];
  expect(titles(rankEntries(entries, 'user'))).toEqual(['Users', 'User groups', 'My users', 'user-7', 'Create: user']);
  expect(titles(rankEntries(entries, 'user-7'))).toEqual(['user-7']);
});

test('without words the recent ones are first and nothing is shown twice', () => {
  const entries = [screen('Users'), screen('Groups'), { ...screen('Users'), id: 'r', group: 'recent' } as PaletteEntry];
  expect(rankEntries(entries, '').map(({ group, title }) => `${group} ${title}`)).toEqual(['recent Users', 'screens Groups']);
  expect(rankEntries(entries, 'users').map(({ group }) => group)).toEqual(['screens']);
});

test('a screen is found by its English name and by its view', () => {
  const entries = [screen('用户列表', { also: 'Users', detail: '控制台' })];
  expect(rankEntries(entries, 'users')).toHaveLength(1);
  expect(rankEntries(entries, '控制')).toHaveLength(1);
  expect(rankEntries(entries, 'nothing')).toHaveLength(0);
});

test('what was opened last is remembered first, once, and only when it has an address', () => {
  const one = addRecent([], screen('Users'));
  const two = addRecent(one, screen('Groups'));
  expect(titles(addRecent(two, screen('Users')))).toEqual(['Users', 'Groups']);
  expect(addRecent(two, { id: 'x', group: 'actions', title: 'Log out' })).toEqual(two);
  expect(
    addRecent(
      Array.from({ length: 9 }, (_, at) => screen(`S ${at}`)),
      screen('Users'),
    ),
  ).toHaveLength(6);
});

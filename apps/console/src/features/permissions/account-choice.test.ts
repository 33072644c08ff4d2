import { expect, test } from 'vitest';
import { readAccounts, toggleKind, wireAccounts, writeAccounts } from './account-choice.ts';

test('names without a mark mean named accounts, unless all are meant', () => {
  expect(readAccounts(['root', 'root', '@USER'])).toEqual({ kinds: ['@SPEC', '@USER'], names: ['root'] });
  expect(readAccounts(['@ALL', 'root', '@INPUT'])).toEqual({ kinds: ['@ALL', '@INPUT'], names: [] });
  expect(readAccounts('root, deploy').names).toEqual(['root', 'deploy']);
});

test('all and named accounts exclude each other, the others combine', () => {
  const named = readAccounts(['root', '@INPUT']);
  expect(toggleKind(named, '@ALL', true)).toEqual({ kinds: ['@ALL', '@INPUT'], names: [] });
  expect(toggleKind(readAccounts(['@ALL']), '@SPEC', true).kinds).toEqual(['@SPEC']);
  expect(toggleKind(named, '@SPEC', false)).toEqual({ kinds: ['@INPUT'], names: [] });
});

test('the mark for named accounts lives in the form only', () => {
  expect(writeAccounts({ kinds: ['@SPEC'], names: [] })).toEqual(['@SPEC']);
  expect(wireAccounts(['@SPEC', 'root', '@USER'])).toEqual(['@USER', 'root']);
});

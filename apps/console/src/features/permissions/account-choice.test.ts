import { expect, test } from 'vitest';
import { readAccounts, toggleKind, wireAccounts, writeAccounts } from './account-choice.ts';

test('names without a mark mean named accounts, unless all are meant', () => {
  expect(readAccounts(['root', 'root', '@USER'])).toEqual({ kinds: ['@SPEC', '@USER'], names: ['root'], templates: [] });
  expect(readAccounts(['@ALL', 'root', '@INPUT'])).toEqual({ kinds: ['@ALL', '@INPUT'], names: [], templates: [] });
  expect(readAccounts('root, deploy').names).toEqual(['root', 'deploy']);
});

test('all and named accounts exclude each other, the others combine', () => {
  const named = readAccounts(['root', '@INPUT']);
  expect(toggleKind(named, '@ALL', true)).toEqual({ kinds: ['@ALL', '@INPUT'], names: [], templates: [] });
  expect(toggleKind(readAccounts(['@ALL']), '@SPEC', true).kinds).toEqual(['@SPEC']);
  expect(toggleKind(named, '@SPEC', false)).toEqual({ kinds: ['@INPUT'], names: [], templates: [] });
});

test('the mark for named accounts lives in the form only', () => {
  expect(writeAccounts({ kinds: ['@SPEC'], names: [], templates: [] })).toEqual(['@SPEC']);
  expect(wireAccounts(['@SPEC', 'root', '@USER'])).toEqual(['@USER', 'root']);
});

test('a template means named accounts too, and is sent as it is', () => {
  const choice = readAccounts(['%t1', 'root']);
  expect(choice).toEqual({ kinds: ['@SPEC'], names: ['root'], templates: ['t1'] });
  expect(wireAccounts(writeAccounts(choice))).toEqual(['root', '%t1']);
  expect(toggleKind(choice, '@ALL', true).templates).toEqual([]);
});

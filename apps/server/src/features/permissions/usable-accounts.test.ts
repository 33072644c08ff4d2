import { describe, expect, test } from 'vitest';
import { type Rule, type StoredAccount, usableAccounts } from './usable-accounts.ts';

const day = (n: number) => new Date(Date.UTC(2030, 0, n));
const rule = (accounts: string[], actions = 1, expires = day(1), recording: Rule['recording'] = 'strict'): Rule => ({
  accounts,
  actions,
  date_expired: expires,
  recording,
  forward_to: [],
});
const stored = (id: string, username: string): StoredAccount => ({
  id,
  name: `name-${id}`,
  username,
  secret_type: 'password',
  has_secret: true,
});
const accounts = [stored('1', 'root'), stored('2', 'alice'), stored('3', 'root')];
const use = (...rules: Rule[]) => usableAccounts(rules, accounts, 'alice', (alias) => alias);
const shape = (list: ReturnType<typeof use>) => list.map((one) => [one.alias, one.actions]);

describe('accounts a user may use', () => {
  test.each([
    [
      'a username reaches every account of that name',
      [rule(['root'])],
      [
        ['name-1', 1],
        ['name-3', 1],
      ],
    ],
    ['an unknown username reaches nothing', [rule(['nobody'])], []],
    ['an unknown alias is ignored', [rule(['@WHAT', '@SPEC'])], []],
    [
      '@ALL reaches all stored ones and no virtual one',
      [rule(['@ALL'])],
      [
        ['name-1', 1],
        ['name-2', 1],
        ['name-3', 1],
      ],
    ],
    ['@USER reaches the account named like the user', [rule(['@USER'])], [['name-2', 1]]],
    [
      '@INPUT and @ANON are virtual',
      [rule(['@INPUT', '@ANON'])],
      [
        ['@INPUT', 1],
        ['@ANON', 1],
      ],
    ],
    [
      'actions of several rules add up',
      [rule(['alice'], 1), rule(['@ALL'], 6)],
      [
        ['name-1', 6],
        ['name-2', 7],
        ['name-3', 6],
      ],
    ],
    ['no rule, no account', [], []],
  ] as const)('%s', (_what, rules, expected) => {
    expect(shape(use(...rules))).toEqual(expected);
  });

  test('@USER without an account of that name becomes a virtual one', () => {
    expect(shape(usableAccounts([rule(['@USER'])], accounts, 'bob', (alias) => alias))).toEqual([['@USER', 1]]);
  });

  test('the latest end of the contributing rules counts', () => {
    expect(use(rule(['alice'], 1, day(3)), rule(['@ALL'], 1, day(9)), rule(['alice'], 1, day(5)))[1]?.dateExpired).toEqual(day(9));
  });
});

test('one strict rule makes the recording strict, whatever the others say', () => {
  const lax = rule(['root'], 1, day(1), 'best_effort');
  expect(use(lax).map((one) => one.recording)).toEqual(['best_effort', 'best_effort']);
  expect(use(lax, rule(['root'])).map((one) => one.recording)).toEqual(['strict', 'strict']);
  expect(use(rule(['root']), lax).map((one) => one.recording)).toEqual(['strict', 'strict']);
});

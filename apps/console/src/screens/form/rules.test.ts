import { expect, test } from 'vitest';
import type { Rule } from '../../fields/rule.ts';
import { checkedOn, firstProblem, rulesOf } from './rules.ts';

const info = { type: 'string', required: false, read_only: false, write_only: false, label: 'x' } as const;

test.each<[Rule, unknown[], unknown[]]>([
  ['email', ['a@b.c'], ['a', 'a@', 'a b@c']],
  ['address', ['10.0.0.1', 'https://a.b/c?d=e&f#g', ' web_1 ', 'fe80::1'], ['a b', 'http://a/%20', '主机', 'a;b', '$(id)']],
  ['noEmoji', ['plain', 'naïve', '中文 #1', '1 & 2 ©'], ['ok 😀', '⌛', '❤️']],
  ['identifier', ['a_1', 'A'], ['a-b', 'a b', 'é']],
  ['json', ['{"a":1}', [1], { a: 1 }], ['{', '1', 'null']],
  [
    ['jsonKey', 'username'],
    ['{"username":"uid"}', { username: 'uid' }],
    ['{"name":"uid"}', '{'],
  ],
  ['label', ['os:linux', 'a:b:c', [{ name: 'os:linux' }, { pk: 'x' }]], ['os', ':linux', 'os:', [{ name: 'os' }]]],
  ['cron', ['0 0 * * *', '*/5 8-18 * * 1-5', '0 3 1,15 * 7'], ['0 0 * *', '61 0 * * *', '* * * * * *', 'daily', '0 0 31 2 *']],
  ['port', [22, [{ port: 0 }, { port: 65_535 }]], [-1, 65_536, 1.5, [{ port: null }]]],
  [
    'ipGroup',
    ['*', '10.1.1.1,10.0.0.0/8', ['10.0.0.1-10.0.0.9', '2001:db8::/32', '::1']],
    ['10.0.0.9-10.0.0.1', '10.0.0.0/33', 'x', '1.2.3.4-::1', '1'],
  ],
  ['onePrimary', [[{ primary: true }, { primary: false }]], [[{ primary: false }], [{ primary: true }, { primary: true }]]],
  [['minLength', 2], ['ab', 1], ['a']],
  [['maxLength', 2], ['ab'], ['abc']],
  [['minValue', 1], [1], [0]],
  [['maxValue', 100], [100], [101]],
  [['password', { upper: true, lower: false, digit: true, special: false, length: 6 }], ['Abcde1'], ['abcde1', 'A1']],
])('%j tells good from bad', async (rule, good, bad) => {
  for (const value of good) expect(await firstProblem(value, true, [rule]), JSON.stringify(value)).toBeUndefined();
  for (const value of bad) expect((await firstProblem(value, true, [rule]))?.key, JSON.stringify(value)).toMatch(/^rule\./);
});

test('blank breaks only "required"', async () => {
  for (const blank of [undefined, null, '', '  ', []]) {
    expect(await firstProblem(blank, true, ['email'])).toEqual({ key: 'rule.required' });
    expect(await firstProblem(blank, false, ['email'])).toBeUndefined();
  }
  expect(await firstProblem(false, true, [])).toBeUndefined();
  expect(await firstProblem(0, true, [])).toBeUndefined();
});

test('metadata says its rules as data', () => {
  expect(rulesOf({ ...info, type: 'email', min_length: 1, max_length: 9 })).toEqual(['email', ['minLength', 1], ['maxLength', 9]]);
  expect(rulesOf({ ...info, type: 'integer', min_value: 1, max_value: 100 })).toEqual([
    ['minValue', 1],
    ['maxValue', 100],
  ]);
});

test('problems carry what they are measured by', async () => {
  expect(await firstProblem(101, false, [['maxValue', 100]])).toEqual({ key: 'rule.maxValue', params: { by: 100 } });
});

test('what is typed is checked when it is left, what is picked at once', () => {
  expect((['string', 'email', 'integer', 'json'] as const).map((type) => checkedOn({ ...info, type }))).toEqual(Array(4).fill('onBlur'));
  expect((['choice', 'boolean', 'datetime', 'list'] as const).map((type) => checkedOn({ ...info, type }))).toEqual(
    Array(4).fill('onChange'),
  );
});

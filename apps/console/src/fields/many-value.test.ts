import { expect, test } from 'vitest';
import { type AttrRule, attrRules, isNobody, matchesOf, readMany, valueKind, withRule } from './many-value.ts';

test('anything that is not ids or attributes is everybody', () => {
  expect(readMany(undefined)).toEqual({ type: 'all' });
  expect(readMany({ type: 'ids' })).toEqual({ type: 'ids', ids: [] });
  expect(readMany({ type: 'attrs', attrs: [] })).toEqual({ type: 'attrs', attrs: [] });
});

test('a rule on the same attribute takes the place of the other', () => {
  const rules: AttrRule[] = [
    { name: 'name', match: 'contains', value: 'a' },
    { name: 'email', match: 'endswith', value: 'b' },
  ];
  expect(withRule(rules, { name: 'name', match: 'exact', value: 'c' })).toEqual([
    { name: 'name', match: 'exact', value: 'c', rel: 'and' },
    rules[1],
  ]);
  expect(withRule(rules, { name: 'x', match: 'exact', value: 1 })).toHaveLength(3);
});

test('rules travel as base64 of UTF-8', () => {
  const rules = { type: 'attrs' as const, attrs: [{ name: 'name', match: 'contains' as const, value: '上海' }] };
  const bytes = Uint8Array.from(atob(attrRules(rules)), (char) => char.charCodeAt(0));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(rules);
});

test('an attribute is compared and entered as its type allows', () => {
  expect(matchesOf('ip')).toContain('ip_in');
  expect(matchesOf('bool')).toEqual(['exact', 'not']);
  const of = (type: 'str' | 'ip' | 'int' | 'bool' | 'm2m' | 'select') => ({ name: 'a', label: 'A', type });
  expect(valueKind(of('str'), 'in')).toBe('words');
  expect(valueKind(of('ip'), 'ip_in')).toBe('words');
  expect(valueKind(of('int'), 'gte')).toBe('number');
  expect(valueKind(of('m2m'), 'm2m')).toBe('related');
  expect(valueKind(of('select'), 'in')).toBe('choices');
  expect(valueKind(of('bool'), 'not')).toBe('switch');
});

test('nobody is neither ids nor rules', () => {
  expect(
    [
      { type: 'ids', ids: [] },
      { type: 'attrs', attrs: [] },
    ].map(isNobody),
  ).toEqual([true, true]);
  expect([{ type: 'all' }, { type: 'ids', ids: ['1'] }].map(isNobody)).toEqual([false, false]);
});

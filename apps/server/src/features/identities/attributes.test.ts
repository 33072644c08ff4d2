import { expect, test } from 'vitest';
import { attributesFrom } from './attributes.ts';

test('attributes are texts and lists of texts, and what lies within objects by the way to it', () => {
  const said = {
    team: 'ops',
    level: 3,
    on: true,
    none: null,
    groups: ['a', 'a', 'b', { x: 1 }],
    realm: { roles: ['dba'], deep: { er: ['x'] } },
  };
  expect(attributesFrom(said)).toEqual({
    'realm.roles': ['dba'],
    'realm.deep.er': ['x'],
    team: ['ops'],
    level: ['3'],
    on: ['true'],
    groups: ['a', 'b'],
  });
});

test('what is too long or too much is left out and never cut: a part of it could be another word', () => {
  const long = 'x'.repeat(2_000);
  expect(attributesFrom({ groups: [long, 'ops'], [long]: 'ops', one: long })).toEqual({ groups: ['ops'] });
  const many = attributesFrom({ groups: Array.from({ length: 5_000 }, (_, n) => `g${n}`) }).groups ?? [];
  expect([many.length, many.at(-1)]).toEqual([1_000, 'g999']);
  expect(Object.keys(attributesFrom(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`a${n}`, 'x'])))).length).toBe(100);
});

test('a name that looks like a way into an object does not stand for it, nor does one that every object has', () => {
  expect(attributesFrom({ 'realm.roles': ['admins'], realm: { roles: ['users'] } })).toEqual({ 'realm.roles': ['users'] });
  const made = attributesFrom(JSON.parse('{"__proto__": {"groups": ["admins"]}}'));
  expect([Object.hasOwn(made, 'groups'), made.groups]).toEqual([false, undefined]);
});

import { expect, test } from 'vitest';
import { conditionsOf, configOf, readConfig, sameConfig } from './view-config.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const state = { order: '-name', search: ['web'], filters: { source: 'ldap', is_active: 'true' } };

test('a view brings back columns, words, conditions and order', () => {
  const config = readConfig(JSON.parse(JSON.stringify(configOf(state, ['name', 'email'], now))));
  expect(config).toEqual({ ...state, columns: ['name', 'email'] });
  expect(conditionsOf(config, now)).toEqual(state);
});

test('a span that ends now moves on with time, a past one stays', () => {
  const month = configOf({ ...state, dates: { from: now - 30 * DAY, to: now + 11 * 3_600_000 } }, [], now);
  expect(month.dates).toEqual({ days: 30 });
  expect(conditionsOf(month, now + 5 * DAY).dates).toEqual({ from: now - 25 * DAY, to: now + 5 * DAY });
  const past = { from: now - 30 * DAY, to: now - 20 * DAY };
  expect(conditionsOf(configOf({ ...state, dates: past }, [], now), now + DAY).dates).toEqual(past);
});

test('what others stored is read as far as it makes sense', () => {
  const nothing = { columns: [], order: '', search: [], filters: {} };
  for (const raw of [null, 7, 'x', [], { columns: 3, filters: [], dates: { days: 'x' } }]) expect(readConfig(raw)).toEqual(nothing);
  expect(readConfig({ columns: ['a', 1], filters: { a: '1', b: 2 } })).toEqual({ ...nothing, columns: ['a'], filters: { a: '1' } });
});

test('the order of conditions is no difference, the order of columns is', () => {
  const one = configOf(state, ['a', 'b'], now);
  expect(sameConfig(one, configOf({ ...state, filters: { is_active: 'true', source: 'ldap' } }, ['a', 'b'], now))).toBe(true);
  expect(sameConfig(one, configOf(state, ['b', 'a'], now))).toBe(false);
});

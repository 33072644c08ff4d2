import { expect, test } from 'vitest';
import { readDestination } from './forward-destinations.ts';

test.each([
  ['db.internal', 'name', 'db.internal', 0, 65_535],
  ['DB.internal:5432', 'name', 'db.internal', 5432, 5432],
  ['*.example.com:8000-8999', 'domain', '.example.com', 8000, 8999],
  ['10.0.0.7:22', 'address', '10.0.0.7', 22, 22],
  ['10.0.0.0/8:*', 'network', '10.0.0.0/8', 0, 65_535],
  ['2001:db8::1', 'address', '2001:db8::1', 0, 65_535],
  ['[2001:db8::/32]:443', 'network', '2001:db8::/32', 443, 443],
  ['*', 'any', '*', 0, 65_535],
  ['*:443', 'any', '*', 443, 443],
])('%s is read', (entry, kind, place, from, to) => {
  expect(readDestination(entry)).toEqual({ kind, place, from, to });
});

test.each([
  '',
  ':22',
  '10.0.0',
  '10.0.0.999',
  '10.0.0.0/33',
  'a b',
  'host:0',
  'host:70000',
  'host:20-10',
  'host:',
  '[host]:22',
  '[]:1',
  '*x',
  'x.*',
  'a..b',
  '1:2:3',
])('%s is none', (entry) => {
  expect(readDestination(entry)).toBeUndefined();
});

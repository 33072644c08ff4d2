import { expect, test } from 'vitest';
import { reachable } from './destinations.ts';

const may = reachable('10.1.1.1', [
  'db.internal:5432',
  '*.example.com:443',
  '192.0.2.0/24:8000-8999',
  '2001:db8::/32',
  '198.51.100.7:22',
  'no such thing',
]);

test.each([
  ['localhost', 1],
  ['127.0.0.1', 65_535],
  ['127.9.9.9', 80],
  ['::1', 80],
  ['::ffff:127.0.0.1', 80],
  ['10.1.1.1', 22],
  ['db.internal', 5432],
  ['DB.Internal', 5432],
  ['a.example.com', 443],
  ['a.b.example.com', 443],
  ['192.0.2.77', 8080],
  ['::ffff:192.0.2.77', 8080],
  ['2001:db8:1::2', 9],
  ['198.51.100.7', 22],
])('reaches %s port %i', (address, port) => {
  expect(may({ address, port })).toBe(true);
});

test.each([
  ['db.internal', 5433],
  ['xdb.internal', 5432],
  ['example.com', 443],
  ['evilexample.com', 443],
  ['192.0.2.77', 9000],
  ['192.0.3.1', 8080],
  ['198.51.100.7', 23],
  // What the asset's resolver might take for its loopback, or another address, is a name here.
  ['127.1', 80],
  ['2130706433', 80],
  ['0x7f.0.0.1', 80],
  ['0.0.0.0', 80],
  ['::', 80],
  ['localhost.', 80],
  ['', 80],
])('does not reach %s port %i', (address, port) => {
  expect(may({ address, port })).toBe(false);
});

test('reaches anything where that is said', () => {
  expect(reachable('', ['*:443'])({ address: 'anywhere', port: 443 })).toBe(true);
  expect(reachable('', ['*:443'])({ address: 'anywhere', port: 444 })).toBe(false);
});

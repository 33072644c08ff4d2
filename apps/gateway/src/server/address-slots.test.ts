import { expect, it } from 'vitest';
import { addressGroup, createAddressSlots } from './address-slots.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:12::1', '2001:db8:0:12'],
  ['2001:DB8:0:12:ffff:1:2:3', '2001:db8:0:12'],
  ['2001:0db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});

it('gives one address its share, the others theirs, and nobody more than there are', () => {
  const slots = createAddressSlots(3, 2);
  const first = slots.take('192.0.2.1');
  expect(slots.take('192.0.2.1')).toBeDefined();
  expect(slots.take('192.0.2.1')).toBeUndefined();
  expect(slots.take('192.0.2.2')).toBeDefined();
  expect(slots.take('192.0.2.3')).toBeUndefined();
  first?.();
  first?.();
  expect(slots.take('192.0.2.3')).toBeDefined();
  expect(slots.take('192.0.2.4')).toBeUndefined();
});

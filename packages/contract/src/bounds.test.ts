import { expect, it } from 'vitest';
import { addressGroup, createFairSlots, createRateLimit, createSlots } from './bounds.ts';

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

it('gives one key its share, the others theirs, and nobody more than there are', () => {
  const slots = createSlots(3, 2);
  const first = slots.take('a');
  expect(slots.take('a')).toBeDefined();
  expect(slots.take('a')).toBeUndefined();
  expect(slots.take('b')).toBeDefined();
  expect(slots.take('c')).toBeUndefined();
  first?.();
  first?.();
  expect(slots.take('c')).toBeDefined();
  expect(slots.take('d')).toBeUndefined();
});

it('always has a place for the next, and takes it from whoever has most', () => {
  const slots = createFairSlots(6, 3);
  const out: string[] = [];
  const take = (key: string, name: string) => slots.take(key, () => out.push(name));
  take('a', 'a1');
  take('b', 'b1');
  for (const name of ['b2', 'b3', 'b4']) take('b', name);
  expect(out).toEqual(['b1']);
  take('c', 'c1');
  const c2 = take('c', 'c2');
  expect([out, slots.taken()]).toEqual([['b1'], 6]);
  take('d', 'd1');
  expect(out).toEqual(['b1', 'b2']);
  c2();
  c2();
  take('e', 'e1');
  expect([out, slots.taken()]).toEqual([['b1', 'b2'], 6]);
});

it('lets a newcomer in when everybody holds one place, at the cost of the oldest', () => {
  const slots = createFairSlots(3, 2);
  const out: string[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'e']) slots.take(key, () => out.push(key));
  expect(out).toEqual(['a', 'b']);
});

it('lets a burst through, then so many a second, each key for itself', () => {
  const limit = createRateLimit(10, 3);
  const taken = (key: string, now: number) => Array.from({ length: 5 }, () => limit.take(key, now)).filter(Boolean).length;
  expect(taken('a', 0)).toBe(3);
  expect(limit.wait('a', 0)).toBe(100);
  expect(taken('b', 0)).toBe(3);
  expect(taken('a', 100)).toBe(1);
  expect(taken('a', 60_000)).toBe(3);
});

it('is given back what it need not have cost, once, and never what time has given back', () => {
  const limit = createRateLimit(10, 2);
  const spend = (now: number) => limit.spend('a', now);
  const [first, second] = [spend(0), spend(0)];
  expect(spend(0)).toBeUndefined();
  second?.(0);
  second?.(0);
  expect([spend(0) !== undefined, spend(0)]).toEqual([true, undefined]);
  // The first was given back by time after 100 ms, and whoever spends all after that has spent it.
  const later = [spend(300), spend(300)];
  first?.(300);
  expect(spend(300)).toBeUndefined();
  for (const back of later) back?.(300);
  expect([spend(300) !== undefined, spend(300) !== undefined, spend(300)]).toEqual([true, true, undefined]);
});

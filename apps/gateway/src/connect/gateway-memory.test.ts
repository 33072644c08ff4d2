import { expect, test } from 'vitest';
import { createGatewayMemory } from './gateway-memory.ts';

test('a gateway that failed comes last for a minute, or until somebody got through', () => {
  let now = 0;
  const memory = createGatewayMemory(() => now);
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, address: '192.0.2.1' })) as [
    { id: string; address: string },
    { id: string; address: string },
    { id: string; address: string },
  ];
  const order = () => memory.order([a, b, c]).map(({ id }) => id);
  expect(order()).toEqual(['a', 'b', 'c']);
  memory.failed(a);
  memory.failed(b);
  expect(order()).toEqual(['c', 'a', 'b']);
  memory.passed(b);
  expect(order()).toEqual(['b', 'c', 'a']);
  expect(memory.order([{ ...a, address: '192.0.2.2' }, b]).map(({ id }) => id)).toEqual(['a', 'b']);
  now = 59_999;
  expect(order()).toEqual(['b', 'c', 'a']);
  now = 60_000;
  expect(order()).toEqual(['a', 'b', 'c']);
});

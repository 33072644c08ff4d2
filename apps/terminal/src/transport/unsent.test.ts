import { expect, it } from 'vitest';
import { createUnsent } from './unsent.ts';

it('keeps what was sent until the gateway has it, in order', () => {
  const unsent = createUnsent();
  for (const message of ['ls', '\r', 'whoami']) unsent.sent(message);
  unsent.sent(new Uint8Array([27, 91, 77]));
  expect(unsent.size()).toBe(12);
  unsent.came(2);
  expect(unsent.all()).toEqual(['whoami', new Uint8Array([27, 91, 77])]);
  // Told again, or told of less than before.
  unsent.came(2);
  unsent.came(1);
  expect(unsent.all()).toHaveLength(2);
  unsent.sent('\r');
  unsent.came(4);
  expect(unsent.all()).toEqual(['\r']);
  expect(unsent.size()).toBe(1);
});

it('overlooks a gateway that claims more than there was', () => {
  const unsent = createUnsent();
  unsent.sent('ls');
  unsent.came(100);
  unsent.sent('\r');
  unsent.came(1);
  expect(unsent.all()).toEqual(['\r']);
  unsent.came(2);
  expect([unsent.all(), unsent.size()]).toEqual([[], 0]);
});

import { expect, test } from 'vitest';
import { privateName } from './host-accounts.ts';

const of = (username: string, taken: readonly string[] = [], id = '1') => privateName({ id, username }, new Set(taken));

test.each([
  ['mei', 'js_mei'],
  ['Mei.Lin', 'js_Mei.Lin'],
  ['mei@corp.example', 'js_mei_corp.example'],
  ['a/b\\c:d|e,f', 'js_a_b_c_d_e_f'],
  ['mei lin\u0007', 'js_mei_lin_'],
  ['ends.', 'js_ends_'],
  ['0123456789abcdef.more', 'js_0123456789abcdef_'],
  ['梅'.repeat(30), `js_${'梅'.repeat(17)}`],
  ['🙂'.repeat(30), `js_${'🙂'.repeat(8)}`],
])('%s logs in on Windows as %s', (username, name) => {
  expect(of(username)).toBe(name);
  expect(name.length).toBeLessThanOrEqual(20);
});

test('two people never have one login, though their names begin alike or differ in capitals alone', () => {
  const first = of('mei', ['js_mei'], 'a');
  const second = of('MEI', ['js_mei', first], 'b');
  for (const name of [first, second]) {
    expect(name.toLowerCase()).toMatch(/^js_mei_[0-9a-f]{6}$/);
    expect(name.length).toBeLessThanOrEqual(20);
  }
  expect(second.toLowerCase()).not.toBe(first);
  // The same person on another host has the same mark.
  expect(of('mei', ['js_mei'], 'a')).toBe(first);
  expect(of('mei', ['js_mei', first], 'a')).not.toBe(first);
});

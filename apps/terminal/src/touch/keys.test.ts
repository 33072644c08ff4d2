import { expect, test } from 'vitest';
import { sequenceOf, withHeld } from './keys.ts';

const held = (...which: string[]) => ({ ctrl: which.includes('ctrl'), alt: which.includes('alt') });

test('named keys send what terminals know them by', () => {
  expect(sequenceOf('escape', held(), false)).toBe('\u001b');
  expect(sequenceOf('tab', held(), false)).toBe('\t');
  expect([sequenceOf('up', held(), false), sequenceOf('left', held(), true)]).toEqual(['\u001b[A', '\u001bOD']);
  expect([sequenceOf('right', held('ctrl'), true), sequenceOf('down', held('ctrl', 'alt'), false)]).toEqual(['\u001b[1;5C', '\u001b[1;7B']);
});

test('what is typed while a modifier is held is another key', () => {
  expect(['c', 'C', '[', '/', ' ', '1'].map((one) => withHeld(one, held('ctrl')))).toEqual([
    '\u0003',
    '\u0003',
    '\u001b',
    '\u001f',
    '\0',
    '1',
  ]);
  expect([withHeld('b', held('alt')), withHeld('b', held('alt', 'ctrl'))]).toEqual(['\u001bb', '\u001b\u0002']);
  // A word that an input method hands over begins with the key.
  expect(withHeld('cat', held('ctrl'))).toBe('\u0003at');
  expect([withHeld('cat', held()), withHeld('\u001b[A', held('ctrl', 'alt'))]).toEqual(['cat', '\u001b[A']);
});

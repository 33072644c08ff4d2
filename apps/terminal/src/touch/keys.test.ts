import { expect, test } from 'vitest';
import { sequenceOf, withModifiers } from './keys.ts';

const pressed = (...which: string[]) => ({ ctrl: which.includes('ctrl'), alt: which.includes('alt') });

test('named keys send what terminals know them by', () => {
  expect(sequenceOf('escape', pressed(), false)).toBe('\u001b');
  expect(sequenceOf('tab', pressed(), false)).toBe('\t');
  expect([sequenceOf('up', pressed(), false), sequenceOf('left', pressed(), true)]).toEqual(['\u001b[A', '\u001bOD']);
  expect([sequenceOf('right', pressed('ctrl'), true), sequenceOf('down', pressed('ctrl', 'alt'), false)]).toEqual([
    '\u001b[1;5C',
    '\u001b[1;7B',
  ]);
});

test('what is typed while a modifier is pressed is another key', () => {
  expect(['c', 'C', '[', '/', ' ', '1'].map((one) => withModifiers(one, pressed('ctrl')))).toEqual([
    '\u0003',
    '\u0003',
    '\u001b',
    '\u001f',
    '\0',
    '1',
  ]);
  expect([withModifiers('b', pressed('alt')), withModifiers('b', pressed('alt', 'ctrl'))]).toEqual(['\u001bb', '\u001b\u0002']);
  // A word that an input method hands over begins with the key.
  expect(withModifiers('cat', pressed('ctrl'))).toBe('\u0003at');
  expect([withModifiers('cat', pressed()), withModifiers('\u001b[A', pressed('ctrl', 'alt'))]).toEqual(['cat', '\u001b[A']);
});
